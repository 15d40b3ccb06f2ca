// Holds a run that was written down somewhere in its life and loaded from that against one that
// never was: the same orders, lines, figures and state, bit for bit.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import { shownFigures } from '#engine/run/positions/run-figures.ts';
import type { ColumnMarket } from '#engine/series/column-store.ts';
import { EarlierMinutesNeeded, makeColumnStore } from '#engine/series/column-store.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { buildRun, replayEvents } from '#services/live/run/build-run.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import { cutSetup, readLiveSetup } from '#services/live/state/live-setup.ts';
import { rowAt, rowsCut } from '#services/live/state/market-window.ts';
import { windowOf } from '#services/live/run/load-bot.ts';
import { runHost } from '#services/live/run/run-host.ts';
import { snapshotOf, restoreSnapshot } from '#services/live/run/run-snapshot.ts';

type RunLife = {
  readonly harness: BotHarness;
  readonly bot: Bot;
  readonly record: BotRunRecord;
  readonly events: readonly string[];
  /** Of the run in its thread after the last step. */
  readonly lastDigest: string;
  /** How often it was loaded with minutes that begin later than it did. */
  readonly cuts: { count: number };
};

const MINUTES = 60;

/** Starts the bot that is to be looked at. */
export type StartBot = (harness: BotHarness) => Promise<Bot>;

/** Its state cannot be stored, for a reason in words. */
export class NotStorable extends Error {}

/** It did not run for as long as it was to, for a reason in words. */
export class StoppedError extends Error {}

/** Early in a day, so that the minutes of a bot begin on the day before. */
const BEGIN_MS = Date.UTC(2025, 2, 3, 5, 30, 20);

async function live(start: StartBot): Promise<RunLife> {
  const harness = await botHarness({ prices: HARNESS_PRICES, startMs: BEGIN_MS });
  const bot = await start(harness);
  const host = runHost({ digest: systemDigest, monotonicMs: () => 0, processorMs: () => 0 });
  const runner = harness.runner(
    {},
    {},
    inProcessThreads(1, () => host.handle),
  );
  let sent = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    if (minute % 7 === 3) await signal(harness, bot, ['long', 'buy', 'short', 'sell'][sent++ % 4]);
    await harness.passMinutes(1, [runner]);
    await runner.receive();
    await runner.settled();
  }
  const stopReason = (await harness.find(bot)).stopReason;
  if (stopReason !== null) throw new StoppedError(stopReason);
  const record = present(await harness.runs.findRun(bot.botId, 1), 'it has run');
  const events = await harness.runs.listEvents(bot.botId, 1);
  const [run] = host.runs.values();
  const lastDigest = taken(present(run, 'its thread has it')).stateDigest;
  return { harness, bot, record, events, lastDigest, cuts: { count: 0 } };
}

async function signal(harness: BotHarness, { botId }: Bot, action = ''): Promise<void> {
  const signalAtMs = harness.sim.nowMs();
  const input = { kind: 'signal', name: 'go', action, signalAtMs, payload: { n: 1 } } as const;
  await harness.inbox.send([{ botId, input }], signalAtMs, null);
}

/**
 * So few elements of a series are shown that lives of an hour need no minutes from before their
 * day.
 */
const VISIBLE_MAX = 20;

/**
 * The run at its beginning; each has minutes of its own, as in another process. `startMs`: where
 * these begin.
 */
async function build(
  { harness, bot, record }: RunLife,
  startMs: number | null = null,
  visibleMax = VISIBLE_MAX,
): Promise<HostedRun> {
  const account = bot.accountId === harness.spot.accountId ? harness.spot : harness.futures;
  const at = { account, exchange: harness.sim.exchange };
  const whole = readLiveSetup(record);
  const setup = cutSetup(whole, startMs ?? whole.startMs);
  const window = await windowOf(harness.deps, new Map(), at, setup);
  assert(window.ok);
  const { markets, columns, endMs } = window.value;
  const { orderSupport } = harness.sim.exchange;
  const candlesOf = (market: Market): ColumnMarket => ({
    market,
    candles: present(columns.get(market.marketTag), 'a window has its minutes'),
  });
  const limits = { visibleMax };
  const store = makeColumnStore(markets.map(candlesOf), limits, window.value.isCut);
  const given = { bot, orderSupport, isFollowed: false, record, startMs: setup.startMs };
  const built = buildRun({ ...given, window: { markets, columns, endMs, store } });
  assert(built.ok, built.ok ? '' : built.rejection);
  return built.value;
}

/** What a run requested and wrote, in its order. */
type RunOutput = { readonly orders: string[]; readonly lines: string[] };

