// Some dumps name what was traded in quote `amount`. Read as an amount of base it would be worth
// more than any market trades.

import type { CandleRows } from '#domain/candle-file/candle-rows.ts';
import { FIGURES, figureOf } from '#domain/candle-file/candle-rows.ts';
import { isAboutDollar } from '#domain/market/archive-market.ts';

/** In dollars: the busiest markets trade some hundred millions in their busiest minutes. */
const WORTH_OF_A_MINUTE_MAX = 500_000_000;

/** Of quotes that are worth about a dollar; of others it is not known. */
export function looksLikeTurnover(rows: CandleRows, candleMinutes: number, quote: string): boolean {
  if (!isAboutDollar(quote) || rows.count === 0) return false;
  const [close, volume] = [FIGURES.indexOf('close'), FIGURES.indexOf('volume')];
  let worth = 0;
  for (let row = 0; row < rows.count; row += 1)
    worth += figureOf(rows, close, row) * figureOf(rows, volume, row);
  return worth / rows.count / candleMinutes > WORTH_OF_A_MINUTE_MAX;
}
