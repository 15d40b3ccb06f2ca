// The shape of one endpoint of the Bybit skin, and what its readers share.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketKind } from '#loopback/exchange/market.ts';
import { parameterReaders } from '#loopback/skins/kit/parameter-readers.ts';
import type {
  OwnContext,
  PublicContext,
  SkinEndpoint,
  SkinParameters,
} from '#loopback/skins/kit/skin-endpoint.ts';
import { BybitRefusal, parameterError } from '#loopback/skins/bybit/bybit-errors.ts';

/** From the query or from the JSON body. */
export type BybitParameters = SkinParameters;
export type BybitPublicContext = PublicContext;
export type BybitContext = OwnContext;

export type BybitEndpoint = SkinEndpoint<{ readonly perSecond: number }>;

export type BybitEndpoints = Readonly<Record<string, BybitEndpoint>>;

export const { textOf, requiredText, wholeOf } = parameterReaders({
  missing: (name) => parameterError(`Missing some parameters that must be filled in, ${name}`),
  malformed: (name) => parameterError(`${name} invalid`),
  digitsMax: 16,
});

/** Kind of markets of the parameter `category`. Throws the refusal of others. */
export function categoryOf(parameters: BybitParameters): MarketKind {
  const category = requiredText(parameters, 'category');
  if (category === 'spot' || category === 'linear') return category;
  throw parameterError(`Illegal category`);
}

/**
 * Market of `category` and `symbol`. Throws the refusal of an unknown one, whose code depends on
 * the category.
 */
export function bybitMarket(exchange: Exchange, parameters: BybitParameters): MarketState {
  const kind = categoryOf(parameters);
  const market = exchange.markets.get(`${kind}:${requiredText(parameters, 'symbol')}`);
  if (market !== undefined) return market;
  throw kind === 'spot'
    ? new BybitRefusal(170_121, 'Invalid symbol.')
    : parameterError('symbol invalid');
}

/** Amount above zero. Throws what `refuse` gives for any other. */
export function amountOf(
  parameters: BybitParameters,
  name: string,
  refuse: () => BybitRefusal,
): Amount {
  const value = parseAmount(requiredText(parameters, name));
  if (value === null || value <= 0n) throw refuse();
  return value;
}

export type Page<T> = { readonly list: readonly T[]; readonly nextPageCursor: string };

/** Cursors are places in a list that grows at its other end, so they name the last item shown. */
export function pageOfList<T>(
  parameters: BybitParameters,
  items: readonly T[],
  limits: { readonly default: number; readonly max: number },
  idOf: (item: T) => string,
): Page<T> {
  const limit = Math.min(wholeOf(parameters, 'limit') ?? limits.default, limits.max);
  const cursor = textOf(parameters, 'cursor');
  const after = cursor === null ? -1 : items.findIndex((item) => idOf(item) === unquoted(cursor));
  const list = items.slice(after + 1, after + 1 + limit);
  const last = list.at(-1);
  const hasMore = after + 1 + limit < items.length;
  const nextPageCursor =
    last === undefined || !hasMore ? '' : encodeURIComponent(`page_token=${idOf(last)}`);
  return { list, nextPageCursor };
}

function unquoted(cursor: string): string {
  return decodeURIComponent(cursor).replace(/^page_token=/, '');
}
