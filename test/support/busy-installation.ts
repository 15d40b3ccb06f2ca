// An installation of several processes on one PostgreSQL, of one checkout or of several, with bots
// that run, orders that are placed and signals that are sent all the time; and what must be true of
// it at the end, whatever was done to its tables meanwhile.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';
import type { StartedProgram } from './start-program.ts';
import { startProgram } from './start-program.ts';
import { copyTemplateCluster } from './template-cluster.ts';
import { until } from './until.ts';
import { makeSharedFolder } from './shared-folder.ts';

/** A process of the installation: what it serves, and the checkout that it runs from. */
export type MemberOptions = { readonly role: 'api' | 'bots'; readonly root: string };

export type BusyInstallation = {
  /** Of the database, as its owner. */
  readonly client: Client;
  /** Settles when it serves. */
  start(this: void, options: MemberOptions): Promise<StartedProgram>;
  /** Asserts that it is refused. */
  startInVain(this: void, options: MemberOptions): Promise<void>;
  /** Asserts that it ends in order. */
  leave(this: void, program: StartedProgram): Promise<void>;
  /** Creates and starts bots, with an account each for ten of them. */
  startBots(this: void, count: number): Promise<void>;
  /** Orders, signals and reads, at all processes of the API in turn. */
  keepBusy(this: void, durationMs: number, ending?: AbortSignal): Promise<void>;
  /** What was acknowledged so far. */
  progress(this: void): { readonly ordersCount: number; readonly signalsCount: number };
  /** Asserts that nothing was stopped or lost, and no response was a mistake of ours. */
  judge(this: void): Promise<BusyReport>;
};

