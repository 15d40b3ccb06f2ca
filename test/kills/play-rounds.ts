// Rounds of kills on one installation: orders by hand at three exchanges, signals to bots and a
// webhook go on while processes are ended, kind after kind; then all is calm, and each order, each
// signal and each event is judged from outside.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { checkStream, checkWebhook, untilQuiet } from '../integration/kill-event-rounds.ts';
import { followEvents, receiveWebhooks } from '../support/event-subscriber.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { reviveService } from '../support/revive-service.ts';
import type { Ask } from '../venues/campaign/processes/campaign-client.ts';
import { askUntilFinal } from '../venues/campaign/processes/campaign-client.ts';
import type { JudgedVenue, Verdict } from '../venues/campaign/processes/judge-orders.ts';
import { judgeOrders } from '../venues/campaign/processes/judge-orders.ts';
import type { ManualJournal } from '../venues/campaign/processes/manual-orders.ts';
import { openJournal, tradeByHand } from '../venues/campaign/processes/manual-orders.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { judgeSimulated } from '../support/judge-simulated.ts';
import { judgeSignals } from './judge-kills.ts';
import type { KillKind } from './kill-kinds.ts';
import { KILL_KINDS, killKind } from './kill-kinds.ts';
import type { KilledInstallation, KilledService, KilledVenue } from './killed-installation.ts';
import { installKilled, KILLED_VENUES, prepareService } from './killed-installation.ts';

export type RoundsReport = {
  readonly rounds: number;
  /** Processes ended, by kind. */
  readonly killed: ReadonlyMap<KillKind, number>;
  readonly acknowledged: number;
  readonly retried: number;
  readonly ordersAtVenues: number;
  readonly signals: number;
  readonly events: number;
  readonly webhookMessages: number;
  readonly webhookRepetitions: number;
  readonly settledSeconds: number;
};

export type SentSignal = { readonly botId: string; readonly id: string };

/** The drivers of exchanges need some seconds until they place orders again. */
const LIFE_MS = { least: 300, spread: 8_000 };
const SIGNAL_EVERY_MS = 900;
const BAD_EVERY = 53;
const ACTIVITY_MS = 40;
const SETTLED_WITHIN_MS = 360_000;

/** Throws where an order, a signal or an event is lost, doubled, invented or different. */
export async function playRounds(rounds: number, seed: number): Promise<RoundsReport> {
  const venue = await startVenueServer();
  const receiver = await receiveWebhooks();
  const service = await prepareService(venue);
  let running = await service.start();
  const life = { isOver: false };
  try {
    for (const code of KILLED_VENUES) setActivity(venue, code, ACTIVITY_MS);
    const made = await installKilled(service, venue, receiver);
    const stream = followEvents(() => service.url, made.key);
    receiver.badEvery = BAD_EVERY;
    const journal = openJournal();
    const sent: SentSignal[] = [];
    const work = [...trade(made, venue, seed, journal, life), signal(made, seed, sent, life)];
    const working = Promise.all(work);
    // A violation by a worker ends the rounds where they are, not unheard.
    working.catch(() => (life.isOver = true));
    const killed = new Map<KillKind, number>();
    const chance = createChance(seed);
    for (let round = 0; round < rounds && !life.isOver; round += 1) {
      await pause(LIFE_MS.least + chance.below(LIFE_MS.spread));
      const kind = KILL_KINDS[round % KILL_KINDS.length] ?? 'service';
      const count = killKind(kind, running.child.pid ?? 0, service.dataDir);
      killed.set(kind, (killed.get(kind) ?? 0) + count);
      await pause(100);
      running = await reviveService(running, service.start);
    }
    life.isOver = true;
    await working;
    receiver.badEvery = 0;
    for (const code of KILLED_VENUES) setActivity(venue, code, 0);
    const calmMs = performance.now();
    // Before bots are stopped: one that is stopped hears no more.
    await judgeSignals(made, sent);
    const ordersAtVenues = await settle(made, venue);
    const log = await untilQuiet(service.url, made.key, stream, receiver);
    await stream.stop();
    assert.equal(await running.end('SIGTERM'), 0, running.output().slice(-2_000));
    const orderIds = [...journal.acknowledged.values()];
    assert.equal(new Set(orderIds).size, orderIds.length, 'each key has an order of its own');
    const acknowledged = orderIds.map((orderId) => ({
      orderId,
      status: journal.unresolved.has(orderId) ? 'unknown' : 'open',
    }));
    await withDatabase(service, async (database) =>
      judgeSimulated(database, acknowledged, { isSettled: true }),
    );
    checkStream(log, stream);
    assert.deepEqual(journal.surprises, []);
    return {
      rounds,
      killed,
      acknowledged: orderIds.length,
      retried: journal.retriesCount,
      ordersAtVenues,
      signals: sent.length,
      events: log.length,
      ...checkWebhook(log, receiver),
      settledSeconds: (performance.now() - calmMs) / 1_000,
    };
  } finally {
    life.isOver = true;
    await running.end('SIGKILL');
    await receiver.stop();
    await venue.close();
    await removeFolder(service.dataDir);
  }
}

