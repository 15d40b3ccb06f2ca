// Checks an order against its market: its steps, minimums and maximums, checked exactly before
// anything is sent. A rejection names the rule, what was found and what would be valid instead.
// What scripts and strategies ask for is rounded first; what people ask for is not.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE, ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, isOnStep, lotsOf, marketGrid, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { nearestPrices, passivePrice, priceStepAt } from '#venue-port/market/price-digits.ts';
import type { OrderRejection } from '#venue-port/order/order-rejection.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';

export type OrderDraft = {
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Limit price; zero on the types that have none. */
  readonly price: Decimal;
  readonly amount: Decimal;
  /** The market's price now, by which an order without a limit price is valued; null: not known. */
  readonly referencePrice: Decimal | null;
  /**
   * Whether it only reduces what is held, at a venue that then asks for no minimum value: rules of
   * entries do not apply.
   */
  readonly isExempt: boolean;
};

/** An order in the market's steps; `ticks` is null where the order has no limit price. */
export type CheckedOrder = { readonly ticks: Ticks | null; readonly lots: Lots };

type LotRange = { readonly lowest: bigint; readonly highest: bigint | null };

/** Checks an order as it stands; returns the first broken rule, in the order of ORDER_RULES. */
export function checkOrder(
  market: Market,
  draft: OrderDraft,
): Result<CheckedOrder, OrderRejection> {
  if (!market.isOpen && !draft.isExempt)
    return rejected({ rule: 'market_open', marketTag: market.marketTag });
  const grid = marketGrid(market);
  const hasPrice = isLimitType(draft.type);
  const priceProblem = hasPrice ? checkPrice(market, draft.price) : null;
  if (priceProblem !== null) return rejected(priceProblem);
  const price = hasPrice ? draft.price : draft.referencePrice;
  const judgedBy = draft.isExempt ? { ...market, minOrderValue: ZERO } : market;
  const amountProblem = checkAmount(judgedBy, grid, draft.amount, price);
  if (amountProblem !== null) return rejected(amountProblem);
  return accepted({
    ticks: hasPrice ? ticksOf(grid, draft.price, 'floor') : null,
    lots: lotsOf(grid, draft.amount, 'floor'),
  });
}

/** The smallest amount that the market takes at this price. */
export function lowestAmount(market: Market, price: Decimal): Decimal {
  const grid = marketGrid(market);
  return amountOf(grid, validLots(market, grid, price).lowest as Lots);
}

/** The largest amount that the market takes at this price (null: not known); null: no bound. */
export function highestAmount(market: Market, price: Decimal | null): Decimal | null {
  const grid = marketGrid(market);
  const { highest } = validLots(market, grid, price);
  return highest === null ? null : amountOf(grid, highest as Lots);
}

/**
 * The amount down to its step and the price to the passive side (a buy's down, a sale's up), so
 * that an order never gets larger or more eager than was asked. May round to zero, which is then
 * rejected.
 */
export function roundOrder<T extends Pick<OrderDraft, 'side' | 'price' | 'amount'>>(
  market: Market,
  draft: T,
): T {
  const grid = marketGrid(market);
  const lots = lotsOf(grid, draft.amount, 'toward_zero');
  const price = passivePrice(market, draft.price, draft.side);
  return { ...draft, price, amount: amountOf(grid, lots) };
}

/** Where digits are counted, the step is that of prices of this size. */
function checkPrice(market: Market, price: Decimal): OrderRejection | null {
  const bound = priceStepAt(market, price);
  if (price <= 0n) return { rule: 'price_positive', found: price, bound, nearest: [bound] };
  if (isOnStep(price, bound)) return null;
  const nearest = nearestPrices(market, price).filter((valid) => valid > 0n);
  return { rule: 'price_step', found: price, bound, nearest };
}

function checkAmount(
  market: Market,
  grid: MarketGrid,
  amount: Decimal,
  price: Decimal | null,
): OrderRejection | null {
  const nearest = nearestAmounts(grid, amount, validLots(market, grid, price));
  const found = amount;
  const { minOrderAmount, maxOrderAmount, minOrderValue, maxOrderValue } = market;
  if (amount <= 0n) return { rule: 'amount_positive', found, bound: grid.amountStep, nearest };
  if (amount < minOrderAmount) return { rule: 'min_amount', found, bound: minOrderAmount, nearest };
  if (maxOrderAmount > 0n && amount > maxOrderAmount)
    return { rule: 'max_amount', found, bound: maxOrderAmount, nearest };
  if (!isOnStep(amount, grid.amountStep))
    return { rule: 'amount_step', found, bound: grid.amountStep, nearest };
  const worth = price === null ? null : worthOf(market, price);
  if (worth === null) return null;
  const scaled = amount * worth.numerator;
  const value = (scaled / worth.denominator) as Decimal;
  const valued = { found: value, amount, currency: worth.currency, nearest };
  if (scaled < minOrderValue * worth.denominator)
    return { rule: 'min_value', bound: minOrderValue, ...valued };
  if (maxOrderValue > 0n && scaled > maxOrderValue * worth.denominator)
    return { rule: 'max_value', bound: maxOrderValue, ...valued };
  return null;
}

type Worth = {
  /** An amount's value, both as decimals, is amount * numerator / denominator. */
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly currency: string;
};

/** What an order is worth by the market's value limits: quote, or a quanto's margin currency. */
function worthOf(market: Market, price: Decimal): Worth | null {
  if (price <= 0n) return null;
  const contract = market.contract;
  if (contract === null) return { numerator: price, denominator: ONE, currency: market.quote };
  const { contractValue } = contract;
  if (contract.type === 'inverse')
    return { numerator: contractValue, denominator: ONE, currency: market.quote };
  const currency = contract.type === 'quanto' ? contract.marginCurrency : market.quote;
  return { numerator: price * contractValue, denominator: ONE * ONE, currency };
}

/** The numbers of lots that break no rule; `highest` is null where nothing bounds them. */
function validLots(market: Market, grid: MarketGrid, price: Decimal | null): LotRange {
  const lows = [1n, divideRounded(market.minOrderAmount, grid.amountStep, 'ceil')];
  const highs: bigint[] = [];
  if (market.maxOrderAmount > 0n)
    highs.push(divideRounded(market.maxOrderAmount, grid.amountStep, 'floor'));
  const worth = price === null ? null : worthOf(market, price);
  if (worth !== null && worth.numerator > 0n) {
    const lotWorth = grid.amountStep * worth.numerator;
    lows.push(divideRounded(market.minOrderValue * worth.denominator, lotWorth, 'ceil'));
    if (market.maxOrderValue > 0n)
      highs.push(divideRounded(market.maxOrderValue * worth.denominator, lotWorth, 'floor'));
  }
  return {
    lowest: lows.reduce(larger),
    highest: highs.length === 0 ? null : highs.reduce(smaller),
  };
}

/** The valid amounts next to this one, below and above; none where no amount is valid. */
function nearestAmounts(grid: MarketGrid, amount: Decimal, range: LotRange): readonly Decimal[] {
  const { lowest, highest } = range;
  if (highest !== null && highest < lowest) return [];
  const around = [lotsOf(grid, amount, 'floor'), lotsOf(grid, amount, 'ceil')];
  const valid = around
    .map((lots) => larger(lots, lowest))
    .map((lots) => (highest === null ? lots : smaller(lots, highest)));
  return [...new Set(valid)].map((lots) => amountOf(grid, lots as Lots));
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
