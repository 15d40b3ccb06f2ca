// An installation of three processes on a PostgreSQL that is reached through a proxy, with what
// tells that each of them works: a balance, a keyed order, a signal that a bot acts on, a backtest.

import { mkdtemp } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import type { ServiceProcess } from '../../test/support/service-process.ts';
import { freePort } from '../../test/support/free-port.ts';
import { runCommand, startServiceProcess } from '../../test/support/service-process.ts';
import type { StartedProgram } from '../../test/support/start-program.ts';
import { startProgram } from '../../test/support/start-program.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

export type Trio = {
  /** Each settles when what it asks for was done, however often it had to be requested again. */
  readonly probes: { readonly [name in ProbeName]: () => Promise<void> };
  /** Idempotency keys of the orders that were acknowledged, with their ids. */
  readonly orders: ReadonlyMap<string, string>;
  /** What all processes printed since the start that is an error. */
  errors(): readonly string[];
  end(): Promise<void>;
};

export const PROBE_NAMES = ['balance', 'order', 'signal', 'backtest'] as const;
export type ProbeName = (typeof PROBE_NAMES)[number];

const RATE_LIMITS =
  'reads=100000000/60,writes=100000000/60,trading=100000000/60,expensive=100000000/3600';
const RETRY_MS = 50;
const PROBE_MS_MAX = 180_000;
const ASK_MS_MAX = 60_000;
const BOT_SOURCE = `
local hook = GetWebHookSignal('probe')
if hook then Log('probe ' .. hook.number) end`;

/** `url` leads to the database through the proxy; an empty database is migrated. */
export async function startTrio(url: string): Promise<Trio> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-recovery-'));
  const environment = { DATABASE_URL: url, TIDEMILL_RATE_LIMITS: RATE_LIMITS };
  const port = await freePort();
  const api = await startServiceProcess({ dataDir, port, roles: ['--api'], environment });
  const others = ['--worker', '--bots'].map((role) =>
    startProgram(['serve', role, '--data-dir', dataDir], { ...process.env, ...environment }),
  );
  const programs: readonly StartedProgram[] = [api, ...others];
  const orders = new Map<string, string>();
  const client = await makeClient(api, [dataDir, url]);
  return {
    orders,
    probes: await makeProbes(client, orders),
    errors: () => programs.flatMap((program) => program.output().split('\n').filter(isError)),
    async end() {
      for (const program of programs) await program.end('SIGTERM');
      await removeFolder(dataDir);
    },
  };
}

function isError(line: string): boolean {
  return line.includes('"level":"error"') || line.includes('defect');
}

type Client = {
  readonly accountId: string;
  ask(this: void, method: string, path: string, body?: object, key?: string): Promise<ApiResponse>;
};

type ApiResponse = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

async function makeClient(
  { url }: ServiceProcess,
  [dataDir, databaseUrl]: readonly [string, string],
): Promise<Client> {
  const run = (words: readonly string[]) =>
    runCommand(dataDir, [...words, '--database-url', databaseUrl]);
  await run(['users', 'create', 'recovery']);
  const named = ['--user', 'recovery', '--name', 'recovery'];
  const { key: secret } = (await run(['keys', 'create', ...named])) as { readonly key: string };
  const where = ['--exchange', 'sim', '--market-type', 'spot'];
  const money = ['--balance', 'USDT=1000000000'];
  const made = await run(['accounts', 'create', ...named, ...where, ...money]);
  const { account_id: accountId } = made as { readonly account_id: string };
  await run(['accounts', 'activate-bots', accountId]);
  return {
    accountId,
    async ask(method, path, body, key) {
      const headers: Record<string, string> = { authorization: `Bearer ${secret}` };
      if (body !== undefined) headers['content-type'] = 'application/json';
      if (key !== undefined) headers['idempotency-key'] = key;
      const text = body === undefined ? null : JSON.stringify(body);
      const signal = AbortSignal.timeout(ASK_MS_MAX);
      const response = await fetch(`${url}${path}`, { method, headers, body: text, signal });
      return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
    },
  };
}

async function makeProbes(client: Client, orders: Map<string, string>): Promise<Trio['probes']> {
  const { accountId } = client;
  const market = { account_id: accountId, market_tag: 'SIM_BTC_USDT' };
  const scriptId = await makeScript(client);
  const botId = await startBot(client, {
    ...market,
    script_id: scriptId,
    settings: { interval: 1 },
  });
  let number = 0;
  return {
    balance: () =>
      again(
        async () => (await client.ask('GET', `/v1/accounts/${accountId}/balance`)).status === 200,
      ),
    async order() {
      const key = randomUUID();
      const order = { ...market, side: 'buy', type: 'limit', price: '1000', amount: '0.01' };
      await again(async () => {
        const placed = await client.ask('POST', '/v1/orders', order, key);
        if (placed.status !== 201) return false;
        orders.set(key, String(placed.body['order_id']));
        return true;
      });
      const orderId = orders.get(key);
      await again(async () => {
        const cancelled = await client.ask('DELETE', `/v1/orders/${orderId}`);
        return cancelled.status === 204 || cancelled.status === 404;
      });
    },
    async signal() {
      number += 1;
      const own = number;
      const signal = { name: 'probe', action: 'buy', payload: { number: own } };
      const path = `/v1/bots/${botId}/signals`;
      await again(async () => (await client.ask('POST', path, signal)).status === 202);
      await again(async () => {
        const { body } = await client.ask('GET', `/v1/bots/${botId}/logs?limit=10`);
        return JSON.stringify(body).includes(`"probe ${own}"`);
      });
    },
    async backtest() {
      const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS;
      const window = {
        start_at: new Date(endMs - 600 * MINUTE_MS).toISOString(),
        end_at: new Date(endMs).toISOString(),
      };
      const requested = { ...market, ...window, script_id: scriptId, interval: 1 };
      let id = '';
      await again(async () => {
        const { status, body } = await client.ask('POST', '/v1/backtests', requested);
        id = String(body['backtest_id']);
        return status === 202;
      });
      await again(async () => {
        const { status, body } = await client.ask('GET', `/v1/backtests/${id}`);
        return status === 200 && body['status'] === 'finished';
      });
    },
  };
}

async function makeScript({ ask }: Client): Promise<string> {
  const { body } = await ask('POST', '/v1/scripts', { name: 'probe', source: BOT_SOURCE });
  return String(body['script_id']);
}

async function startBot({ ask }: Client, wished: object): Promise<string> {
  const made = await ask('POST', '/v1/bots', { name: 'probe', ...wished });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const botId = String(made.body['bot_id']);
  const started = await ask('POST', `/v1/bots/${botId}/start`);
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  return botId;
}

/** Until it is done; requests that fail or hang are made again. */
async function again(isDone: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + PROBE_MS_MAX;
  while (Date.now() < deadlineMs) {
    if (await isDone().catch(() => false)) return;
    await pause(RETRY_MS);
  }
  throw new Error(`No result within ${PROBE_MS_MAX / 1_000} s: ${isDone.toString()}`);
}
