// A compiled Pine script as the brain of a run: once for each bar of the chart that has closed.
// Bars before the run are read first, without orders, so that averages and the past of values are
// there.

import { assert } from '#lib/assert.ts';
import type { DerivedColumns } from '#engine/run-api/derived-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MakeBrain, PathPoint, RunBrain } from '#engine/run/run-brain.ts';
import type { RunStage } from '#engine/run/run.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { NO_NAMED_VALUES } from '#engine/values/graph-text.ts';
import type { BarCharts } from '#pine/brain/bar-charts.ts';
import { barCharts } from '#pine/brain/bar-charts.ts';
import type { BrainMemory, RolledMemory } from '#pine/brain/brain-memory.ts';
import { copyMemory, putBack } from '#pine/brain/brain-memory.ts';
import { emptyBook } from '#pine/brain/broker-book.ts';
import { brokerTerms, insistOnMoney } from '#pine/brain/broker-terms.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import { PRICES, pastPrice } from '#pine/brain/past-price.ts';
import type { SecurityReader } from '#pine/brain/pine-security.ts';
import { readLower, readSecurity, wishBars } from '#pine/brain/pine-security.ts';
import { factsOf } from '#pine/brain/market-facts.ts';
import { inputValues } from '#pine/brain/pine-inputs.ts';
import { pineFailure } from '#pine/brain/pine-failure.ts';
import { brokerFacade, syncBook } from '#pine/brain/pine-broker.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import { NOTHING_EARLY } from '#pine/brain/place-order.ts';
import type { RunAlerts } from '#pine/brain/run-alerts.ts';
import { runAlerts } from '#pine/brain/run-alerts.ts';
import { settleOrders } from '#pine/brain/settle-orders.ts';
import { shownObjects } from '#pine/brain/shown-objects.ts';
import { drawnObjects } from '#pine/runtime/drawn-objects.ts';
import type { LoadedPine } from '#pine/program/load-pine.ts';
import type { PineFacts, PineHost } from '#pine/runtime/pine-now.ts';
import { now } from '#pine/runtime/pine-now.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import type { RowsEnd, ScriptFailure, ScriptLimits } from '#lua/run-script.ts';
import { DEFAULT_LIMITS } from '#lua/run-script.ts';
import { BYTES, SLOTS, STEPS, fillMeter, meter } from '#lua/runtime/meter.ts';

const MINUTE_MS = 60_000;
/** Bars before the run that are read. */
const BARS_BEFORE_MAX = 5_000;

type Running = {
  readonly loaded: LoadedPine;
  readonly api: CommandContext;
  readonly stage: RunStage;
  readonly prices: Readonly<Record<PriceName, SeriesLike>>;
  readonly retained: BrainMemory;
  readonly facts: PineFacts;
  readonly limits: ScriptLimits;
  readonly emulates: boolean;
  readonly sharesColumns: boolean;
  readonly pyramiding: number | undefined;
  /** Open time of row 0. */
  readonly originMs: number;
  broker: PineBroker | null;
  host: PineHost | null;
  charts: BarCharts | null;
  alerts: RunAlerts | null;
  securities: SecurityReader | null;
  inputs: readonly unknown[] | null;
  /** Null: the run computes everything itself. */
  columns: readonly (DerivedColumns | null)[] | null;
  isMuted: boolean;
  /** What was before the first run within this bar; null: there was none. */
  rolled: RolledMemory | null;
  /** Rows of the newest bars, by the end of their number; none before `rowsFrom`. */
  readonly rows: Int32Array;
  rowsFrom: number;
};

/** Bars whose rows are known: a power of two. */
const ROWS_COUNT = 64;

export type PineBrainOptions = {
  readonly limits?: ScriptLimits;
  /** A backtest by the rules of the broker emulator. */
  readonly emulates?: boolean;
  /** What statements compute is shared with other runs on the same window; then none is saved. */
  readonly sharesColumns?: boolean;
  /** Chosen in place of what the declaration has. */
  readonly pyramiding?: number | undefined;
};

/**
 * Brain of a loaded script. Emulation fills orders as the foreign broker does; columns may be
 * shared between the runs of a lab.
 */
export function pineBrain(loaded: LoadedPine, given: PineBrainOptions = {}): MakeBrain {
  const { limits = DEFAULT_LIMITS, emulates = false, sharesColumns = false, pyramiding } = given;
  return (makeContext, seed) => {
    const stage: RunStage = { row: 0, hasRequests: false };
    fillMeter();
    const api = makeContext(stage);
    const running = begin(loaded, api, {
      stage,
      seed,
      limits,
      emulates,
      sharesColumns,
      pyramiding,
    });
    return {
      runRows: (fromRow, toRow) => runRows(running, fromRow, toRow),
      readBefore: (row) => rehearse(running, row),
      ...(runsWithinBars(running)
        ? { recalculate: (row: number, reached: PathPoint) => recalculate(running, row, reached) }
        : {}),
      tell: null,
      call: () => null,
      state: stateOf(running),
      objects: () => objectsOf(running),
    };
  };
}

