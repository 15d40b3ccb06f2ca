// The candles of what a script drew of prices. Not part of the run: labs do not pay for it.

import type { BacktestDrawing, BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { barMinutesOf, barsOf } from '#backtesting/report-bars.ts';

/** Drawings that have candles of their own; each has up to those of a chart. */
const DRAWN_MAX = 8;

/** The prices of the trade market on its own chart are there already. */
export function withDrawnPrices(input: BacktestInput, report: BacktestReport): BacktestReport {
  if (report.drawings?.some(({ kind }) => kind === 'prices') !== true) return report;
  let count = 0;
  const drawings = report.drawings.flatMap((drawing): readonly BacktestDrawing[] => {
    if (drawing.kind !== 'prices' || isOwn(input, drawing)) return [drawing];
    count += 1;
    const bars = count > DRAWN_MAX ? [] : barsOfDrawing(input, drawing);
    return bars.length === 0 ? [] : [{ ...drawing, bars }];
  });
  return { ...report, drawings };
}

function isOwn({ markets }: BacktestInput, { chart, name }: BacktestDrawing): boolean {
  return chart === 0 && name === markets[0]?.market.marketTag;
}

/** Of its interval, where the chart is not coarser. */
function barsOfDrawing(input: BacktestInput, { name, size }: BacktestDrawing) {
  const market = input.markets.find(({ market: { marketTag } }) => marketTag === name);
  if (market === undefined) return [];
  const least = barMinutesOf(input);
  const minutes = Math.max(least, Math.ceil((size ?? 0) / least) * least);
  return barsOf({ ...input, markets: [market] }, minutes);
}
