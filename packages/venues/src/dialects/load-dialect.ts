// The dialects by the code of their exchange or company. Each is loaded by itself, also on the
// thread that reads markets.

import { present } from '#lib/assert.ts';
import { companyDialect } from '#venues/companies/company-dialect.ts';
import { COMPANIES, findCompany } from '#venues/companies/companies.ts';
import type { VenueDialect } from '#venues/dialect.ts';

const LOADERS: Readonly<Record<string, () => Promise<VenueDialect>>> = {
  binance: async () => (await import('#venues/dialects/binance-spot/binance-spot.ts')).BINANCE_SPOT,
  binanceusdm: async () =>
    (await import('#venues/dialects/binance-usdm/binance-usdm.ts')).BINANCE_USDM,
  bitget: async () => (await import('#venues/dialects/bitget/bitget.ts')).BITGET,
  bybit: async () => (await import('#venues/dialects/bybit/bybit.ts')).BYBIT,
  coinbase: async () => (await import('#venues/dialects/coinbase/coinbase.ts')).COINBASE,
  gate: async () => (await import('#venues/dialects/gate/gate.ts')).GATE,
  hyperliquid: async () =>
    (await import('#venues/dialects/hyperliquid/hyperliquid.ts')).HYPERLIQUID,
  kraken: async () => (await import('#venues/dialects/kraken/kraken.ts')).KRAKEN,
  kucoin: async () => (await import('#venues/dialects/kucoin/kucoin.ts')).KUCOIN,
  okx: async () => (await import('#venues/dialects/okx/okx.ts')).OKX,
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
