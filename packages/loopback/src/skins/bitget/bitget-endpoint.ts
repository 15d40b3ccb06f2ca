// The shape of one endpoint of the Bitget skin, and what its readers share.

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
import { BitgetRefusal, parameterError } from '#loopback/skins/bitget/bitget-errors.ts';

/** From the query or the JSON body. */
export type BitgetParameters = SkinParameters;
export type BitgetPublicContext = PublicContext;
export type BitgetContext = OwnContext;

export type BitgetEndpoint = SkinEndpoint<
  Takes & {
    /** The mode whose accounts have it, where they are not classic ones. */
    readonly mode?: 'unified';
    /** Of one address for what is public, of one user otherwise. */
    readonly perSecond: number;
  }
>;

/** By method and path. */
export type BitgetEndpoints = Readonly<Record<string, BitgetEndpoint>>;

/** `BTCUSDT`. */
export function symbolOf({ base, quote }: MarketTerms): string {
  return `${base}${quote}`;
}

export const { textOf, requiredText, wholeOf, amountOf } = parameterReaders({
  missing: (name) => new BitgetRefusal(40_019, `Parameter ${name} cannot be empty`),
  malformed: parameterError,
  digitsMax: 15,
});

/** Spot market of the parameter `symbol`. Throws refusal 40034 for an unknown one. */
export function marketOf({ exchange, parameters }: BitgetPublicContext): MarketState {
  const symbol = requiredText(parameters, 'symbol');
  const market = exchange.markets.get(`spot:${symbol}`);
  if (market !== undefined) return market;
  throw new BitgetRefusal(40_034, `Parameter ${symbol} does not exist`);
}

/** Null: of all markets. */
export function keyOfSymbol(context: BitgetPublicContext): string | null {
  return textOf(context.parameters, 'symbol') === null ? null : marketOf(context).terms.key;
}

export type Row = { readonly id: string; readonly atMs: number; readonly item: unknown };

const DAYS_MAX = 90;
const DAY_MS = 86_400_000;
const PAGE_MAX = 100;
const CLOCKS_MS = 1_000;

/** `rows` are oldest first; the page is newest first, and before an id. Ninety days at most. */
export function pageOf(
  { exchange, parameters }: BitgetPublicContext,
  rows: readonly Row[],
): readonly unknown[] {
  const limit = wholeOf(parameters, 'limit') ?? PAGE_MAX;
  if (limit === 0 || limit > PAGE_MAX) throw parameterError('limit');
  const [fromMs, toMs] = [wholeOf(parameters, 'startTime'), wholeOf(parameters, 'endTime')];
  if (fromMs !== null && toMs !== null) {
    if (fromMs > toMs)
      throw new BitgetRefusal(42_072, 'Param endTime cannot be earlier than startTime');
    if (toMs - fromMs > DAYS_MAX * DAY_MS)
      throw new BitgetRefusal(40_705, 'The start and end time cannot exceed 90 days');
  }
  // Of which lists the documentation does not say: here of all.
  if ((toMs ?? 0) > exchange.clock.nowMs() + CLOCKS_MS)
    throw new BitgetRefusal(40_902, 'Future time is not allowed');
  const before = textOf(parameters, 'idLessThan');
  const oldestMs = exchange.clock.nowMs() - DAYS_MAX * DAY_MS;
  return rows
    .filter(({ atMs }) => atMs >= Math.max(oldestMs, fromMs ?? 0) && atMs <= (toMs ?? Infinity))
    .filter(({ id }) => before === null || BigInt(id) < BigInt(before))
    .slice(-limit)
    .map(({ item }) => item)
    .toReversed();
}
