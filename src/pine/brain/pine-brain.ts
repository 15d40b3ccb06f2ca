// A compiled Pine script as the brain of a run: once for each bar of the chart that has closed.
// Bars before the run are read first, without orders, so that averages and the past of values are
// there.

import { assert } from '#lib/assert.ts';
import type { DerivedColumns } from '#engine/run-api/derived-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MakeBrain, RunBrain } from '#engine/run/run-brain.ts';
import type { RunStage } from '#engine/run/run.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { NO_NAMED_VALUES } from '#engine/values/graph-text.ts';
import type { BarCharts, RetainedColors } from '#pine/brain/bar-charts.ts';
import { barCharts } from '#pine/brain/bar-charts.ts';
import type { BrokerBook } from '#pine/brain/broker-book.ts';
import { emptyBook } from '#pine/brain/broker-book.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import { PRICES, pastPrice } from '#pine/brain/past-price.ts';
import type { SecurityMemory, SecurityReader } from '#pine/brain/pine-security.ts';
import { readLower, readSecurity } from '#pine/brain/pine-security.ts';
import { factsOf } from '#pine/brain/market-facts.ts';
import { inputValues } from '#pine/brain/pine-inputs.ts';
import { pineFailure } from '#pine/brain/pine-failure.ts';
import { brokerFacade, syncBook } from '#pine/brain/pine-broker.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import { settleOrders } from '#pine/brain/settle-orders.ts';
import type { RetainedDrawings } from '#pine/runtime/drawn-objects.ts';
import { drawnObjects } from '#pine/runtime/drawn-objects.ts';
import type { LoadedPine, PineState } from '#pine/program/load-pine.ts';
import type { PineFacts, PineHost } from '#pine/runtime/pine-now.ts';
import { now } from '#pine/runtime/pine-now.ts';
import type { Generator32 } from '#lua/library/random.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import type { RowsEnd, ScriptFailure, ScriptLimits } from '#lua/run-script.ts';
import { DEFAULT_LIMITS } from '#lua/run-script.ts';
import { BYTES, SLOTS, STEPS, fillMeter, meter } from '#lua/runtime/meter.ts';

const MINUTE_MS = 60_000;
/** Bars before the run that are read. */
const BARS_BEFORE_MAX = 5_000;

/** What is carried from bar to bar: plain data. */
type BrainMemory = {
  script: PineState;
  book: BrokerBook;
  drawings: RetainedDrawings;
  securities: Record<string, SecurityMemory>;
  /** Absent in runs of earlier versions. */
  plotColors?: RetainedColors;
  chance: Generator32;
  barCount: number;
  closeBefore: number;
};

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
  /** Open time of row 0. */
  readonly originMs: number;
  broker: PineBroker | null;
  host: PineHost | null;
  charts: BarCharts | null;
  inputs: readonly unknown[] | null;
  /** Null: the run computes everything itself. */
  columns: readonly (DerivedColumns | null)[] | null;
  isMuted: boolean;
};

export type PineBrainOptions = {
  readonly limits?: ScriptLimits;
  /** A backtest by the rules of the broker emulator. */
  readonly emulates?: boolean;
  /** What statements compute is shared with other runs on the same window; then none is saved. */
  readonly sharesColumns?: boolean;
};

export function pineBrain(
  loaded: LoadedPine,
  { limits = DEFAULT_LIMITS, emulates = false, sharesColumns = false }: PineBrainOptions = {},
): MakeBrain {
  return (makeContext, seed) => {
    const stage: RunStage = { row: 0, hasRequests: false };
    fillMeter();
    const api = makeContext(stage);
    const running = begin(loaded, api, { stage, seed, limits, emulates, sharesColumns });
    return {
      runRows: (fromRow, toRow) => runRows(running, fromRow, toRow),
      tell: null,
      call: () => null,
      state: stateOf(running),
    };
  };
}

type BrainStart = Pick<Running, 'stage' | 'limits' | 'emulates' | 'sharesColumns'> & {
  readonly seed: number;
};

function begin(
  loaded: LoadedPine,
  api: CommandContext,
  { stage, seed, limits, emulates, sharesColumns }: BrainStart,
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
    facts: factsOf(api, null),
    limits,
    emulates,
    sharesColumns,
    originMs: api.clock.nowMs() - (row + 1) * MINUTE_MS,
    broker: null,
    host: null,
    charts: null,
    inputs: null,
    columns: null,
    isMuted: false,
  };
}

function runRows(running: Running, fromRow: number, toRow: number): RowsEnd {
  const { stage, facts, originMs } = running;
  const size = facts.intervalMinutes * MINUTE_MS;
  for (let row = fromRow; row < toRow; row += 1) {
    stage.row = row;
    if ((originMs + (row + 1) * MINUTE_MS) % size !== 0) continue;
    const failure = guarded(running, () => {
      if (running.retained.barCount === 0) readBarsBefore(running, row);
      runBar(running, row);
    });
    if (failure !== null) return { row, failure };
    if (stage.hasRequests) return { row: row + 1, failure: null };
  }
  return { row: toRow, failure: null };
}

