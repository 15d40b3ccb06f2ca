// Markets that a Pine script names by their symbols, in its text or in what its inputs were set to.

import type { Market } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { findBySymbol, symbolTexts } from '#pine/program/market-symbol.ts';
import { saysPine } from '#domain/script/says-pine.ts';

/** Beside the one that is traded. */
const SYMBOL_MARKETS_MAX = 8;

/** In the order of the script; without those of `known`. */
export async function symbolMarkets(
  exchange: Exchange,
  source: string,
  chosen: readonly unknown[],
  known: readonly Market[],
): Promise<readonly Market[]> {
  const written = saysPine(source) ? symbolTexts(source) : null;
  if (written === null) return [];
  const texts = [...chosen, ...written];
  const markets = await exchange.listMarkets();
  const offered = markets.map((market) => ({
    market,
    marketTag: market.marketTag,
    base: market.base,
    quote: market.quote,
    isContract: market.contract !== null,
  }));
  const found = new Set<Market>();
  for (const text of texts) {
    const market = typeof text === 'string' ? findBySymbol(text, offered)?.market : undefined;
    if (market === undefined || known.includes(market)) continue;
    if (found.size < SYMBOL_MARKETS_MAX) found.add(market);
  }
  return [...found];
}
