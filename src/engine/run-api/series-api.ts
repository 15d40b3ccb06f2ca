// Sources of series: the candles of markets and what is computed from them.

import type { DerivedColumns, DerivedRequest } from '#engine/run-api/derived-api.ts';
import type { OperationName } from '#engine/run-api/operation.ts';
import type { LuaValue, HostValue } from '#lua/runtime/value.ts';

export const PRICE_SOURCES = [
  'open',
  'high',
  'low',
  'close',
  'volume',
  'hl',
  'hlc',
  'ohlc',
  'oc',
  'body_high',
  'body_low',
  'buy',
  'sell',
] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** `hlc` opens where the candle before closed. */
export type CandleStyle = 'candle' | 'hlc' | 'heikin_ashi';

export type SeriesRequest = {
  readonly source: PriceSource;
  /** Null: the bot's trade market. */
  readonly marketTag: string | null;
  /** Minutes; zero: the bot's interval. */
  readonly intervalMinutes: number;
  /** Closed candles only. */
  readonly isClosedOnly: boolean;
  readonly style: CandleStyle;
};

/** The newest minute, and the bar of the bot's interval that forms around it. */
export type PriceNow = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly ask: number;
  readonly bid: number;
};

/** A bar of a market, of whichever minutes. */
export type PriceBar = Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', number>>;

/** A series as commands handle it: newest first, 1-based; see series.ts for what it is. */
export type SeriesLike = HostValue & {
  /**
   * What the series is the first part of, once a script has requested it. Retained here because a
   * weak map beside it would keep runs that are over; see COMMAND_VALUES.
   */
  container: HostValue | null;
  /** `newest[row & rowMask]` is the newest element at the row. */
  readonly newest: Float64Array;
  readonly rowMask: number;
  /** NaN where there is none. */
  at(position: number): number;
  count(): number;
  /** The elements that there are now, newest first; a copy. */
  values(): Float64Array;
};

/** History that values of a script's own making lack before the run. */
export type HistoryWish = {
  /** More of them than there are. */
  readonly minutes: number;
  /** That are wished for, of whichever length, with those that there are. */
  readonly bars: number;
};

export type SeriesApi = {
  /** Throws LuaError when the market has no history here. */
  prices(request: SeriesRequest): SeriesLike;
  /**
   * What was known of a data series of the owner, at the close of each bar; `intervalMinutes` 0: of
   * the bot's interval. Throws LuaError when there is none of this name here.
   */
  data(name: string, intervalMinutes: number): SeriesLike;
  /**
   * Columns of an indicator of the registry, in the order of its outputs. Parameters left out have
   * their initial values. Throws LuaError that names the indicator when one is out of range.
   */
  indicator(
    name: string,
    inputs: readonly SeriesLike[],
    parameters: readonly number[],
  ): readonly SeriesLike[];
  /** Element by element; as many elements as the shortest series among the operands has. */
  combine(operation: OperationName, operands: readonly (SeriesLike | number)[]): SeriesLike;
  /**
   * A series whose elements, newest first, `make` works out from the elements of `parts` alone;
   * requested at most once in an update.
   */
  listed(parts: readonly SeriesLike[], make: () => ArrayLike<number>): SeriesLike;
  /** A series that stays as it is, from numbers, newest first. */
  fromNumbers(values: ArrayLike<number>): SeriesLike;
  /** A series that stays as the given one is now, while the run goes on. */
  still(series: SeriesLike): SeriesLike;
  /** A table of numbers, a number or a series as a series; null when it is none of these. */
  from(value: LuaValue): SeriesLike | null;
  /**
   * Columns of a computation on the closed bars of the trade market, shared by runs on the same
   * window; null where the window grows or they would be too large.
   */
  derived(request: DerivedRequest): DerivedColumns | null;
  /** Of several wishes the longest one counts. */
  wishHistory(wish: HistoryWish): void;
  now(marketTag: string | null): PriceNow;
  /**
   * The minutes from one instant up to another as one bar, also those that are still to come; null
   * where there are none. Only by rules whose history knows a bar before it has closed.
   */
  readonly laterBar?: (marketTag: string | null, fromMs: number, toMs: number) => PriceBar | null;
  /** What `now` returns as close; cheaper for who wants nothing else. */
  lastPrice(marketTag: string | null): number;
  /** At which a trade of this side is made at once: what `now` returns as ask or bid. */
  takingPrice(marketTag: string | null, side: 'buy' | 'sell'): number;
};