type BrainStart = Pick<
  Running,
  'stage' | 'limits' | 'emulates' | 'sharesColumns' | 'pyramiding'
> & {
  readonly seed: number;
};

function begin(
  loaded: LoadedPine,
  api: CommandContext,
  { stage, seed, ...options }: BrainStart,
): Running {
  const price = (source: PriceName): SeriesLike =>
    api.series.prices({
      source,
      marketTag: null,
      intervalMinutes: 0,
      isClosedOnly: true,
      style: 'candle',
    });
  const { row } = stage;
  const prices = Object.fromEntries(PRICES.map((name) => [name, price(name)]));
  return {
    loaded,
    api,
    stage,
    prices: prices as Running['prices'],
    retained: {
      script: loaded.module.fresh(),
      book: emptyBook(),
      drawings: {},
      securities: {},
      chance: seededGenerator(seed),
      barCount: 0,
      closeBefore: NaN,
    },
    facts: { ...factsOf(api, null), accountCurrency: accountCurrencyOf(loaded) },
    ...options,
    originMs: api.clock.nowMs() - (row + 1) * MINUTE_MS,
    broker: null,
    host: null,
    charts: null,
    alerts: null,
    securities: null,
    inputs: null,
    columns: null,
    isMuted: false,
    rolled: null,
    rows: new Int32Array(ROWS_COUNT),
    rowsFrom: Infinity,
  };
}

function runsWithinBars({ loaded, emulates }: Running): boolean {
  return emulates && loaded.compiled.declaration.arguments['calc_on_order_fills'] === true;
}

const KNOWS_THE_BAR =
  'the script ran within bars, after fills (calc_on_order_fills), and knew their whole prices';

/** What it requests is placed; all else of it is undone before the script runs again. */
function recalculate(running: Running, row: number, reached: PathPoint): ScriptFailure | null {
  const { retained, stage } = running;
  // Orders fill after the first bar has been worked through.
  assert(running.broker !== null, 'orders were placed');
  running.api.log.writeOnce('pine within', 'warning', KNOWS_THE_BAR);
  if (running.rolled === null) running.rolled = copyMemory(retained);
  else putBack(retained, copyMemory(running.rolled));
  stage.row = row;
  now.pass += 1;
  return guarded(running, () => runBar(running, row, reached));
}

function accountCurrencyOf({ compiled }: LoadedPine): string {
  return String(compiled.declaration.arguments['currency'] ?? 'NONE');
}

function runRows(running: Running, fromRow: number, toRow: number): RowsEnd {
  const { stage, facts, originMs } = running;
  const size = facts.intervalMinutes * MINUTE_MS;
  for (let row = fromRow; row < toRow; row += 1) {
    stage.row = row;
    if (running.broker !== null) running.alerts?.tellFills(running.broker);
    if ((originMs + (row + 1) * MINUTE_MS) % size !== 0) continue;
    const failure = runAtClose(running, row);
    if (failure !== null) return { row, failure };
    if (stage.hasRequests) return { row: row + 1, failure: null };
  }
  return { row: toRow, failure: null };
}

function runAtClose(running: Running, row: number): ScriptFailure | null {
  if (running.rolled !== null) putBack(running.retained, running.rolled);
  running.rolled = null;
  return guarded(running, () => {
    if (running.retained.barCount === 0) readBarsBefore(running, row);
    runBar(running, row, null);
  });
}

function guarded(running: Running, run: () => void): ScriptFailure | null {
  try {
    run();
    return null;
  } catch (thrown) {
    now.host = null;
    fillMeter();
    return pineFailure(thrown, running.loaded);
  }
}

/** A failure of it is one of the run, when that begins. */
function rehearse(running: Running, fromRow: number): void {
  const { facts, originMs, stage } = running;
  const size = facts.intervalMinutes * MINUTE_MS;
  const closeMs = Math.ceil((originMs + (fromRow + 1) * MINUTE_MS) / size) * size;
  stage.row = (closeMs - originMs) / MINUTE_MS - 1;
  try {
    readBarsBefore(running, stage.row);
  } catch (thrown) {
    now.host = null;
    fillMeter();
    if (pineFailure(thrown, running.loaded) === null) throw thrown;
  }
}

