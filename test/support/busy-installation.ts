// An installation of several processes on one PostgreSQL, of one checkout or of several, with bots
// that run, orders that are placed and signals that are sent all the time; and what must be true of
// it at the end, whatever was done to its tables meanwhile.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';
import type { StartedProgram } from './start-program.ts';
import { startProgram } from './start-program.ts';
import { until } from './until.ts';
import { makeSharedFolder } from './shared-folder.ts';

/** A process of the installation: what it serves, and the checkout that it runs from. */
export type MemberOptions = { readonly role: 'api' | 'bots'; readonly root: string };

export type BusyInstallation = {
  /** Of the database, as its owner. */
  readonly client: Client;
  /** Settles when it serves. */
  start(this: void, options: MemberOptions): Promise<StartedProgram>;
  /** Creates and starts bots, with an account each for ten of them. */
  startBots(this: void, count: number): Promise<void>;
  /** Orders, signals and reads, at all processes of the API in turn. */
  keepBusy(this: void, durationMs: number): Promise<void>;
  /** Asserts that nothing was stopped or lost, and no response was a mistake of ours. */
  judge(this: void): Promise<BusyReport>;
};

export type BusyReport = {
  /** How many responses there were of each status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly ordersCount: number;
  readonly signalsCount: number;
  readonly botsCount: number;
};

const MARKET = 'SIM_BTC_USDT';
const BOTS_PER_ACCOUNT = 10;
const SCRIPT = "if GetRemoteSignal('go') == SignalLong then Log('heard') end";
const PATIENCE_MS = 120_000;

type State = {
  readonly apis: string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly programs: StartedProgram[];
  readonly bots: string[];
  readonly accounts: string[];
  readonly orders: Map<string, string>;
  readonly signals: string[];
  readonly statuses: Map<number, number>;
  readonly mistakes: string[];
  key: string;
  root: string;
};

/** Runs `work` with a database of its own, and ends whatever is left. */
export async function withBusyInstallation(
  work: (busy: BusyInstallation) => Promise<void>,
): Promise<void> {
  const folder = makeSharedFolder('tidemill-busy-');
  const cluster = await attachCluster(join(folder, 'database'));
  const client = new Client({ connectionString: cluster.url });
  const state = newState(cluster.url);
  try {
    await client.connect();
    await work({
      client,
      start: (options) => start(state, folder, options),
      startBots: (count) => startBots(state, folder, count),
      keepBusy: (durationMs) => keepBusy(state, durationMs),
      judge: () => judge(state, client),
    });
  } finally {
    await Promise.all(state.programs.map((program) => program.end('SIGKILL')));
    await client.end();
    await cluster.detach();
    await removeFolder(folder);
  }
}

function newState(url: string): State {
  const environment = {
    PATH: process.env['PATH'],
    DATABASE_URL: url,
    TIDEMILL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    TIDEMILL_VENUES: 'none',
    TIDEMILL_LOG_LEVEL: 'warn',
    TIDEMILL_RATE_LIMITS: 'reads=1000000/60,writes=1000000/60,trading=1000000/60',
  };
  const lists = { apis: [], programs: [], bots: [], accounts: [], signals: [], mistakes: [] };
  return { ...lists, environment, orders: new Map(), statuses: new Map(), key: '', root: '' };
}

async function start(
  state: State,
  folder: string,
  { role, root }: MemberOptions,
): Promise<StartedProgram> {
  const dataDir = mkdtempSync(join(folder, `${role}-`));
  const port = await freePort();
  const words = ['serve', `--${role}`, '--data-dir', dataDir];
  const entry = join(root, 'src/main/tidemill.ts');
  const level = role === 'bots' ? { TIDEMILL_LOG_LEVEL: 'info' } : {};
  const program = startProgram(
    role === 'api' ? [...words, '--port', String(port)] : words,
    { ...state.environment, ...level },
    entry,
  );
  state.programs.push(program);
  const url = `http://127.0.0.1:${port}`;
  const serves = async (): Promise<boolean> => {
    assert.equal(program.child.exitCode, null, program.output());
    if (role === 'bots') return program.output().includes('"bots.started"');
    const response = await fetch(`${url}/readyz`).catch(() => null);
    await response?.body?.cancel();
    return response?.ok === true;
  };
  await until(`a process for ${role} of "${root}" serves`, serves, PATIENCE_MS);
  if (role === 'api') state.apis.push(url);
  if (state.key === '') await prepare(state, root, dataDir);
  return program;
}

/** A user with a key; the first process has migrated the database. */
async function prepare(state: State, root: string, dataDir: string): Promise<void> {
  state.root = root;
  await run(state, dataDir, ['users', 'create', 'busy']);
  const words = ['keys', 'create', '--user', 'busy', '--name', 'k'];
  state.key = String((await run(state, dataDir, words))['key']);
}

async function run(
  { environment, root }: State,
  dataDir: string,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const entry = join(root, 'src/main/tidemill.ts');
  const all = [entry, ...words, '--data-dir', dataDir, '--json'];
  const child = spawn(process.execPath, all, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, `${words.join(' ')}: ${printed}`);
  return JSON.parse(printed) as Readonly<Record<string, unknown>>;
}

async function startBots(state: State, folder: string, count: number): Promise<void> {
  const script = await insist(state, 'POST', '/v1/scripts', { name: 'go', source: SCRIPT });
  for (let number = 0; number < count; number += 1) {
    if (number % BOTS_PER_ACCOUNT === 0) state.accounts.push(await openAccount(state, folder));
    const bot = await insist(state, 'POST', '/v1/bots', {
      name: `bot ${number}`,
      script_id: script['script_id'],
      account_id: state.accounts.at(-1),
      market_tag: MARKET,
    });
    state.bots.push(String(bot['bot_id']));
    await insist(state, 'POST', `/v1/bots/${String(bot['bot_id'])}/start`, {});
  }
}

async function openAccount(state: State, folder: string): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'command-'));
  const where = ['--user', 'busy', '--exchange', 'sim', '--market-type', 'spot'];
  const money = ['--balance', 'USDT=100000000', '--balance', 'BTC=1000'];
  const name = ['--name', `a${state.accounts.length}`];
  const account = await run(state, dataDir, ['accounts', 'create', ...where, ...money, ...name]);
  const accountId = String(account['account_id']);
  await run(state, dataDir, ['accounts', 'activate-bots', accountId]);
  return accountId;
}

