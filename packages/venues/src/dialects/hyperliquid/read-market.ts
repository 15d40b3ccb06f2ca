// Perpetual markets, prices and candles of Hyperliquid. A market is the place that it has in the
// list; prices have five digits, and as many places as sizes leave of six.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, decimalFromInteger, decimalFromUnits, ONE, ZERO } from '#lib/decimal.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { byField, readSomeRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import { shownBestPrices } from '#venues/dialects/reply/shown-best-prices.ts';

export const HYPERLIQUID_CODE = 'hyperliquid';
/** What prices, margin and fees are in. */
export const COLLATERAL = 'USDC';

const PRICE_PLACES = 6;
const PRICE_DIGITS = 5;
/** What an account without a volume pays. */
const MAKER_FEE_PERCENT = decimal('0.015');
const TAKER_FEE_PERCENT = decimal('0.045');
const LEAST_VALUE = decimal('10');

/** A market that is not listed any more still gets a tag, so that its orders can be shown. */
export function tagOf(coin: string, { marketType, findMarket }: AccountContext): MarketTag {
  return findMarket(marketType, coin)?.market.marketTag ?? marketTagOf(coin);
}

function marketTagOf(coin: string): MarketTag {
  return `HYPERLIQUID_${coin}_${COLLATERAL}_PERP`;
}

/** Spot has a slash or an at sign, outcomes a hash, and markets of others a colon. */
export function isPerpetual(coin: string): boolean {
  return !/[/@#:+]/.test(coin);
}

/**
 * Markets of a reply, each with its place in the list. Throws `UnreadableReply` where they are not
 * settled in dollars.
 */
export function readMarkets(body: unknown): readonly ListedMarket[] {
  const fields = replyFields(body, 'The markets');
  const collateral = fields['collateralToken'] ?? 0;
  if (collateral !== 0) throw new UnreadableReply('The markets are not settled in dollars.');
  const rows = replyList(fields['universe'], 'The list of markets');
  // One that cannot be read keeps its place, by which the others are named.
  return readSomeRows(rows, byField('name'), (value, number) =>
    readMarket(replyFields(value, 'The market'), number),
  );
}

/** Those that are no longer listed keep their places. */
function readMarket(fields: ReplyFields, number: number): ListedMarket {
  const coin = textField(fields, 'name');
  const amountDecimals = integerField(fields, 'szDecimals');
  if (amountDecimals < 0 || amountDecimals > PRICE_PLACES)
    throw new UnreadableReply('"szDecimals" is none that is possible.');
  const priceDecimals = PRICE_PLACES - amountDecimals;
  const leverage = decimalFromInteger(integerField(fields, 'maxLeverage'));
  return {
    symbol: coin,
    number,
    ...(fields['onlyIsolated'] === true ? { onlyMarginMode: 'isolated' } : {}),
    market: {
      marketTag: marketTagOf(coin),
      exchange: HYPERLIQUID_CODE,
      base: coin,
      quote: COLLATERAL,
      marketType: 'futures',
      priceStep: decimalFromUnits(1n, priceDecimals),
      priceDecimals,
      priceSignificantDigits: PRICE_DIGITS,
      amountStep: decimalFromUnits(1n, amountDecimals),
      amountDecimals,
      makerFeePercent: MAKER_FEE_PERCENT,
      takerFeePercent: TAKER_FEE_PERCENT,
      minOrderAmount: ZERO,
      minOrderValue: LEAST_VALUE,
      maxOrderAmount: ZERO,
      maxOrderValue: ZERO,
      isOpen: fields['isDelisted'] !== true,
      listedAtMs: null,
      marketBuyBy: 'limit_ioc',
      contract: {
        name: coin,
        type: 'vanilla',
        marginCurrency: COLLATERAL,
        displayName: coin,
        contractValue: ONE,
        contractValueCurrency: coin,
        lowestLeverage: ONE,
        highestLeverage: leverage > ONE ? leverage : ONE,
      },
    },
  };
}

/** The mark price: the markets, and figures of each at the same place. */
export function readPrice(body: unknown, { symbol, number }: ListedMarket): Decimal {
  const [markets, figures] = replyList(body, 'The prices');
  const { universe } = replyFields(markets, 'The markets');
  const listed = replyList(universe, 'The list of markets')[number ?? -1];
  if (replyFields(listed, 'The market')['name'] !== symbol)
    throw new UnreadableReply('The market has another place.');
  const own = replyList(figures, 'The list of prices')[number ?? -1];
  const price = decimalField(replyFields(own, 'The price'), 'markPx');
  if (price <= 0n) throw new UnreadableReply('The price is not above zero.');
  return price;
}

/** Bids and asks, each from the best one on. */
export function readBestPrices(body: unknown, { symbol }: ListedMarket): BestPrices | null {
  const { coin, levels } = replyFields(body, 'The book');
  if (coin !== symbol) throw new UnreadableReply('The book is of another market.');
  const [bid, ask] = replyList(levels, 'The book').map((side) => {
    const [level] = replyList(side, 'The side of the book');
    return level === undefined ? '' : replyFields(level, 'The level')['px'];
  });
  return shownBestPrices(bid, ask);
}

/** Rates of a market; rows that cannot be read are left out and named. */
export function readFundingRates(body: unknown, { symbol }: ListedMarket): readonly FundingRate[] {
  return readSomeRows(
    replyList(body, 'The list of rates'),
    () => symbol,
    (value) => {
      const fields = replyFields(value, 'The rate');
      if (fields['coin'] !== symbol) throw new UnreadableReply('The rate is of another market.');
      return { atMs: hourOf(fields), rate: decimalField(fields, 'fundingRate') };
    },
  );
}

const BOOKED_MS_MAX = 5_000;

/** Rates are of whole hours, and booked with the first block after. */
function hourOf(fields: ReplyFields): number {
  const atMs = integerField(fields, 'time');
  const lateMs = atMs % HOUR_MS;
  return lateMs < BOOKED_MS_MAX ? atMs - lateMs : atMs;
}

/** Oldest first, also the one that has not closed; which of them have, the caller knows. */
export function readCandles(
  body: unknown,
  { market, symbol }: ListedMarket,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const read = (value: unknown): Candle => {
    const fields = replyFields(value, 'The candle');
    if (fields['s'] !== symbol || fields['i'] !== '1m')
      throw new UnreadableReply('The candle is of another market.');
    return {
      openTimeMs: integerField(fields, 't'),
      open: ticks(fields['o'], 'o'),
      high: ticks(fields['h'], 'h'),
      low: ticks(fields['l'], 'l'),
      close: ticks(fields['c'], 'c'),
      volume: lots(fields['v'], 'v'),
    };
  };
  const items = readSomeRows(replyList(body, 'The list of candles'), () => symbol, read);
  return items
    .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
    .sort((left, right) => left.openTimeMs - right.openTimeMs);
}
