// The shape of one endpoint of the Kraken skin, its names, and what its readers share.

import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import { rawNumber } from '#loopback/raw-number.ts';
import { parameterReaders } from '#loopback/skins/kit/parameter-readers.ts';
import type {
  OwnContext,
  PublicContext,
  SkinEndpoint,
  SkinParameters,
  Takes,
} from '#loopback/skins/kit/skin-endpoint.ts';
import { argumentError, KrakenRefusal } from '#loopback/skins/kraken/kraken-errors.ts';

/** From the query or from the form in the body. */
export type KrakenParameters = SkinParameters;
export type KrakenPublicContext = PublicContext;
export type KrakenContext = OwnContext;

export type KrakenEndpoint = SkinEndpoint<
  Takes,
  {
    /** What it adds to the counter of the key; orders have another one. */
    readonly counts: number;
  }
>;

export type KrakenEndpoints = Readonly<Record<string, KrakenEndpoint>>;

const OLD_NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
const PREFIXES: Readonly<Record<string, string>> = {
  XBT: 'XXBT',
  XDG: 'XXDG',
  ETH: 'XETH',
  USD: 'ZUSD',
  EUR: 'ZEUR',
};

/** `XBT` for bitcoin. */
export function oldName(asset: string): string {
  return OLD_NAMES[asset] ?? asset;
}

/** `XXBT` for bitcoin. */
export function assetCode(asset: string): string {
  return PREFIXES[oldName(asset)] ?? asset;
}

/** `XBTUSDT`. */
export function altName({ base, quote }: MarketTerms): string {
  return `${oldName(base)}${oldName(quote)}`;
}

/** Lists of trades have the first names: with prefixes where both currencies have one. */
export function pairId(terms: MarketTerms): string {
  const [base, quote] = [assetCode(terms.base), assetCode(terms.quote)];
  return base.length === 4 && /^[XZ]/.test(quote) ? `${base}${quote}` : altName(terms);
}

export const { textOf, requiredText, wholeOf, amountOf } = parameterReaders({
  missing: argumentError,
  malformed: argumentError,
  digitsMax: 16,
});

/** Market by either of its names. Throws the refusal of an unknown one. */
export function marketOf(exchange: Exchange, pair: string): MarketState {
  const markets = [...exchange.markets.values()];
  const market = markets.find(({ terms }) => altName(terms) === pair || pairId(terms) === pair);
  if (market === undefined) throw new KrakenRefusal('EQuery:Unknown asset pair');
  return market;
}

const PAGE = 50;

export type ListItem<T> = { readonly id: string; readonly atMs: number; readonly item: T };

/** Newest first, by id; `start` is exclusive and `end` inclusive, both in seconds. */
export function pageOf<T>(
  parameters: KrakenParameters,
  oldestFirst: readonly ListItem<T>[],
): { readonly items: Readonly<Record<string, T>>; readonly count: number } {
  const start = (wholeOf(parameters, 'start') ?? -1) * 1_000;
  const end = (wholeOf(parameters, 'end') ?? Infinity) * 1_000;
  const ofs = wholeOf(parameters, 'ofs') ?? 0;
  const within = oldestFirst.filter(({ atMs }) => atMs > start && atMs <= end).toReversed();
  const page = within.slice(ofs, ofs + PAGE).map(({ id, item }) => [id, item] as const);
  return { items: Object.fromEntries(page), count: within.length };
}

/** Of each instant: with them it has more digits than a double is sure to hold. */
const MICROSECONDS = '174';

/** Seconds with a fraction. */
export function secondsOf(atMs: number): object {
  const ms = String(atMs % 1_000).padStart(3, '0');
  return rawNumber(`${Math.floor(atMs / 1_000)}.${ms}${MICROSECONDS}`);
}