/** Bars that there are before the first one of the run, whose own need not be known. */
function readBarsBefore(running: Running, firstRow: number): void {
  const { facts, stage } = running;
  const count = barsBefore(running, firstRow);
  running.isMuted = true;
  stage.beginRow = firstRow;
  for (let back = count; back > 0; back -= 1) {
    const row = firstRow - back * facts.intervalMinutes;
    if (row < 0) continue;
    stage.row = row;
    runBar(running, row, null);
  }
  running.isMuted = false;
  stage.beginRow = null;
  stage.row = firstRow;
  if (running.securities !== null) wishBars(running.securities);
}

function barsBefore({ prices, facts, stage }: Running, firstRow: number): number {
  stage.row = firstRow - facts.intervalMinutes;
  const isNone = stage.row < 0 || prices.close.count() === 0;
  stage.row = firstRow;
  return isNone ? 0 : Math.min(prices.close.count() - 1, BARS_BEFORE_MAX);
}

function newestOf({ newest, rowMask }: SeriesLike, row: number): number {
  return newest[row & rowMask] ?? NaN;
}

/** Rows of a live run move with what is retained of its history. */
function noteRow(running: Running, row: number): void {
  const { rows, retained, api } = running;
  if (api.run.kind === 'live') return;
  rows[retained.barCount & (ROWS_COUNT - 1)] = row;
  if (running.rowsFrom === Infinity) running.rowsFrom = retained.barCount;
}

/** A price of so many bars ago, as it stood when that bar closed. */
function priceOf(
  { prices, rows, rowsFrom, retained }: Running,
  name: PriceName,
  back: number,
): number {
  const bar = retained.barCount - back;
  const series = prices[name];
  if (back >= ROWS_COUNT || bar < rowsFrom) return series.at(back + 1);
  return newestOf(series, rows[bar & (ROWS_COUNT - 1)] ?? 0);
}

/** `reached`: the point of the bar's path at which it stands; null: it has closed. */
function runBar(running: Running, row: number, reached: PathPoint | null): void {
  const { prices, retained, facts, limits, loaded, api } = running;
  meter[STEPS] = limits.steps;
  meter[BYTES] = limits.bytes;
  meter[SLOTS] = limits.slots;
  const closeMs = running.originMs + (row + 1) * MINUTE_MS;
  noteRow(running, row);
  now.bar = retained.barCount;
  now.open = newestOf(prices.open, row);
  now.high = newestOf(prices.high, row);
  now.low = newestOf(prices.low, row);
  now.close = newestOf(prices.close, row);
  now.volume = newestOf(prices.volume, row);
  if (reached === null) now.pass = 0;
  now.price = reached?.price ?? now.close;
  now.top = reached?.high ?? now.high;
  now.bottom = reached?.low ?? now.low;
  now.timeMs = closeMs - facts.intervalMinutes * MINUTE_MS;
  now.closeMs = closeMs;
  retained.lastOpenMs = now.timeMs;
  now.isFirst = retained.barCount === 0;
  now.isLast = !running.isMuted && api.run.isFinal();
  now.isLive = !running.isMuted && api.run.kind === 'live';
  now.closeBefore = retained.closeBefore;
  now.facts = facts;
  const broker = brokerOf(running);
  broker.isMuted = running.isMuted;
  now.host = running.host;
  running.charts?.beginBar();
  running.alerts?.beginBar();
  syncBook(broker);
  const inputs = (running.inputs ??= inputValues(loaded.compiled, api));
  if (now.isFirst && running.sharesColumns) running.columns = columnsOf(running, inputs, row);
  loaded.module.share(running.columns);
  loaded.module.main(retained.script, inputs);
  running.alerts?.endBar();
  settleOrders(broker);
  if (reached === null) {
    retained.closeBefore = now.close;
    retained.barCount += 1;
  }
  now.host = null;
  fillMeter();
}

/** Of a run that begins with this row. */
function columnsOf(
  { loaded, api, facts, originMs }: Running,
  inputs: readonly unknown[],
  row: number,
): Running['columns'] {
  const { sharedColumns: shared, code } = loaded.compiled;
  return shared.map(({ inputs: read, columnCount }, at) => {
    const values = read.map((input) => String(inputs[input]));
    return api.series.derived({
      program: code,
      key: JSON.stringify([at, values, facts, originMs, row]),
      columnCount,
      freshState: () => loaded.module.fresh(),
    });
  });
}

