// A service of two API processes and two for bots over a primary and its synchronous standby, under
// a schedule of faults drawn from a seed, with the same keyed orders sent to both API processes. In
// the middle the primary is taken away and the standby promoted. Judged from outside at the end.

import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { auditSimulatedLedgers } from '#main/opening/open-exchanges.ts';
import type { Chance } from '../sim/chance.ts';
import { seededChance } from '../sim/chance.ts';
import { compareEvents } from '../support/compare-events.ts';
import { freePort } from '../support/free-port.ts';
import { removeFolder } from '../support/remove-folder.ts';
import type { ServerPair } from '../support/server-pair.ts';
import { withServerPair } from '../support/server-pair.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { makeSharedFolder } from '../support/shared-folder.ts';
import type { StartedProgram } from '../support/start-program.ts';
import { startProgram } from '../support/start-program.ts';
import { until } from '../support/until.ts';
import type { AcknowledgedOrder, History } from './judge-history.ts';
import { judgeHistory } from './judge-history.ts';

export type ChaosReport = {
  readonly faults: readonly string[];
  readonly acknowledgedCount: number;
  readonly distinctCount: number;
  readonly violations: readonly string[];
};

const FAULTS = ['kill api', 'freeze api', 'kill bots', 'freeze bots', 'alter a table'] as const;
const FAULT_PAUSE_MS = { least: 1_500, spread: 2_500 };
const FROZEN_MS = { least: 500, spread: 4_000 };
const RESPONSE_MS_MAX = 15_000;
const ORDER = { market_tag: 'SIM_BTC_USDT', type: 'market', amount: '0.0001' };
const SENDERS = 3;

type Member = {
  readonly role: 'api' | 'bots';
  readonly url: string;
  program: StartedProgram;
  start(): Promise<void>;
};

type World = {
  readonly pair: ServerPair;
  readonly members: readonly Member[];
  readonly key: string;
  readonly accountId: string;
  readonly acknowledged: AcknowledgedOrder[];
  readonly sentKeys: Set<string>;
};

export async function runChaos(seed: number, seconds: number): Promise<ChaosReport> {
  const folders: string[] = [];
  let report: ChaosReport | null = null;
  try {
    await withServerPair(async (pair) => {
      const world = await openWorld(pair, folders);
      try {
        report = await liveThrough(world, seededChance(seed), seconds);
      } finally {
        await Promise.all(world.members.map(({ program }) => program.end('SIGKILL')));
      }
    });
  } finally {
    await Promise.all(folders.map(removeFolder));
  }
  if (report === null) throw new Error('the run has no report');
  return report;
}

async function openWorld(pair: ServerPair, folders: string[]): Promise<World> {
  const environment = {
    DATABASE_URL: pair.url,
    TIDEMILL_MASTER_KEY: '07'.repeat(32),
    TIDEMILL_RATE_LIMITS: 'trading=100000/60,reads=100000/60',
  };
  const welcome: string[] = [];
  const members: Member[] = [];
  for (const role of ['api', 'api', 'bots', 'bots'] as const) {
    const dataDir = makeSharedFolder('tidemill-chaos-');
    folders.push(dataDir);
    const port = await freePort();
    const member: Member = {
      role,
      url: `http://127.0.0.1:${port}`,
      program: startProgram([], {}, '/dev/null'),
      async start() {
        if (role === 'api') {
          const options = { dataDir, port, roles: ['--api'], environment };
          const service = await startServiceProcess(options);
          member.program = service;
          if (welcome.length === 0) welcome.push(service.welcome());
        } else {
          const words = ['serve', '--bots', '--data-dir', dataDir];
          member.program = startProgram(words, { ...process.env, ...environment });
        }
      },
    };
    members.push(member);
    await member.start();
  }
  const [text = ''] = welcome;
  const [key = ''] = /tm_live_\w+/.exec(text) ?? [];
  const [accountId = ''] = /acc_\w+/.exec(text) ?? [];
  const [scriptId = ''] = /scr_\w+/.exec(text) ?? [];
  const world = { pair, members, key, accountId, acknowledged: [], sentKeys: new Set<string>() };
  const bot = { name: 'b', script_id: scriptId, account_id: accountId };
  const made = await ask(world, 0, '/v1/bots', { ...bot, market_tag: ORDER.market_tag }, 'bot');
  await ask(world, 0, `/v1/bots/${String(made?.['bot_id'])}/start`, {}, 'start');
  return world;
}

/** The body of a 2xx; null: there was none, whatever the reason. */
async function ask(
  { members, key }: Pick<World, 'members' | 'key'>,
  at: number,
  path: string,
  body: unknown,
  idempotencyKey: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const apis = members.filter(({ role }) => role === 'api');
  const { url = '' } = apis[at % apis.length] ?? {};
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(RESPONSE_MS_MAX),
  }).catch(() => null);
  const text = await response?.text().catch(() => null);
  if (response?.ok !== true || typeof text !== 'string') return null;
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

