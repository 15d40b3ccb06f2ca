// Spot markets, prices and candles of Kraken, and its names of currencies.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { placesOfStep, stepOfPlaces } from '#venues/dialects/reply/decimal-places.ts';
import { byField, readSomeFlatRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { shownBestPrices } from '#venues/dialects/reply/shown-best-prices.ts';
import {
  integerField,
  optionalDecimal,
  replyDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const KRAKEN_CODE = 'kraken';

/** Currencies of the first years have a letter before them: X for coins, Z for money of states. */
const PREFIXED = new Set(
  'XETC XETH XLTC XMLN XREP XXBT XXDG XXLM XXMR XXRP XZEC ZAUD ZCAD ZEUR ZGBP ZJPY ZUSD'.split(' '),
);
/** Everybody else, and the venue's own streams, call these by other names. */
const USUAL_NAMES: { readonly [name: string]: string } = { XBT: 'BTC', XDG: 'DOGE' };
const VENUE_NAMES: { readonly [name: string]: string } = { BTC: 'XBT', DOGE: 'XDG' };

/** Currency as other exchanges name it: without the prefix of the asset. */
export function currencyOf(asset: string): string {
  const name = PREFIXED.has(asset) ? asset.slice(1) : asset;
  return USUAL_NAMES[name] ?? name;
}

/** A market that is not listed any more still gets a tag, so that its orders can be shown. */
export function tagOf(pair: string, { marketType, findMarket }: AccountContext): MarketTag {
  const found = findMarket(marketType, pair) ?? findMarket(marketType, shortName(pair));
  return found?.market.marketTag ?? `KRAKEN_${pair.replaceAll('/', '_')}`;
}

/** Lists of fills have `XXBTZUSD` for `XBTUSD`. */
function shortName(pair: string): string {
  const [base, quote] = [pair.slice(0, 4), pair.slice(4)];
  return PREFIXED.has(base) && PREFIXED.has(quote) ? base.slice(1) + quote.slice(1) : pair;
}

/** Streams have `BTC/USD` for `XBTUSD`. */
export function pairOfStream(symbol: string): string {
  return symbol
    .split('/')
    .map((name) => VENUE_NAMES[name] ?? name)
    .join('');
}

/** Currencies against one another: no shares, and none of the venue's dark pools (`.d`). */
export function readMarkets(result: ReplyFields): readonly ListedMarket[] {
  return readSomeFlatRows(Object.values(result), byField('altname'), (value) => {
    const fields = replyFields(value, 'The market');
    return isSpotMarket(fields) ? [readMarket(fields)] : [];
  });
}

/** Dark pools have no name in the streams. */
function isSpotMarket(fields: ReplyFields): boolean {
  const classes = [textField(fields, 'aclass_base'), textField(fields, 'aclass_quote')];
  const areCurrencies = classes.every((each) => each === 'currency');
  return areCurrencies && !textField(fields, 'altname').endsWith('.d');
}

function readMarket(fields: ReplyFields): ListedMarket {
  const [base, quote, ...others] = textField(fields, 'wsname').split('/').map(currencyOf);
  if (base === undefined || quote === undefined || others.length > 0)
    throw new UnreadableReply('"wsname" is not of two currencies.');
  const priceStep = priceStepOf(fields);
  const amountDecimals = integerField(fields, 'lot_decimals');
  const amountStep = stepOfPlaces(amountDecimals);
  return {
    symbol: textField(fields, 'altname'),
    market: {
      marketTag: `KRAKEN_${base}_${quote}`,
      exchange: KRAKEN_CODE,
      base,
      quote,
      marketType: 'spot',
      priceStep,
      priceDecimals: placesOfStep(priceStep),
      priceSignificantDigits: null,
      amountStep,
      amountDecimals,
      makerFeePercent: firstFee(fields, 'fees_maker'),
      takerFeePercent: firstFee(fields, 'fees'),
      minOrderAmount: optionalDecimal(fields, 'ordermin'),
      minOrderValue: optionalDecimal(fields, 'costmin'),
      maxOrderAmount: ZERO,
      maxOrderValue: ZERO,
      isOpen: fields['status'] === 'online',
      listedAtMs: null,
      marketBuyBy: 'base',
      contract: null,
    },
  };
}

/** The step is newer than the decimal places, and coarser where both are listed. */
function priceStepOf(fields: ReplyFields): Decimal {
  const step = optionalDecimal(fields, 'tick_size');
  return step > 0n ? step : stepOfPlaces(integerField(fields, 'pair_decimals'));
}

/** What an account without a volume pays: the first row, in per cent. */
function firstFee(fields: ReplyFields, name: string): Decimal {
  const [row] = replyList(fields[name], `"${name}"`);
  return replyDecimal(replyList(row, `"${name}"`)[1], name);
}

/** The last trade of the only market that was requested; its key may be another name of it. */
export function readPrice(result: ReplyFields): {
  readonly price: Decimal;
  readonly best: BestPrices | null;
} {
  const [ticker, ...others] = Object.values(result);
  const fields = replyFields(ticker, 'The price');
  const price = replyDecimal(replyList(fields['c'], 'The last trade')[0], 'price');
  if (others.length > 0 || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  const first = (name: string): unknown => {
    const side = fields[name];
    return Array.isArray(side) ? (side as readonly unknown[])[0] : null;
  };
  return { price, best: shownBestPrices(first('b'), first('a')) };
}

const CELLS = 8;

/** Rows, oldest first, the last of which has not closed; beside them the place to go on at. */
export function readCandles(
  result: ReplyFields,
  { market, symbol }: ListedMarket,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const { last: _last, ...lists } = result;
  const [list, ...others] = Object.values(lists);
  if (others.length > 0) throw new UnreadableReply('The candles are not of one market.');
  const read = (row: unknown): readonly Candle[] => {
    const { openTimeMs, cells } = candleCells(row);
    if (openTimeMs < fromMs || openTimeMs >= toMs) return [];
    const candle = {
      openTimeMs,
      open: ticks(cells[1], 'price'),
      high: ticks(cells[2], 'price'),
      low: ticks(cells[3], 'price'),
      close: ticks(cells[4], 'price'),
      volume: lots(cells[6], 'volume'),
    };
    return [candle];
  };
  return readSomeFlatRows(replyList(list, 'The list of candles'), () => symbol, read);
}

/** Open time in seconds, open, high, low, close, average price, volume of base, count of trades. */
function candleCells(row: unknown): { openTimeMs: number; cells: readonly unknown[] } {
  const cells = replyList(row, 'The candle');
  const openTimeMs = integerField({ openTime: cells[0] }, 'openTime') * 1_000;
  if (cells.length !== CELLS || openTimeMs % MINUTE_MS !== 0)
    throw new UnreadableReply('The candle is none of a minute.');
  return { openTimeMs, cells };
}
