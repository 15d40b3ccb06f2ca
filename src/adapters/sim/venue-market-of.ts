// A market of the simulated exchange by the rules of one account: in which currency that pays its
// fees.

import { ONE } from '#lib/decimal.ts';
import type { Ratio } from '#lib/integers.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { FeePayment } from '#domain/position/fee-payment.ts';
import type { VenueMarket } from '#domain/venue/venue-state.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import { FEES_IN_QUOTE, FEES_IN_RECEIVED } from '#domain/money/fees-in.ts';
import type { SimMarket } from '#adapters/sim/sim-markets.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';

/** Rates are computed once for each object of terms, so each market has one for each payment. */
const venueMarkets = new WeakMap<SimPrices, Map<string, VenueMarket>>();

/** The market as an account trades on it that pays its fees so. Futures pay as they settle. */
export function venueMarketOf(
  prices: SimPrices,
  { market, venue }: SimMarket,
  feesIn: FeesIn,
): VenueMarket {
  const isUsual = feesIn === FEES_IN_QUOTE || feesIn === market.quote;
  if (isUsual || market.contract !== null) return venue;
  const known = venueMarkets.get(prices) ?? new Map<string, VenueMarket>();
  venueMarkets.set(prices, known);
  const key = `${market.marketTag} ${feesIn}`;
  const made = known.get(key) ?? {
    ...venue,
    terms: { ...venue.terms, feePayment: feePaymentOf(prices, market.quote, feesIn) },
  };
  known.set(key, made);
  return made;
}

function feePaymentOf(prices: SimPrices, quote: string, feesIn: FeesIn): FeePayment {
  if (feesIn === FEES_IN_RECEIVED) return { kind: 'received' };
  return {
    kind: 'currency',
    currency: feesIn,
    unitsPerQuoteUnit(atMs) {
      const price = priceIn(prices, feesIn, quote, atMs);
      if (price === null) return null;
      const { numerator, denominator } = price;
      return {
        numerator: denominator * 10n ** BigInt(currencyScale(feesIn)),
        denominator: numerator * 10n ** BigInt(currencyScale(quote)),
      };
    },
  };
}

/** By a market of both, or else by those of both against the dollar; null: there are none. */
function priceIn(
  prices: SimPrices,
  currency: string,
  quote: string,
  atMs: number,
): Ratio<bigint> | null {
  const direct = lastPrice(prices, currency, quote, atMs);
  if (direct !== null) return direct;
  const inverse = lastPrice(prices, quote, currency, atMs);
  if (inverse !== null) return { numerator: inverse.denominator, denominator: inverse.numerator };
  const [one, other] = [currency, quote].map((each) => lastPrice(prices, each, DOLLAR, atMs));
  if (one === null || one === undefined || other === null || other === undefined) return null;
  return {
    numerator: one.numerator * other.denominator,
    denominator: one.denominator * other.numerator,
  };
}

const DOLLAR = 'USDT';

function lastPrice(
  prices: SimPrices,
  base: string,
  quote: string,
  atMs: number,
): Ratio<bigint> | null {
  const found = SIM_MARKETS.get(`SIM_${base}_${quote}`);
  const ticks = found === undefined ? null : prices.ticksAt(found.market.marketTag, atMs);
  if (found === undefined || ticks === null) return null;
  return { numerator: priceOf(found.grid, ticks), denominator: ONE };
}
