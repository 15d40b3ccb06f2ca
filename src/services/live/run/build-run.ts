// Lays a run of a bot out from its setup and makes it again from its events: the same inputs in the
// same order come to the same run, and the orders that it asks for show whether they did.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { findOrder } from '#engine/run/orders/bot-orders.ts';
import { closedCount } from '#engine/run/positions/position-book.ts';
import { logShortSeries } from '#engine/run/apis/log-short-series.ts';
import { makeContext } from '#engine/run/apis/make-context.ts';
import { runMarket } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import { bytesOfSaved } from '#engine/run/saved-values.ts';
import { createRun } from '#engine/run/run.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { retainedValue, valueOfRetained } from '#engine/values/retained-value.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import { forgetOldOrders } from '#services/live/orders/order-form.ts';
import type {
  HostedIdentity,
  HostedOrders,
  HostedRun,
  LiveEvent,
  SeenVenue,
} from '#services/live/state/hosted-run.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';
import {
  applyEvent,
  eventFromStored,
  noteDelivered,
  runRowsOf,
} from '#services/live/run/apply-event.ts';
import { buildBrain, countsOwnEntries } from '#services/live/run/build-brain.ts';
import type { RetainedMemory, LiveSetup } from '#services/live/state/live-setup.ts';
import { cutSetup, readLiveSetup } from '#services/live/state/live-setup.ts';
import { rowAt, rowsCut, ALL_OPEN } from '#services/live/state/market-window.ts';
import type { RunWindow } from '#services/live/state/market-window.ts';
import { runSeries, windowOfRun } from '#services/live/state/run-series.ts';
import { viewWallet } from '#services/live/venue/account-view.ts';

type RunParts = HostedIdentity & {
  readonly window: RunWindow;
  readonly record: BotRunRecord;
  /** Open time of the first minute that it reads, where that is not the first of its life. */
  readonly startMs?: number;
};

/** The run at its beginning. The rejection says in words why its brain cannot run. */
export function buildRun(given: RunParts): Result<HostedRun, string> {
  const { record, bot, orderSupport, isFollowed } = given;
  const whole = readLiveSetup(record);
  const setup = cutSetup(whole, given.startMs ?? whole.startMs);
  const dataSeries = runSeries(setup, given.window);
  const window = windowOfRun(dataSeries, given.window, setup.firstRow);
  const [market] = window.markets;
  assert(market !== undefined, 'a window has the market that the bot trades');
  const makeBrain = buildBrain(setup.brain, market, setup);
  if (!makeBrain.ok) return makeBrain;
  const venue = venueOf(setup.wallet);
  const run = createRunOf(given, setup, () => {
    venue.hasReadWallet = true;
    return venue.wallet;
  });
  restoreMemory(run, setup);
  let series: HeldSeriesApi | null = null;
  const { intervalMinutes, seed } = setup;
  const marketTag = setup.marketTags[0] ?? '';
  const brain = makeBrain.value((stage) => {
    run.stage = stage;
    stage.row = setup.firstRow;
    series = makeSeriesApi({
      store: window.store,
      cursor: stage,
      marketTag,
      intervalMinutes,
      isGrowing: true,
      rowsBefore: rowsCut(setup),
      columnStepsPerRow: LIMITS.columnStepsPerMinuteMax,
      onShort: logShortSeries(run),
    });
    return makeContext(run, series);
  }, seed);
  assert(series !== null, 'a host has its api');
  const { setup: _setup, ...stored } = record;
  return accepted({
    identity: { bot, orderSupport, isFollowed },
    engine: { setup, window, dataSeries, run, brain, series, values: null },
    venue,
    orders: noOrders(),
    progress: {
      doneRow: setup.firstRow,
      polledRow: setup.firstRow,
      decidedAtMs: 0,
      ending: null,
    },
    written: {
      progress: stored,
      closedCount: 0,
      filledCount: 0,
      curve: null,
      equity: null,
      placedCount: 0,
      placedDigest: '',
      inputsDigest: '',
    },
  });
}

function venueOf(wallet: VenueWallet): SeenVenue {
  const walletText = toStoredForm(wallet);
  return {
    wallet,
    walletText,
    deliveredWallet: walletText,
    hasReadWallet: false,
    standing: ALL_OPEN,
    seenFillIds: new Set(),
    heldChanges: [],
    unresolvedOrderIds: new Set(),
    uncoveredRounds: 0,
  };
}

function noOrders(): HostedOrders {
  return {
    orderIds: new Map(),
    namesAdded: [],
    namesRemoved: [],
    cancelsWanted: new Set(),
    waiting: [],
    emulated: new Map(),
    leftTrails: new Map(),
    takenOver: new Set(),
    attached: new Map(),
    triggered: new Set(),
    pieces: new Map(),
  };
}

