// Orders and fills as the venue itself knows them. They change in place: the venue is the only
// owner, and everything that leaves it is written out as text first.

import type { Amount } from '#loopback/amount.ts';

export type Side = 'buy' | 'sell';
/** How long an order works: `post_only` must not take, `ioc` and `fok` do not rest. */
export type Lifetime = 'gtc' | 'ioc' | 'fok' | 'post_only';
/** Which position of an account an order belongs to; `net` on spot and in one-way mode. */
export type PositionSide = 'net' | 'long' | 'short';

/** `accepted` is acknowledged and not yet at the engine. */
export type OrderState = 'accepted' | 'open' | 'filled' | 'cancelled' | 'expired' | 'rejected';

export type EndReason =
  | 'filled'
  | 'by_user'
  | 'would_take'
  | 'unfilled_ioc'
  | 'unfilled_fok'
  | 'no_liquidity'
  | 'insufficient_funds'
  | 'reduce_only'
  | 'liquidation'
  /** Of a stop that came with an entry. */
  | 'position_closed'
  | 'by_venue';

/** The last price that an order waits for, from below where it rises to it. */
export type Trigger = { readonly price: Amount; readonly rises: boolean };

export type AttachedStop = {
  readonly trigger: Trigger;
  /** The client's name of it; empty where the venue takes none. */
  readonly name: string;
  /** The worst price that it fills at; null: any. */
  readonly price: Amount | null;
  /** Whether there is none of an entry that has filled in part. */
  readonly needsWhole: boolean;
};

export type NewOrder = {
  readonly accountId: string;
  readonly marketKey: string;
  /** The client's name of the order. */
  readonly name: string;
  readonly side: Side;
  readonly kind: 'market' | 'limit';
  readonly lifetime: Lifetime;
  readonly price: Amount | null;
  /** In base; null if the order is by quote. */
  readonly quantity: Amount | null;
  /** A market order for so much quote. */
  readonly quoteQuantity: Amount | null;
  readonly isReduceOnly: boolean;
  readonly positionSide: PositionSide;
  /** Where orders name it, and positions of both modes stand side by side. */
  readonly marginMode?: 'cross' | 'isolated' | null;
  /** Hidden from the book until then; absent: it does not wait. */
  readonly trigger?: Trigger;
  /** A stop of what it fills, which the venue places as it ends; absent: none. */
  readonly attachedStop?: AttachedStop;
  /** Of such a stop: the name of its entry. */
  readonly entryName?: string;
  /** What the client wrote and the skin shows again. */
  readonly asWritten: Readonly<Record<string, string>>;
};

export type Order = Omit<NewOrder, 'quantity'> & {
  readonly id: number;
  readonly venueOrderId: string;
  quantity: Amount;
  filled: Amount;
  filledQuote: Amount;
  /** Fees by asset. */
  readonly fees: Map<string, Amount>;
  state: OrderState;
  endReason: EndReason | null;
  /** What is locked for the rest of the order, in the asset that it gives. */
  locked: Amount;
  readonly lockedAsset: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
  /** Before this instant the venue does not show the order. */
  visibleFromMs: number;
  readonly lastPriceAtCreation: Amount;
  /** When its trigger was reached; null: not yet, or it has none. */
  triggeredAtMs: number | null;
};

export type Fill = {
  readonly id: number;
  readonly kind: 'trade' | 'funding' | 'liquidation';
  readonly order: Order | null;
  readonly accountId: string;
  readonly marketKey: string;
  readonly side: Side;
  readonly price: Amount;
  readonly quantity: Amount;
  readonly quote: Amount;
  readonly fee: Amount;
  readonly feeAsset: string;
  readonly feeRate: Amount;
  readonly isMaker: boolean;
  /** How much of a position it closed. */
  readonly closed: Amount;
  /** What was open before the venue closed some of it; left out: it was no liquidation. */
  readonly heldBefore?: Amount;
  readonly realised: Amount;
  /** What of the order was unfilled after it. */
  readonly leaves: Amount;
  readonly atMs: number;
};

/** Order that has not ended. */
export function isAtWork(order: Order): boolean {
  return order.state === 'open' || order.state === 'accepted';
}

/** Quantity that is not filled yet. */
export function leavesOf(order: Order): Amount {
  return order.quantity - order.filled;
}

/** Other side. */
export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}