type Life = { isOver: boolean };

function trade(
  { sim, real }: KilledInstallation,
  venue: VenueServer,
  seed: number,
  journal: ManualJournal,
  life: Life,
): readonly Promise<void>[] {
  const isOver = (): boolean => life.isOver;
  const atSim = {
    marketTag: 'SIM_BTC_USDT',
    amounts: ['0.0003', '0.0005'],
    middleCents: () => 6_000_000n,
  };
  return [
    tradeByHand(sim, [atSim], seed, journal, isOver),
    ...real.map(async (account, index) => {
      const { code } = account;
      const market = marketOf(exchangeOf(venue.state, code), keyOf(code));
      const atVenue = {
        marketTag: `${code.toUpperCase()}_BTC_USDT`,
        amounts: ['0.001', '0.004'],
        middleCents: () => market.middle / 10n ** 6n,
      };
      return tradeByHand([account], [atVenue], seed + 1_000 * (index + 1), journal, isOver);
    }),
  ];
}

/** Each under a key of its own until it is taken; at times two at once to one bot. */
async function signal(
  { ask, botIds }: KilledInstallation,
  seed: number,
  sent: SentSignal[],
  life: Life,
): Promise<void> {
  const chance: Chance = createChance(seed + 7);
  for (let count = 0; !life.isOver; count += 1) {
    const botId = botIds[count % botIds.length] ?? '';
    const ids = chance.next() < 0.3 ? [`${count}a`, `${count}b`] : [`${count}a`];
    await Promise.all(
      ids.map(async (id) => {
        const content = { name: 'go', action: 'buy', payload: { id } };
        const path = `/bots/${botId}/signals`;
        const { status, body } = await askUntilFinal(ask, ['POST', path, content, `go-${id}`]);
        assert.equal(status, 202, JSON.stringify(body));
        sent.push({ botId, id });
      }),
    );
    await pause(chance.below(2 * SIGNAL_EVERY_MS));
  }
}

/** Stops everything until nothing works and all is as at the venues; returns their orders. */
async function settle(made: KilledInstallation, venue: VenueServer): Promise<number> {
  const deadlineMs = Date.now() + SETTLED_WITHIN_MS;
  for (let round = 0; ; round += 1) {
    if (round > 0) await stopEverything(made, round);
    const verdicts = await withDatabase(made, async (database) =>
      Promise.all(
        KILLED_VENUES.map(async (code) => {
          const judged: JudgedVenue = { venue, code, database };
          return (await judgeOrders(judged)).verdict;
        }),
      ),
    );
    const faults = verdicts.flatMap(faultsOf);
    if (faults.length === 0) return verdicts.reduce((sum, { compared }) => sum + compared, 0);
    if (Date.now() > deadlineMs) assert.deepEqual(faults, []);
    await pause(3_000);
  }
}

function faultsOf({ lost, doubled, invented, different, working }: Verdict): readonly string[] {
  return [
    ...lost.map((text) => `lost: ${text}`),
    ...doubled.map((text) => `doubled: ${text}`),
    ...invented.map((text) => `invented: ${text}`),
    ...different.map((text) => `different: ${text}`),
    ...working.map((text) => `working: ${text}`),
  ];
}

async function stopEverything({ ask }: { readonly ask: Ask }, round: number): Promise<void> {
  const given = ['POST', '/stop-everything', { cancel_orders: true }, `stop-${round}`] as const;
  const { status, body } = await askUntilFinal(ask, given);
  assert.equal(status, 200, JSON.stringify(body));
}

function keyOf(code: KilledVenue): string {
  return `spot:BTC${dollarsAt(code)}`;
}

function setActivity(venue: VenueServer, code: KilledVenue, everyMs: number): void {
  venue.control('activity', { venue: code, market: keyOf(code), everyMs, seed: 1 });
}

async function withDatabase<T>(
  { dataDir }: Pick<KilledService, 'dataDir'>,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const cluster = await attachCluster(dataDir);
  const database = openDatabase({ url: cluster.url, connectionsMax: 2 });
  try {
    return await read(database);
  } finally {
    await database.close();
    await cluster.detach();
  }
}
