// Checks that a simulated wallet can be opened: what its exchange offers, the money that it is to
// begin with, and what it pays fees in.

import type { Market, MarketType } from '#venue-port/market/market.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import { FEES_IN_QUOTE, FEES_IN_RECEIVED } from '#domain/money/fees-in.ts';
import type { Deposit } from '#ports/exchange/simulated-venue.ts';
import type { DepositRejection } from '#services/accounts/wallet-currencies.ts';
import { checkDeposits, currenciesOf } from '#services/accounts/wallet-currencies.ts';

export type WantedWallet = {
  readonly marketType: MarketType;
  readonly deposits: readonly Deposit[];
  /** In which currency it pays the fees of spot trades; the quote currency by default. */
  readonly feesIn?: FeesIn;
  /** Play money on the markets of a real exchange. */
  readonly isPaper?: boolean;
};

/** In order of precedence. `allowed` is what could have been requested instead. */
export type WalletRejection =
  | { readonly code: 'market_type_not_offered'; readonly allowed: readonly MarketType[] }
  | DepositRejection
  | { readonly code: 'fee_currency_unknown'; readonly allowed: readonly FeesIn[] };

/** The first fault; null when there is none. */
export function checkWallet(
  markets: readonly Market[],
  wallet: WantedWallet,
): WalletRejection | null {
  const { marketType, deposits } = wallet;
  const offered = MARKET_TYPES.filter((type) =>
    markets.some((market) => market.marketType === type),
  );
  if (!offered.includes(marketType)) return { code: 'market_type_not_offered', allowed: offered };
  return checkDeposits(markets, marketType, deposits) ?? checkFeesIn(markets, wallet);
}

/** Fees of futures are paid in what the contract settles in. */
function checkFeesIn(
  markets: readonly Market[],
  { marketType, feesIn = FEES_IN_QUOTE, isPaper }: WantedWallet,
): WalletRejection | null {
  const isSpot = marketType === 'spot';
  // At a real exchange the price of a third currency is not at hand when a fill is settled.
  const currencies = isPaper === true ? [] : currenciesOf(markets, marketType);
  const others = isSpot ? [FEES_IN_RECEIVED, ...currencies] : [];
  const allowed = [FEES_IN_QUOTE, ...others];
  return allowed.includes(feesIn) ? null : { code: 'fee_currency_unknown', allowed };
}
