// A service over a primary and its synchronous standby, under a schedule of faults drawn from a
// seed: processes are killed and frozen, start with wrong clocks, and their ways to the database
// and to the exchange are late, lossy or black holes; tables are altered. In the middle the
// primary is taken away and the standby promoted. Meanwhile the same keyed orders are sent to both
// API processes, signals to bots, and all events are followed. Judged from outside at the end,
// once all is calm.

import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { auditSimulatedLedgers } from '#main/opening/open-exchanges.ts';
import type { Chance } from '../sim/chance.ts';
import { seededChance } from '../sim/chance.ts';
import { compareEvents } from '../support/compare-events.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { until } from '../support/until.ts';
import type { Canary } from './canaries.ts';
import { keepOrders, requestBacktests, sendOrders, sendSignals } from './chaos-clients.ts';
import type { Ground, Member, Size, World } from './chaos-world.ts';
import { openWorld } from './chaos-world.ts';
import type { Failover, PairKind } from './database-pair.ts';
import { failoversOf, withDatabasePair } from './database-pair.ts';
import type { FailoverFigures } from './failover-figures.ts';
import { measureFailover } from './failover-figures.ts';
import type { History, RealOrder } from './judge-history.ts';
import { judgeHistory } from './judge-history.ts';
import { judgeRegister } from './judge-linear.ts';
import type { Weather } from '../support/tcp-proxy.ts';

export type ChaosReport = {
  readonly faults: readonly string[];
  readonly acknowledgedCount: number;
  readonly distinctCount: number;
  readonly operationsCount: number;
  readonly realCount: number;
  readonly backtestsCount: number;
  readonly signalsCount: number;
  readonly eventsCount: number;
  /** Of each kind of bad weather, how many pieces met it. */
  readonly swallowedCount: number;
  readonly cutCount: number;
  readonly failover: FailoverFigures | null;
  readonly violations: readonly string[];
};

export type ChaosTask = {
  readonly seed: number;
  readonly seconds: number;
  readonly size: Size;
  /** With which all processes run; absent: none. */
  readonly canary?: Canary;
  /** Absent: `plain`. */
  readonly pair?: PairKind;
  /** Nothing but this happens, in the middle; absent: drawn, among all other faults. */
  readonly failover?: Failover;
};

const FAULTS = [
  'kill',
  'kill',
  'freeze',
  'weather',
  'weather',
  'weather',
  'alter a table',
] as const;
const FAULT_PAUSE_MS = { least: 1_500, spread: 2_500 };
/** At times for longer than bots and accounts are held. */
const FROZEN_MS = { least: 500, spread: 9_000 };
const WEATHER_MS = { least: 500, spread: 7_000 };
const SHIFTS_MS = [0, 0, 300_000, -300_000] as const;
const SENDERS = 2;
const KEEPERS = 2;
/** What is in doubt is settled within so long after the last fault, also on a busy machine. */
const CALM_MS_MAX = 180_000;

export async function runChaos(task: ChaosTask): Promise<ChaosReport> {
  const { seed, size, canary = null, pair: kind = 'plain' } = task;
  const ground: Ground = { folders: [], proxies: [], programs: [] };
  const chance = seededChance(seed);
  let report: ChaosReport | null = null;
  try {
    await withDatabasePair(kind, async (pair) => {
      let world: World | null = null;
      try {
        world = await openWorld(pair, { size, chance: seededChance(seed + 1), ground, canary });
        report = await liveThrough(world, chance, task);
      } finally {
        await Promise.all(ground.programs.map((program) => program.end('SIGKILL')));
        await world?.stream.stop();
        await world?.venue.close();
        await Promise.all(ground.proxies.map((proxy) => proxy.close()));
      }
    });
  } finally {
    await Promise.all(ground.folders.map(removeFolder));
  }
  if (report === null) throw new Error('the run has no report');
  return report;
}

function startClients(world: World, chance: Chance, ending: AbortSignal): Promise<void>[] {
  const senders = Array.from({ length: SENDERS }, (_, index) =>
    sendOrders(world, `sender-${index}`, 'sim', ending),
  );
  const keepers = Array.from({ length: KEEPERS }, (_, index) =>
    keepOrders(world, `keeper-${index}`, seededChance(chance.below(1_000_000)), ending),
  );
  const signals = world.botIds.map((botId) =>
    sendSignals(world, botId, seededChance(chance.below(1_000_000)), ending),
  );
  const clients = [...senders, ...keepers, ...signals];
  if (world.realAccountId === null) return clients;
  return [...clients, sendOrders(world, 'real', 'real', ending), requestBacktests(world, ending)];
}