export type BusyReport = {
  /** How many responses there were of each status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly ordersCount: number;
  readonly signalsCount: number;
  readonly hookCallsCount: number;
  readonly readsCount: number;
  readonly botsCount: number;
};

const MARKET = 'SIM_BTC_USDT';
const KNOWN_NAMES = [
  ['market_tag', MARKET],
  ['code', 'sim'],
] as const;
const BOTS_PER_ACCOUNT = 10;
const SCRIPT = "if GetRemoteSignal('go') == SignalLong then Log('heard') end";
const PATIENCE_MS = 300_000;

/** A process that serves requests, and what is read from it in turn. */
type Api = { readonly url: string; readonly paths: readonly string[] };

type State = {
  readonly apis: Map<StartedProgram, Api>;
  readonly environment: NodeJS.ProcessEnv;
  readonly programs: StartedProgram[];
  readonly bots: string[];
  readonly accounts: string[];
  readonly orders: Map<string, string>;
  readonly signals: string[];
  readonly hooks: Hook[];
  /** Values of parameters of paths. */
  readonly names: Map<string, string>;
  readonly statuses: Map<number, number>;
  readonly mistakes: string[];
  readsCount: number;
  hookCallsCount: number;
  key: string;
  root: string;
};

type Hook = { readonly botId: string; readonly path: string };

/** Of the tests that watch what becomes of their database. */
export type BusyDatabase = {
  readonly url: string;
  /** Of the server that takes changes now. */
  primaryUrl(this: void): Promise<string>;
};

/** Runs `work` with a database of its own, or the given one, and ends whatever is left. */
export async function withBusyInstallation(
  work: (busy: BusyInstallation) => Promise<void>,
  given: BusyDatabase | null = null,
): Promise<void> {
  const folder = makeSharedFolder('tidemill-busy-');
  if (given === null) copyTemplateCluster(join(folder, 'database'));
  const cluster = given === null ? await attachCluster(join(folder, 'database')) : null;
  const url = given?.url ?? cluster?.url ?? '';
  const primaryUrl = given?.primaryUrl ?? (async () => url);
  const client = new Client({ connectionString: await primaryUrl() });
  // Its server may be taken away.
  client.on('error', () => undefined);
  const state = newState(url);
  try {
    await client.connect();
    await work({
      client,
      start: (options) => start(state, folder, options),
      startInVain: (options) => startInVain(state, folder, options),
      leave: (program) => leave(state, program),
      startBots: (count) => startBots(state, folder, count),
      keepBusy: (durationMs, ending) => keepBusy(state, durationMs, ending),
      progress: () => ({ ordersCount: state.orders.size, signalsCount: state.signals.length }),
      judge: async () => {
        const judging = new Client({ connectionString: await primaryUrl() });
        await judging.connect();
        try {
          return await judge(state, judging);
        } finally {
          await judging.end();
        }
      },
    });
  } finally {
    await Promise.all(state.programs.map((program) => program.end('SIGKILL')));
    await client.end().catch(() => undefined);
    await cluster?.detach();
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
  const lists = { programs: [], bots: [], accounts: [], signals: [], hooks: [], mistakes: [] };
  const maps = {
    apis: new Map(),
    orders: new Map(),
    statuses: new Map(),
    names: new Map(KNOWN_NAMES),
  };
  const counts = { readsCount: 0, hookCallsCount: 0 };
  return { ...lists, ...maps, ...counts, environment, key: '', root: '' };
}

async function start(
  state: State,
  folder: string,
  { role, root }: MemberOptions,
): Promise<StartedProgram> {
  const { program, url, dataDir } = await begin(state, folder, { role, root });
  const serves = async (): Promise<boolean> => {
    assert.equal(program.child.exitCode, null, program.output());
    if (role === 'bots') return program.output().includes('"bots.started"');
    const response = await fetch(`${url}/readyz`).catch(() => null);
    await response?.body?.cancel();
    return response?.ok === true;
  };
  await until(`a process for ${role} of "${root}" serves`, serves, PATIENCE_MS);
  if (role === 'api') state.apis.set(program, { url, paths: pathsOfReads(root) });
  // Commands of an older release refuse the tables of a newer one.
  state.root = root;
  if (state.key === '') await prepare(state, dataDir);
  return program;
}

async function begin(
  { environment, programs }: State,
  folder: string,
  { role, root }: MemberOptions,
): Promise<{ readonly program: StartedProgram; readonly url: string; readonly dataDir: string }> {
  const dataDir = mkdtempSync(join(folder, `${role}-`));
  const port = await freePort();
  const words = ['serve', `--${role}`, '--data-dir', dataDir];
  const entry = join(root, 'src/main/tidemill.ts');
  const level = role === 'bots' ? { TIDEMILL_LOG_LEVEL: 'info' } : {};
  const program = startProgram(
    role === 'api' ? [...words, '--port', String(port)] : words,
    { ...environment, ...level },
    entry,
  );
  programs.push(program);
  return { program, url: `http://127.0.0.1:${port}`, dataDir };
}

async function startInVain(state: State, folder: string, options: MemberOptions): Promise<void> {
  const { program } = await begin(state, folder, options);
  await until(
    `a process for ${options.role} of "${options.root}" is refused`,
    () => program.child.exitCode !== null,
    PATIENCE_MS,
  );
  assert.notEqual(program.child.exitCode, 0);
  assert.match(program.output(), /changed by a newer release/);
}

async function leave({ apis }: State, program: StartedProgram): Promise<void> {
  apis.delete(program);
  assert.equal(await program.end('SIGTERM'), 0, program.output());
}

/** A user with a key; the first process has migrated the database. */
async function prepare(state: State, dataDir: string): Promise<void> {
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
  state.names.set('script_id', String(script['script_id']));
  const startedCount = state.bots.length;
  for (let number = startedCount; number < startedCount + count; number += 1) {
    if (number % BOTS_PER_ACCOUNT === 0) state.accounts.push(await openAccount(state, folder));
    const bot = await insist(state, 'POST', '/v1/bots', {
      name: `bot ${number}`,
      script_id: script['script_id'],
      account_id: state.accounts.at(-1),
      market_tag: MARKET,
    });
    const botId = String(bot['bot_id']);
    await insist(state, 'POST', `/v1/bots/${botId}/start`, {});
    if (number % BOTS_PER_ACCOUNT === 0) await openHook(state, botId);
    state.bots.push(botId);
    state.names.set('bot_id', botId);
  }
}

async function openHook(state: State, botId: string): Promise<void> {
  const hook = await insist(state, 'POST', '/v1/hooks', { bot_id: botId, signal: 'go' });
  state.hooks.push({ botId, path: String(hook['path']) });
  state.names.set('hook_id', String(hook['hook_id']));
}

async function openAccount(state: State, folder: string): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'command-'));
  const where = ['--user', 'busy', '--exchange', 'sim', '--market-type', 'spot'];
  const money = ['--balance', 'USDT=100000000', '--balance', 'BTC=1000'];
  const name = ['--name', `a${state.accounts.length}`];
  const account = await run(state, dataDir, ['accounts', 'create', ...where, ...money, ...name]);
  const accountId = String(account['account_id']);
  await run(state, dataDir, ['accounts', 'activate-bots', accountId]);
  state.names.set('account_id', accountId);
  return accountId;
}