/** Each key goes to both processes, at once or in turn, and again while it has no order. */
async function sendOrders(world: World, name: string, ending: AbortSignal): Promise<void> {
  for (let number = 1; !ending.aborted; number += 1) {
    const key = `${name}-${number}`;
    world.sentKeys.add(key);
    // What was bought is sold again, so that money lasts for any time.
    const order = { ...ORDER, side: number % 2 === 1 ? 'buy' : 'sell' };
    const gapMs = number % 2 === 0 ? 15 : 0;
    for (let tries = 0; !ending.aborted; tries += 1) {
      if ((await sendToBoth(world, key, order, { tries, gapMs })) > 0) break;
      await pause(150);
    }
    await pause(20);
  }
}

/** How many of the two acknowledged it. */
async function sendToBoth(
  world: World,
  key: string,
  order: unknown,
  { tries, gapMs }: { readonly tries: number; readonly gapMs: number },
): Promise<number> {
  const path = `/v1/accounts/${world.accountId}/orders`;
  const both = [0, 1].map(async (at) => {
    await pause(at * gapMs);
    const made = await ask(world, at + tries, path, order, key);
    if (made === null) return 0;
    world.acknowledged.push({ key, orderId: String(made['order_id']) });
    return 1;
  });
  const [one = 0, other = 0] = await Promise.all(both);
  return one + other;
}

async function liveThrough(world: World, chance: Chance, seconds: number): Promise<ChaosReport> {
  const ending = new AbortController();
  const senders = Array.from({ length: SENDERS }, (_, index) =>
    sendOrders(world, `sender-${index}`, ending.signal),
  );
  const faults: string[] = [];
  const beganMs = performance.now();
  const elapsed = (): number => (performance.now() - beganMs) / 1_000;
  let isPromoted = false;
  const failOver = async (): Promise<void> => {
    const way = chance.below(2) === 0 ? 'kill' : 'freeze';
    faults.push(`${way} the primary`);
    await world.pair.primary[way]();
    await world.pair.promote();
    isPromoted = true;
  };
  while (elapsed() < seconds) {
    await pause(FAULT_PAUSE_MS.least + chance.below(FAULT_PAUSE_MS.spread));
    if (!isPromoted && elapsed() > seconds / 2) await failOver();
    else faults.push(await strike(world, chance, isPromoted));
  }
  // A start on a busy machine may take the second half.
  if (!isPromoted) await failOver();
  const before = world.acknowledged.length;
  const goOn = () => world.acknowledged.length > before + SENDERS;
  try {
    await until('orders go on', goOn);
  } finally {
    ending.abort();
    await Promise.all(senders);
  }
  const history = await readHistory(world);
  return {
    faults,
    acknowledgedCount: world.acknowledged.length,
    distinctCount: new Set(world.acknowledged.map(({ key }) => key)).size,
    violations: judgeHistory(history),
  };
}

/** One fault, and its end. */
async function strike(world: World, chance: Chance, isPromoted: boolean): Promise<string> {
  const fault = FAULTS[chance.below(FAULTS.length)] ?? 'kill api';
  if (fault === 'alter a table') {
    const { pair } = world;
    const server = isPromoted ? pair.standby : pair.primary;
    await withDatabase(server.url, async (database) => {
      const name = `added_${chance.below(1_000_000)}`;
      await database.write({ text: `ALTER TABLE orders ADD COLUMN ${name} int` }, []);
    });
    return fault;
  }
  const role = fault.endsWith('api') ? 'api' : 'bots';
  const at = chance.below(2);
  const member = world.members.filter((each) => each.role === role)[at];
  if (member === undefined) return 'nothing';
  if (fault.startsWith('kill')) {
    await member.program.end('SIGKILL');
    await member.start();
  } else {
    member.program.child.kill('SIGSTOP');
    await pause(FROZEN_MS.least + chance.below(FROZEN_MS.spread));
    member.program.child.kill('SIGCONT');
  }
  return `${fault} ${at}`;
}

async function withDatabase<T>(url: string, work: (of: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, connectionsMax: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Of the server that was promoted, once nobody writes any more. */
async function readHistory({ pair, members, ...world }: World): Promise<History> {
  await Promise.all(members.map(({ program }) => program.end('SIGKILL')));
  return withDatabase(pair.standby.url, async (database) => {
    const orders = { text: 'SELECT order_id FROM orders WHERE bot_id IS NULL' };
    const stored = await database.read<{ readonly order_id: string }>(orders, []);
    const stopped = { text: 'SELECT bot_id, stop_reason FROM bots WHERE NOT is_activated' };
    const bots = await database.read<{ readonly bot_id: string; readonly stop_reason: string }>(
      stopped,
      [],
    );
    const { faults } = await auditSimulatedLedgers(database);
    return {
      acknowledged: world.acknowledged,
      sentKeys: world.sentKeys,
      storedOrderIds: stored.map(({ order_id: id }) => id),
      ledgerFaults: faults,
      eventFaults: await compareEvents(database).then(
        () => [],
        (error: unknown) => [String(error)],
      ),
      stoppedBots: bots.map(({ bot_id: id, stop_reason: reason }) => `${id}: ${reason}`),
    };
  });
}