/** Made with the first bar, when the wallet is known. */
function brokerOf(running: Running): PineBroker {
  const { api, retained, loaded } = running;
  if (running.broker !== null) return running.broker;
  const { book } = retained;
  insistOnMoney(loaded.compiled.declaration.arguments);
  if (Number.isNaN(book.initialCapital)) book.initialCapital = api.wallet.equity();
  const broker: PineBroker = {
    api,
    book,
    terms: brokerTerms(loaded.compiled, running),
    isSpot: api.markets.facts(null)?.marketType !== 'futures',
    isMuted: running.isMuted,
    early: NOTHING_EARLY,
    figures: null,
  };
  running.broker = broker;
  running.host = hostOf(running, broker);
  return broker;
}

/** By the last bar, to which the others are at even distances. */
function objectsOf(running: Running): ReturnType<typeof shownObjects> {
  const { retained, prices, facts, loaded } = running;
  const { lastOpenMs = 0, barCount } = retained;
  const sizeMs = facts.intervalMinutes * MINUTE_MS;
  const lastBar = barCount - 1;
  const price = (name: PriceName, offset: number): number => prices[name].at(offset + 1);
  fillMeter();
  return shownObjects(retained.drawings, {
    isOverlay: loaded.compiled.declaration.arguments['overlay'] === true,
    timeOf: (bar) => lastOpenMs + (bar - lastBar) * sizeMs,
    edgeAt(atMs, edge) {
      const back = Math.ceil((lastOpenMs - atMs) / sizeMs);
      return back > lastBar ? NaN : pastPrice(price, barCount, facts.intervalMinutes, edge, back);
    },
  });
}

const DRAWN_MAX: Readonly<Record<string, number>> = { polyline: 100 };
const DRAWN_MOST = 500;
const DRAWN_USUALLY = 50;

/** Plots and alerts are those of the run at the close. */
function isUnseen({ isMuted, rolled }: Running): boolean {
  return isMuted || rolled !== null;
}

function hostOf(running: Running, broker: PineBroker): PineHost {
  const { api, retained, prices, facts, loaded } = running;
  const given = loaded.compiled.declaration.arguments;
  const limitOf = (kind: string): number => {
    const chosen = given[`max_${kind}${kind.endsWith('x') ? 'es' : 's'}_count`];
    return Math.min(
      typeof chosen === 'number' ? Math.max(chosen, 1) : DRAWN_USUALLY,
      DRAWN_MAX[kind] ?? DRAWN_MOST,
    );
  };
  const price = (name: PriceName, offset: number): number => priceOf(running, name, offset);
  const securities: SecurityReader = {
    loaded,
    api,
    broker,
    memories: retained.securities,
    inputs: () => running.inputs ?? [],
    bars: new Map(),
    charts: new Map(),
    symbols: new Map(),
    closeMs: 0,
    readings: running.isMuted ? new Map() : null,
  };
  running.securities = securities;
  const charts = barCharts({
    charts: api.charts,
    isOverlay: given['overlay'] === true,
    colors: (retained.plotColors ??= {}),
    isMuted: () => isUnseen(running),
  });
  running.charts = charts;
  const alerts = runAlerts({
    api,
    facts,
    price: (name) => prices[name].at(1),
    openMs: () => retained.lastOpenMs ?? 0,
    readsPlots: loaded.compiled.code.includes('{{plot'),
    sendsConditions: loaded.compiled.declaration.kind !== 'strategy',
    isMuted: () => isUnseen(running),
  });
  running.alerts = alerts;
  return {
    pastPrice: (name, offset) =>
      pastPrice(price, retained.barCount, facts.intervalMinutes, name, offset),
    charts: alerts.withPlots(charts),
    condition: alerts.condition,
    alert(message) {
      if (!isUnseen(running)) api.log.notify({ service: null, title: null, message });
    },
    log(severity, message) {
      if (!running.isMuted) api.log.write(severity, message);
    },
    random: () => nextDouble(retained.chance),
    broker: brokerFacade(broker),
    drawings: drawnObjects(retained.drawings, limitOf),
    security: (request) => readSecurity(securities, request),
    lower: (request) => readLower(securities, request),
  };
}

function stateOf(running: Running): RunBrain['state'] {
  const { retained, loaded } = running;
  return {
    named: NO_NAMED_VALUES,
    shown: () => [],
    code: () => [loaded.compiled.code],
    calls: () => [],
    beginCalls: () => undefined,
    save() {
      assert(running.columns === null, 'what is shared is not in the state of a run');
      return retained;
    },
    restore(saved) {
      const memory = saved as BrainMemory;
      // What an earlier version saved lacks what has been added to the book since.
      Object.assign(retained, memory, { book: { ...emptyBook(), ...memory.book } });
      running.broker = null;
      running.rowsFrom = Infinity;
    },
    describeGlobal: (name) => name,
  };
}
