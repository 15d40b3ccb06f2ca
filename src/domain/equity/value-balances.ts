// Values an account in one currency: each balance at the last price of a market of its exchange,
// directly or through one currency between.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, divideDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';

/** What an account holds of one currency, profits that are not realised included. */
export type Holding = { readonly currency: string; readonly amount: Decimal };

/** Multiplied by the market's price, or divided by it. */
type Leg = { readonly marketTag: MarketTag; readonly isDivided: boolean };

export type PricedCurrencies = {
  /** The currency that most markets settle in; null without an open market. */
  readonly usual: string | null;
  /** How a currency becomes another; empty for itself, null: no open market joins them. */
  routeOf(this: void, from: string, to: string): readonly Leg[] | null;
};

export type Valuation = {
  readonly value: Decimal;
  /** What is held and has no price here, sorted; nothing of it is in the value. */
  readonly unpriced: readonly string[];
};

/** Of an exchange's markets; those that are closed have no price. */
export function pricedCurrencies(markets: readonly Market[]): PricedCurrencies {
  const open = markets.filter((market) => market.isOpen).toSorted(bySuitability);
  const pairs = new Map<string, Map<string, Leg>>();
  for (const { base, quote, marketTag } of open) {
    addPair(pairs, base, quote, { marketTag, isDivided: false });
    addPair(pairs, quote, base, { marketTag, isDivided: true });
  }
  const routeOf = (from: string, to: string): readonly Leg[] | null => {
    if (from === to) return [];
    const direct = pairs.get(from)?.get(to);
    if (direct !== undefined) return [direct];
    return routeBetween(pairs, from, to);
  };
  return { usual: usualCurrency(open), routeOf };
}

type Pairs = Map<string, Map<string, Leg>>;

/** Spot first: what is paid for the thing itself; then by tag, so that the choice is the same. */
function bySuitability(left: Market, right: Market): number {
  if (left.marketType !== right.marketType) return left.marketType === 'spot' ? -1 : 1;
  return left.marketTag < right.marketTag ? -1 : 1;
}

function addPair(pairs: Pairs, from: string, to: string, leg: Leg): void {
  const known = pairs.get(from) ?? new Map<string, Leg>();
  pairs.set(from, known);
  if (!known.has(to)) known.set(to, leg);
}

/** Through the currency that has the most markets. */
function routeBetween(pairs: Pairs, from: string, to: string): readonly Leg[] | null {
  let chosen: { readonly legs: readonly Leg[]; readonly count: number } | null = null;
  for (const [between, first] of pairs.get(from) ?? []) {
    const second = pairs.get(between)?.get(to);
    const count = pairs.get(between)?.size ?? 0;
    if (second !== undefined && count > (chosen?.count ?? 0))
      chosen = { legs: [first, second], count };
  }
  return chosen?.legs ?? null;
}

function usualCurrency(markets: readonly Market[]): string | null {
  const counts = new Map<string, number>();
  for (const market of markets) {
    const currency = settlementCurrencyOf(market);
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(
    ([left, more], [right, less]) => less - more || (left < right ? -1 : 1),
  );
  return sorted[0]?.[0] ?? null;
}

/** The markets whose prices a value needs, each once. */
export function marketsToPrice(
  { routeOf }: PricedCurrencies,
  holdings: readonly Holding[],
  currency: string,
): readonly MarketTag[] {
  const legs = holdings
    .filter(({ amount }) => amount !== ZERO)
    .flatMap((holding) => routeOf(holding.currency, currency) ?? []);
  return [...new Set(legs.map(({ marketTag }) => marketTag))];
}

/** `prices` has those of `marketsToPrice`. Rounded half to even, to 18 decimals. */
export function valueHoldings(
  { routeOf }: PricedCurrencies,
  holdings: readonly Holding[],
  currency: string,
  prices: ReadonlyMap<MarketTag, Decimal>,
): Valuation {
  const unpriced: string[] = [];
  let value = ZERO;
  for (const { currency: held, amount } of holdings) {
    const route = routeOf(held, currency);
    if (amount === ZERO) continue;
    if (route === null) unpriced.push(held);
    else value = addDecimal(value, along(route, amount, prices));
  }
  return { value, unpriced: unpriced.toSorted() };
}

function along(
  route: readonly Leg[],
  amount: Decimal,
  prices: ReadonlyMap<MarketTag, Decimal>,
): Decimal {
  return route.reduce((sum, { marketTag, isDivided }) => {
    const price = present(prices.get(marketTag), 'each market of a route has a price');
    if (!isDivided) return multiplyDecimal(sum, price, 'half_even');
    return price === ZERO ? ZERO : divideDecimal(sum, price, 'half_even');
  }, amount);
}
