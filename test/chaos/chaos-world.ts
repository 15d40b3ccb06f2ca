// Surroundings of a run of chaos: processes of a service on a pair of database servers, each
// behind proxies of its own, and an exchange on the loopback behind another proxy. `few` is what
// an everyday test affords; `all` has workers and processes for exchanges, too. All processes run
// with a planted fault where one is requested.

import assert from 'node:assert/strict';
import { freePort } from '../support/free-port.ts';
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
import type { StreamSubscriber } from '../support/event-subscriber.ts';
import { followEvents } from '../support/event-subscriber.ts';
import type { Canary } from './canaries.ts';
import type { DatabasePair } from './database-pair.ts';
import { plantIn } from './canaries.ts';
import type { AcknowledgedOrder } from './judge-history.ts';
import type { Operation } from './judge-linear.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

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
  readonly pair: DatabasePair;
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
  /** That listen to signals. */
  readonly botIds: readonly string[];
  /** Whether they were acknowledged, by their ids. */
  readonly signals: Map<string, boolean>;
  /** Of all events, read from either API process and resumed after each cut. */
  readonly stream: StreamSubscriber;
};

const ROLES: Readonly<Record<Size, readonly Role[]>> = {
  few: ['api', 'api', 'bots', 'bots'],
  all: ['api', 'api', 'bots', 'bots', 'worker', 'venues', 'venues'],
};
const SHIFTED_CLOCK = fileURLToPath(new URL('../support/shifted-clock.ts', import.meta.url));
const STARTS_MAX = 5;
/** Within so long all processes have started, also on a busy machine. */
const STARTED_MS_MAX = 600_000;
/** With which a start gives up. */
const UNREACHED = 'Failed: The database cannot be reached';
const RESPONSE_MS_MAX = 15_000;
export const SIM_MARKET = 'SIM_BTC_USDT';
export const REAL_MARKET = 'BINANCE_BTC_USDT';
const BOTS = 6;
/** Says which signal it was given, and trades on it. */
const LISTENER = `
local signal = GetWebHookSignal("go")
if signal == nil then return end
Log("heard " .. tostring(signal.id))
PlaceBuyOrder(0, 0.0001, {type = MarketOrderType})`;

export type Ground = {
  readonly folders: string[];
  readonly proxies: TcpProxy[];
  readonly programs: StartedProgram[];
};

/** All that is to be ended is in `ground`, also when this throws. */
export async function openWorld(
  pair: DatabasePair,
  {
    size,
    chance,
    ground,
    canary,
  }: Pick<Parts, 'size' | 'chance' | 'ground'> & { readonly canary: Canary | null },
): Promise<World> {
  const venue = await startVenueServer();
  const welcome: string[] = [];
  const members: Member[] = [];
  const planted = canary === null ? null : plantIn(folderOf(ground), canary);
  for (const role of ROLES[size])
    members.push(await makeMember(role, { pair, venue, chance, ground, size, welcome, planted }));
  const [first, ...others] = members;
  // It makes the database; the others come to it together.
  await first?.start(0);
  await Promise.all(others.map((member) => member.start(0)));
  const [text = ''] = welcome;
  const [key = ''] = /tm_live_\w+/.exec(text) ?? [];
  const [accountId = ''] = /acc_\w+/.exec(text) ?? [];
  const [scriptId = ''] = /scr_\w+/.exec(text) ?? [];
  const known = { pair, venue, members, key, accountId, scriptId };
  const seen = {
    acknowledged: [],
    sentKeys: new Set<string>(),
    backtestIds: new Set<string>(),
    signals: new Map<string, boolean>(),
  };
  const realAccountId = size === 'all' ? await connect(known) : null;
  const botIds = await startBots(known);
  let turn = 0;
  const urlOf = (): string => urlAt(members, (turn += 1));
  const stream = followEvents(urlOf, key);
  const registers = new Map<string, Operation[]>();
  return { ...known, ...seen, registers, realAccountId, botIds, stream };
}

