// Currencies of a simulated wallet, and a check that the money that it is to begin with fits it.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { currencyScale, unitsOf, valueOfUnits } from '#venue-port/money/currency.ts';
import type { Deposit } from '#ports/exchange/simulated-venue.ts';

/** `allowed` is what could have been requested instead. */
export type DepositRejection =
  | {
      readonly code: 'currency_unknown';
      readonly currency: string;
      readonly allowed: readonly string[];
    }
  | { readonly code: 'currency_repeated'; readonly currency: string }
  | { readonly code: 'deposit_not_positive'; readonly currency: string }
  | {
      readonly code: 'deposit_too_precise';
      readonly currency: string;
      readonly decimalsMax: number;
      readonly nearest: Decimal;
    };

/** The first fault; null when there is none. */
export function checkDeposits(
  markets: readonly Market[],
  marketType: MarketType,
  deposits: readonly Deposit[],
): DepositRejection | null {
  const currencies = currenciesOf(markets, marketType);
  const seen = new Set<string>();
  for (const { currency, amount } of deposits) {
    if (!currencies.includes(currency))
      return { code: 'currency_unknown', currency, allowed: currencies };
    if (seen.has(currency)) return { code: 'currency_repeated', currency };
    seen.add(currency);
    if (amount <= 0n) return { code: 'deposit_not_positive', currency };
    const nearest = valueOfUnits(currency, unitsOf(currency, amount, 'floor'));
    if (nearest !== amount) {
      const decimalsMax = currencyScale(currency);
      return { code: 'deposit_too_precise', currency, decimalsMax, nearest };
    }
  }
  return null;
}

/**
 * What a wallet of this kind can hold, sorted: anything traded on spot, what margin is posted in on
 * futures.
 */
export function currenciesOf(
  markets: readonly Market[],
  marketType: MarketType,
): readonly string[] {
  const ofType = markets.filter((market) => market.marketType === marketType);
  const held = ofType.flatMap((market) =>
    marketType === 'spot' ? [market.base, market.quote] : [settlementCurrencyOf(market)],
  );
  return [...new Set(held)].sort();
}

/** What was expected, and what was found. */
export function describeDeposit(refusal: DepositRejection): string {
  const { code, currency } = refusal;
  switch (code) {
    case 'currency_unknown':
      return `no market of this exchange uses the currency "${currency}".`;
    case 'currency_repeated':
      return `expected each currency once, found "${currency}" twice.`;
    case 'deposit_not_positive':
      return `expected more than zero of "${currency}".`;
    case 'deposit_too_precise': {
      const nearest = formatDecimal(refusal.nearest);
      return `"${currency}" has ${refusal.decimalsMax} decimals; the nearest valid value is ${nearest}.`;
    }
  }
}
