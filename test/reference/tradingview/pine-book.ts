// Book of the second account of the broker emulator: what is open, what waits, and the levels at
// which a price meets it.

import type { PineBar, PineOrder, PineSettings, PineTrade } from './pine-order.ts';
import { trailStop } from './pine-passed.ts';

export type Lot = {
  readonly entryMs: number;
  readonly price: bigint;
  readonly bar: number;
  readonly moment: number;
  left: bigint;
};

/** An entry that is open: trades close in the order in which they opened, orders by their entry. */
export type Binding = { readonly entry: number; readonly price: bigint; left: bigint };

export type Broker = {
  readonly bars: readonly PineBar[];
  readonly settings: PineSettings;
  readonly trades: PineTrade[];
  orders: PineOrder[];
  lots: Lot[];
  bindings: Binding[];
  entryCount: number;
  isLong: boolean;
  bar: number;
  /** What the strategy is shown of its account is of this price. */
  price: bigint;
  /** How often the strategy has run, and fills that it has not seen. */
  runCount: number;
  unseenFills: number;
  /** Whether the bar has not closed. */
  isWithin: boolean;
  /** Number of the point of the path, and of the run, in which orders fill. */
  moment: number;
  /** What closed trades have brought, in ticks times lots. */
  profit: bigint;
};

export function held({ lots }: Broker): bigint {
  return lots.reduce((sum, { left }) => sum + left, 0n);
}

/** Whether an order may act: exits wait for their entry. */
export function isLive({ lots, isLong, bindings }: Broker, order: PineOrder): boolean {
  const { kind, isBuy, entry, open } = order;
  if (kind !== 'exit') return true;
  const own = entry === null ? open : [entry];
  if (own !== undefined && !bindings.some((each) => own.includes(each.entry))) return false;
  return lots.length > 0 && isBuy !== isLong;
}

export type Level = {
  readonly order: PineOrder;
  readonly price: bigint;
  readonly act: 'limit' | 'stop' | 'activate';
};

/** A rise reaches stops of buys and limits of sales, a fall the others. */
export function levelsOf(broker: Broker, isUp: boolean): readonly Level[] {
  const levels: Level[] = [];
  for (const order of broker.orders) {
    if (!isLive(broker, order)) continue;
    const { isBuy, limit, stop, trail } = order;
    const add = (act: Level['act'], price: bigint | null): void => {
      if (price !== null) levels.push({ order, price, act });
    };
    if (isBuy === isUp) {
      add('stop', stop);
      add('stop', trailStop(order));
    } else {
      add('limit', limit);
      if (trail?.best === null) add('activate', activationOf(broker, order));
    }
  }
  return levels;
}

/** `trail_price`, or `trail_points` from the entry's price. */
export function activationOf({ bindings }: Broker, order: Omit<PineOrder, 'kind'>): bigint {
  const { trail, isBuy } = order;
  if (trail?.price !== undefined) return trail.price;
  const points = trail?.points ?? 0n;
  const price = bindings.find(({ entry }) => entry === order.entry)?.price ?? 0n;
  return isBuy ? price - points : price + points;
}

/** Trailing stops that the price activates begin there; active ones follow a better price. */
export function follow(broker: Broker, price: bigint): void {
  for (const order of broker.orders) if (isLive(broker, order)) followWith(broker, order, price);
}

export function followWith(broker: Broker, order: Omit<PineOrder, 'kind'>, price: bigint): void {
  const { trail, isBuy } = order;
  if (trail === null) return;
  const level = trail.best ?? activationOf(broker, order);
  const isReached = isBuy ? price <= level : price >= level;
  if (isReached) trail.best = price;
}
