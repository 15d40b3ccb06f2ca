// `npm run bench:bot-equity [-- bots=10000 rounds=3]`: what steps of running bots cost the database
// for what they say of their equity: a point of an hour's end, and a new low (the text of the
// curve, which a day of constant new lows writes with each step). All kinds of step in turn.

import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { assert, present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import type { BotEquityPoint } from '#ports/stores/bot-equity-store.ts';
import type { BotRunRecord, BotRunStore, FencedStep } from '#ports/stores/bot-run-store.ts';
import type { RunCurve } from '#services/live/state/run-curve.ts';
import { databaseWork } from './bots/database-work.ts';
import { quantile } from './bots/figures.ts';
import { postgresCpuMs } from './bots/process-cpu.ts';
import type { BenchWorld } from './bots/world.ts';
import { makeWorld } from './bots/world.ts';

const OWNER = 'bench';
const LEASE_MS = 3_600_000;
/** As many as a process commits together when a minute closes. */
const COMMITTED_TOGETHER = 100;
const KINDS = ['neither', 'a point', 'a curve', 'both'] as const;
type Kind = (typeof KINDS)[number];
const MINUTES_A_DAY = 24 * 60;
/** Processor time is reported in steps of 10 ms. */
const SAMPLE_STEPS = 5_000;

const botsCount = option('bots', 10_000);
const roundsCount = option('rounds', 3);

type BenchBot = { readonly fence: FencedStep['fence']; record: BotRunRecord };
type Cost = { readonly databaseUs: number; readonly bytes: number };

const opened = await makeWorld();
try {
  await measure(opened);
} finally {
  await opened.end();
}

async function measure(world: BenchWorld): Promise<void> {
  const { database, url } = world;
  const runs = postgresBotRunStore(database);
  const bots = await beginRuns(world);
  const found = new Map<Kind, Cost[]>(KINDS.map((kind) => [kind, []]));
  const passes = Math.ceil(SAMPLE_STEPS / bots.length);
  const count = passes * bots.length;
  let hour = 0;
  for (let round = 0; round <= roundsCount; round += 1)
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      const before = [postgresCpuMs(url), (await databaseWork(database)).bytes] as const;
      for (let pass = 0; pass < passes; pass += 1) await takeSteps(runs, bots, kind, (hour += 1));
      const bytes = (await databaseWork(database)).bytes - before[1];
      const databaseUs = ((postgresCpuMs(url) - before[0]) * 1_000) / count;
      // The first round fills pages and plans statements.
      if (round > 0) found.get(kind)?.push({ databaseUs, bytes: bytes / count });
    }
  report(found);
}

/** One of each bot. */
async function takeSteps(
  runs: Pick<BotRunStore, 'commitSteps'>,
  bots: readonly BenchBot[],
  kind: Kind,
  hour: number,
): Promise<void> {
  for (let first = 0; first < bots.length; first += COMMITTED_TOGETHER) {
    const some = bots.slice(first, first + COMMITTED_TOGETHER);
    const steps = some.map((bot) => ({ fence: bot.fence, step: stepOf(bot, kind, hour) }));
    const outcomes = await runs.commitSteps(steps);
    assert(
      outcomes.every((outcome) => outcome.kind === 'committed'),
      'each step is written',
    );
    for (const [at, { step }] of steps.entries())
      present(some[at], 'a step is of a bot').record = step.record;
  }
}

async function beginRuns(world: BenchWorld): Promise<readonly BenchBot[]> {
  print(`making ${botsCount} bots`);
  await world.startBots(botsCount, ['idle']);
  const runs = postgresBotRunStore(world.database);
  const { leases } = await runs.renewLeases(OWNER, LEASE_MS);
  const tokens = new Map(leases.map(({ shard, token }) => [shard, token]));
  const runnable = await runs.listRunnableBots([...tokens.keys()]);
  const begun: BenchBot[] = [];
  for (const { bot, shard } of runnable) {
    const fence = { owner: OWNER, shard, token: present(tokens.get(shard), 'its shard is held') };
    const record = firstRecord(bot.botId, bot.activation);
    assert(await runs.insertRun(fence, record), 'it begins');
    begun.push({ fence, record });
  }
  return begun;
}

