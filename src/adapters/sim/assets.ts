// Assets that move the prices: one walk per asset, and how much of it follows bitcoin. Cross rates
// follow from the two sides, so a triangle of markets closes.

/**
 * Prices are in US dollars; volatilities are of one day (0.02: 2 %), of the asset's own walk
 * without bitcoin's share.
 */
export type Asset = {
  readonly priceUsd: number;
  readonly ownDailyVolatility: number;
  readonly bitcoinShare: number;
};

export const ASSETS: { readonly [currency: string]: Asset } = {
  USD: { priceUsd: 1, ownDailyVolatility: 0, bitcoinShare: 0 },
  USDT: { priceUsd: 1, ownDailyVolatility: 0, bitcoinShare: 0 },
  EUR: { priceUsd: 1.1, ownDailyVolatility: 0.004, bitcoinShare: 0 },
  BTC: { priceUsd: 62_000, ownDailyVolatility: 0.024, bitcoinShare: 0 },
  ETH: { priceUsd: 2_900, ownDailyVolatility: 0.018, bitcoinShare: 1.05 },
  SOL: { priceUsd: 145, ownDailyVolatility: 0.028, bitcoinShare: 1.15 },
  XRP: { priceUsd: 0.85, ownDailyVolatility: 0.027, bitcoinShare: 0.9 },
  BNB: { priceUsd: 540, ownDailyVolatility: 0.015, bitcoinShare: 0.85 },
  ADA: { priceUsd: 0.62, ownDailyVolatility: 0.026, bitcoinShare: 1 },
  DOGE: { priceUsd: 0.16, ownDailyVolatility: 0.034, bitcoinShare: 1.1 },
  LTC: { priceUsd: 88, ownDailyVolatility: 0.02, bitcoinShare: 0.9 },
  LINK: { priceUsd: 16, ownDailyVolatility: 0.026, bitcoinShare: 1.05 },
  AVAX: { priceUsd: 31, ownDailyVolatility: 0.03, bitcoinShare: 1.1 },
  DOT: { priceUsd: 6.4, ownDailyVolatility: 0.024, bitcoinShare: 1.05 },
  SHIB: { priceUsd: 0.000021, ownDailyVolatility: 0.036, bitcoinShare: 1.05 },
  EOS: { priceUsd: 0.7, ownDailyVolatility: 0.03, bitcoinShare: 1 },
};