async function liveThrough(world: World, chance: Chance, task: ChaosTask): Promise<ChaosReport> {
  const { seconds, failover } = task;
  const ending = new AbortController();
  const clients = startClients(world, chance, ending.signal);
  const faults: string[] = [];
  const beganMs = performance.now();
  const elapsed = (): number => (performance.now() - beganMs) / 1_000;
  let isPromoted = false;
  let figures: FailoverFigures | null = null;
  const failOver = async (): Promise<void> => {
    const way = failover ?? chance.pick(failoversOf(task.pair ?? 'plain'));
    faults.push(`${way} the primary`);
    const took = measureFailover(world, way);
    await took.promoted;
    isPromoted = true;
    // Where other faults go on, there is nothing to measure.
    if (failover !== undefined) figures = await took.figures();
  };
  while (elapsed() < seconds) {
    await pause(FAULT_PAUSE_MS.least + chance.below(FAULT_PAUSE_MS.spread));
    if (!isPromoted && elapsed() > seconds / 2) await failOver();
    else if (failover === undefined) faults.push(await strike(world, chance, isPromoted));
  }
  // A start on a busy machine may take the second half.
  if (!isPromoted) await failOver();
  const before = world.acknowledged.length;
  try {
    await until('orders go on', () => world.acknowledged.length > before + SENDERS, CALM_MS_MAX);
  } finally {
    ending.abort();
    await Promise.all(clients);
  }
  const history = await readHistory(world);
  const weather = world.members.flatMap(({ proxies }) => proxies.map((proxy) => proxy.counts()));
  return {
    faults,
    acknowledgedCount: world.acknowledged.length,
    distinctCount: new Set(world.acknowledged.map(({ key }) => key)).size,
    operationsCount: [...world.registers.values()].flat().length,
    realCount: history.realOrders.length,
    backtestsCount: world.backtestIds.size,
    signalsCount: world.signals.size,
    eventsCount: world.stream.events.length,
    swallowedCount: weather.reduce((sum, { swallowed }) => sum + swallowed, 0),
    cutCount: weather.reduce((sum, { cut }) => sum + cut, 0),
    failover: figures,
    violations: judgeHistory(history),
  };
}

/** One fault, and its end. */
async function strike(world: World, chance: Chance, isPromoted: boolean): Promise<string> {
  const fault = chance.pick(FAULTS);
  const at = chance.below(world.members.length);
  const member = world.members[at];
  if (member === undefined) return 'nothing';
  const name = `${member.role} ${at}`;
  switch (fault) {
    case 'alter a table':
      await alterTable(world, chance, isPromoted);
      return fault;
    case 'kill': {
      await member.program.end('SIGKILL');
      // A process for exchanges signs by its clock, which it compares with the exchange's.
      const shiftMs = member.role === 'venues' ? 0 : chance.pick(SHIFTS_MS);
      await member.start(shiftMs);
      return `kill ${name}${shiftMs === 0 ? '' : `, clock ${shiftMs / 1_000} s`}`;
    }
    case 'freeze':
      member.program.child.kill('SIGSTOP');
      await pause(FROZEN_MS.least + chance.below(FROZEN_MS.spread));
      member.program.child.kill('SIGCONT');
      return `freeze ${name}`;
    case 'weather':
      return `${await haveWeather(member, chance)} for ${name}`;
  }
}

async function haveWeather({ proxies }: Member, chance: Chance): Promise<string> {
  const weather = chance.pick<Weather>([
    { kind: 'late', delayMs: 50 + chance.below(400) },
    { kind: 'lossy', percent: 2 + chance.below(10) },
    { kind: 'black hole' },
  ]);
  // The way to the exchange is the last, if there is one; to the database, all or one of both.
  const some = chance.percent(50) ? proxies : proxies.slice(chance.below(proxies.length));
  for (const proxy of some) proxy.setWeather(weather);
  await pause(WEATHER_MS.least + chance.below(WEATHER_MS.spread));
  for (const proxy of some) proxy.setWeather({ kind: 'clear' });
  return weather.kind;
}

async function alterTable({ pair }: World, chance: Chance, isPromoted: boolean): Promise<void> {
  const server = isPromoted ? pair.standby : pair.primary;
  await withDatabase(server.url, async (database) => {
    const name = `added_${chance.below(1_000_000)}`;
    await database.write({ text: `ALTER TABLE orders ADD COLUMN ${name} int` }, []);
  });
}