function firstRecord(botId: string, activation: number): BotRunRecord {
  const counts = { eventCount: 0, placedCount: 0, openCount: 0 };
  const rest = { placedDigest: '', fillCursor: null, marginCursor: null };
  return { botId, activation, setup: '{}', doneUntilMs: MINUTE_MS, ...counts, ...rest };
}

/** Of a bot without orders whose open profit changes. */
function stepOf({ record }: BenchBot, kind: Kind, hour: number): FencedStep['step'] {
  const atMs = hour * HOUR_MS;
  const hasPoint = kind === 'a point' || kind === 'both';
  const hasCurve = kind === 'a curve' || kind === 'both';
  return {
    atMs,
    record: { ...record, doneUntilMs: atMs },
    eventCountBefore: record.eventCount,
    events: [],
    taken: [],
    signals: [],
    orders: [],
    lines: [],
    figures: {
      profitCurrency: 'USDT',
      realizedProfit: decimal('1.5'),
      unrealizedProfit: decimal(String(-hour)),
      roiPercent: decimal('0.25'),
      pairs: null,
      bracket: null,
      isPaused: false,
    },
    positions: '[]',
    closedPositions: [],
    filledOrders: [],
    equity: hasPoint ? [pointAt(atMs)] : [],
    curve: hasCurve ? toStoredForm(curveAt(atMs)) : null,
    isFollowing: false,
    staysFollowed: false,
    stoppedAtMs: 0,
    ending: null,
  };
}

function pointAt(atMs: number): BotEquityPoint {
  const worth = { value: 10_000 - atMs / HOUR_MS, realized: 1.5, price: 62_000.25 };
  return { atMs, ...worth, isLasting: false };
}

function curveAt(atMs: number): RunCurve {
  const low = { maxDrawdown: atMs / HOUR_MS + 0.1, maxDrawdownPercent: atMs / HOUR_MS / 77 };
  const peak = { peakAtMs: MINUTE_MS, troughAtMs: atMs, recoveredAtMs: null };
  const longest = { longestFromMs: MINUTE_MS, longestToMs: atMs, belowSinceMs: MINUTE_MS };
  return { startEquity: 10_000, ...low, ...peak, ...longest };
}

function report(found: ReadonlyMap<Kind, readonly Cost[]>): void {
  const median = (kind: Kind, pick: (cost: Cost) => number): number =>
    quantile((found.get(kind) ?? []).map(pick), 0.5);
  const microseconds = (cost: Cost): number => cost.databaseUs;
  const bytes = (cost: Cost): number => cost.bytes;
  const plain = [median('neither', microseconds), median('neither', bytes)] as const;
  print(`${botsCount} bots, ${COMMITTED_TOGETHER} steps in a transaction, ${roundsCount} rounds`);
  for (const kind of KINDS) {
    const [us, written] = [median(kind, microseconds), median(kind, bytes)];
    print(
      `  a step with ${kind}: ${us.toFixed(0)} µs of the database's processor ` +
        `(${(us / plain[0]).toFixed(2)}), ${written.toFixed(0)} bytes of its log ` +
        `(${(written / plain[1]).toFixed(2)})`,
    );
  }
  const over = (kind: Kind): number => Math.max(0, median(kind, microseconds) - plain[0]);
  const hourMs = (over('a point') * botsCount) / 1_000;
  print(
    `  a point of each bot an hour: ${hourMs.toFixed(0)} ms of the database's processor an hour`,
  );
  const dayMs = (over('a curve') * MINUTES_A_DAY) / 1_000;
  print(`  a new low in each minute of a day: ${dayMs.toFixed(0)} ms a bot`);
}

function option(name: string, otherwise: number): number {
  const given = process.argv.find((word) => word.startsWith(`${name}=`));
  return given === undefined ? otherwise : Number(given.slice(name.length + 1));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
