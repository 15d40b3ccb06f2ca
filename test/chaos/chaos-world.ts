// Surroundings of a run of chaos: processes of a service on a pair of database servers, each
// behind proxies of its own, and an exchange on the loopback behind another proxy. `few` is what
// an everyday test affords; `all` has workers and processes for exchanges, too.

import { freePort } from '../support/free-port.ts';
import type { ServerPair } from '../support/server-pair.ts';
import type { ServiceOptions, ServiceProcess } from '../support/service-process.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { makeSharedFolder } from '../support/shared-folder.ts';
import type { StartedProgram } from '../support/start-program.ts';
import { startProgram } from '../support/start-program.ts';
import { fileURLToPath } from 'node:url';
import type { Chance } from '../sim/chance.ts';
import { until } from '../support/until.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import type { AcknowledgedOrder } from './judge-history.ts';
import type { Operation } from './judge-linear.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import { startTcpProxy } from './tcp-proxy.ts';

export type Size = 'few' | 'all';
export type Role = 'api' | 'bots' | 'worker' | 'venues';

export type Member = {
  readonly role: Role;
  /** Of an API process. */
  readonly url: string;
  /** To both database servers; of a process for exchanges, one more to the exchange. */
  readonly proxies: readonly TcpProxy[];
  program: StartedProgram;
  /** With a clock that is wrong by so much, as long as it runs. */
  start(shiftMs: number): Promise<void>;
};

export type World = {
  readonly pair: ServerPair;
  readonly venue: VenueServer;
  readonly members: readonly Member[];
  readonly key: string;
  /** At the simulated exchange. */
  readonly accountId: string;
  /** At the exchange on the loopback; null: there is none. */
  readonly realAccountId: string | null;
  readonly scriptId: string;
  readonly acknowledged: AcknowledgedOrder[];
  readonly sentKeys: Set<string>;
  /** Of each resting order, by its key. */
  readonly registers: Map<string, Operation[]>;
  readonly backtestIds: Set<string>;
};

const ROLES: Readonly<Record<Size, readonly Role[]>> = {
  few: ['api', 'api', 'bots', 'bots'],
  all: ['api', 'api', 'bots', 'bots', 'worker', 'venues', 'venues'],
};
const SHIFTED_CLOCK = fileURLToPath(new URL('../support/shifted-clock.ts', import.meta.url));
const STARTS_MAX = 5;
/** With which a start gives up. */
const UNREACHED = 'Failed: The database cannot be reached';
const RESPONSE_MS_MAX = 15_000;
export const SIM_MARKET = 'SIM_BTC_USDT';
export const REAL_MARKET = 'BINANCE_BTC_USDT';

export type Ground = {
  readonly folders: string[];
  readonly proxies: TcpProxy[];
  readonly programs: StartedProgram[];
};

/** All that is to be ended is in `ground`, also when this throws. */
export async function openWorld(
  pair: ServerPair,
  {
    size,
    chance,
    ground,
  }: { readonly size: Size; readonly chance: Chance; readonly ground: Ground },
): Promise<World> {
  const venue = await startVenueServer();
  const welcome: string[] = [];
  const members: Member[] = [];
  for (const role of ROLES[size]) {
    const member = await makeMember(role, { pair, venue, chance, ground, size, welcome });
    members.push(member);
    await member.start(0);
  }
  const [text = ''] = welcome;
  const [key = ''] = /tm_live_\w+/.exec(text) ?? [];
  const [accountId = ''] = /acc_\w+/.exec(text) ?? [];
  const [scriptId = ''] = /scr_\w+/.exec(text) ?? [];
  const known = { pair, venue, members, key, accountId, scriptId };
  const seen = { acknowledged: [], sentKeys: new Set<string>(), backtestIds: new Set<string>() };
  const realAccountId = size === 'all' ? await connect(known) : null;
  const world = { ...known, ...seen, registers: new Map<string, Operation[]>(), realAccountId };
  const bot = { name: 'b', script_id: scriptId, account_id: accountId, market_tag: SIM_MARKET };
  const made = await ask(world, 0, ['POST', '/v1/bots', bot], 'bot');
  await ask(world, 0, ['POST', `/v1/bots/${String(made?.body['bot_id'])}/start`, {}], 'start');
  return world;
}