async function keepBusy(state: State, durationMs: number): Promise<void> {
  const endMs = performance.now() + durationMs;
  const repeat = async (pauseMs: number, act: (count: number) => Promise<void>): Promise<void> => {
    for (let count = 0; performance.now() < endMs; count += 1) {
      await act(count);
      await pause(pauseMs);
    }
  };
  await Promise.all([
    repeat(150, (count) => placeOrder(state, count)),
    repeat(400, (count) => sendSignal(state, count)),
    repeat(300, (count) => readOne(state, count)),
  ]);
}

async function placeOrder(state: State, count: number): Promise<void> {
  const placed = await insist(state, 'POST', '/v1/orders', {
    account_id: state.accounts[count % state.accounts.length],
    market_tag: MARKET,
    side: count % 2 === 0 ? 'buy' : 'sell',
    type: 'market',
    amount: '0.001',
  });
  const orderId = String(placed['order_id']);
  state.orders.set(orderId, orderId);
}

async function sendSignal(state: State, count: number): Promise<void> {
  const botId = state.bots[count % state.bots.length] ?? '';
  await insist(state, 'POST', `/v1/bots/${botId}/signals`, { name: 'go', action: 'buy' });
  state.signals.push(botId);
}

const READS = ['/v1/bots', '/v1/accounts', '/v1/scripts', '/v1/hooks'];

async function readOne(state: State, count: number): Promise<void> {
  await send(state, count, 'GET', READS[count % READS.length] ?? '', randomUUID());
}

type Body = Readonly<Record<string, unknown>>;

/** Until it is done, under one key, by whichever process responds. */
async function insist(state: State, method: string, path: string, body: Body): Promise<Body> {
  const key = randomUUID();
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (let count = 0; ; count += 1) {
    const { status, text } = await send(state, count, method, path, key, body);
    if (status >= 200 && status < 300) return JSON.parse(text === '' ? '{}' : text) as Body;
    const mayPass = [0, 409, 429, 500, 503].includes(status);
    assert.ok(mayPass && performance.now() < deadlineMs, `${method} ${path}: ${status} ${text}`);
    await pause(500);
  }
}

let turn = 0;

/** Status 0: the connection broke. A mistake of ours is noted. */
async function send(
  { apis, key, statuses, mistakes }: State,
  count: number,
  method: string,
  path: string,
  idempotencyKey: string,
  body?: Body,
): Promise<{ readonly status: number; readonly text: string }> {
  turn += 1;
  const url = apis[(turn + count) % apis.length] ?? '';
  const headers = {
    authorization: `Bearer ${key}`,
    ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(url + path, sent).catch(() => null);
  const status = response?.status ?? 0;
  const text = (await response?.text()) ?? '';
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500 && status !== 503) mistakes.push(`${method} ${path}: ${status} ${text}`);
  return { status, text };
}

async function judge(state: State, client: Client): Promise<BusyReport> {
  assert.deepEqual(state.mistakes, []);
  const unread = 'SELECT count(*)::int AS count FROM bot_inbox';
  await until(
    'all signals are read',
    async () => (await client.query<{ count: number }>(unread)).rows[0]?.count === 0,
    PATIENCE_MS,
  );
  const { rows: stopped } = await client.query(
    'SELECT bot_id, stop_reason FROM bots WHERE NOT is_activated OR stop_reason IS NOT NULL',
  );
  assert.deepEqual(stopped, []);
  const lost = `
    SELECT id, o.state, o.reason FROM unnest($1::text[]) AS id LEFT JOIN orders o ON o.order_id = id
    WHERE o.state IS NULL OR o.state NOT IN ('open', 'filled', 'cancelled')`;
  await until(
    'all orders have become something',
    async () => (await client.query(lost, [[...state.orders.keys()]])).rows.length === 0,
    PATIENCE_MS,
  );
  const heard = `
    SELECT bot_id, count(*)::int AS count FROM bot_lines WHERE message = 'heard' GROUP BY bot_id`;
  const { rows } = await client.query<{ bot_id: string; count: number }>(heard);
  const heardOf = new Map(rows.map((row) => [row.bot_id, row.count]));
  for (const botId of state.bots) {
    const sentCount = state.signals.filter((each) => each === botId).length;
    assert.ok((heardOf.get(botId) ?? 0) >= sentCount, `${botId}: ${sentCount} signals were sent`);
  }
  return {
    statuses: state.statuses,
    ordersCount: state.orders.size,
    signalsCount: state.signals.length,
    botsCount: state.bots.length,
  };
}
