// Broker emulator's interface for a strategy of Pine Script, and the trades that it gets.

export type PineBar = {
  readonly openMs: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
};

export type PineTrade = {
  readonly side: 'long' | 'short';
  readonly entryMs: number;
  readonly entryPrice: bigint;
  readonly exitMs: number | null;
  readonly exitPrice: bigint | null;
  readonly lots: bigint;
};

/** Of `strategy.exit`: one of `trail_price` and `trail_points`, with `trail_offset`. */
export type PineTrail = {
  readonly price?: bigint;
  readonly points?: bigint;
  readonly offset: bigint;
};

export type PineLevels = {
  readonly limit?: bigint;
  readonly stop?: bigint;
  readonly trail?: PineTrail;
};

/** `oca_name` and `oca_type`. */
export type PineGroup = { readonly name: string; readonly type: 'cancel' | 'reduce' };

export type PineOrder = {
  readonly id: string;
  readonly isBuy: boolean;
  /** `strategy.entry`, `strategy.order`, or what may only close what is open. */
  readonly kind: 'entry' | 'basic' | 'exit';
  /**
   * Of an entry: its own number, which stays while it is changed. Of `strategy.exit`: that of the
   * entry that it leaves. Null: it closes whatever is open.
   */
  readonly entry: number | null;
  /** Of `strategy.close_all`: what was open at the call, which is all that it closes. */
  readonly open?: readonly number[];
  readonly lots: bigint;
  /** Of an entry of the usual size with a price: what it spends where it fills. */
  readonly money?: bigint;
  /** Of an entry with a price, or changed on its bar: what it closes of a position against it. */
  readonly turns?: bigint;
  /** The run of the strategy that made it. */
  readonly bar?: number;
  /** An exit of all that its entry has opened, or will have. */
  readonly isWhole: boolean;
  /** Without a limit, a stop and a trail: a market order. */
  readonly limit: bigint | null;
  readonly stop: bigint | null;
  /** `best`: null until the stop is active. */
  readonly trail: (PineTrail & { best: bigint | null }) | null;
  readonly group: PineGroup | null;
  /** `immediately`: a market order that fills at the close at which it is made. */
  readonly isImmediate?: boolean;
};

/** What a strategy may do when a bar has closed. */
export type PineApi = {
  /** Lots, below zero while short. */
  readonly position: () => bigint;
  readonly averagePrice: () => bigint;
  /** `strategy.equity` at the bar's close, in ticks times lots. */
  readonly equity: () => bigint;
  /** How many entries the position has. */
  readonly entries: () => number;
  /** The bar's index at which the position's first entry filled; -1 without one. */
  readonly entryBar: () => number;
  /** `strategy.entry`: reverses an opposite position; `lots` null: the usual size. */
  readonly enter: (id: string, isBuy: boolean, lots: bigint | null, at?: PineLevels) => void;
  /** `strategy.order`: adds to the position or takes from it. */
  readonly order: (
    id: string,
    isBuy: boolean,
    lots: bigint,
    at: PineLevels,
    group?: PineGroup,
  ) => void;
  /**
   * `strategy.exit`: one bracket of the position, or of the one that a pending entry will open; the
   * same id replaces the one before.
   */
  readonly exit: (id: string, levels: PineLevels, lots?: bigint, isOfLong?: boolean) => void;
  /** `strategy.close_all`. */
  readonly closeAll: (isImmediate?: boolean) => void;
  readonly cancel: (id: string) => void;
};

export type PineStrategy = (bars: readonly PineBar[], index: number, api: PineApi) => void;

/** As the arguments of `strategy()`; the defaults where left out. */
export type PineSettings = {
  /** Entries in one direction. */
  readonly pyramiding?: number;
  /** Ticks that market and stop orders lose. */
  readonly slippage?: bigint;
  /** `process_orders_on_close`: orders are tried at the close at which they are made. */
  readonly isOnClose?: true;
  /** `calc_on_order_fills`. */
  readonly isOnFills?: true;
  /** `initial_capital`, in ticks times lots. */
  readonly capital?: bigint;
  /** `default_qty_value`, in percent of the equity. */
  readonly equityPercent?: bigint;
  /** `margin_long` and `margin_short`, in percent; no margin calls without them. */
  readonly marginLong?: bigint;
  readonly marginShort?: bigint;
  /** `use_bar_magnifier`: the bars of the lower timeframe that a bar is made of. */
  readonly minutesOf?: (bar: PineBar) => readonly PineBar[];
};

/** Order of these levels, of no entry yet. */
export function orderOf(
  id: string,
  isBuy: boolean,
  lots: bigint,
  { limit, stop, trail }: PineLevels = {},
  group: PineGroup | null = null,
): Omit<PineOrder, 'kind'> {
  const following = trail === undefined ? null : { ...trail, best: null };
  const levels = { limit: limit ?? null, stop: stop ?? null, trail: following };
  return { id, isBuy, entry: null, lots, ...levels, group, isWhole: false };
}
