// The shape of one endpoint of the KuCoin skin, and what its readers share.

import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import { parameterReaders } from '#loopback/skins/kit/parameter-readers.ts';
import type {
  OwnContext,
  PublicContext,
  SkinEndpoint,
  SkinParameters,
  Takes,
} from '#loopback/skins/kit/skin-endpoint.ts';
import { KucoinRefusal, parameterError } from '#loopback/skins/kucoin/kucoin-errors.ts';

/** From the path, the query or the JSON body. */
export type KucoinParameters = SkinParameters;
export type KucoinPublicContext = PublicContext;
export type KucoinContext = OwnContext;

/** Limits of an account are for groups of endpoints, of so much weight in half a minute. */
export const POOLS = { spot: 4_000, management: 2_000 } as const;

export type KucoinEndpoint = SkinEndpoint<
  Takes & { readonly weight: number },
  {
    readonly pool: keyof typeof POOLS;
    /** Of accounts in which mode; absent: in the classic one. */
    readonly mode?: 'unified' | 'any';
  }
>;

/** By method and path, which may have names in braces. */
export type KucoinEndpoints = Readonly<Record<string, KucoinEndpoint>>;

/** Name of a market, such as BTC-USDT. */
export function symbolOf({ base, quote }: MarketTerms): string {
  return `${base}-${quote}`;
}

export const { textOf, requiredText, wholeOf, amountOf } = parameterReaders({
  missing: (name) => parameterError(`${name} should not be empty`),
  malformed: parameterError,
  digitsMax: 16,
});

/** Boolean of a parameter; false when absent. Throws the refusal of other words. */
export function flagOf(parameters: KucoinParameters, name: string): boolean {
  const text = textOf(parameters, name) ?? 'false';
  if (text !== 'true' && text !== 'false') throw parameterError(name);
  return text === 'true';
}

/** Market of the parameter `symbol`. Throws refusal 400100 for an unknown one. */
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
