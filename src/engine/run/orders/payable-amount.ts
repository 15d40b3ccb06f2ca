// Amounts that are worth a share of the equity, as far as they can be paid: fees, and what a market
// order reserves because it may fill at a worse price, are paid from the same money.

import { floatOf } from '#engine/run/run-market.ts';
import { MARKET_HOLD_PERCENT } from '#domain/venue/place-order.ts';

/**
 * Share of the price now that an entry at market leaves: what is reserved where it may fill worse,
 * and as much again, because the price moves until it arrives.
 */
export const RESERVE_SHARE = (2 * floatOf(MARKET_HOLD_PERCENT)) / 100;

const NEAR = 1e-9;

type Entry = {
  /** Unrounded, in units of the market. */
  readonly amount: number;
  /** Of one of them at the price now, and at the reserved price; in the money's currency. */
  readonly value: number;
  readonly reservedValue: number;
  /** 1 on spot. */
  readonly leverage: number;
  readonly feeShare: number;
};

/**
 * The amount, or the most that can be paid where fees and the reserve alone are what lacks. One
 * that is worth more than the equity carries stays as it is: its order is refused, with what is
 * missing.
 */
export function payableAmount(
  equity: number,
  { amount, value, reservedValue, leverage, feeShare }: Entry,
  /** Of the equity, that something else takes before. */
  costs = 0,
): number {
  if (amount * value > equity * leverage * (1 + NEAR)) return amount;
  const most = ((equity - costs) * (1 - NEAR)) / (reservedValue * (1 / leverage + feeShare));
  return Math.min(amount, most);
}