/** One of the script that the first start made, and some that listen to signals. */
async function startBots(
  world: Pick<World, 'members' | 'key' | 'accountId' | 'scriptId'>,
): Promise<readonly string[]> {
  const { accountId: account_id, scriptId } = world;
  const insist = async (path: string, body: object, name: string): Promise<ChaosResponse> => {
    let made: ChaosResponse | null = null;
    const isDone = async (): Promise<boolean> => {
      made = await ask(world, 0, ['POST', path, body], name);
      return made !== null && made.status < 300;
    };
    await until(`${path} is carried out`, isDone, STARTED_MS_MAX);
    return made ?? assert.fail(path);
  };
  const { body } = await insist('/v1/scripts', { name: 'go', source: LISTENER }, 'script');
  const scripts = [scriptId, ...Array.from({ length: BOTS }, () => String(body['script_id']))];
  const botIds: string[] = [];
  for (const [place, script_id] of scripts.entries()) {
    const bot = { name: `b${place}`, script_id, account_id, market_tag: SIM_MARKET };
    const made = await insist('/v1/bots', bot, `bot-${place}`);
    const botId = String(made.body['bot_id']);
    await insist(`/v1/bots/${botId}/start`, {}, `start-${place}`);
    botIds.push(botId);
  }
  return botIds.slice(1);
}

type Parts = {
  readonly pair: DatabasePair;
  readonly venue: VenueServer;
  readonly chance: Chance;
  readonly ground: Ground;
  readonly size: Size;
  /** Of the first start. */
  readonly welcome: string[];
  readonly planted: ReturnType<typeof plantIn> | null;
};

function folderOf(ground: Ground): string {
  const folder = makeSharedFolder('tidemill-chaos-');
  ground.folders.push(folder);
  return folder;
}

async function makeMember(role: Role, parts: Parts): Promise<Member> {
  const { pair, venue, chance, ground, size, welcome, planted } = parts;
  const dataDir = folderOf(ground);
  const [first, second] = [
    await startTcpProxy(pair.primary.port, chance),
    await startTcpProxy(pair.standby.port, chance),
  ];
  const toVenue = role === 'venues' ? [await startTcpProxy(portOf(venue.address), chance)] : [];
  const proxies = [first, second, ...toVenue];
  ground.proxies.push(...proxies);
  const [venueProxy] = toVenue;
  const environment = {
    DATABASE_URL: `postgresql://tidemill@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres`,
    TIDEMILL_MASTER_KEY: '07'.repeat(32),
    TIDEMILL_RATE_LIMITS: 'trading=100000/60,reads=100000/60,expensive=100000/60',
    TIDEMILL_VENUES: size === 'all' ? 'binance' : 'none',
    TIDEMILL_VENUE_LOOPBACK:
      venueProxy === undefined ? venue.address : `http://127.0.0.1:${venueProxy.port}`,
    TIDEMILL_VENUE_KEY: Buffer.alloc(32, 7).toString('base64'),
    TIDEMILL_WORKER_THREADS: '1',
    ...planted?.environment,
  };
  const port = await freePort();
  const member: Member = {
    role,
    url: `http://127.0.0.1:${port}`,
    proxies,
    program: startProgram([], {}, '/dev/null'),
    async start(shiftMs) {
      const imports = [
        ...(planted === null ? [] : [planted.importOption]),
        ...(shiftMs === 0 ? [] : [`--import=${SHIFTED_CLOCK}`]),
      ];
      const clock = shiftMs === 0 ? {} : { TEST_CLOCK_SHIFT_MS: String(shiftMs) };
      const options = imports.length === 0 ? {} : { NODE_OPTIONS: imports.join(' ') };
      const env = { ...environment, ...clock, ...options };
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
  const isConnected = async (): Promise<boolean> => {
    const made = await ask(world, 0, ['POST', '/v1/accounts', account], 'connect');
    if (typeof made?.body['account_id'] === 'string') accountId = made.body['account_id'];
    return made?.status === 201;
  };
  await until('the account is connected', isConnected, STARTED_MS_MAX);
  return accountId;
}

/** Of the API processes in turn. */
function urlAt(members: readonly Member[], at: number): string {
  const apis = members.filter(({ role }) => role === 'api');
  return apis[at % apis.length]?.url ?? '';
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
  const response = await fetch(`${urlAt(members, at)}${path}`, {
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