async function withDatabase<T>(url: string, work: (of: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, connectionsMax: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Of the server that was promoted, once nothing is in doubt and nobody writes any more. */
async function readHistory(world: World): Promise<History> {
  const { pair, members } = world;
  return withDatabase(pair.standby.url, async (database) => {
    await until('nothing is in doubt', () => isCalm(world, database), CALM_MS_MAX).catch(
      // The judge says what still is.
      () => undefined,
    );
    await Promise.all(members.map(({ program }) => program.end('SIGKILL')));
    return historyIn(world, database);
  });
}

const IN_DOUBT = {
  text: `SELECT count(*) AS count FROM orders
    WHERE account_id = $1 AND state IN ('pending', 'unknown', 'lost')`,
};

async function isCalm(world: World, database: Database): Promise<boolean> {
  const [row] = await database.read<{ readonly count: number }>(IN_DOUBT, [world.realAccountId]);
  const states = await backtestStates(world, database);
  const [waiting] = await database.read<{ readonly inputs: number; readonly events: number }>(
    WAITING,
    [],
  );
  return (
    row?.count === 0 &&
    [...states.values()].every((state) => state !== 'queued') &&
    waiting?.inputs === 0 &&
    world.stream.events.length >= waiting.events
  );
}

const WAITING = {
  text: `SELECT (SELECT count(*) FROM bot_inbox) AS inputs, (SELECT count(*) FROM events) AS events`,
};

async function backtestStates(
  { backtestIds }: World,
  database: Database,
): Promise<ReadonlyMap<string, string | null>> {
  const text = 'SELECT backtest_id, state FROM backtests';
  const rows = await database.read<{ readonly backtest_id: string; readonly state: string }>(
    { text },
    [],
  );
  const states = new Map(rows.map((row) => [row.backtest_id, row.state]));
  return new Map([...backtestIds].map((id) => [id, states.get(id) ?? null]));
}

const OWN_ORDERS = { text: 'SELECT order_id FROM orders WHERE bot_id IS NULL' };
const STOPPED = { text: 'SELECT bot_id, stop_reason FROM bots WHERE NOT is_activated' };
const BOT_ORDERS = { text: 'SELECT count(*) AS count FROM orders WHERE bot_id IS NOT NULL' };
const HEARD = {
  text: `SELECT substr(message, 7) AS id FROM bot_log_lines WHERE message LIKE 'heard %'`,
};
const EVENTS = {
  text: 'SELECT sequence, type, object_id FROM events ORDER BY user_id, sequence',
};
const REAL_ORDERS = {
  text: `SELECT order_id AS "orderId", client_order_id AS name, state::text FROM orders
    WHERE account_id = $1`,
};

async function historyIn(world: World, database: Database): Promise<History> {
  const stored = await database.read<{ readonly order_id: string }>(OWN_ORDERS, []);
  const bots = await database.read<{ readonly bot_id: string; readonly stop_reason: string }>(
    STOPPED,
    [],
  );
  const heard = await database.read<{ readonly id: string }>(HEARD, []);
  const [botOrders] = await database.read<{ readonly count: number }>(BOT_ORDERS, []);
  const { faults } = await auditSimulatedLedgers(database);
  const disorders = [...world.registers].flatMap(([key, operations]) => {
    const how = judgeRegister(operations);
    return how === null ? [] : [[key, how] as const];
  });
  return {
    acknowledged: world.acknowledged,
    sentKeys: world.sentKeys,
    storedOrderIds: stored.map(({ order_id: id }) => id),
    ledgerFaults: faults,
    eventFaults: [
      ...(await compareEvents(database).then(
        () => [],
        (error: unknown) => [String(error)],
      )),
      ...(await compareStream(world, database)),
    ],
    signals: world.signals,
    heard: heard.map(({ id }) => id),
    botOrdersCount: botOrders?.count ?? 0,
    stoppedBots: bots.map(({ bot_id: id, stop_reason: reason }) => `${id}: ${reason}`),
    disorders: new Map(disorders),
    realOrders: await database.read<RealOrder>(REAL_ORDERS, [world.realAccountId]),
    venueNames: venueNamesIn(world),
    backtestStates: await backtestStates(world, database),
  };
}

type EventRow = { readonly sequence: number; readonly type: string; readonly object_id: string };

/** Once nobody writes any more: each event came once, in the order of the log, as it is there. */
async function compareStream(
  { stream, botIds }: World,
  database: Database,
): Promise<readonly string[]> {
  const rows = await database.read<EventRow>(EVENTS, []);
  const seen = stream.events;
  const wrong = seen.findIndex(({ event_id: id, type, object_id: objectId }, index) => {
    const row = rows[index];
    return `${row?.sequence} ${row?.type} ${row?.object_id}` !== `${id} ${type} ${objectId}`;
  });
  if (wrong !== -1) return [`the stream has ${JSON.stringify(seen[wrong])} after ${wrong} events`];
  return seen.length < botIds.length ? [`the stream has ${seen.length} events`] : [];
}

function venueNamesIn({ venue, realAccountId }: World): readonly string[] {
  if (realAccountId === null) return [];
  const { accounts } = venue.control('truth', { venue: 'binance', account: 'ada' }) as {
    readonly accounts: readonly { readonly orders: readonly { readonly name: string }[] }[];
  };
  return accounts.flatMap(({ orders }) => orders.map(({ name }) => name));
}
