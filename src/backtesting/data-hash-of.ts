// The digest of a backtest's minutes, rates of funding and data series, which its report names.

import { addColumn, addText, addWord, digestText, newDigest } from '#lib/digest.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';

/** Digests of columns that were read before, by their first array. */
const known = new WeakMap<
  Float64Array,
  { readonly columns: CandleColumns; readonly text: string }
>();

/**
 * Of all minutes of all markets, warm-up included, of their rates of funding, if any, and of the
 * data series that the script may read.
 */
export function dataHashOf({
  markets,
  dataSeries = [],
}: Pick<BacktestInput, 'markets' | 'dataSeries'>): string {
  const digest = newDigest();
  for (const { market, candles, candleMinutes = 1, funding } of markets) {
    addText(digest, market.marketTag);
    if (candleMinutes > 1) addText(digest, `candles of ${candleMinutes} minutes`);
    addText(digest, columnsHashOf(candles));
    for (const { atMs, rate } of funding) addText(digest, `${atMs} ${rate}`);
  }
  for (const { name, atMs, values } of dataSeries) {
    addText(digest, `data series ${name}`);
    addColumn(digest, atMs);
    addColumn(digest, values);
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
