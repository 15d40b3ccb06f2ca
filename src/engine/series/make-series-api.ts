// The API of series over one store, for one run. All that it gives moves with the run's cursor.

import { INTERVALS_MINUTES, isBuiltFrom } from '#domain/candle/interval.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type {
  HistoryWish,
  SeriesApi,
  SeriesLike,
  SeriesRequest,
} from '#engine/run-api/series-api.ts';
import { isMixture } from '#engine/series/column.ts';
import { makeColumnHolder, releaseAll } from '#engine/series/column-holder.ts';
import { timelineOf } from '#engine/series/column-store.ts';
import { firstRowOfGroups, firstRowRead, movedSeeds, seedsOf } from '#engine/series/group-seeds.ts';
import type { ColumnStore, GroupSeed, StoredMarket } from '#engine/series/column-store.ts';
import { indicatorColumns, planNamed } from '#engine/series/indicator-column.ts';
import { transientIndicator } from '#engine/series/transient-indicator.ts';
import { OPERATIONS } from '#engine/run-api/operation.ts';
import { findDerived } from '#engine/series/derived-columns.ts';
import { dataColumn } from '#engine/series/data-column.ts';
import { laterBar } from '#engine/series/later-bar.ts';
import { priceColumn } from '#engine/series/price-column.ts';
import { priceReader } from '#engine/series/price-now.ts';
import type { PriceReader } from '#engine/series/price-now.ts';
import type { RequestedColumn, SeriesHistory } from '#engine/series/series-history.ts';
import {
  noteData,
  noteIndicator,
  notePrices,
  operationNamed,
  seriesAt,
} from '#engine/series/series-history.ts';
import { ColumnSeries, isSeries } from '#engine/series/series.ts';
import type { Cursor, Series } from '#engine/series/series.ts';
import { makeSeriesFactory, noteShort } from '#engine/series/series-factory.ts';
import type { ShortSeries } from '#engine/series/short-series.ts';
import type { SeriesFactory } from '#engine/series/series-factory.ts';
import { assert } from '#lib/assert.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type SeriesApiSetting = {
  readonly store: ColumnStore;
  /** The row that the run stands on; read whenever a value is. */
  readonly cursor: Cursor;
  /** The bot's trade market and interval, where a request names none. */
  readonly marketTag: MarketTag;
  readonly intervalMinutes: number;
  /** Whether the store gets rows while the run goes on; absent: it has all of them. */
  readonly isGrowing?: boolean;
  /** Rows of the run's life that lie before those of the store; absent: none. */
  readonly rowsBefore?: number;
  /** Steps for columns beside those of updates, for each row of the run; absent: none. */
  readonly columnStepsPerRow?: number;
  /** Hears of series that lack history when they are requested first. */
  readonly onShort?: (short: ShortSeries) => void;
  /** Whether minutes that are still to come may be read; absent: they may not. */
  readonly knowsLater?: boolean;
};

export type HeldSeriesApi = SeriesApi & {
  /**
   * The row from which on every column that was requested so far has its first value, as far as
   * bars and look-backs say.
   */
  readyRow(): number;
  /** The same of those that had no value yet when they were requested first; 0 when all had. */
  lackingRow(): number;
  /** What was wished for: the most minutes, and the bars of all wishes; null: nothing. */
  wished(): HistoryWish | null;
  /** The run is over: its columns may be dropped. No series of the API is to be read after. */
  release(): void;
  /** How its columns were requested, and the series of them. */
  readonly history: SeriesHistory;
  /**
   * Asks for columns as another API of the same run did; of an API that was not asked yet. `seeds`
   * are for a store that is cut.
   */
  ask(requested: readonly RequestedColumn[], seeds: readonly (GroupSeed | null)[]): void;
  /** The first row of the store that may still be read by whoever stands at a row. */
  firstRowNeeded(row: number): number;
  /**
   * What its columns take over, for a run that stands at `row`, into a store that begins at
   * `fromRow`; rows in it are counted over the run's life.
   */
  seeds(fromRow: number, row: number): readonly (GroupSeed | null)[];
};

type SeriesApiState = SeriesApiSetting & {
  readonly factory: SeriesFactory;
  readonly priceSeries: Map<string, Series>;
  readonly indicators: Map<string, readonly Series[]>;
  readonly priceReaders: Map<MarketTag, PriceReader>;
  /** That of the trade market, once it was requested. */
  tradeReader: PriceReader | null;
  wished: HistoryWish | null;
};

/**
 * Series API of a run. On a growing store a run is charged for the rows up to its cursor, otherwise
 * for the whole store.
 */
