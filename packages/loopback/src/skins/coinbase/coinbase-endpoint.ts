// The shape of one endpoint of the Coinbase skin, its names, and what its readers share.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { Account, ApiKey, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';
import { argumentError, CoinbaseRefusal } from '#loopback/skins/coinbase/coinbase-errors.ts';

/** From the query, where a name may come several times, and from the path. */
export type CoinbaseParameters = ReadonlyMap<string, readonly string[]>;
/** The body of a POST. */
export type CoinbaseBody = Readonly<Record<string, unknown>>;

export type CoinbasePublicContext = {
  readonly exchange: Exchange;
  readonly parameters: CoinbaseParameters;
  readonly body: CoinbaseBody;
  readonly distortion: Distortion;
};

export type CoinbaseContext = CoinbasePublicContext & {
  readonly account: Account;
  readonly key: ApiKey;
};

type EndpointBase = {
  readonly operation: Operation;
  /** All that it knows; another one is refused here, which the documentation does not promise. */
  readonly takes: readonly string[];
};

export type CoinbaseEndpoint =
  | (EndpointBase & {
      readonly access: 'public';
      readonly run: (of: CoinbasePublicContext) => VenueReply;
    })
  | (EndpointBase & {
      readonly access: 'trade' | 'view';
      readonly run: (of: CoinbaseContext) => VenueReply;
    });

/** By method and path; a part in braces is a parameter. */
export type CoinbaseEndpoints = Readonly<Record<string, CoinbaseEndpoint>>;

/** `BTC-USDT`. */
export function productIdOf({ base, quote }: MarketTerms): string {
  return `${base}-${quote}`;
}

/** First text of a parameter; null when absent or empty. */
export function textOf(parameters: CoinbaseParameters, name: string): string | null {
  const [text] = parameters.get(name) ?? [];
  return text === undefined || text === '' ? null : text;
}

/** Text of a parameter. Throws INVALID_ARGUMENT for one that is absent or empty. */
export function requiredText(parameters: CoinbaseParameters, name: string): string {
  const text = textOf(parameters, name);
  if (text === null) throw argumentError(name);
  return text;
}

/** Whole number of a parameter; null when absent. Throws the refusal of a malformed one. */
export function wholeOf(parameters: CoinbaseParameters, name: string): number | null {
  const text = textOf(parameters, name);
  if (text === null) return null;
  if (!/^\d{1,12}$/.test(text)) throw argumentError(name);
  return Number(text);
}

/** In RFC 3339. */
export function instantOf(parameters: CoinbaseParameters, name: string): number | null {
  const text = textOf(parameters, name);
  if (text === null) return null;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isInstant) throw argumentError(name);
  return Date.parse(text);
}

/** Figures of bodies are texts. */
export function amountIn(words: CoinbaseBody, name: string): Amount {
  const text = words[name];
  const value = typeof text === 'string' ? parseAmount(text) : null;
  if (value === null || value <= 0n) throw argumentError(name);
  return value;
}

/** Market of a product, such as BTC-USDT; null for an unknown one. */
export function marketOf(exchange: Exchange, productId: string): MarketState | null {
  const market = exchange.markets.get(`spot:${productId.replace('-', '')}`);
  return market !== undefined && productIdOf(market.terms) === productId ? market : null;
}

/** Market of a product. Throws NOT_FOUND for an unknown one. */
export function requiredMarket(exchange: Exchange, productId: string): MarketState {
  const market = marketOf(exchange, productId);
  if (market === null) throw new CoinbaseRefusal(404, 'NOT_FOUND', 'valid product_id is required');
  return market;
}

export type Page<T> = {
  readonly items: readonly T[];
  readonly next: string | null;
};

/** After the item with the id that the cursor is. */
export function pageOf<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Page<T> {
  const place = cursor === null ? -1 : items.findIndex((item) => idOf(item) === cursor);
  if (cursor !== null && place < 0) throw argumentError('cursor');
  const page = items.slice(place + 1, place + 1 + limit);
  const last = page.at(-1);
  const hasNext = place + 1 + limit < items.length && last !== undefined;
  return { items: page, next: hasNext ? idOf(last) : null };
}

/** ISO 8601 in UTC. */
export function instantText(atMs: number): string {
  return new Date(atMs).toISOString();
}