/** Bars that there are before the first one of the run. */
function readBarsBefore(running: Running, firstRow: number): void {
  const { prices, facts, stage } = running;
  const count = Math.min(prices.close.count() - 1, BARS_BEFORE_MAX);
  running.isMuted = true;
  for (let back = count; back > 0; back -= 1) {
    const row = firstRow - back * facts.intervalMinutes;
    if (row < 0) continue;
    stage.row = row;
    runBar(running, row);
  }
  running.isMuted = false;
  stage.row = firstRow;
}

function runBar(running: Running, row: number): void {
  const { prices, retained, facts, limits, loaded, api } = running;
  meter[STEPS] = limits.steps;
  meter[BYTES] = limits.bytes;
  meter[SLOTS] = limits.slots;
  const closeMs = running.originMs + (row + 1) * MINUTE_MS;
  now.bar = retained.barCount;
  now.open = prices.open.at(1);
  now.high = prices.high.at(1);
  now.low = prices.low.at(1);
  now.close = prices.close.at(1);
  now.volume = prices.volume.at(1);
  now.timeMs = closeMs - facts.intervalMinutes * MINUTE_MS;
  now.closeMs = closeMs;
  now.isFirst = retained.barCount === 0;
  now.isLast = !running.isMuted && api.run.isFinal();
  now.isLive = !running.isMuted && api.run.kind === 'live';
  now.closeBefore = retained.closeBefore;
  now.facts = facts;
  const broker = brokerOf(running);
  broker.isMuted = running.isMuted;
  now.host = running.host;
  running.charts?.beginBar();
  syncBook(broker);
  const inputs = (running.inputs ??= inputValues(loaded.compiled, api));
  if (now.isFirst && running.sharesColumns) running.columns = columnsOf(running, inputs, row);
  loaded.module.share(running.columns);
  loaded.module.main(retained.script, inputs);
  settleOrders(broker);
  retained.closeBefore = now.close;
  retained.barCount += 1;
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
  const given = loaded.compiled.declaration.arguments;
  const number = (name: string, usual: number): number =>
    typeof given[name] === 'number' ? given[name] : usual;
  const { book } = retained;
  // Version 6 has margin where nothing is declared, version 5 none.
  const usualMargin = loaded.compiled.version === 6 ? 100 : 0;
  if (Number.isNaN(book.initialCapital)) book.initialCapital = api.wallet.equity();
  const broker: PineBroker = {
    api,
    book,
    terms: {
      pyramiding: number('pyramiding', 0),
      sizeType: String(given['default_qty_type'] ?? 'fixed'),
      sizeValue: number('default_qty_value', 1),
      commissionType: String(given['commission_type'] ?? 'percent'),
      commissionValue: number('commission_value', 0),
      slippage: number('slippage', 0),
      marginLong: number('margin_long', usualMargin),
      marginShort: number('margin_short', usualMargin),
      emulates: running.emulates,
      closesAny: given['close_entries_rule'] === 'ANY',
    },
    isSpot: api.markets.facts(null)?.marketType !== 'futures',
    isMuted: running.isMuted,
    figures: null,
  };
  running.broker = broker;
  running.host = hostOf(running, broker);
  return broker;
}

const DRAWN_MAX = 500;
const DRAWN_USUALLY = 50;

function hostOf(running: Running, broker: PineBroker): PineHost {
  const { api, retained, prices, facts, loaded } = running;
  const given = loaded.compiled.declaration.arguments;
  const limitOf = (kind: string): number => {
    const chosen = given[`max_${kind}${kind.endsWith('x') ? 'es' : 's'}_count`];
    return Math.min(typeof chosen === 'number' ? Math.max(chosen, 1) : DRAWN_USUALLY, DRAWN_MAX);
  };
  const price = (name: PriceName, offset: number): number => prices[name].at(offset + 1);
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
  };
  const charts = barCharts({
    charts: api.charts,
    isOverlay: given['overlay'] === true,
    colors: (retained.plotColors ??= {}),
    isMuted: () => running.isMuted,
  });
  running.charts = charts;
  return {
    pastPrice: (name, offset) =>
      pastPrice(price, retained.barCount, facts.intervalMinutes, name, offset),
    charts,
    alert(message) {
      if (!running.isMuted) api.log.notify({ service: null, title: null, message });
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

function guarded(running: Running, act: () => void): ScriptFailure | null {
  try {
    act();
    return null;
  } catch (thrown) {
    now.host = null;
    fillMeter();
    return pineFailure(thrown, running.loaded);
  }
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
    },
    describeGlobal: (name) => name,
  };
}
