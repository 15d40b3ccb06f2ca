// A second, slow and obvious account of TradingView's broker emulator, in whole ticks and lots,
// written from the Pine Script manual and sharing nothing with the engine, which it can contradict.
// Source of each rule: Pine Script User Manual, "Strategies" (Broker emulator; Orders and trades;
// Pyramiding; Position sizing; Closing a market position), www.tradingview.com/pine-script-docs.

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

type PineOrder = {
  readonly id: string;
  readonly isBuy: boolean;
  /** Whether it may only close what is open. */
  readonly isExit: boolean;
  readonly lots: bigint;
  /** Both null: a market order. */
  readonly limit: bigint | null;
  readonly stop: bigint | null;
  /** `immediately`: a market order that fills at the close at which it is made. */
  readonly isImmediate?: boolean;
};

/** What a strategy may do when a bar has closed. */
export type PineDesk = {
  /** Lots, below zero while short. */
  readonly position: () => bigint;
  readonly averagePrice: () => bigint;
  /** How many entries the position has. */
  readonly entries: () => number;
  /** The bar's index at which the position's first entry filled; -1 without one. */
  readonly entryBar: () => number;
  /** `strategy.entry`: reverses an opposite position. */
  readonly enter: (id: string, isBuy: boolean, lots: bigint, at?: PineLevels) => void;
  /** `strategy.exit`: one bracket of the position; the same id replaces the one before. */
  readonly exit: (id: string, levels: PineLevels, lots?: bigint) => void;
  /** `strategy.close_all`. */
  readonly closeAll: (isImmediate?: boolean) => void;
  readonly cancel: (id: string) => void;
};

export type PineLevels = { readonly limit?: bigint; readonly stop?: bigint };

export type PineStrategy = (bars: readonly PineBar[], index: number, desk: PineDesk) => void;

type Lot = { readonly entryMs: number; readonly price: bigint; readonly bar: number; left: bigint };

/** As the arguments of `strategy()`; their defaults unless told. */
export type PineSettings = {
  /** Entries in one direction. */
  readonly pyramiding?: number;
  /** Ticks that market and stop orders lose. */
  readonly slippage?: bigint;
  /** `process_orders_on_close`: orders are tried at the close at which they are made. */
  readonly isOnClose?: true;
};

type Broker = {
  readonly bars: readonly PineBar[];
  readonly settings: PineSettings;
  readonly trades: PineTrade[];
  orders: PineOrder[];
  lots: Lot[];
  isLong: boolean;
  bar: number;
};

/** The whole list of trades. */
export function pineTrades(
  bars: readonly PineBar[],
  strategy: PineStrategy,
  settings: PineSettings = {},
): readonly PineTrade[] {
  const state = { trades: [], orders: [], lots: [], isLong: true, bar: 0 };
  const broker: Broker = { bars, settings, ...state };
  const desk = deskOf(broker);
  for (const [index, { open, high, low, close }] of bars.entries()) {
    broker.bar = index;
    passPoint(broker, open);
    // "If the opening price is closer to the high: open, high, low, close; else open, low, high."
    const isHighFirst = high - open < open - low;
    const [one, two] = isHighFirst ? [high, low] : [low, high];
    passSegment(broker, open, one);
    passSegment(broker, one, two);
    passSegment(broker, two, close);
    strategy(bars, index, desk);
    passPoint(broker, close, settings.isOnClose !== true);
  }
  for (const { entryMs, price, left } of broker.lots) {
    const side = broker.isLong ? 'long' : 'short';
    const entry = { side, entryMs, entryPrice: price } as const;
    broker.trades.push({ ...entry, exitMs: null, exitPrice: null, lots: left });
  }
  return broker.trades.toSorted((left, right) => left.entryMs - right.entryMs);
}

function held({ lots }: Broker): bigint {
  return lots.reduce((sum, { left }) => sum + left, 0n);
}

