// The shape of one endpoint of the OKX skin, and what its readers share.

import type { Amount } from '../../amount.ts';
import { parseAmount } from '../../amount.ts';
import type { Account, ApiKey, Exchange, MarketState } from '../../exchange/exchange.ts';
import type { MarketTerms } from '../../exchange/market.ts';
import type { Distortion, Operation, VenueReply } from '../skin.ts';
import { OkxRefusal, parameterError } from './okx-errors.ts';

/** From the query or from the JSON body; all values as text. */
export type OkxParameters = ReadonlyMap<string, string>;

export type OkxPublicContext = {
  readonly exchange: Exchange;
  readonly parameters: OkxParameters;
  readonly distortion: Distortion;
};

export type OkxContext = OkxPublicContext & { readonly account: Account; readonly key: ApiKey };

type Shared = {
  readonly operation: Operation;
  /** Of one address for what is public, of one account otherwise. */
  readonly perTwoSeconds: number;
  /** All that it knows; another one is refused here, which the documentation does not promise. */
  readonly takes: readonly string[];
};

export type OkxEndpoint =
  | (Shared & { readonly access: 'public'; readonly run: (of: OkxPublicContext) => VenueReply })
  | (Shared & {
      readonly access: 'trade' | 'read';
      readonly run: (of: OkxContext) => VenueReply;
    });

export type OkxEndpoints = Readonly<Record<string, OkxEndpoint>>;

/** `BTC-USDT`. */
export function instIdOf({ base, quote }: MarketTerms): string {
  return `${base}-${quote}`;
}

export function textOf(parameters: OkxParameters, name: string): string | null {
  const text = parameters.get(name);
  return text === undefined || text === '' ? null : text;
}

export function requiredText(parameters: OkxParameters, name: string): string {
  const text = textOf(parameters, name);
  if (text === null) throw new OkxRefusal(50_014, `Parameter ${name} can not be empty.`, 400);
  return text;
}

export function wholeOf(parameters: OkxParameters, name: string): number | null {
  const text = textOf(parameters, name);
  if (text === null) return null;
  if (!/^\d{1,16}$/.test(text)) throw parameterError(name);
  return Number(text);
}

export function amountOf(parameters: OkxParameters, name: string): Amount {
  const value = parseAmount(requiredText(parameters, name));
  if (value === null || value <= 0n) throw parameterError(name);
  return value;
}

export function marketOf(exchange: Exchange, instId: string): MarketState {
  const market = exchange.markets.get(`spot:${instId.replace('-', '')}`);
  if (market !== undefined && instIdOf(market.terms) === instId) return market;
  throw new OkxRefusal(51_001, "Instrument ID doesn't exist.");
}

/** Only this type is retained here; a list of open orders may be of all. */
export function checkSpot(parameters: OkxParameters, isRequired = true): void {
  if (!isRequired && textOf(parameters, 'instType') === null) return;
  if (requiredText(parameters, 'instType') !== 'SPOT') throw parameterError('instType');
}

export type Listed<T> = { readonly id: string; readonly atMs: number; readonly item: T };

/** Newest first; `after` and `before` are ids, `begin` and `end` instants, both inclusive. */
export function pageOf<T>(
  parameters: OkxParameters,
  oldestFirst: readonly Listed<T>[],
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
