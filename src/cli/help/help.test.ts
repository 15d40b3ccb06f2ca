// The help and its examples, and what shells complete.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandFailed } from '#cli/command-error.ts';
import { commandRunner } from '#cli/command-host.fixture.ts';
import { COMMAND_EXAMPLES } from '#cli/help/command-examples.ts';
import { SHELLS } from '#cli/help/completion-script.ts';

const fail = async () => {
  throw new CommandFailed('There is no installation.', 'Do without.');
};
/** A command line of which nothing can be carried out: what is understood ends with 1. */
const runWords = commandRunner({
  openApplication: fail,
  openLabApplication: fail,
  openRiskApplication: fail,
  serve: fail,
  askSecret: async () => null,
  checkScript: fail,
  diagnose: async function* () {
    yield* [];
  },
});
const run = async (line: string) => runWords(line.split(' '));

/** Every command that is not a group, by its words. */
async function everyCommand(words: readonly string[] = []): Promise<readonly string[]> {
  const { out } = await run(['help', ...words].join(' '));
  const isGroup = words.length === 0 || / \[command\]/.test(out);
  if (!isGroup) return [words.join(' ')];
  const names = [...out.matchAll(/^ {2}([a-z][a-z-]*)(?: .*)?$/gm)].map(([, name]) => name ?? '');
  const parts: string[] = [];
  for (const name of names) parts.push(...(await everyCommand([...words, name])));
  return parts;
}

test('every command has an example, and every example is of a command', async () => {
  const commands = await everyCommand();
  assert.ok(commands.length > 50, `${commands.length} commands`);
  assert.deepEqual(Object.keys(COMMAND_EXAMPLES).toSorted(), commands.toSorted());
});

for (const [command, examples] of Object.entries(COMMAND_EXAMPLES)) {
  test(`the examples of "${command}" are understood`, async () => {
    for (const [line] of examples) {
      assert.ok(line.startsWith(`tidemill ${command}`), line);
      const { error, exitCode } = await run(line.slice('tidemill '.length));
      assert.notEqual(exitCode, 2, error);
    }
  });
}

/** What shells are asked in their own words: which words may follow these. */
const ASK: { readonly [shell in (typeof SHELLS)[number]]: (words: readonly string[]) => string } = {
  bash: (words) =>
    `COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _tidemill; ` +
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Its completion runs at a prompt only: in place of it, what would be added is printed.
  zsh: (words) =>
    `words=(${quoted(words)}); CURRENT=${words.length}; ` +
    `compadd() { shift; print -rl -- \${(M)@:#$words[CURRENT]*}; }; _tidemill`,
  fish: (words) => `complete -C "${words.join(' ')}"`,
};
/** Without what the person who runs the tests has set. */
const BARE = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] } as const;

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ');
}

/** What a shell offers for the last of the words. */
async function offered(shell: (typeof SHELLS)[number], words: readonly string[]) {
  const { out } = await run(`completion ${shell}`);
  const begin = shell === 'zsh' ? 'compdef() { :; }\n' : '';
  const script = `${begin}${out}\n${ASK[shell](words)}`;
  const ended = spawnSync(shell, [...BARE[shell], '-c', script], { encoding: 'utf8' });
  assert.equal(ended.stderr, '');
  return ended.stdout.split('\n').filter((word) => word !== '');
}

function needs(shell: string) {
  return { skip: spawnSync(shell, ['--version']).status !== 0 && `there is no ${shell}` };
}

for (const [words, found] of [
  [['tidemill', 'bo'], ['bots']],
  [
    ['tidemill', 'backt'],
    ['backtest', 'backtests'],
  ],
  [
    ['tidemill', 'bots', 'st'],
    ['start', 'stop'],
  ],
  [
    ['tidemill', 'bots', 'stop', '--c'],
    ['--cancel-orders', '--close-position'],
  ],
  [['tidemill', 'bots', 'stop', 'bot_x', '--close'], ['--close-position']],
  [
    ['tidemill', 'orders', 'place', '--side', ''],
    ['buy', 'sell'],
  ],
  [['tidemill', 'help', 'bo'], ['bots']],
  [['tidemill', 'help', 'bots', 'cr'], []],
  [['tidemill', 'completion', 'z'], ['zsh']],
  [['tidemill', 'notify', 'create', 's'], ['slack']],
] as const) {
  for (const shell of SHELLS) {
    const name = `${shell} completes "${words.join(' ')}" to ${JSON.stringify(found)}`;
    test(name, needs(shell), async () => {
      assert.deepEqual((await offered(shell, words)).toSorted(), [...found].toSorted());
    });
  }
}

for (const shell of SHELLS) {
  test(`what ${shell} is given names every command, and is valid where ${shell} is`, async (t) => {
    const { out } = await run(`completion ${shell}`);
    for (const command of await everyCommand())
      assert.ok(out.includes(`/${command.replaceAll(' ', '/')}`), command);
    // Of a file, because fish reads no script from a socket.
    const folder = mkdtempSync(join(tmpdir(), 'tidemill-completion-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'script');
    writeFileSync(file, out);
    const checked = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    if (checked.error === undefined) assert.deepEqual([checked.status, checked.stderr], [0, '']);
  });
}
