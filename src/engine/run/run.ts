// The state of a run: one life of a bot, or one backtest. Changed by advance-run.ts, and by the
// API while a script runs; whatever feeds it keeps nothing of it.

import type { Decimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { MarginMode, Position } from '#domain/position/position.ts';
import type { InputDeclaration } from '#engine/run-api/input-api.ts';
import type { OrderTypeName } from '#engine/run-api/order-api.ts';
import type { BotFlag } from '#engine/run-api/settings-api.ts';
import type { EquityCurve } from '#engine/run/positions/equity-curve.ts';
import { equityCurve } from '#engine/run/positions/equity-curve.ts';
import type { PriceRounding } from '#engine/run/orders/ask-order.ts';
import type { BotOrders } from '#engine/run/orders/bot-orders.ts';
import { botOrders } from '#engine/run/orders/bot-orders.ts';
import type { EntryLimit } from '#engine/run/entry-limit.ts';
import { entryLimit } from '#engine/run/entry-limit.ts';
import type { PositionBook } from '#engine/run/positions/position-book.ts';
import { positionBook } from '#engine/run/positions/position-book.ts';
import type { FeeChange, RunSignal, StopRequest } from '#engine/run/run-event.ts';
import type { RunLog } from '#engine/run/run-log.ts';
import { runLog } from '#engine/run/run-log.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { CurveRatios, TradeStatistics } from '#engine/run/positions/trade-statistics.ts';
import type { SavedSize } from '#engine/run/saved-values.ts';
import type { Drawing } from '#engine/run/drawing.ts';
import { drawing } from '#engine/run/drawing.ts';
import type { Generator32 } from '#lua/library/random.ts';
import { seededGenerator } from '#lua/library/random.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

/** The money and the positions of the account, as its venue has them now. */
export type VenueView = {
  balances(currency: string): {
    readonly available: Units;
    readonly reserved: Units;
    readonly margin: Units;
  };
  position(marketTag: string): Position | null;
};

/** What generated code reads and writes between updates; see runRows in run-script.ts. */
export type RunStage = {
  /** The newest minute. */
  row: number;
  /** Where the run begins, while bars before it are read; else absent or null. */
  beginRow?: number | null;
  /** Whether the update requested something that has to be done before the next one. */
  hasRequests: boolean;
  /** Whether no position was open when the newest stretch of updates began. */
  isFlat?: boolean;
  /** The trade market's closes in ticks, by row; empty where a row may show another price. */
  closes?: Float64Array;
  /** Codes of managed wishes by row, where these are noted instead of carried out. */
  wished?: Uint8Array;
  /** Whether nobody sees what is drawn; not where left out. */
  isUnseen?: boolean;
  /** The row in which a backtest is informed that it ends. */
  finalRow?: number;
};

export type RunSetup = {
  readonly kind: 'backtest' | 'live';
  /** The trade market first. */
  readonly markets: readonly RunMarket[];
  /** Open time of row 0. */
  readonly firstOpenMs: number;
  /** Rows of the first and the last update; `lastRow` is infinite in a live run. */
  readonly firstRow: number;
  readonly lastRow: number;
  /** From this row on scripts are informed that the run ends; the last row when left out. */
  readonly finalRow?: number;
  readonly accountId: string;
  readonly intervalMinutes: number;
  readonly seed: number;
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
  readonly positionMode: 'one_way' | 'hedge';
  readonly tradeAmountQuote: Decimal;
  /** Of the equity, in place of it; null: not chosen. */
  readonly tradeAmountPercent: Decimal | null;
  /** Entries that may be open in one direction; null or left out: any number. */
  readonly pyramiding?: number | null;
  readonly inputs: Readonly<Record<string, number | string | boolean>>;
  readonly venue: VenueView;
  /** Left out: the usual one. */
  readonly priceRounding?: PriceRounding;
  /** Wallet at the start, in the profit currency. */
  readonly startUnits: Units;
  /** Orders that may be open at once. */
  readonly openOrdersMax: number;
  /** Whether what the script decides is noted with the line that did; slow. */
  readonly notesDecisions: boolean;
  /** Whether anybody reads what is logged, and sees what is drawn. */
  readonly keepsLog: boolean;
};

export type RunSettings = {
  leverage: Decimal;
  marginMode: MarginMode;
  positionMode: 'one_way' | 'hedge';
  orderType: OrderTypeName;
  readonly flags: Set<BotFlag>;
  isPaused: boolean;
};

/** Something that the script requested, and the line that did; null where it is not known. */
export type Decision = {
  readonly row: number;
  readonly text: string;
  readonly line: number | null;
};

/** Figures that are dear to reckon, with what they were reckoned from. */
export type CachedFigures = {
  /** By index of the market; -1: of all. */
  readonly statistics: Map<number, { closedCount: number; statistics: TradeStatistics }>;
  ratios: { readonly dayCount: number; readonly ratios: CurveRatios } | null;
};

/** Entries of the script's own report; the last value of a key counts. */
export type CustomEntry = {
  readonly key: string;
  readonly value: number | string | boolean;
  readonly group: string;
  readonly displayValue: string | null;
};

export type ExportTable = {
  readonly headers: readonly string[];
  readonly rows: (readonly (number | string)[])[];
};

export type Run = {
  readonly setup: RunSetup;
  readonly markets: readonly RunMarket[];
  readonly marketByTag: ReadonlyMap<string, RunMarket>;
  stage: RunStage;
  updateCount: number;
  /** An update's number is its row and this. */
  updateOffset: number;
  /** The instant of an update between closes; null at a close. */
  intrabarMs: number | null;
  readonly orders: BotOrders;
  readonly positions: PositionBook;
  /** Null: entries are not limited. */
  readonly entryLimit: EntryLimit | null;
  readonly settings: RunSettings;
  readonly equity: EquityCurve;
  readonly log: RunLog;
  readonly drawing: Drawing;
  readonly chance: Generator32;
  readonly memory: Map<string, LuaValue>;
  readonly session: Map<string, LuaValue>;
  readonly notes: Map<string, Json>;
  /** Of the three above together. */
  readonly saved: SavedSize;
  readonly inputs: Map<string, InputDeclaration>;
  /** A chosen input that does not fit its declaration; ends the run. */
  inputFault: string | null;
  /** The group that was opened last, and in which update. */
  inputGroup: { readonly label: string; readonly row: number };
  readonly custom: Map<string, CustomEntry>;
  readonly exports: Map<string, ExportTable>;
  /** Of the rows of all exports. */
  exportBytes: number;
  readonly signals: RunSignalAt[];
  /** What was decided, where it is noted. */
  readonly decisions: Decision[];
  readonly reckoned: CachedFigures;
  roiBase: number | null;
  feeChanges: FeeChange[];
  stop: StopRequest | null;
  /** Callbacks for the end of this update. */
  atEnd: LuaFunction[];
  sleptMs: number;
};

export type RunSignalAt = RunSignal & { readonly atMs: number };

/** Run before its first update. */
export function createRun(setup: RunSetup): Run {
  const { markets, leverage, marginMode, positionMode } = setup;
  return {
    setup,
    markets,
    marketByTag: new Map(markets.map((market) => [market.market.marketTag, market])),
    stage: { row: setup.firstRow, hasRequests: false },
    updateCount: 0,
    updateOffset: -setup.firstRow,
    intrabarMs: null,
    orders: botOrders(),
    positions: positionBook(markets.length),
    entryLimit: entryLimit(setup.pyramiding ?? null),
    settings: {
      leverage,
      marginMode,
      positionMode,
      orderType: 'limit',
      flags: new Set(),
      isPaused: false,
    },
    equity: equityCurve(setup),
    log: runLog(setup),
    drawing: drawing(),
    chance: seededGenerator(setup.seed),
    memory: new Map(),
    session: new Map(),
    notes: new Map(),
    saved: { bytes: 0 },
    inputs: new Map(),
    inputFault: null,
    inputGroup: { label: '', row: -Infinity },
    custom: new Map(),
    exports: new Map(),
    exportBytes: 0,
    signals: [],
    decisions: [],
    reckoned: { statistics: new Map(), ratios: null },
    roiBase: null,
    feeChanges: [],
    stop: null,
    atEnd: [],
    sleptMs: 0,
  };
}

/** The market on which the bot trades. */
export function tradeMarket(run: Run): RunMarket {
  return run.markets[0] as RunMarket;
}

/** The market of the tag, the trade market for null; null when the run does not have it. */
export function findMarket(run: Run, marketTag: string | null): RunMarket | null {
  if (marketTag === null) return tradeMarket(run);
  return run.marketByTag.get(marketTag) ?? null;
}

/** The instant of the update at a row: the close of its newest minute. */
export function instantOfRow({ firstOpenMs }: Pick<RunSetup, 'firstOpenMs'>, row: number): number {
  return firstOpenMs + (row + 1) * MINUTE_MS;
}

/** The instant of this update. */
export function nowMs(run: Run): number {
  return run.intrabarMs ?? instantOfRow(run.setup, run.stage.row);
}

/** Marks that something has to be done before the next update. */
export function requestAttention(run: Run): void {
  run.stage.hasRequests = true;
}
