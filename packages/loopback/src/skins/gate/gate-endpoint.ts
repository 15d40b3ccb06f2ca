// The shape of one endpoint of the Gate skin, its names, and what its readers share.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { Account, ApiKey, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';
import { GateRefusal, parameterError } from '#loopback/skins/gate/gate-errors.ts';

/** From the query, the path or the JSON body; all values as text. */
export type GateParameters = ReadonlyMap<string, string>;

export type GatePublicContext = {
  readonly exchange: Exchange;
  readonly parameters: GateParameters;
  readonly distortion: Distortion;
};

export type GateContext = GatePublicContext & { readonly account: Account; readonly key: ApiKey };

type EndpointBase = {
  readonly operation: Operation;
  /** Of one address for what is public, of one user otherwise. */
  readonly perTenSeconds: number;
  /** All that it knows; another one is refused here, which the documentation does not promise. */
  readonly takes: readonly string[];
};

export type GateEndpoint =
  | (EndpointBase & {
      readonly access: 'public';
      readonly run: (of: GatePublicContext) => VenueReply;
    })
  | (EndpointBase & {
      readonly access: 'write' | 'read';
      readonly run: (of: GateContext) => VenueReply;
    });

/** By method and path; a part in braces is a parameter. */
export type GateEndpoints = Readonly<Record<string, GateEndpoint>>;

/** `BTC_USDT`. */
export function pairOf({ base, quote }: MarketTerms): string {
  return `${base}_${quote}`;
}

export function textOf(parameters: GateParameters, name: string): string | null {
  const text = parameters.get(name);
  return text === undefined || text === '' ? null : text;
}

export function requiredText(parameters: GateParameters, name: string): string {
  const text = textOf(parameters, name);
  if (text !== null) return text;
  throw new GateRefusal(400, 'MISSING_REQUIRED_PARAM', `Missing required parameter: ${name}`);
}

export function wholeOf(parameters: GateParameters, name: string): number | null {
  const text = textOf(parameters, name);
  if (text === null) return null;
  if (!/^\d{1,12}$/.test(text)) throw parameterError(name, text);
  return Number(text);
}

export function amountOf(parameters: GateParameters, name: string): Amount {
  const text = requiredText(parameters, name);
  const value = parseAmount(text);
  if (value === null || value <= 0n) throw parameterError(name, text);
  return value;
}

export function marketOfPair(exchange: Exchange, pair: string): MarketState {
  const market = exchange.markets.get(`spot:${pair.replace('_', '')}`);
  if (market !== undefined && pairOf(market.terms) === pair) return market;
  throw new GateRefusal(400, 'INVALID_CURRENCY_PAIR', `Invalid currency pair ${pair}`);
}

/** The account of spot, which is that of everybody here. */
export function checkAccount(parameters: GateParameters): void {
  const account = textOf(parameters, 'account') ?? 'spot';
  if (account !== 'spot') throw parameterError('account', account);
}

/** From 1 on, `limit` at a time. */
export function pageOf<T>(
  parameters: GateParameters,
  items: readonly T[],
  limitMax: number,
): readonly T[] {
  const page = wholeOf(parameters, 'page') ?? 1;
  const limit = wholeOf(parameters, 'limit') ?? 100;
  if (page === 0) throw parameterError('page', '0');
  if (limit === 0 || limit > limitMax) throw parameterError('limit', String(limit));
  return items.slice((page - 1) * limit, page * limit);
}

const DAY_SECONDS = 86_400;

/** In seconds, both ends inclusive; the range is limited where `daysMax` is. */
export function rangeOf(
  parameters: GateParameters,
  nowMs: number,
  days: { readonly max: number; readonly withoutAny: number },
): (atMs: number) => boolean {
  const now = Math.ceil(nowMs / 1_000);
  const given = { from: wholeOf(parameters, 'from'), to: wholeOf(parameters, 'to') };
  const to = given.to ?? (given.from === null ? now : given.from + days.withoutAny * DAY_SECONDS);
  const from = given.from ?? to - days.withoutAny * DAY_SECONDS;
  if (to < from || to - from > days.max * DAY_SECONDS)
    throw new GateRefusal(400, 'INVALID_PARAM_VALUE', 'invalid time range');
  return (atMs) => Math.floor(atMs / 1_000) >= from && Math.floor(atMs / 1_000) <= to;
}

export function secondsText(atMs: number): string {
  return String(Math.floor(atMs / 1_000));
}
