// Terms of an order beyond side, type, price and amount. Plain limit and market orders carry
// nothing of it.

import type { Decimal } from '#lib/decimal.ts';

export type MarginTerms = {
  readonly leverage: Decimal;
  readonly marginMode: 'cross' | 'isolated';
};

/** Exits of one position carry the same group, and whether they are a stop or a target of it. */
export type ExitTerms = {
  readonly group: string;
  readonly role: 'stop' | 'target' | null;
  /**
   * What was open of the position when the exit was requested, entries that still worked included;
   * null where it is not known.
   */
  readonly openAmount: Decimal | null;
};

export const STOP_HOLDERS = ['exchange', 'service'] as const;
/** Who watches for what sets an order off. The service does not while it is down. */
export type StopHolder = (typeof STOP_HOLDERS)[number];

export type OrderTerms = {
  /** Stops and take-profits: the price that sets the order off. Null on the others. */
  readonly triggerPrice: Decimal | null;
  /** Trailing stops: how far behind the best price the trigger stays. Null on the others. */
  readonly trailDistance: Decimal | null;
  /** Trailing stops: the price from which on they follow; null: from the first they see. */
  readonly trailActivationPrice: Decimal | null;
  /** Limit orders: cancelled on arrival instead of taking. */
  readonly isPostOnly: boolean;
  /** Futures: never opens or enlarges a position; what would is not filled. */
  readonly isReduceOnly: boolean;
  /** When the order ends by itself; null: never. */
  readonly expiresAtMs: number | null;
  /** Futures: what a position that the order opens stands on; null: as the account is set. */
  readonly margin: MarginTerms | null;
  readonly exit: ExitTerms | null;
  readonly heldBy: StopHolder;
  /**
   * Entries at market: the price of a stop at market that the exchange itself places for what they
   * fill. Absent: none.
   */
  readonly attachedStop?: Decimal;
  /** Such a stop: its entry brings it, and it is never sent by itself. */
  readonly isAttached?: true;
};

/** What plain orders carry. */
export const PLAIN_TERMS: OrderTerms = {
  triggerPrice: null,
  trailDistance: null,
  trailActivationPrice: null,
  isPostOnly: false,
  isReduceOnly: false,
  expiresAtMs: null,
  margin: null,
  exit: null,
  heldBy: 'exchange',
};
