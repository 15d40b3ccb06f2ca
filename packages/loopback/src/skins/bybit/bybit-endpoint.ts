// The shape of one endpoint of the Bybit skin, and what its readers share.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { Account, ApiKey, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketKind } from '#loopback/exchange/market.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';
import { BybitRefusal, parameterError } from '#loopback/skins/bybit/bybit-errors.ts';

/** From the query or from the JSON body; all values as text. */
export type BybitParameters = ReadonlyMap<string, string>;

export type BybitPublicContext = {
  readonly exchange: Exchange;
  readonly parameters: BybitParameters;
  readonly distortion: Distortion;
};

export type BybitContext = BybitPublicContext & {
  readonly account: Account;
  readonly key: ApiKey;
};

type EndpointBase = { readonly operation: Operation; readonly perSecond: number };

export type BybitEndpoint =
  | (EndpointBase & {
      readonly access: 'public';
      readonly run: (context: BybitPublicContext) => VenueReply;
    })
  | (EndpointBase & {
      readonly access: 'trade' | 'read';
      readonly run: (context: BybitContext) => VenueReply;
    });

export type BybitEndpoints = Readonly<Record<string, BybitEndpoint>>;

export function textOf(parameters: BybitParameters, name: string): string | null {
  const text = parameters.get(name);
  return text === undefined || text === '' ? null : text;
}

export function requiredText(parameters: BybitParameters, name: string): string {
  const text = textOf(parameters, name);
  if (text === null)
    throw parameterError(`Missing some parameters that must be filled in, ${name}`);
  return text;
}

export function categoryOf(parameters: BybitParameters): MarketKind {
  const category = requiredText(parameters, 'category');
  if (category === 'spot' || category === 'linear') return category;
  throw parameterError(`Illegal category`);
}

export function bybitMarket(exchange: Exchange, parameters: BybitParameters): MarketState {
  const kind = categoryOf(parameters);
  const market = exchange.markets.get(`${kind}:${requiredText(parameters, 'symbol')}`);
  if (market !== undefined) return market;
  throw kind === 'spot'
    ? new BybitRefusal(170_121, 'Invalid symbol.')
    : parameterError('symbol invalid');
}

export function amountOf(
  parameters: BybitParameters,
  name: string,
  refuse: () => BybitRefusal,
): Amount {
  const value = parseAmount(requiredText(parameters, name));
  if (value === null || value <= 0n) throw refuse();
  return value;
}

export function wholeOf(parameters: BybitParameters, name: string): number | null {
  const text = textOf(parameters, name);
  if (text === null) return null;
  if (!/^\d{1,16}$/.test(text)) throw parameterError(`${name} invalid`);
  return Number(text);
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
