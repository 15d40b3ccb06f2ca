// Explains different quantities of a list and of a run; and what a trade's profit says of its
// commission.

import { formatDecimal } from '#lib/decimal.ts';
import type { Cause, Surroundings } from '#domain/trade-list/explain-difference.ts';
import type { ListedTrade } from '#domain/trade-list/listed-trade.ts';

/** A hundredth of a percent: quotients that differ by less are the same size setting. */
const SAME_SHARE = 10_000n;

/**
 * Cause of different quantities: the amount step, one factor in all trades, or equity that differed
 * before.
 */
export function quantityCause(
  theirs: ListedTrade,
  ours: ListedTrade,
  { comparison, amountStep }: Surroundings,
): Cause {
  const apart = theirs.quantity - ours.quantity;
  const size = apart < 0n ? -apart : apart;
  const shown = `the list has ${formatDecimal(theirs.quantity)}, the run ${formatDecimal(ours.quantity)}`;
  if (size < amountStep)
    return { code: 'amount_step', detail: `${shown}: less than the market's amount step apart` };
  const pairs = comparison.pairs.filter((pair) => pair.kind === 'both');
  const isFirst = pairs[0]?.theirs === theirs;
  const hasOneShare = pairs.every(
    (pair) =>
      differsBy(pair.theirs.quantity * ours.quantity, pair.ours.quantity * theirs.quantity) <= 1n,
  );
  if (isFirst && hasOneShare)
    return { code: 'size_setting', detail: `${shown}, by one factor in all trades` };
  if (!isFirst && size * 10n < theirs.quantity)
    return { code: 'size_from_equity', detail: `${shown}, as the equity before it differs` };
  return { code: 'size_setting', detail: shown };
}

/** Parts of ten thousand by which two products differ. */
function differsBy(left: bigint, right: bigint): bigint {
  const apart = left > right ? left - right : right - left;
  return right === 0n ? SAME_SHARE : (apart * SAME_SHARE) / right;
}

const PLACES = 4;

/** Percent of each fill's value that is missing from the profit; null where none is reported. */
export function impliedFeePercent(trade: ListedTrade): string | null {
  const { profit, exitPrice, entryPrice, quantity, side } = trade;
  if (profit === null || exitPrice === null) return null;
  const one = 10n ** 18n;
  const move = side === 'long' ? exitPrice - entryPrice : entryPrice - exitPrice;
  const fee = (move * quantity) / one - profit;
  const value = ((entryPrice + exitPrice) * quantity) / one;
  if (value === 0n) return null;
  const percent = Number((fee * 10n ** 8n) / value) / 10 ** 6;
  return percent.toFixed(PLACES);
}
