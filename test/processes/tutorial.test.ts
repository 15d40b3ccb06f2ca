// The tutorial, as a reader types it: every line of its code blocks is run over a new data
// directory, in order, with the ids that earlier lines showed.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../support/remove-folder.ts';
import { makeSharedFolder } from '../support/shared-folder.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = path.join(PROJECT, 'bin/tidemill');
const folder = makeSharedFolder('tidemill-tutorial-');
const env = {
  PATH: process.env['PATH'],
  TIDEMILL_DATA_DIR: path.join(folder, 'data'),
  TIDEMILL_PORT: '0',
};
const running = new Set<ChildProcess>();

after(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await removeFolder(folder);
});

/** The lines of the code blocks, those that go on in the next line joined. */
const LINES = [
  ...readFileSync(path.join(PROJECT, 'docs/tutorial.md'), 'utf8').matchAll(
    /^```sh\n([\s\S]*?)^```$/gm,
  ),
].flatMap(([, block = '']) =>
  block
    .replaceAll(/ \\\n */g, ' ')
    .trim()
    .split('\n'),
);

type ProgramEnd = {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
};

/** Pages are written into the test's own folder, and scripts are read from the project's. */
function wordsOf(line: string, ids: ReadonlyMap<string, string>): readonly string[] {
  return line
    .split(' ')
    .slice(1)
    .map((word) => {
      if (word.endsWith('.lua')) return path.join(PROJECT, word);
      const kind = /^([a-z]+)_…$/.exec(word)?.[1];
      if (kind === undefined) return word;
      return ids.get(kind) ?? assert.fail(`no line before "${line}" showed an id ${kind}_…`);
    });
}

function run(words: readonly string[]): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    execFile(COMMAND, words, { cwd: folder, env }, (failure, out, error) => {
      const exitCode = failure === null ? 0 : Number(failure.code ?? -1);
      resolve({ exitCode, out, error });
    });
  });
}

/** Resolves when the output has the text; the process goes on. */
async function started(words: readonly string[], text: string): Promise<ChildProcess> {
  const child = spawn(COMMAND, words, { cwd: folder, env });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let [out, error] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes(text)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${words.join(' ')}: ${code}: ${error}${out}`)));
  });
  return child;
}

/** What a line of the tutorial shows, by its beginning. */
const SHOWN: readonly (readonly [beginning: string, shown: RegExp])[] = [
  ['price', /^SIM_BTC_USDT {2}[\d,]+\.\d\d USDT/],
  ['orders place --market SIM_BTC_USDT --side buy --amount 0.001 --price', /, open\./],
  ['orders place', /\nFilled 0\.001 BTC at /],
  ['orders cancel', /^Cancelled order/],
  ['backtest', /\nTotal return +[+-]?[\d.]+ % of /],
  ['bots start', /runs\./],
  ['bots show', /inputs +Interval=1, Fast=2, Slow=3/],
  ['bots logs', /Started /],
  ['bots stop', /does not run\.\n$/],
  ['labs start', /16 of 16 backtests/],
  ['labs results', /UNSEEN PART[\s\S]*bt_/],
  ['labs bot', /Start it: tidemill bots start bot_/],
];

test('every line of the tutorial does what it says', async (t) => {
  assert.deepEqual(LINES.slice(0, 2), ['npm ci', 'bin/tidemill serve']);
  const service = await started(['serve'], '"service.started"');
  const ids = new Map<string, string>();
  const watchers: Promise<unknown>[] = [];
  const seen = new Set<string>();
  for (const line of LINES.slice(2)) {
    await t.test(line, async () => {
      assert.ok(line.startsWith('bin/tidemill '), line);
      const words = wordsOf(line, ids);
      if (words[1] === 'watch') {
        const watcher = await started(words, 'first is running');
        watchers.push(once(watcher, 'exit'));
        return;
      }
      const { error, exitCode, out } = await run(words);
      assert.equal(exitCode, 0, error);
      for (const [, id = '', kind = ''] of out.matchAll(/\b(([a-z]{2,4})_[0-9a-z]{26})\b/g))
        ids.set(kind, id);
      const typed = line.slice('bin/tidemill '.length);
      const found = SHOWN.find(([beginning]) => typed.startsWith(beginning));
      if (found === undefined) return;
      seen.add(found[0]);
      assert.match(out, found[1]);
    });
  }
  assert.equal(seen.size, SHOWN.length);
  assert.deepEqual(await Promise.all(watchers), [[0, null]], 'a watch ends with its bot');
  for (const page of ['report.html', 'lab.html'])
    assert.match(readFileSync(path.join(folder, page), 'utf8'), /^<!doctype html>/);
  service.kill('SIGTERM');
  await once(service, 'exit');
});
