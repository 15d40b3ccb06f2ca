// The real command in real processes over a data directory of its own: first start, commands beside
// a running service and without one, and what is refused. Needs `sh`; tries
// the printed requests where there is `curl`.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { firstStartIn } from '../support/first-start-in.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { makeSharedFolder } from '../support/shared-folder.ts';

const COMMAND = fileURLToPath(new URL('../../bin/tidemill', import.meta.url));
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const folder = makeSharedFolder('tidemill-command-');
const dataDir = join(folder, 'data');
const ENVIRONMENT = { PATH: process.env['PATH'], TIDEMILL_DATA_DIR: dataDir, TIDEMILL_PORT: '0' };

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const NEEDS_CURL = { skip: hasCurl ? false : 'curl is not installed' };

type ProgramEnd = { readonly exitCode: number; readonly out: string; readonly error: string };

/** Runs a program to its end. */
function ended(
  file: string,
  words: readonly string[],
  change: NodeJS.ProcessEnv = {},
): Promise<ProgramEnd> {
  const options = { cwd: folder, env: { ...ENVIRONMENT, ...change } };
  return new Promise((resolve) => {
    execFile(file, words, options, (failure, out, error) => {
      resolve({ exitCode: failure === null ? 0 : Number(failure.code ?? -1), out, error });
    });
  });
}

const tidemill = (line: string, change?: NodeJS.ProcessEnv): Promise<ProgramEnd> =>
  ended(COMMAND, line.split(' '), change);

type Service = {
  readonly child: ChildProcess;
  /** What was printed before the line that says the service has started. */
  readonly greeting: string;
  readonly baseUrl: string;
  stop(): Promise<number | null>;
};

const running = new Set<ChildProcess>();

async function startService(
  command = COMMAND,
  words: readonly string[] = ['serve'],
  cwd = folder,
): Promise<Service> {
  const child = spawn(command, words, { cwd, env: ENVIRONMENT });
  running.add(child);
  const exit = once(child, 'exit').then(([code]: unknown[]) => {
    running.delete(child);
    return typeof code === 'number' ? code : null;
  });
  let out = '';
  let error = '';
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const started = await new Promise<{ base_url: string }>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const line = out.split('\n').find((text) => text.includes('"service.started"'));
      if (line !== undefined && line.endsWith('}')) resolve(JSON.parse(line));
    });
    void exit.then((code) => reject(new Error(`The service ended with ${code}: ${error}`)));
  });
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return exit;
  };
  // What a log says before, as that root's database has root's rights, is no greeting.
  const before = out.slice(0, out.indexOf('"service.started"')).split('\n');
  const greeting = before.filter((line) => !line.startsWith('{"level"')).join('\n');
  return { child, greeting, baseUrl: started.base_url, stop };
}

after(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await removeFolder(folder);
});

