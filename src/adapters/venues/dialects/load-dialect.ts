// The dialects by the code of their exchange or company. Each is loaded by itself, also on the
// thread that reads markets.

import { present } from '#lib/assert.ts';
import { companyDialect } from '#adapters/venues/companies/company-dialect.ts';
import { COMPANIES, findCompany } from '#adapters/venues/companies/companies.ts';
import type { VenueDialect } from '#adapters/venues/dialect.ts';

const LOADERS: Readonly<Record<string, () => Promise<VenueDialect>>> = {
  binance: async () =>
    (await import('#adapters/venues/dialects/binance-spot/binance-spot.ts')).BINANCE_SPOT,
  binanceusdm: async () =>
    (await import('#adapters/venues/dialects/binance-usdm/binance-usdm.ts')).BINANCE_USDM,
  bitget: async () => (await import('#adapters/venues/dialects/bitget/bitget.ts')).BITGET,
  bybit: async () => (await import('#adapters/venues/dialects/bybit/bybit.ts')).BYBIT,
  coinbase: async () => (await import('#adapters/venues/dialects/coinbase/coinbase.ts')).COINBASE,
  gate: async () => (await import('#adapters/venues/dialects/gate/gate.ts')).GATE,
  hyperliquid: async () =>
    (await import('#adapters/venues/dialects/hyperliquid/hyperliquid.ts')).HYPERLIQUID,
  kraken: async () => (await import('#adapters/venues/dialects/kraken/kraken.ts')).KRAKEN,
  kucoin: async () => (await import('#adapters/venues/dialects/kucoin/kucoin.ts')).KUCOIN,
  okx: async () => (await import('#adapters/venues/dialects/okx/okx.ts')).OKX,
};

/** Of the exchanges, each with a dialect of its own. */
export const DIALECT_CODES: readonly string[] = Object.keys(LOADERS);
/** Of all that accounts can be connected to: exchanges, and their companies. */
export const VENUE_CODES: readonly string[] = [
  ...DIALECT_CODES,
  ...COMPANIES.map(({ code }) => code),
];

/** `code` is one of VENUE_CODES. */
export async function loadDialect(code: string): Promise<VenueDialect> {
  const company = findCompany(code);
  const exchange = await present(LOADERS[company?.of ?? code], `"${code}" has a dialect`)();
  return company === null ? exchange : companyDialect(exchange, company);
}
