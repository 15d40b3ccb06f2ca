// The dialects by the code of their exchange. Each is loaded by itself, also on the thread that
// reads markets.

import { present } from '#lib/assert.ts';
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

/** Of all exchanges that can be spoken to. */
export const DIALECT_CODES: readonly string[] = Object.keys(LOADERS);

/** `code` is one of DIALECT_CODES. */
export async function loadDialect(code: string): Promise<VenueDialect> {
  return present(LOADERS[code], `"${code}" has a dialect`)();
}
