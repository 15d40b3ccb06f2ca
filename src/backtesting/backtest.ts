// Input and output of a backtest: plain data that crosses threads and is stored as it is. Money and
// prices are exact decimals; times are milliseconds of simulated time.

import type { ChartBar } from '#backtesting/chart-bars.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { NamedPoints } from '#domain/data-series/data-points.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import type { ExecutionSettings, SettingUsed } from '#backtesting/execution-settings.ts';
import type { PortValues } from '#backtesting/port-values/port-values.ts';
import type { DrawnObject } from '#domain/script/drawn-object.ts';
import type { FeedFailure } from '#engine/venue-feed/feed-backtest.ts';
import type { LogSeverity } from '#engine/run-api/run-api.ts';

export const RULE_SETS = ['realistic', 'tradingview', 'touch'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

export type BacktestMarket = {
  readonly market: Market;
  /** Null on spot. */
  readonly tiers: LeverageTiers | null;
  /** Of a liquidated position's value; zero on spot and where none is known. */
  readonly liquidationFeePercent: Decimal;
  /** By time; empty on spot and where none is known. */
  readonly funding: readonly FundingRate[];
  /** From before the window's start, for warm-up, to its end. */
  readonly candles: CandleColumns;
  /** Minutes of a candle, which all its rows show (see spread-candles.ts); absent: one. */
  readonly candleMinutes?: number;
};

export type BacktestSettings = {
  readonly rules: RuleSet;
  /** Percent of the price; null: as the rule set says. */
  readonly slippagePercent: Decimal | null;
  /** Most of a minute's volume that one order takes, in percent; null: as the rule set says. */
  readonly participationPercent: Decimal | null;
  readonly leverage: Decimal;
  readonly marginMode: 'cross' | 'isolated';
  readonly positionMode: 'one_way' | 'hedge';
  /** Null: derived from the request. */
  readonly seed: number | null;
  /** Repeats the run on data cut at random minutes; a decision that changes fails it. */
  readonly isAudited: boolean;
  /** Value of an unscripted trade, in quote. */
  readonly tradeAmountQuote: Decimal;
  /** Share of the equity that an unscripted trade is worth instead; left out: none. */
  readonly tradeAmountPercent?: Decimal;
  /** Entries of a script that may be open in one direction; left out: any number. */
  readonly pyramiding?: number;
  /** What the run begins with, where its script declared it. */
  readonly initialCapital?: Decimal;
  /** Begins with the window, also where series that the script reads have no value there yet. */
  readonly startsCold?: true;
  /** Left out: all as the rule set says. */
  readonly execution?: ExecutionSettings;
};

export type InputValue = number | string | boolean;

/** A strategy and its settings by key. */
export type StrategyChoice = {
  readonly type: StrategyType;
  readonly config: Readonly<Record<string, Json>>;
};

export type BacktestInput = {
  readonly script: { readonly name: string; readonly source: string };
  /** Decides in place of the script, which then only names it. */
  readonly strategy?: StrategyChoice;
  /** Scripts that define custom commands which this one may call. */
  readonly libraries: readonly { readonly name: string; readonly source: string }[];
  /** The trade market first. */
  readonly markets: readonly BacktestMarket[];
  readonly intervalMinutes: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly accountId: string;
  /** The wallet at the start, by currency. */
  readonly wallet: readonly { readonly currency: string; readonly amount: Decimal }[];
  /** Whether nobody chose it, so that a Pine script declares what it begins with. */
  readonly hasUsualWallet?: true;
  /** Percent; null: the market's own. */
  readonly fees: { readonly makerPercent: Decimal; readonly takerPercent: Decimal } | null;
  /** Chosen inputs by key (`group.label`, or `label` alone where that is unique). */
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** Data series of the owner that the script may read; absent: none. */
  readonly dataSeries?: readonly NamedPoints[];
  readonly settings: BacktestSettings;
  /**
   * Whether the run fails with `short_history` where more minutes before the window would give all
   * its series a value; else it begins as late as they need. Changes no figure.
   */
  readonly asksForHistory?: true;
  /** The script's form that tells what its blocks give, which is retained. Changes no figure. */
  readonly traced?: TracedVisual;
};

export type BacktestFailure = Omit<FeedFailure, 'kind'> & {
  readonly kind: FeedFailure['kind'] | 'invalid_script' | 'look_ahead';
};

/** What a run had of history before its first update, in bars of its interval. */
export type WarmUp = {
  /** Until each series that the script requested had its first value. */
  readonly neededBars: number;
  readonly givenBars: number;
  /** The first update; later than the window's start where the history before it was short. */
  readonly firstUpdateMs: number;
  /** Whether each series, also one requested later, had a value when it was requested first. */
  readonly isSufficient: boolean;
};

export type BacktestPosition = {
  readonly positionId: string;
  readonly direction: 'long' | 'short';
  readonly marketTag: string;
  readonly isClosed: boolean;
  readonly openedAtMs: number;
  readonly closedAtMs: number | null;
  readonly amount: Decimal;
  readonly averagePrice: Decimal;
  readonly exitPrice: Decimal | null;
  /** Fees, funding and liquidation fee deducted. */
  readonly realizedProfit: Decimal;
  readonly fees: Decimal;
  readonly margin: Decimal;
  readonly roiPercent: Decimal;
  readonly profitCurrency: string;
  /** Absent until it is computed from the run's candles, and in results of earlier versions. */
  readonly excursion?: Excursion;
  /** Why what is left of it cannot be traded; absent where nobody was refused it. */
  readonly leftReason?: string;
};

/**
 * How far the price certainly went for and against a position while it was open, in percent of its
 * average entry: in the minutes that lie whole between entry and exit, at the close of the minute
 * of an entry within it, and at the exit. Zero or more.
 */
export type Excursion = { readonly favorablePercent: number; readonly adversePercent: number };

export type BacktestOrder = {
  readonly orderId: string;
  /** Of the report's position that its first fill went to; null when nothing filled. */
  readonly positionId: string | null;
  readonly marketTag: string;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly price: Decimal;
  readonly triggerPrice: Decimal | null;
  readonly amount: Decimal;
  readonly filledAmount: Decimal;
  readonly averagePrice: Decimal;
  readonly fees: Decimal;
  readonly state: 'open' | 'filled' | 'cancelled' | 'failed';
  readonly openedAtMs: number;
  readonly endedAtMs: number | null;
  readonly note: string;
  readonly message: string;
  /** Of a part of an order of a Pine script: the amount of all parts. */
  readonly wholeAmount?: number;
  /** Of a Pine script: closes what stands against an entry, with it. */
  readonly isTurn?: true;
  /** Of a run whose values were recorded: ids of the blocks that led to it. */
  readonly blocks?: readonly string[];
};

export type BacktestLogLine = {
  readonly atMs: number;
  readonly severity: LogSeverity;
  readonly message: string;
};

/** Counts of what the rules had to assume or refuse. */
export type AssumptionCounts = {
  readonly ambiguousFills: number;
  readonly gapFills: number;
  readonly partialFills: number;
  readonly rejectedOrders: number;
  readonly missingMinutes: number;
  readonly liquidations: number;
};

/** What a history of candles longer than a minute leaves open. */
export type CoarseResolution = {
  readonly candleMinutes: number;
  /**
   * Fills inside a candle whose minute is not known, nor what came before it in the candle. Under
   * rules that take bars of the chart for their candles, there are none.
   */
  readonly unwalkedFills: number;
};

/** A stretch of the window that the data leaves out. */
export type DataGap = {
  /** `funding`: no rates were known, so none was paid; `minutes`: nothing could fill. */
  readonly kind: 'funding' | 'minutes';
  readonly marketTag: string;
  readonly fromMs: number;
  readonly toMs: number;
};

export type BacktestReport = {
  readonly engineVersion: string;
  readonly dataHash: string;
  readonly seed: number;
  readonly rules: RuleSet;
  /** What was chosen of how orders execute; left out when nothing was. */
  readonly settingsUsed?: readonly SettingUsed[];
  readonly profitCurrency: string;
  /** What the wallet held of it at the start. Absent in reports of earlier versions. */
  readonly startEquity?: Decimal;
  readonly realizedProfit: Decimal;
  readonly unrealizedProfit: Decimal;
  readonly grossProfit: Decimal;
  /** Of a grid; left out of all else. */
  readonly pairs?: PairFigures;
  readonly fees: Decimal;
  readonly funding: Decimal;
  readonly roiPercent: Decimal;
  readonly winRatePercent: Decimal;
  /** The market's own change over the window, in percent. */
  readonly priceChangePercent: Decimal;
  readonly ordersTotal: number;
  readonly ordersFilled: number;
  readonly ordersPartiallyFilled: number;
  readonly averageOpenTimeSeconds: Decimal;
  readonly positionsClosed: number;
  readonly positionsWinning: number;
  readonly positionsLosing: number;
  readonly averageProfit: Decimal;
  readonly averageMargin: Decimal;
  readonly profitFactor: Decimal;
  readonly sharpeRatio: Decimal;
  readonly sortinoRatio: Decimal;
  readonly maxDrawdown: Decimal;
  readonly maxDrawdownPercent: Decimal;
  /** Absent in reports of earlier versions. */
  readonly falls?: DrawdownTimes;
  readonly biggestWin: Decimal;
  readonly biggestLoss: Decimal;
  readonly highestProfit: Decimal;
  readonly lowestProfit: Decimal;
  readonly assumptions: AssumptionCounts;
  /** Absent when the history had minutes. */
  readonly resolution?: CoarseResolution;
  /** The longest ones, by time; absent when there are none, and in reports of earlier versions. */
  readonly dataGaps?: readonly DataGap[];
  /** Absent in reports of earlier versions. */
  readonly warmUp?: WarmUp;
  /** Why orders were refused, the most frequent reasons first. */
  readonly rejections: readonly { readonly reason: string; readonly count: number }[];
  /** Keys that were chosen for inputs which the script never requested. */
  readonly unusedInputs: readonly string[];
  readonly updates: number;
  readonly positions: readonly BacktestPosition[];
  readonly orders: readonly BacktestOrder[];
  /** At most 10,000 lines; the last one says when more were written. */
  readonly logs: readonly BacktestLogLine[];
  /** Wallet and open profit in the profit currency, at most 2,000 points, the last included. */
  readonly equity: readonly { readonly atMs: number; readonly value: number }[];
  /**
   * At the start, at the end of each UTC day, and at the end where it is within one. Absent in
   * reports of earlier versions.
   */
  readonly days?: readonly DayClose[];
  /** The wallet at the end, by currency. */
  readonly wallet: readonly { readonly currency: string; readonly amount: Decimal }[];
  readonly custom: readonly {
    readonly key: string;
    readonly value: string;
    readonly group: string;
  }[];
  /** Lines that the script drew, at most 2,000 points each, at the times of the equity curve. */
  readonly plots: readonly BacktestPlot[];
  /** What else it drew. Absent in reports of earlier versions. */
  readonly drawings?: readonly BacktestDrawing[];
  /** What it had on its charts at the end. Absent where nothing is, and in earlier reports. */
  readonly objects?: readonly DrawnObject[];
  /** Tables that the script wrote. */
  readonly exports: readonly BacktestExport[];
  /** Left out where they were not requested. */
  readonly values?: readonly PortValues[];
};

export type BacktestPlot = {
  readonly chart: number;
  readonly name: string;
  readonly color: string | null;
  /** Absent in reports of earlier versions, and of a plain line. */
  readonly look?: PlotLook;
  readonly points: readonly { readonly atMs: number; readonly value: number }[];
};

/** How a line is drawn. */
export type PlotLook = {
  readonly kind:
    | 'line'
    | 'steps'
    | 'area'
    | 'histogram'
    | 'bars'
    | 'circles'
    | 'shapes'
    | 'two_colors';
  readonly dash: 'solid' | 'dashed' | 'dotted';
  /** In pixels; null: any. */
  readonly width: number | null;
  /** Of values below the base. */
  readonly secondColor: string | null;
  /** Where bars begin. */
  readonly base: number | null;
  /** The number of its constant. */
  readonly shape: string | null;
  /** Inside bars, circles and shapes, and between a line of two colours and its base. */
  readonly fillColor?: string;
  /** Of a histogram: whether bars above the one before are filled, too. */
  readonly fillsRises?: true;
  /** Lines of one stack stand on one another, in their order. */
  readonly stack: number | null;
  /** Of a stack, in percent; left out: any. */
  readonly opacity?: number;
  /** Left out: the right axis. */
  readonly side?: 'left';
  /** Candles by which it is moved forward; left out: none. */
  readonly offset?: number;
  /** Whether it is drawn behind the prices. */
  readonly isBehind?: true;
  /** Whether the range of the axis is chosen without it. */
  readonly isOffAxis?: true;
  /** Whether a dotted line goes from its last value to the axis. */
  readonly trails?: true;
};

/**
 * A shape, a mark or a block of a signal at a candle; a level across the chart or a zone between
 * two; the space between two lines; an instant, or the time between two.
 */
export type BacktestDrawing = {
  readonly kind:
    | 'shape'
    | 'level'
    | 'zone'
    | 'band'
    | 'vertical_line'
    | 'vertical_zone'
    | 'marked_candle'
    | 'signal'
    | 'prices'
    | 'volume'
    | 'pivot'
    | 'axis'
    | 'axis_label'
    | 'chart';
  readonly chart: number;
  /** The text beside a shape; may be empty. */
  readonly name: string;
  readonly color: string | null;
  /** Of what is at a candle: the close of the minute in which it was drawn; else its instant. */
  readonly atMs: number | null;
  /** Where a vertical zone ends. */
  readonly endMs?: number | null;
  /** Of a band: the names of its lines, on its chart. */
  readonly lines?: readonly [string, string];
  /** Of a band without a colour, in percent. */
  readonly opacity?: number | null;
  /** Of a shape. */
  readonly shape: string | null;
  readonly isAbove: boolean;
  /** Of a level or a label; where a zone or an axis begins; candles before a pivot. */
  readonly value: number | null;
  /** Where a zone or an axis ends; candles after a pivot. */
  readonly end: number | null;
  /** Of a level or a vertical line. */
  readonly dash?: PlotLook['dash'];
  /** Of prices that fall; of the text of a label. */
  readonly secondColor?: string | null;
  readonly side?: 'left' | 'right';
  /** Of a shape in pixels; of a chart its height, below 1 as a share; of prices their minutes. */
  readonly size?: number | null;
  /** Of prices: of marked candles. */
  readonly markColor?: string | null;
  /** Of prices and volume: what is not filled is drawn as an outline; left out: filled. */
  readonly isRiseFilled?: false;
  readonly isFallFilled?: false;
  readonly isMarkFilled?: false;
  /** Of prices. */
  readonly style?: 'candles' | 'bars' | 'line' | 'area' | 'heikin_ashi';
  /** Of an axis. */
  readonly isShown?: boolean;
  readonly scale?: 'linear' | 'percentage';
  /** Candles of prices, unless they are those of the chart. */
  readonly bars?: readonly ChartBar[];
};

export type BacktestExport = {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly (number | string)[])[];
};

/** At the close of a day (UTC), and the market's price then; null where it is not known. */
export type DayClose = {
  readonly atMs: number;
  readonly value: number;
  readonly price: number | null;
};

/** Falls of the equity below its highest, on closes of minutes. */
export type DrawdownTimes = {
  /** Of the largest fall in percent: when the equity was highest, lowest, and as high again. */
  readonly peakAtMs: number;
  readonly troughAtMs: number;
  /** Null where the window ends before. */
  readonly recoveredAtMs: number | null;
  /** Of the longest time below a highest equity, which may be another fall and still last. */
  readonly longestFromMs: number;
  readonly longestToMs: number;
};

/** Called now and then with the share that is done, 0 to 1; false stops the run as cancelled. */
type OnProgress = (share: number) => boolean;

/**
 * The whole backtest; the same input gives the same bytes.
 *
 * @public implemented by run-backtest.ts
 */
export type RunBacktest = (
  input: BacktestInput,
  onProgress: OnProgress,
) => Result<BacktestReport, BacktestFailure>;
