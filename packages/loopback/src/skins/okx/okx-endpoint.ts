// The shape of one endpoint of the OKX skin, and what its readers share.

import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { marketOf as marketByKey } from '#loopback/exchange/exchange.ts';
import type { MarketKind, MarketTerms } from '#loopback/exchange/market.ts';
import { parameterReaders } from '#loopback/skins/kit/parameter-readers.ts';
import type {
  OwnContext,
  PublicContext,
  SkinEndpoint,
  SkinParameters,
  Takes,
} from '#loopback/skins/kit/skin-endpoint.ts';
import { OkxRefusal, parameterError } from '#loopback/skins/okx/okx-errors.ts';

/** From the query or from the JSON body. */
export type OkxParameters = SkinParameters;
export type OkxPublicContext = PublicContext;
export type OkxContext = OwnContext;

export type OkxEndpoint = SkinEndpoint<
  Takes & {
    /** Of one address for what is public, of one account otherwise. */
    readonly perTwoSeconds: number;
  }
>;

export type OkxEndpoints = Readonly<Record<string, OkxEndpoint>>;

/** `BTC-USDT`, or `BTC-USDT-SWAP`. */
export function instIdOf({ base, quote, kind }: MarketTerms): string {
  return kind === 'spot' ? `${base}-${quote}` : `${base}-${quote}-SWAP`;
}

export const INST_TYPES: Readonly<Record<MarketKind, string>> = { spot: 'SPOT', linear: 'SWAP' };

export const { textOf, requiredText, wholeOf, amountOf } = parameterReaders({
  missing: (name) => new OkxRefusal(50_014, `Parameter ${name} can not be empty.`, 400),
  malformed: parameterError,
  digitsMax: 16,
});

/** Market of an instrument; null for an unknown one. */
export function findMarket(exchange: Exchange, instId: string): MarketState | null {
  return [...exchange.markets.values()].find(({ terms }) => instIdOf(terms) === instId) ?? null;
}

/** Market of an instrument. Throws refusal 51001 for an unknown one. */
export function marketOf(exchange: Exchange, instId: string): MarketState {
  const market = findMarket(exchange, instId);
  if (market === null) throw new OkxRefusal(51_001, "Instrument ID doesn't exist.");
  return market;
}

/** Null where it may be left out, and is: then all types are meant. */
export function kindOf(parameters: OkxParameters, isRequired = true): MarketKind | null {
  if (!isRequired && textOf(parameters, 'instType') === null) return null;
  const type = requiredText(parameters, 'instType');
  for (const kind of ['spot', 'linear'] as const) if (INST_TYPES[kind] === type) return kind;
  throw parameterError('instType');
}

/** By type and instrument, where they are given. */
export function isOfMarket(
  { exchange, parameters }: OkxPublicContext,
  kind: MarketKind | null,
  marketKey: string,
): boolean {
  const { terms } = marketByKey(exchange, marketKey);
  const instId = textOf(parameters, 'instId');
  return (kind === null || terms.kind === kind) && (instId === null || instIdOf(terms) === instId);
}

export type ListItem<T> = { readonly id: string; readonly atMs: number; readonly item: T };

/** Newest first; `after` and `before` are ids, `begin` and `end` instants, both inclusive. */
export function pageOf<T>(
  parameters: OkxParameters,
  oldestFirst: readonly ListItem<T>[],
): readonly T[] {
  const begin = wholeOf(parameters, 'begin') ?? 0;
  const end = wholeOf(parameters, 'end') ?? Infinity;
  const after = textOf(parameters, 'after');
  const limit = wholeOf(parameters, 'limit') ?? 100;
  if (limit > 100) throw parameterError('limit');
  return oldestFirst
    .filter(({ atMs }) => atMs >= begin && atMs <= end)
    .filter(({ id }) => after === null || BigInt(id) < BigInt(after))
    .toReversed()
    .slice(0, limit)
    .map(({ item }) => item);
}