function restoreMemory({ memory, saved }: Run, setup: LiveSetup): void {
  for (const [name, retained] of setup.memory) {
    const value = valueOfRetained(retained);
    memory.set(name, value);
    saved.bytes += bytesOfSaved(name, value);
  }
}

function createRunOf(
  { bot, window }: RunParts,
  setup: LiveSetup,
  wallet: () => LiveSetup['wallet'],
): Run {
  const markets = window.markets.map((market, index) => {
    const columns = window.columns.get(market.marketTag);
    assert(columns !== undefined, 'a window has the minutes of its markets');
    return runMarket(index, market, columns, setup.startMs);
  });
  return createRun({
    kind: 'live',
    markets,
    firstOpenMs: setup.startMs,
    firstRow: setup.firstRow,
    lastRow: Infinity,
    accountId: bot.accountId,
    intervalMinutes: setup.intervalMinutes,
    seed: setup.seed,
    leverage: setup.leverage,
    marginMode: setup.marginMode,
    positionMode: setup.positionMode,
    tradeAmountQuote: setup.tradeAmountQuote,
    tradeAmountPercent: setup.tradeAmountPercent ?? null,
    pyramiding: countsOwnEntries(setup.brain) ? null : (setup.pyramiding ?? null),
    inputs: setup.inputs,
    venue: viewWallet(wallet, window.markets),
    startUnits: setup.startUnits,
    openOrdersMax: setup.openOrdersMax,
    notesDecisions: false,
    keepsLog: true,
  });
}

/** Hears what orders the run asks for, at its `decidedAtMs`. */
type OnOrders = (orders: readonly OrderToPlace[]) => void;

/** A replay, part by part: it is given how many rows the next one may have at most. */
export type Replay = Generator<undefined, Result<null, string>, number>;

export type EventsToReplay = {
  /** As they are stored, oldest first. */
  readonly events: readonly string[];
  /** How many came before, of which the run knows already. */
  readonly earlierCount?: number;
};

/**
 * Brings a run that was built to where it is stored to stand. The rejection names what came out
 * differently: its minutes, its script or this service are not what they were.
 */
export function* replayEvents(
  digest: Digest,
  live: HostedRun,
  { events, earlierCount = 0 }: EventsToReplay,
  onOrders: OnOrders = () => undefined,
): Replay {
  const { identity, engine, venue, progress, written } = live;
  const { doneUntilMs, eventCount, placedCount, placedDigest } = written.progress;
  // Another process may have carried the run on since the record was read.
  for (const text of events.slice(0, eventCount - earlierCount)) {
    noteDelivered(written, digest, text);
    const event = eventFromStored(engine.setup, text);
    yield* runTo(live, digest, event.row, onOrders);
    if (progress.doneRow !== event.row) return rejected(differs(identity, 'stopped early'));
    const missing = missingOrder(engine.run, event);
    if (missing !== null) return rejected(differs(identity, `did not ask for order "${missing}"`));
    onOrders(applyEvent(live, digest, event));
    forgetOldOrders(live);
    yield;
  }
  yield* runTo(live, digest, rowAt(engine.setup, doneUntilMs), onOrders);
  const { log, orders, positions } = engine.run;
  log.lines.length = 0;
  written.closedCount = closedCount(positions);
  written.filledCount = orders.filledCount;
  venue.deliveredWallet = toStoredForm(venue.wallet);
  venue.walletText = venue.deliveredWallet;
  venue.hasReadWallet = false;
  if (written.placedCount === placedCount && written.placedDigest === placedDigest)
    return accepted(null);
  const requested = `requested ${written.placedCount} orders, not ${placedCount}, or other ones`;
  return rejected(differs(identity, requested));
}

/** The order that the event speaks of, when the run that is made again has none of that name. */
function missingOrder(run: Run, { event }: LiveEvent): string | null {
  const isSeen =
    event.kind === 'ended' ||
    event.kind === 'taken_over' ||
    (event.kind === 'filled' && event.fill.unseen === undefined);
  if (!isSeen) return null;
  const orderId = event.kind === 'filled' ? event.fill.orderId : event.orderId;
  return findOrder(run.orders, orderId) === null ? orderId : null;
}

function* runTo(
  live: HostedRun,
  digest: Digest,
  row: number,
  onOrders: OnOrders,
): Generator<undefined, void, number> {
  const { progress } = live;
  while (progress.doneRow < row && progress.ending === null) {
    const rowsMax = yield;
    onOrders(runRowsOf(live, digest, Math.min(row, progress.doneRow + rowsMax)));
    forgetOldOrders(live);
  }
}

function differs({ bot }: HostedIdentity, what: string): string {
  return `Made again from its inputs, the run of "${bot.botId}" ${what}.`;
}

/** What the script saved, for the next activation. */
export function memoryOf({ memory }: Run): RetainedMemory {
  return [...memory].flatMap(([name, value]) => {
    const retained = retainedValue(value);
    return retained === null ? [] : [[name, retained] as const];
  });
}
