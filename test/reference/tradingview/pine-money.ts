// Entries of the usual size in percent of the equity, in whole ticks and lots. The reference of
// `strategy.default_entry_qty` has the size follow from the price of the fill; PyneCore measured
// (github.com/PyneSys/pynecore, tests 075 and 094) that money is decided with the order, in ten
// digits, and that an order at market is sized at the close, slippage included.

import type { PineLevels, PineSettings } from './pine-order.ts';

/** Ticks times lots of a hundredth, so that a percentage is whole. */
export const MONEY_PER_VALUE = 100n;
const DIGITS = 10;

/** Money of an entry that is requested with so much equity, in ticks times lots. */
export function entryMoney({ equityPercent = 0n }: PineSettings, equity: bigint): bigint {
  const exact = equity * equityPercent;
  const spare = exact.toString().length - DIGITS;
  if (spare <= 0) return exact;
  const unit = 10n ** BigInt(spare);
  return ((exact + unit / 2n) / unit) * unit;
}

/** How many lots it buys. */
export function lotsFor(money: bigint, price: bigint): bigint {
  return money / (price * MONEY_PER_VALUE);
}

/** Price of the fill that is expected at a close. */
export function expectedPrice(
  { slippage = 0n }: PineSettings,
  isBuy: boolean,
  close: bigint,
  { limit, stop }: PineLevels,
): bigint {
  if (limit !== undefined) return isBuy === close < limit ? close : limit;
  const met = stop !== undefined && isBuy === stop > close ? stop : close;
  return isBuy ? met + slippage : met - slippage;
}
