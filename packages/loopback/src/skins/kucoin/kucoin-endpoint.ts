// The shape of one endpoint of the KuCoin skin, and what its readers share.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { Account, ApiKey, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';
import { KucoinRefusal, parameterError } from '#loopback/skins/kucoin/kucoin-errors.ts';

/** From the path, the query or the JSON body; all values as text. */
export type KucoinParameters = ReadonlyMap<string, string>;

export type KucoinPublicContext = {
  readonly exchange: Exchange;
  readonly parameters: KucoinParameters;
  readonly distortion: Distortion;
};

export type KucoinContext = KucoinPublicContext & {
  readonly account: Account;
  readonly key: ApiKey;
};

type EndpointBase = {
  readonly operation: Operation;
  readonly weight: number;
  /** All that it knows; another one is refused here, which the documentation does not promise. */
  readonly takes: readonly string[];
};

/** Limits of an account are for groups of endpoints, of so much weight in half a minute. */
export const POOLS = { spot: 4_000, management: 2_000 } as const;

export type KucoinEndpoint =
  | (EndpointBase & {
      readonly access: 'public';
      readonly run: (of: KucoinPublicContext) => VenueReply;
    })
  | (EndpointBase & {
      readonly access: 'trade' | 'read';
      readonly pool: keyof typeof POOLS;
      readonly run: (of: KucoinContext) => VenueReply;
    });

/** By method and path, which may have names in braces. */
export type KucoinEndpoints = Readonly<Record<string, KucoinEndpoint>>;

export function symbolOf({ base, quote }: MarketTerms): string {
  return `${base}-${quote}`;
}

export function textOf(parameters: KucoinParameters, name: string): string | null {
  const text = parameters.get(name);
  return text === undefined || text === '' ? null : text;
}

export function requiredText(parameters: KucoinParameters, name: string): string {
  const text = textOf(parameters, name);
  if (text === null) throw parameterError(`${name} should not be empty`);
  return text;
}

export function wholeOf(parameters: KucoinParameters, name: string): number | null {
  const text = textOf(parameters, name);
  if (text === null) return null;
  if (!/^\d{1,16}$/.test(text)) throw parameterError(name);
  return Number(text);
}

export function flagOf(parameters: KucoinParameters, name: string): boolean {
  const text = textOf(parameters, name) ?? 'false';
  if (text !== 'true' && text !== 'false') throw parameterError(name);
  return text === 'true';
}

export function amountOf(parameters: KucoinParameters, name: string): Amount {
  const value = parseAmount(requiredText(parameters, name));
  if (value === null || value <= 0n) throw parameterError(name);
  return value;
}

export function marketOf({ exchange, parameters }: KucoinPublicContext): MarketState {
  const symbol = requiredText(parameters, 'symbol');
  const market = [...exchange.markets.values()].find(({ terms }) => symbolOf(terms) === symbol);
  if (market === undefined) throw new KucoinRefusal(400_100, 'Unsupported trading pair.');
  return market;
}

export type ListItem<T> = { readonly id: number; readonly atMs: number; readonly item: T };

const WEEK_MS = 7 * 86_400_000;
const LIMIT_MAX = 100;

/** Newest first, of a week; `lastId` is that of the last item of the page before. */
export function pageOf<T>(
  context: KucoinPublicContext,
  oldestFirst: readonly ListItem<T>[],
): { readonly items: readonly T[]; readonly lastId: number } {
  const { parameters } = context;
  const [from, end] = textOf(parameters, 'orderId') === null ? weekOf(context) : [0, Infinity];
  const lastId = wholeOf(parameters, 'lastId');
  const limit = wholeOf(parameters, 'limit') ?? 20;
  if (limit < 1 || limit > LIMIT_MAX) throw parameterError('limit');
  const page = oldestFirst
    .filter(({ id, atMs }) => atMs >= from && atMs <= end && (lastId === null || id < lastId))
    .toReversed()
    .slice(0, limit);
  return { items: page.map(({ item }) => item), lastId: page.at(-1)?.id ?? 0 };
}

function weekOf({ exchange, parameters }: KucoinPublicContext): readonly [number, number] {
  const begin = wholeOf(parameters, 'startAt');
  const given = wholeOf(parameters, 'endAt');
  const end = given ?? (begin === null ? exchange.clock.nowMs() : begin + WEEK_MS);
  const from = begin ?? end - WEEK_MS;
  if (end - from > WEEK_MS) throw parameterError('The range of time is more than seven days.');
  return [from, end];
}
