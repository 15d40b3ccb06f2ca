// Readers shared by the lists of Binance's markets: filters, prices, candles.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import { bestPricesOf } from '#venue-port/market/best-prices.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { placesOfStep } from '#venues/dialects/reply/decimal-places.ts';
import { readSomeRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  codeIn,
  decimalField,
  integerField,
  replyDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

/** The filters of a market by their type. */
export function filtersOf(fields: ReplyFields): ReadonlyMap<string, ReplyFields> {
  return new Map(
    replyList(fields['filters'], 'The list of filters').map((value) => {
      const filter = replyFields(value, 'The filter');
      return [textField(filter, 'filterType'), filter] as const;
    }),
  );
}

const HUGE = /^\d{19,}(?:\.|$)/;

/** A filter that is missing, or a value of zero, sets no limit. */
export function limit(filter: ReplyFields | undefined, name: string): Decimal {
  const value = filter?.[name] ?? '0';
  // A maximum beyond what a decimal holds limits nothing; a minimum or a step limits everything.
  const isHuge = name.startsWith('max') && HUGE.test(String(codeIn(value)));
  return isHuge ? ZERO : replyDecimal(value, name);
}

/** Of a step; without one the precision counts. */
export function decimalsOf(step: Decimal, precision: number): number {
  if (step > 0n) return placesOfStep(step);
  if (precision < 0 || precision > 18) throw new UnreadableReply('A precision is 0 to 18.');
  return precision;
}

/**
 * Price of this market. Throws `UnreadableReply` for another one's and for prices that are not
 * positive.
 */
export function readPrice(value: unknown, { symbol }: ListedMarket): Decimal {
  const fields = replyFields(value, 'The price');
  const price = decimalField(fields, 'price');
  if (fields['symbol'] !== symbol || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  return price;
}

/** Of one market. */
export function readBestPrices(value: unknown, { symbol }: ListedMarket): BestPrices | null {
  const fields = replyFields(value, 'The best prices');
  if (fields['symbol'] !== symbol)
    throw new UnreadableReply('The best prices are not those of this market.');
  return bestPricesOf(decimalField(fields, 'bidPrice'), decimalField(fields, 'askPrice'));
}

/** Rows: open time, open, high, low, close, volume of base, and more that is not used. */
export function readCandles(value: unknown, { market, symbol }: ListedMarket): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const read = (row: unknown): Candle => {
    const cells = replyList(row, 'The candle');
    return {
      openTimeMs: integerField({ openTime: cells[0] }, 'openTime'),
      open: ticks(cells[1], 'price'),
      high: ticks(cells[2], 'price'),
      low: ticks(cells[3], 'price'),
      close: ticks(cells[4], 'price'),
      volume: lots(cells[5], 'volume'),
    };
  };
  return readSomeRows(replyList(value, 'The list of candles'), () => symbol, read);
}