/** Replays up to so many events, and the minutes before the next one. */
function replay(
  lived: RunLife,
  run: HostedRun,
  fromEvent: number,
  toEvent: number,
  heard: RunOutput,
): void {
  const { record, events } = lived;
  const next = events[toEvent];
  const row =
    next === undefined
      ? rowAt(run.engine.setup, record.doneUntilMs)
      : (JSON.parse(next) as { readonly row: number }).row - rowsCut(run.engine.setup);
  const isWhole = toEvent === events.length;
  run.written.progress = {
    ...run.written.progress,
    eventCount: toEvent,
    doneUntilMs: run.engine.setup.startMs + row * MINUTE_MS,
  };
  const delivered = { events: events.slice(fromEvent), earlierCount: fromEvent };
  const parts = replayEvents(systemDigest, run, delivered, (orders) => {
    heard.orders.push(...orders.map(toStoredForm));
    heard.lines.push(...run.engine.run.log.lines.splice(0).map(toStoredForm));
  });
  for (;;) {
    const part = parts.next(64);
    if (part.done !== true) continue;
    if (isWhole) assert(part.value.ok, part.value.ok ? '' : part.value.rejection);
    return;
  }
}

function taken(run: HostedRun) {
  const snapshot = snapshotOf(systemDigest, run);
  if (!snapshot.ok) throw new NotStorable(snapshot.rejection);
  return snapshot.value;
}

function fromMs({ record }: RunLife): number {
  return readLiveSetup(record).startMs;
}

type Whole = { readonly run: HostedRun; readonly heard: RunOutput };

async function checkAt(lived: RunLife, whole: Whole, cuts: readonly number[]): Promise<void> {
  const heard: RunOutput = { orders: [], lines: [] };
  let [run, done] = [await build(lived), 0];
  let from: BotSnapshot | null = null;
  for (const cut of [...cuts, lived.events.length]) {
    const [orderCount, lineCount] = [heard.orders.length, heard.lines.length];
    try {
      replay(lived, run, done, cut, heard);
    } catch (error) {
      // It asks for a column of earlier minutes: it is loaded again with all of them.
      if (!(error instanceof EarlierMinutesNeeded)) throw error;
      heard.orders.splice(orderCount);
      heard.lines.splice(lineCount);
      run = await takenUp(lived, present(from, 'it was cut'), null);
      replay(lived, run, done, cut, heard);
    }
    done = cut;
    if (cut === lived.events.length) break;
    from = taken(run);
    const isCut = fromMs(lived) < from.windowStartMs;
    lived.cuts.count += isCut ? 1 : 0;
    run = await takenUp(lived, from, isCut ? from.windowStartMs : null);
    const again = taken(run);
    assert.equal(again.text, from.text, 'written again it is the same');
    assert.equal(again.windowStartMs, from.windowStartMs);
  }
  assert.deepEqual(heard, whole.heard);
  assert.equal(taken(run).stateDigest, taken(whole.run).stateDigest);
  assert.deepEqual(shownFigures(run.engine.run), shownFigures(whole.run.engine.run));
}

async function takenUp(
  lived: RunLife,
  from: BotSnapshot,
  startMs: number | null,
): Promise<HostedRun> {
  const run = await build(lived, startMs);
  const isTaken = restoreSnapshot(systemDigest, run, from);
  assert.ok(isTaken.ok, isTaken.ok ? '' : isTaken.rejection);
  return run;
}

export type RunLooks = {
  /** How often it was loaded with minutes that begin later than it did. */
  readonly cutsCount: number;
  readonly ordersCount: number;
};

/**
 * Has the bot live for an hour, and takes its run up at random places, so many times. Throws
 * NotStorable and Stopped.
 */
export async function assertRunGoesOn(start: StartBot, numRuns = 5): Promise<RunLooks> {
  const lived = await live(start);
  const whole: Whole = { run: await build(lived), heard: { orders: [], lines: [] } };
  replay(lived, whole.run, 0, lived.events.length, whole.heard);
  const usual = await build(lived, null, 500);
  replay(lived, usual, 0, lived.events.length, { orders: [], lines: [] });
  assert.equal(taken(usual).stateDigest, lived.lastDigest, 'made again it is what it was');
  const cut = fc.integer({ min: 0, max: lived.events.length });
  const cuts = fc.array(cut, { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(cuts, (each) =>
    checkAt(
      lived,
      whole,
      each.toSorted((a, b) => a - b),
    ),
  );
  await fc.assert(property, { numRuns });
  return { cutsCount: lived.cuts.count, ordersCount: whole.heard.orders.length };
}