export function makeSeriesApi(setting: SeriesApiSetting): HeldSeriesApi {
  const { cursor, store, isGrowing = false, rowsBefore = 0, columnStepsPerRow = 0 } = setting;
  // A run that is made again reads a store that has grown since, and is charged as before.
  let requestedRow: number | null = null;
  const chargedRows = isGrowing
    ? () => (requestedRow ?? cursor.row + rowsBefore) + 1
    : () => store.rowCount;
  const holder = makeColumnHolder(store, chargedRows, columnStepsPerRow);
  const factory = makeSeriesFactory(holder, cursor, rowsBefore, isGrowing);
  factory.onShort = setting.onShort ?? null;
  const api: SeriesApiState = {
    ...setting,
    factory,
    priceSeries: new Map(),
    indicators: new Map(),
    priceReaders: new Map(),
    tradeReader: null,
    wished: null,
  };
  return {
    prices: (request) => prices(api, request),
    data: (name, intervalMinutes) => data(api, name, intervalMinutes),
    indicator: (name, inputs, parameters) => indicator(api, name, inputs.map(asSeries), parameters),
    combine: (operation, operands) =>
      factory.combine(
        OPERATIONS[operation],
        operands.map((operand) => (typeof operand === 'number' ? operand : asSeries(operand))),
      ),
    listed: (parts, make) => factory.listed(() => Float64Array.from(make()), parts.map(asSeries)),
    fromNumbers: (values) => factory.fixed(Float64Array.from(values)),
    still: (series) => still(api, asSeries(series)),
    from: (value) => seriesFrom(api, value),
    // A bar more, since the window may begin within one.
    derived: (request) =>
      isGrowing
        ? null
        : findDerived(
            store.derived,
            request,
            Math.ceil(store.rowCount / setting.intervalMinutes) + 1,
          ),
    wishHistory: (wish) => wishHistory(api, wish),
    now: (marketTag) => readerOf(api, marketTag).now(cursor.row),
    ...(setting.knowsLater === true
      ? { laterBar: (tag, fromMs, toMs) => laterBar(store, marketOf(api, tag), fromMs, toMs) }
      : {}),
    lastPrice: (marketTag) => readerOf(api, marketTag).last(cursor.row),
    // Without a book, the last price is the best that is known of both sides.
    takingPrice: (marketTag) => readerOf(api, marketTag).last(cursor.row),
    history: factory.history,
    firstRowNeeded: (row) => Math.min(firstRowOfGroups(holder, row), firstRowOfPrices(api, row)),
    seeds: (fromRow, row) => movedSeeds(seedsOf(holder, fromRow, row), -rowsBefore),
    ask(requested, seeds) {
      holder.seeds = store.isCut ? movedSeeds(seeds, rowsBefore) : [];
      factory.onShort = null;
      for (const each of requested) {
        requestedRow = each.row;
        askAgain(api, each);
      }
      factory.onShort = setting.onShort ?? null;
      requestedRow = null;
      holder.seeds = [];
      factory.history.requested.splice(0, Infinity, ...requested);
    },
    readyRow: () => factory.readyRow,
    lackingRow: () => factory.lackingRow,
    wished: () => api.wished,
    release: () => release(api),
  };
}

function wishHistory(api: SeriesApiState, { minutes, bars }: HistoryWish): void {
  const { minutes: most = 0, bars: others = 0 } = api.wished ?? {};
  api.wished = { minutes: Math.max(most, minutes), bars: others + bars };
}

function release({ factory }: SeriesApiState): void {
  factory.close();
  releaseAll(factory.holder);
}

/** A store that grows may be cut, after which its rows are others. */
function still({ factory, isGrowing = false }: SeriesApiState, series: Series): Series {
  return isGrowing ? factory.fixed(series.values()) : factory.still(series);
}

/** As far back as scripts read the bars of the bot's own interval. */
function firstRowOfPrices({ store, intervalMinutes }: SeriesApiState, row: number): number {
  return firstRowRead(store, timelineOf(store, intervalMinutes, false), row);
}

function askAgain(api: SeriesApiState, requested: RequestedColumn): void {
  const { history, combine, from } = api.factory;
  switch (requested.kind) {
    case 'prices':
      prices(api, requested.request);
      return;
    case 'data':
      data(api, requested.name, requested.intervalMinutes);
      return;
    case 'indicator': {
      const inputs = requested.inputs.map((place) => seriesAt(history, place));
      indicator(api, requested.name, inputs, requested.parameters);
      return;
    }
    case 'combination': {
      const operands = requested.operands.map((operand) =>
        typeof operand === 'number' ? operand : seriesAt(history, operand.place),
      );
      combine(operationNamed(requested.operation), operands);
      return;
    }
    case 'shift':
      from(seriesAt(history, requested.of), requested.position);
  }
}

function asSeries(value: SeriesLike): Series {
  assert(isSeries(value), 'a api gives the series that it is handed');
  return value;
}

function marketOf({ store, marketTag }: SeriesApiState, requested: string | null): StoredMarket {
  const tag = requested ?? marketTag;
  const market = store.markets.get(tag);
  if (market === undefined) throw libraryError(`there are no candles of the market "${tag}" here`);
  return market;
}

/** Of finding an indicator that is there, for itself and each of its inputs. */
const INDICATOR_STEPS = 24;
/** Of putting an indicator's kernels together. */
const PLAN_STEPS = 2_000;

function tooManySeries(): never {
  throw libraryError('too many different series: a script may keep only so many at a time');
}

