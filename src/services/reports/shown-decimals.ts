// Numbers for the eye: rounded to the places that they are quoted in. The exact figures are in the
// JSON form.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromUnits, formatDecimal, ONE, unitsFromDecimal, ZERO } from '#lib/decimal.ts';
import { groupThousands } from '#lib/group-thousands.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';

export type ShownDecimals = {
  readonly price: number;
  readonly amount: number;
  readonly money: number;
};

const QUOTE_PLACES_MIN = 2;
/** Places of what is counted in a coin. */
export const COIN_PLACES = 8;

/**
 * Places of a market's prices and amounts, and of its profit: two or more of quote, eight of a
 * coin.
 */
export function shownDecimals(market: Market, profitCurrency = market.quote): ShownDecimals {
  const { priceStep, amountStep } = marketGrid(market);
  const price = placesOf(priceStep);
  const isQuote = profitCurrency === market.quote;
  const money = isQuote ? Math.max(QUOTE_PLACES_MIN, price) : COIN_PLACES;
  return { price, amount: placesOf(amountStep), money };
}

/** How many digits stand behind the point. */
export function placesOf(value: Decimal): number {
  return formatDecimal(value).split('.')[1]?.length ?? 0;
}

/** Rounded, with a comma between thousands; zeros behind the point are left out. */
export function shortDecimal(value: Decimal, places: number): string {
  const units = unitsFromDecimal(value, places, 'half_even');
  return groupThousands(formatDecimal(decimalFromUnits(units, places)));
}

/** With its sign where it is above zero. */
function signedDecimal(value: Decimal, places: number): string {
  return `${value > ZERO ? '+' : ''}${shortDecimal(value, places)}`;
}

/** With all of its places, so that a column of them is even. */
export function fixedDecimal(value: Decimal, places: number): string {
  const [whole = '', fraction = ''] = shortDecimal(value, places).split('.');
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
}

/** A percentage with its sign. */
export function percentText(percent: Decimal): string {
  return signedDecimal(percent, percentPlaces(percent));
}

/** A percentage without a sign above zero. */
export function shownPercent(percent: Decimal): string {
  return shortDecimal(percent, percentPlaces(percent));
}

const PERCENT_PLACES_MAX = 8;

/**
 * The places that percentages are rounded to, half to even, wherever they are shown, in the console
 * too: two, below one percent three, and of what three would show as nothing its first two digits.
 */
function percentPlaces(percent: Decimal): number {
  if (percent === ZERO || percent >= ONE || percent <= -ONE) return 2;
  const zeros = /^-?0\.(0*)/.exec(formatDecimal(percent))?.[1]?.length ?? 0;
  const isNothing = zeros >= PERCENT_PLACES_MAX;
  return zeros < 3 || isNothing ? 3 : Math.min(PERCENT_PLACES_MAX, zeros + 2);
}
