// Store of markets' minutes. Every implementation of the store passes history.contract.ts. All
// throw Failure.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import type { ColumnMemory } from '#domain/candle/allocate-columns.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { ClosedMinutes } from '#venue-port/feed/market-minutes.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';

/** From this minute (its open time) up to, not including, that one. */
export type MinuteWindow = { readonly fromMs: number; readonly toMs: number };

/** What prices and volumes are counted in. */
export type HistorySteps = { readonly priceStep: Decimal; readonly amountStep: Decimal };

export type HistorySummary = {
  readonly marketTag: MarketTag;
  readonly steps: HistorySteps;
  /** Minutes of a candle; the same for all of a market's. */
  readonly candleMinutes: number;
  /**
   * What was imported or requested, as one stretch: a minute in it without a candle is missing, one
   * outside it is not known.
   */
  readonly covered: MinuteWindow;
  /** Open times; null when nothing in the stretch has a candle. */
  readonly firstOpenMs: number | null;
  readonly lastOpenMs: number | null;
  readonly candlesCount: number;
};

export type HistoryWrite = {
  readonly marketTag: MarketTag;
  readonly steps: HistorySteps;
  /** Minutes of a candle. Longer ones stand in the row of their first minute. */
  readonly candleMinutes: number;
  /** Each within one UTC day, no day twice, each with a candle. */
  readonly days: readonly CandleColumns[];
  /** What the write is about; the covered stretch is widened to it. */
  readonly covered: MinuteWindow;
  /**
   * The write is refused when minutes would lie between its own and those that are covered:
   * nobody requested them, and they would count as missing.
   */
  readonly mustJoin?: boolean;
  /**
   * What becomes of a stored candle that differs from the new one. `correct`: it is replaced, and
   * what was known of its minute until now is retained, also that it was missing.
   */
  readonly onDifference: 'refuse' | 'replace' | 'correct';
  /** The market, when it exists only with its history; null: it is listed by its exchange. */
  readonly market: Market | null;
};

export type HistoryWritten = {
  readonly addedCount: number;
  readonly sameCount: number;
  readonly replacedCount: number;
};

/** Minutes that follow those which are covered of a market. */
export type MinuteAppend = {
  readonly marketTag: MarketTag;
  readonly steps: HistorySteps;
  readonly closed: ClosedMinutes;
};

/** A minute that was corrected, with its candle before that. */
export type CandleCorrection = {
  /** Later corrections of all markets have higher ones. */
  readonly number: number;
  readonly openTimeMs: number;
  /** Null: it was missing. */
  readonly before: Candle | null;
};

/** Nothing was written. */
export type HistoryRefusal =
  /** Candles that are stored with other figures. */
  | {
      readonly code: 'candles_differ';
      readonly firstDifferentMs: number;
      readonly differentCount: number;
    }
  /** The figures are counted in other steps than those that are stored. */
  | { readonly code: 'steps_differ'; readonly stored: HistorySteps }
  /** See `mustJoin`. */
  | { readonly code: 'leaves_hole'; readonly marketTag: MarketTag; readonly hole: MinuteWindow }
  /** The stored candles are of another interval. */
  | { readonly code: 'interval_differs'; readonly storedMinutes: number }
  /** The market is stored with other steps, fees or limits. */
  | { readonly code: 'market_differs'; readonly stored: Market };

export type HistoryStore = {
  /** Merges the days into what is stored, all in one transaction. May throw OutcomeUnknown. */
  writeHistory(write: HistoryWrite): Promise<Result<HistoryWritten, HistoryRefusal>>;
  /**
   * Appends minutes of many markets, in one transaction. False for a market without a history of
   * minutes in these steps whose covered stretch ends where the new minutes begin, and for one that
   * is written otherwise at this time. May throw OutcomeUnknown.
   */
  appendMinutes(appends: readonly MinuteAppend[]): Promise<readonly boolean[]>;
  /** Packs minutes of a market that were appended into their days: a read needs fewer rows. */
  packMinutes(marketTag: MarketTag): Promise<void>;
  /** Of minutes in the window, with higher numbers than this one, newest first. */
  listCorrections(
    marketTag: MarketTag,
    window: MinuteWindow,
    afterNumber: number,
  ): Promise<readonly CandleCorrection[]>;
  /**
   * Deletes at most so many corrections from before an instant that no run of a bot reads any more,
   * and returns how many.
   */
  purgeCorrections(beforeMs: number, rowsMax: number): Promise<number>;
  /** The number of the newest correction of all; zero without any. */
  lastCorrection(): Promise<number>;
  /**
   * One row for each minute of the window, missing ones filled, whatever is covered. A candle that
   * is longer than a minute is shown by all its rows (see `spreadCandles`).
   */
  loadCandles(
    marketTag: MarketTag,
    window: MinuteWindow,
    memory: ColumnMemory,
  ): Promise<CandleColumns>;
  /** Null when nothing is known of the market. */
  summarizeHistory(marketTag: MarketTag): Promise<HistorySummary | null>;
  /** Sorted by tag. */
  listHistory(): Promise<readonly HistorySummary[]>;
  /** Forgets all of it; with it the market, if it exists only with its history. */
  deleteHistory(marketTag: MarketTag): Promise<boolean>;
  /** Markets that exist only with their history, sorted by tag. */
  listHistoryMarkets(): Promise<readonly Market[]>;
};

/** An exchange whose minutes are known without asking anyone, so that they need no store. */
export type CandleSource = {
  /** The exchange's code. */
  readonly code: string;
  /** The first minute there is, the same for all its markets. */
  readonly firstOpenMs: number;
  /**
   * A row for each minute of the window, which lies within what there is; null: no such market. A
   * long window is computed in parts, between which the thread does other things.
   */
  computeCandles(
    marketTag: MarketTag,
    window: MinuteWindow,
    memory: ColumnMemory,
  ): Promise<CandleColumns | null>;
};
