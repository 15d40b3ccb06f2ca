// Under which tag the simulated venue retains what is traded on a market whose steps may change:
// the market's own, and the steps that whole ticks and lots are counted in. Pure.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, parseDecimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';

/** What ticks and lots are worth; `contractValue` is null on spot. */
export type StoredSteps = {
  readonly priceStep: Decimal;
  readonly amountStep: Decimal;
  readonly contractValue: Decimal | null;
};

const BEHIND_TAG = '@';
const BETWEEN_STEPS = '/';

/** Tag with price and amount step, and with the contract value where there is one. */
export function steppedTag(market: Market): MarketTag {
  const { priceStep, amountStep, contractValue } = stepsOfMarket(market);
  const steps = [priceStep, amountStep, ...(contractValue === null ? [] : [contractValue])];
  const text = steps.map(formatDecimal).join(BETWEEN_STEPS);
  return `${market.marketTag}${BEHIND_TAG}${text}`;
}

/** Steps of a market; the contract value is null on spot. */
export function stepsOfMarket(market: Market): StoredSteps {
  const { priceStep, amountStep } = marketGrid(market);
  return { priceStep, amountStep, contractValue: market.contract?.contractValue ?? null };
}

/** The tag by which everybody else knows the market. */
export function plainTag(marketTag: MarketTag): MarketTag {
  const end = marketTag.indexOf(BEHIND_TAG);
  return end < 0 ? marketTag : marketTag.slice(0, end);
}

/** Null: the tag has no steps, and those of the market count. */
export function stepsOfTag(marketTag: MarketTag): StoredSteps | null {
  const end = marketTag.indexOf(BEHIND_TAG);
  if (end < 0) return null;
  const [price, amount, contract] = marketTag.slice(end + 1).split(BETWEEN_STEPS);
  const read = (text: string | undefined): Decimal =>
    present(parseDecimal(text ?? ''), `the tag "${marketTag}" has steps`);
  const contractValue = contract === undefined ? null : read(contract);
  return { priceStep: read(price), amountStep: read(amount), contractValue };
}