function prices(api: SeriesApiState, request: SeriesRequest): Series {
  const intervalMinutes = request.intervalMinutes || api.intervalMinutes;
  const market = marketOf(api, request.marketTag);
  const { source, style, isClosedOnly } = request;
  const key = `${market.marketTag}|${source}|${style}|${intervalMinutes}|${isClosedOnly}`;
  const known = api.priceSeries.get(key);
  if (known !== undefined) return known;
  insistOnInterval(intervalMinutes);
  if (!isBuiltFrom(intervalMinutes, market.candleMinutes)) {
    const held = `the market "${market.marketTag}" has candles of ${market.candleMinutes} minutes`;
    throw libraryError(`${held}: those of ${intervalMinutes} cannot be built from them`);
  }
  const { factory } = api;
  const held = priceColumn(factory.holder, {
    source,
    style,
    isClosedOnly,
    market,
    intervalMinutes,
  });
  if (held === null) return tooManySeries();
  const series = factory.seriesOf(held);
  api.priceSeries.set(key, series);
  notePrices(factory, { ...request, intervalMinutes, marketTag: market.marketTag });
  return series;
}

function insistOnInterval(intervalMinutes: number): void {
  if (INTERVALS_MINUTES.includes(intervalMinutes)) return;
  const offered = INTERVALS_MINUTES.join(', ');
  throw libraryError(`there are no candles of ${intervalMinutes} minutes, only of ${offered}`);
}

function data(api: SeriesApiState, name: string, wantedMinutes: number): Series {
  const intervalMinutes = wantedMinutes || api.intervalMinutes;
  const key = `data ${intervalMinutes} ${name}`;
  const known = api.priceSeries.get(key);
  if (known !== undefined) return known;
  insistOnInterval(intervalMinutes);
  const points = api.store.dataSeries.get(name);
  if (points === undefined) throw libraryError(`there is no data series "${name}" here`);
  const { factory } = api;
  const held = dataColumn(factory.holder, name, points, intervalMinutes);
  if (held === null) return tooManySeries();
  const series = factory.seriesOf(held);
  api.priceSeries.set(key, series);
  noteData(factory, name, intervalMinutes);
  return series;
}

function indicator(
  api: SeriesApiState,
  name: string,
  inputs: readonly Series[],
  parameters: readonly number[],
): readonly Series[] {
  chargeSteps(INDICATOR_STEPS * (1 + inputs.length));
  const columns = sameBars(inputs);
  const ids = (columns ?? []).map(({ held }) => held.column.id);
  const key = columns === null ? null : `${name}(${ids.join(',')};${parameters.join(',')})`;
  const known = key === null ? undefined : api.indicators.get(key);
  if (known !== undefined) return known;
  chargeSteps(PLAN_STEPS);
  const plan = planNamed(name, parameters);
  if (!plan.ok) throw libraryError(`${name}: ${plan.rejection}`);
  const { factory } = api;
  if (columns === null || key === null) return transientIndicator(factory, plan.value, inputs);
  const sources = columns.map((series) => series.held);
  const held = indicatorColumns(factory.holder, name, sources, parameters, plan.value);
  // What is made for the moment is not retained: there may be ever others.
  if (held === null) return transientIndicator(factory, plan.value, inputs);
  const made = held.map((each) => factory.seriesOf(each));
  api.indicators.set(key, made);
  noteIndicator(factory, name, columns, parameters);
  noteShort(factory, made[0], `${name}(${parameters.join(', ')})`);
  return made;
}

/** The inputs, when they stand in columns whose bars are the same; else null. */
function sameBars(inputs: readonly Series[]): readonly ColumnSeries[] | null {
  const columns = inputs.filter((input) => input instanceof ColumnSeries);
  const bars = columns[0]?.column.shape.bars;
  if (columns.length < inputs.length || bars === undefined || isMixture(bars)) return null;
  return columns.every(({ column }) => column.shape.bars === bars) ? columns : null;
}

function seriesFrom({ factory }: SeriesApiState, value: LuaValue): Series | null {
  if (isSeries(value)) return value;
  if (typeof value === 'number') return factory.fixed(Float64Array.of(value));
  if (!(value instanceof LuaTable)) return null;
  chargeSteps(value.list.length);
  const numbers = value.list.map((item) => (isSeries(item) ? item.at(1) : item));
  if (!numbers.every((item) => typeof item === 'number')) return null;
  return factory.fixed(Float64Array.from(numbers));
}

function readerOf(api: SeriesApiState, requested: string | null): PriceReader {
  if (requested !== null) return readerOn(api, marketOf(api, requested));
  return (api.tradeReader ??= readerOn(api, marketOf(api, null)));
}

function readerOn(
  { priceReaders, store, intervalMinutes }: SeriesApiState,
  market: StoredMarket,
): PriceReader {
  const known = priceReaders.get(market.marketTag);
  if (known !== undefined) return known;
  const reader = priceReader(market, timelineOf(store, intervalMinutes, false));
  priceReaders.set(market.marketTag, reader);
  return reader;
}
