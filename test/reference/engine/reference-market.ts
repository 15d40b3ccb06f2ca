// A market as the reference sees it, and what an amount is worth on it.

import type { Fraction } from './fraction.ts';
import { over, roundedDown, roundedUp, times } from './fraction.ts';
import type { Side } from './reference-order.ts';

export type ReferenceMarket = {
  readonly kind: 'spot' | 'vanilla' | 'inverse' | 'quanto';
  readonly priceStep: Fraction;
  readonly amountStep: Fraction;
  /** Of a contract; one on spot. */
  readonly contractValue: Fraction;
  /** The last unit of the settlement currency. */
  readonly unit: Fraction;
  /** Shares, not percentages. */
  readonly makerFee: Fraction;
  readonly takerFee: Fraction;
  /** What an order costs besides, once and for each unit of its amount. */
  readonly feePerOrder: Fraction;
  readonly feePerContract: Fraction;
  /** Shares of a position's value: what it must keep, and what its liquidation costs. */
  readonly maintenanceShare: Fraction;
  readonly liquidationFee: Fraction;
};

/** What an amount is worth at a price, exactly. */
export function worthOf(market: ReferenceMarket, price: Fraction, amount: Fraction): Fraction {
  const contracts = times(amount, market.contractValue);
  return market.kind === 'inverse' ? over(contracts, price) : times(contracts, price);
}

/** What a worth is booked at: rounded to a unit, against the account. */
export function bookedWorth(
  { kind, unit }: ReferenceMarket,
  side: Side,
  exact: Fraction,
): Fraction {
  const isAtMost = (kind === 'inverse') === (side === 'buy');
  return isAtMost ? roundedDown(exact, unit) : roundedUp(exact, unit);
}