type Parts = {
  readonly pair: ServerPair;
  readonly venue: VenueServer;
  readonly chance: Chance;
  readonly ground: Ground;
  readonly size: Size;
  /** Of the first start. */
  readonly welcome: string[];
};

async function makeMember(role: Role, parts: Parts): Promise<Member> {
  const { pair, venue, chance, ground, size, welcome } = parts;
  const dataDir = makeSharedFolder('tidemill-chaos-');
  ground.folders.push(dataDir);
  const [first, second] = [
    await startTcpProxy(pair.primary.port, chance),
    await startTcpProxy(pair.standby.port, chance),
  ];
  const toVenue = role === 'venues' ? [await startTcpProxy(portOf(venue.address), chance)] : [];
  const proxies = [first, second, ...toVenue];
  ground.proxies.push(...proxies);
  const [venueProxy] = toVenue;
  const environment = {
    DATABASE_URL: pair.url.replace(/@[^/]*/, `@127.0.0.1:${first.port},127.0.0.1:${second.port}`),
    TIDEMILL_MASTER_KEY: '07'.repeat(32),
    TIDEMILL_RATE_LIMITS: 'trading=100000/60,reads=100000/60,expensive=100000/60',
    TIDEMILL_VENUES: size === 'all' ? 'binance' : 'none',
    TIDEMILL_VENUE_LOOPBACK:
      venueProxy === undefined ? venue.address : `http://127.0.0.1:${venueProxy.port}`,
    TIDEMILL_VENUE_KEY: Buffer.alloc(32, 7).toString('base64'),
    TIDEMILL_WORKER_THREADS: '1',
  };
  const port = await freePort();
  const member: Member = {
    role,
    url: `http://127.0.0.1:${port}`,
    proxies,
    program: startProgram([], {}, '/dev/null'),
    async start(shiftMs) {
      const clock =
        shiftMs === 0
          ? {}
          : { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, TEST_CLOCK_SHIFT_MS: String(shiftMs) };
      const env = { ...environment, ...clock };
      if (role === 'api') {
        const service = await startUntilReady({
          dataDir,
          port,
          roles: ['--api'],
          environment: env,
        });
        member.program = service;
        if (welcome.length === 0) welcome.push(service.welcome());
      } else {
        const words = ['serve', `--${role}`, '--data-dir', dataDir];
        member.program = startProgram(words, { ...process.env, ...env });
      }
      ground.programs.push(member.program);
    },
  };
  return member;
}

/**
 * A start that finds no database for long ends by itself, and whoever takes care of services starts
 * it anew; a process that stays and serves nothing is a fault.
 */
async function startUntilReady(options: ServiceOptions): Promise<ServiceProcess> {
  for (let startsLeft = STARTS_MAX; ; startsLeft -= 1) {
    try {
      return await startServiceProcess(options);
    } catch (error) {
      if (startsLeft === 1 || !String(error).includes(UNREACHED)) throw error;
    }
  }
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

async function connect(world: Pick<World, 'venue' | 'members' | 'key'>): Promise<string> {
  const balances = { USDT: '100000000', BTC: '1000' };
  const opened = world.venue.control('account', { venue: 'binance', id: 'ada', balances }) as {
    readonly key: string;
    readonly secret: string;
  };
  const credentials = { api_key: opened.key, api_secret: opened.secret };
  const account = { exchange: 'binance', market_type: 'spot', name: 'Ada', credentials };
  let accountId = '';
  await until('the account is connected', async () => {
    const made = await ask(world, 0, ['POST', '/v1/accounts', account], 'connect');
    if (typeof made?.body['account_id'] === 'string') accountId = made.body['account_id'];
    return made?.status === 201;
  });
  return accountId;
}

export type ChaosResponse = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
};

/** What an API process responded; null: nothing, or that something is out of order. */
export async function ask(
  { members, key }: Pick<World, 'members' | 'key'>,
  at: number,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  idempotencyKey?: string,
): Promise<ChaosResponse | null> {
  const apis = members.filter(({ role }) => role === 'api');
  const { url = '' } = apis[at % apis.length] ?? {};
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(RESPONSE_MS_MAX),
  }).catch(() => null);
  const text = await response?.text().catch(() => null);
  if (response === null || typeof text !== 'string' || response.status >= 500) return null;
  if (response.status === 409 || response.status === 429) return null;
  const parsed = text === '' ? {} : (JSON.parse(text) as ChaosResponse['body']);
  return { status: response.status, body: parsed };
}
