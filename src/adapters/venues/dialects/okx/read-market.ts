// Spot markets, prices and candles of OKX.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { MarketTag } from '#domain/market/market.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { stepCounters } from '#adapters/venues/dialects/reply/count-steps.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

export const OKX_CODE = 'okx';

/** What an account without a discount pays; the venue lists fees by account only. */
const MAKER_FEE_PERCENT = decimal('0.08');
const TAKER_FEE_PERCENT = decimal('0.1');

/** Before a market opens its steps may be missing; "test" markets are none of the venue. */
const LISTED_STATES = new Set<unknown>(['live', 'suspend']);

/** `BTC-USDT` is `OKX_BTC_USDT`. */
export function okxMarketTag(symbol: string): MarketTag {
  return `OKX_${symbol.replaceAll('-', '_')}`;
}

export function readMarkets(data: readonly unknown[]): readonly ListedMarket[] {
  return data
    .map((value) => replyFields(value, 'The market'))
    .filter(({ state }) => LISTED_STATES.has(state))
    .map(readMarket);
}

/** The maximum of market orders is in USDT, so only that of limit orders is one here. */
function readMarket(fields: ReplyFields): ListedMarket {
  const base = textField(fields, 'baseCcy');
  const quote = textField(fields, 'quoteCcy');
  const priceStep = decimalField(fields, 'tickSz');
  const amountStep = decimalField(fields, 'lotSz');
  if (priceStep <= 0n || amountStep <= 0n) throw new UnreadableReply('A step is not above zero.');
  const symbol = textField(fields, 'instId');
  const listedAt = fields['listTime'] ?? '';
  return {
    symbol,
    market: {
      marketTag: okxMarketTag(symbol),
      exchange: OKX_CODE,
      base,
      quote,
      marketType: 'spot',
      priceStep,
      priceDecimals: decimalsOf(priceStep),
      priceSignificantDigits: null,
      amountStep,
      amountDecimals: decimalsOf(amountStep),
      makerFeePercent: MAKER_FEE_PERCENT,
      takerFeePercent: TAKER_FEE_PERCENT,
      minOrderAmount: decimalField(fields, 'minSz'),
      minOrderValue: ZERO,
      maxOrderAmount: optionalDecimal(fields, 'maxLmtSz'),
      maxOrderValue: ZERO,
      isOpen: fields['state'] === 'live',
      listedAtMs: listedAt === '' ? null : integerField(fields, 'listTime'),
      marketBuyBy: 'base',
      contract: null,
    },
  };
}

function decimalsOf(step: Decimal): number {
  return formatDecimal(step).split('.')[1]?.length ?? 0;
}

export function readPrice(data: readonly unknown[], { symbol }: ListedMarket): Decimal {
  const fields = replyFields(data[0], 'The price');
  const price = decimalField(fields, 'last');
  if (fields['instId'] !== symbol || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  return price;
}

const CLOSED = '1';
const CELLS = 9;

/** Rows, newest first; those that have not closed are left out. They do not name their market. */
export function readCandles(data: readonly unknown[], { market }: ListedMarket): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const rows = data.map((row) => candleCells(row)).filter(isClosedCandle);
  const candles = rows.map((cells) => ({
    openTimeMs: integerField({ openTime: cells[0] }, 'openTime'),
    open: ticks(cells[1], 'price'),
    high: ticks(cells[2], 'price'),
    low: ticks(cells[3], 'price'),
    close: ticks(cells[4], 'price'),
    volume: lots(cells[5], 'volume'),
  }));
  return candles.sort((left, right) => left.openTimeMs - right.openTimeMs);
}

/**
 * Open time, open, high, low, close, volumes of base, of quote, again of quote, and whether it has
 * closed.
 */
export function candleCells(row: unknown): readonly unknown[] {
  const cells = replyList(row, 'The candle');
  const state = cells[CELLS - 1];
  if (cells.length !== CELLS || (state !== '0' && state !== CLOSED))
    throw new UnreadableReply('The candle does not say whether it has closed.');
  return cells;
}

export function isClosedCandle(cells: readonly unknown[]): boolean {
  return cells[CELLS - 1] === CLOSED;
}