async function keepBusy(state: State, durationMs: number, ending?: AbortSignal): Promise<void> {
  const endMs = performance.now() + durationMs;
  const repeat = async (pauseMs: number, act: (count: number) => Promise<void>): Promise<void> => {
    const isOver = (): boolean => performance.now() >= endMs || ending?.aborted === true;
    for (let count = 0; !isOver(); count += 1) {
      await act(count);
      await pause(pauseMs);
    }
  };
  await Promise.all([
    repeat(150, (count) => placeOrder(state, count)),
    repeat(400, (count) => sendSignal(state, count)),
    repeat(1_000, (count) => callHook(state, count)),
    repeat(100, () => readOne(state)),
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
  state.names.set('order_id', orderId);
  state.orders.set(orderId, orderId);
}

async function sendSignal(state: State, count: number): Promise<void> {
  const botId = state.bots[count % state.bots.length] ?? '';
  await insist(state, 'POST', `/v1/bots/${botId}/signals`, { name: 'go', action: 'buy' });
  state.signals.push(botId);
}

/** Each message once: one that is sent again is another message. */
async function callHook(state: State, count: number): Promise<void> {
  const { botId, path } = state.hooks[count % state.hooks.length] ?? {};
  if (botId === undefined || path === undefined) return;
  const url = urlAt(state, count);
  const { status } = await send(state, url, 'POST', path, randomUUID(), {
    action: 'buy',
    id: randomUUID(),
  });
  if (status < 200 || status >= 300) return;
  state.hookCallsCount += 1;
  state.signals.push(botId);
}

/** What its own document lists, one after another, as far as the parameters are known. */
async function readOne(state: State): Promise<void> {
  state.readsCount += 1;
  const apis = [...state.apis.values()];
  const { url, paths } = apis[state.readsCount % apis.length] ?? { url: '', paths: [] };
  const template = paths[Math.floor(state.readsCount / apis.length) % paths.length] ?? '';
  const path = template.replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => state.names.get(name) ?? whole,
  );
  if (!path.includes('{')) await send(state, url, 'GET', path, randomUUID());
}

type Document = {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly responses: object } }>>;
};

/** Streams never end, so they are left out. */
function pathsOfReads(root: string): readonly string[] {
  const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const isRead = get !== undefined && path.startsWith('/v1/');
    return isRead && !JSON.stringify(get.responses).includes('text/event-stream') ? [path] : [];
  });
}

type Body = Readonly<Record<string, unknown>>;

/** Until it is done, under one key, by whichever process responds. */
async function insist(state: State, method: string, path: string, body: Body): Promise<Body> {
  const key = randomUUID();
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (let count = 0; ; count += 1) {
    const url = urlAt(state, count);
    const { status, text } = await send(state, url, method, path, key, body);
    if (status >= 200 && status < 300) return JSON.parse(text === '' ? '{}' : text) as Body;
    const mayPass = [0, 409, 429, 500, 503].includes(status);
    assert.ok(mayPass && performance.now() < deadlineMs, `${method} ${path}: ${status} ${text}`);
    await pause(500);
  }
}

let turn = 0;

function urlAt({ apis }: State, count: number): string {
  turn += 1;
  return [...apis.values()][(turn + count) % apis.size]?.url ?? '';
}

/** Status 0: the connection broke. A mistake of ours is noted. */
async function send(
  { key, statuses, mistakes }: State,
  url: string,
  method: string,
  path: string,
  idempotencyKey: string,
  body?: Body,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const received = await fetch(url + path, { method, headers, signal, ...text })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => ({ status: 0, text: '' }));
  const { status } = received;
  if (signal.aborted) mistakes.push(`${method} ${path}: there was no response`);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500 && status !== 503)
    mistakes.push(`${method} ${path}: ${status} ${received.text}`);
  return received;
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
    SELECT bot_id, count(*)::int AS count FROM bot_log_lines WHERE message = 'heard' GROUP BY bot_id`;
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
    hookCallsCount: state.hookCallsCount,
    readsCount: state.readsCount,
    botsCount: state.bots.length,
  };
}
