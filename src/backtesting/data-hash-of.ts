// The digest of a backtest's minutes and rates of funding, which its report names.

import { addColumn, addText, addWord, digestText, newDigest } from '#lib/digest.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';

/** Digests of columns that were read before, by their first array. */
const known = new WeakMap<
  Float64Array,
  { readonly columns: CandleColumns; readonly text: string }
>();

/** Of all minutes of all markets, warm-up included, and of their rates of funding, if any. */
export function dataHashOf({ markets }: Pick<BacktestInput, 'markets'>): string {
  const digest = newDigest();
  for (const { market, candles, candleMinutes = 1, funding } of markets) {
    addText(digest, market.marketTag);
    if (candleMinutes > 1) addText(digest, `candles of ${candleMinutes} minutes`);
    addText(digest, columnsHashOf(candles));
    for (const { atMs, rate } of funding) addText(digest, `${atMs} ${rate}`);
  }
  return digestText(digest);
}

function columnsHashOf(columns: CandleColumns): string {
  const { open, high, low, close, volume, isMissing, firstOpenMs, rowCount } = columns;
  const before = known.get(open);
  if (before?.columns === columns) return before.text;
  const digest = newDigest();
  addText(digest, `${firstOpenMs} ${rowCount}`);
  for (const column of [open, high, low, close, volume]) addColumn(digest, column);
  for (let row = 0; row < rowCount; row += 1) if (isMissing[row] !== 0) addWord(digest, row);
  const text = digestText(digest);
  known.set(open, { columns, text });
  return text;
}