async function statusWith(baseUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${baseUrl}/v1/accounts`, { headers })).status;
}

/**
 * Another process hears of a change by notification, which may come moments after the command has
 * ended; far sooner, though, than what it remembers would run out by itself.
 */
async function assertStatusBecomes(baseUrl: string, key: string, status: number): Promise<void> {
  let found = await statusWith(baseUrl, key);
  for (let tries = 0; found !== status && tries < 20; tries += 1) {
    await pause(100);
    found = await statusWith(baseUrl, key);
  }
  assert.equal(found, status);
}

test('a service is started, tried, managed and stopped', async (t) => {
  const service = await startService();
  const { baseUrl } = service;

  await t.test('the requests of the first start work as they are printed', NEEDS_CURL, async () => {
    assert.equal(service.greeting.includes('tm_live_'), false, 'no key in what logs retain');
    const requests = firstStartIn(dataDir)
      .split('\n')
      .filter((line) => line.startsWith('curl '));
    assert.equal(requests.length, 4);
    const responses: string[] = [];
    for (const request of requests) {
      const { exitCode, out } = await ended('sh', ['-c', `${request} --fail-with-body`]);
      assert.equal(exitCode, 0, out);
      responses.push(out);
    }
    const [markets = '', order = '', balance = '', backtest = ''] = responses;
    assert.match(markets, /"market_tag"/);
    assert.match(order, /"order_id"/);
    assert.match(backtest, /"status":"queued"/);
    const { data } = JSON.parse(balance) as { data: { currency: string; total: string }[] };
    assert.equal(data.find(({ currency }) => currency === 'BTC')?.total, '0.101');
  });

  await t.test('a second service is refused by name of directory and process', async () => {
    const { exitCode, error } = await tidemill('serve');
    assert.equal(exitCode, 1);
    assert.ok(error.includes(`"${dataDir}" is already served by process ${service.child.pid}`));
    assert.ok(error.includes(baseUrl));
  });

  await t.test('commands work beside it, and take effect in it', async () => {
    assert.equal((await tidemill('users create ada --plan starter')).exitCode, 0);
    const made = await tidemill('keys create --user ada --name bot --scopes read --json');
    const { key, key_id: keyId } = JSON.parse(made.out);
    assert.equal(await statusWith(baseUrl, key), 200);
    assert.equal((await tidemill(`keys disable ${keyId}`)).exitCode, 0);
    await assertStatusBecomes(baseUrl, key, 401);
    assert.equal((await tidemill(`keys enable ${keyId}`)).exitCode, 0);
    await assertStatusBecomes(baseUrl, key, 200);
    assert.equal((await tidemill(`keys delete ${keyId}`)).exitCode, 0);
    await assertStatusBecomes(baseUrl, key, 401);
  });

  await t.test('the doctor finds it well', async () => {
    const { exitCode, out } = await tidemill('doctor --json');
    assert.equal(exitCode, 0, out);
    assert.equal(out.includes('"fail"'), false, out);
  });

  await t.test('asked to stop, it ends in order', async () => {
    assert.equal(await service.stop(), 0);
    await assert.rejects(fetch(`${baseUrl}/healthz`));
  });
});

test('a signal to "npm start" reaches the service', async () => {
  const service = await startService('npm', ['start'], PROJECT);
  await service.stop();
  await assert.rejects(fetch(`${service.baseUrl}/healthz`));
});

test('commands start the database by themselves, and keep what the service retained', async () => {
  const { exitCode, out } = await tidemill('users list');
  assert.equal(exitCode, 0);
  assert.match(out, /^NAME.*\nada .*\ndemo .*\n$|^NAME.*\ndemo .*\nada .*\n$/);
  const account = 'accounts create --user ada --exchange sim --market-type futures --name F';
  const made = await tidemill(`${account} --balance USDT=500 --json`);
  assert.equal(made.exitCode, 0, made.error);
  const { account_id: accountId } = JSON.parse(made.out);
  assert.equal((await tidemill(`accounts activate-bots ${accountId}`)).exitCode, 0);
  const refused = await tidemill(`${account} --balance XYZ=1`);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.error, /cannot hold "XYZ"\.\nUse some of: .*USDT/);
});

test('a second start shows no key and makes nothing', async () => {
  const service = await startService();
  assert.equal(service.greeting, '');
  assert.equal(await service.stop(), 0);
});

test('a busy port is named with another one to use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  assert.ok(address !== null && typeof address === 'object');
  const { exitCode, error } = await tidemill(`serve --port ${address.port}`);
  other.close();
  assert.equal(exitCode, 1);
  assert.match(error, new RegExp(`Port ${address.port} on 127.0.0.1 is used.*\n.*--port \\d+`));
});

test('a data directory that cannot be one is refused', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const place of [file, join(file, 'below')]) {
    const { exitCode, error } = await tidemill(`users list --data-dir ${place}`);
    assert.equal(exitCode, 1);
    assert.ok(error.includes(`The data directory "${place}" cannot be used`), error);
    assert.match(error, /--data-dir/);
  }
});

test('a database that is not there is an error with advice, and no secret', async () => {
  const url = 'postgresql://tide:secret@127.0.0.1:1/tide';
  const { exitCode, error } = await tidemill('users list', { DATABASE_URL: url });
  assert.equal(exitCode, 1);
  assert.match(error, /Nothing listens where the database should be/);
  assert.match(error, /DATABASE_URL/);
  assert.equal(error.includes('secret'), false);
});

test('wrong settings are all named, and nothing is started', async () => {
  const change = { TIDEMILL_PORT: 'http', TIDEMILL_LOG_LEVEL: 'loud' };
  const { exitCode, error } = await tidemill('serve', change);
  assert.equal(exitCode, 2);
  assert.match(error, /TIDEMILL_PORT: .*\nTIDEMILL_LOG_LEVEL: /);
});