function deskOf(broker: Broker): PineDesk {
  const put = (order: PineOrder): void => {
    broker.orders = [...broker.orders.filter(({ id }) => id !== order.id), order];
  };
  return {
    position: () => (broker.isLong ? held(broker) : -held(broker)),
    averagePrice: () =>
      broker.lots.reduce((sum, { price, left }) => sum + price * left, 0n) / held(broker),
    entries: () => broker.lots.length,
    entryBar: () => broker.lots[0]?.bar ?? -1,
    enter(id, isBuy, lots, { limit = null, stop = null } = NO_LEVELS) {
      // The limit is looked at when an order is made, not when it fills.
      const { pyramiding = 1 } = broker.settings;
      if (broker.lots.length >= pyramiding && isBuy === broker.isLong) return;
      put({ id, isBuy, isExit: false, lots, limit, stop });
    },
    exit(id, { limit = null, stop = null }, lots = held(broker)) {
      put({ id, isBuy: !broker.isLong, isExit: true, lots, limit, stop });
    },
    closeAll(isImmediate = false) {
      const lots = held(broker);
      put({
        id: 'close',
        isBuy: !broker.isLong,
        isExit: true,
        lots,
        limit: null,
        stop: null,
        isImmediate,
      });
    },
    cancel(id) {
      broker.orders = broker.orders.filter((each) => each.id !== id);
    },
  };
}

function fill(broker: Broker, order: PineOrder, at: bigint, isLimit: boolean): void {
  const { slippage = 0n } = broker.settings;
  const slipped = order.isBuy ? at + slippage : at - slippage;
  const price = isLimit ? at : slipped;
  broker.orders = broker.orders.filter((each) => each.id !== order.id);
  const { openMs } = broker.bars[broker.bar] as PineBar;
  const isAgainst = broker.lots.length > 0 && order.isBuy !== broker.isLong;
  if (order.isExit && !isAgainst) return;
  let left = order.lots;
  if (!order.isExit && isAgainst) left += held(broker);
  // "The broker emulator closes the oldest entry first": close_entries_rule is FIFO.
  for (const first of isAgainst ? [...broker.lots] : []) {
    if (left === 0n) break;
    const closed = left < first.left ? left : first.left;
    const { entryMs, price: entryPrice } = first;
    const side = broker.isLong ? 'long' : 'short';
    const exit = { exitMs: openMs, exitPrice: price };
    broker.trades.push({ side, entryMs, entryPrice, ...exit, lots: closed });
    first.left -= closed;
    left -= closed;
    if (first.left === 0n) broker.lots.shift();
  }
  if (broker.lots.length === 0) broker.orders = broker.orders.filter((each) => !each.isExit);
  if (order.isExit || left === 0n) return;
  broker.isLong = order.isBuy;
  broker.lots.push({ entryMs: openMs, price, bar: broker.bar, left });
}

/** Whether an order may act: exits wait for their position. */
function isLive({ lots, isLong }: Broker, { isExit, isBuy }: PineOrder): boolean {
  return !isExit || (lots.length > 0 && isBuy !== isLong);
}

/** At an open or a close market orders fill, and what the price has passed fills there. */
function passPoint(broker: Broker, price: bigint, isForImmediate = false): void {
  // Fills replace the list, so that what they take from it is still met here.
  for (const order of broker.orders) {
    if (!broker.orders.includes(order) || !isLive(broker, order)) continue;
    const { limit, stop, isBuy, isImmediate } = order;
    if (isForImmediate && isImmediate !== true) continue;
    const isMarket = limit === null && stop === null;
    const isLimit = limit !== null && (isBuy ? price <= limit : price >= limit);
    const isStop = stop !== null && (isBuy ? price >= stop : price <= stop);
    if (isMarket || isLimit || isStop) fill(broker, order, price, isLimit);
  }
}

/** The price goes from one point of the bar to the next: the nearest level is reached first. */
function passSegment(broker: Broker, from: bigint, to: bigint): void {
  let at = from;
  for (;;) {
    const isUp = to >= at;
    let nearest: { readonly order: PineOrder; readonly price: bigint } | null = null;
    for (const order of broker.orders) {
      if (!isLive(broker, order)) continue;
      // A rise reaches stops of buys and limits of sales, a fall the others.
      const price = order.isBuy === isUp ? order.stop : order.limit;
      if (price === null) continue;
      const isReached = isUp ? price >= at && price <= to : price <= at && price >= to;
      if (!isReached) continue;
      const isNearer = nearest === null || (isUp ? price < nearest.price : price > nearest.price);
      if (isNearer) nearest = { order, price };
    }
    if (nearest === null) return;
    at = nearest.price;
    fill(broker, nearest.order, nearest.price, nearest.order.isBuy !== isUp);
  }
}

const NO_LEVELS: { readonly limit?: bigint; readonly stop?: bigint } = {};
