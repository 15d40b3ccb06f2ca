// The shape of one endpoint of the Gate skin, its names, and what its readers share.

import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import { parameterReaders } from '#loopback/skins/kit/parameter-readers.ts';
import type {
  OwnContext,
  PublicContext,
  SkinEndpoint,
  SkinParameters,
  Takes,
} from '#loopback/skins/kit/skin-endpoint.ts';
import { GateRefusal, parameterError } from '#loopback/skins/gate/gate-errors.ts';

/** From the query, the path or the JSON body. */
export type GateParameters = SkinParameters;
export type GatePublicContext = PublicContext;
export type GateContext = OwnContext;

export type GateEndpoint = SkinEndpoint<
  Takes & {
    /** Of one address for what is public, of one user otherwise. */
    readonly perTenSeconds: number;
  },
  unknown,
  'write' | 'read'
>;

/** By method and path; a part in braces is a parameter. */
export type GateEndpoints = Readonly<Record<string, GateEndpoint>>;

/** `BTC_USDT`. */
export function pairOf({ base, quote }: MarketTerms): string {
  return `${base}_${quote}`;
}

export const { textOf, requiredText, wholeOf, amountOf } = parameterReaders({
  missing: (name) =>
    new GateRefusal(400, 'MISSING_REQUIRED_PARAM', `Missing required parameter: ${name}`),
  malformed: parameterError,
  digitsMax: 12,
});

/** Market of a pair, such as BTC_USDT. Throws INVALID_CURRENCY_PAIR for an unknown one. */
export function marketOfPair(exchange: Exchange, pair: string): MarketState {
  const market = exchange.markets.get(`spot:${pair.replace('_', '')}`);
  if (market !== undefined && pairOf(market.terms) === pair) return market;
  throw new GateRefusal(400, 'INVALID_CURRENCY_PAIR', `Invalid currency pair ${pair}`);
}

/** The account of spot, or the unified one, in whichever of them the money is. */
export function checkAccount({ parameters, account }: GateContext): void {
  const own = account.mode === 'unified' ? 'unified' : 'spot';
  const given = textOf(parameters, 'account') ?? own;
  if (given !== own) throw parameterError('account', given);
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

/** Whole seconds since 1970. */
export function secondsText(atMs: number): string {
  return String(Math.floor(atMs / 1_000));
}
