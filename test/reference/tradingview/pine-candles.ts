// Candles for lists of trades: six hundred of fifteen minutes, made once and for ever, with gaps
// between them; and real ones where the folder of reference data is there.

import { decimal, formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { columnsFromCandles } from '#domain/candle/columns-from-candles.ts';
import { fillMissing } from '#domain/candle/fill-missing.ts';
import { spreadCandles } from '#domain/candle/spread-candles.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { PineBar } from './pine-order.ts';

export const CANDLE_MINUTES = 15;
const CANDLE_MS = CANDLE_MINUTES * MINUTE_MS;
/** A tick is a tenth. */
const TICK = decimal('0.1');
const START_MS = Date.UTC(2024, 2, 4);

/** Without gaps a bar opens where the one before has closed. */
export function madeBars(hasGaps = true): readonly PineBar[] {
  let seed = 15;
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let price = 600_000;
  return Array.from({ length: 600 }, (_, index) => {
    const jump = chance(12) === 0 ? chance(3_001) - 1_500 : chance(41) - 20;
    const gap = hasGaps ? jump : 0;
    const swing = Math.round(Math.sin(index / 17) * 350);
    const open = price + gap;
    const close = open + swing + chance(1_801) - 900;
    price = close;
    return {
      openMs: START_MS + index * CANDLE_MS,
      open: BigInt(open),
      high: BigInt(Math.max(open, close) + chance(900)),
      low: BigInt(Math.min(open, close) - chance(900)),
      close: BigInt(close),
    };
  });
}

/**
 * The minutes that a bar is made of, made from its four prices and always the same: each begins
 * where the one before ended, one of them has the bar's high and one its low.
 */
export function minutesOf({ openMs, open, high, low, close }: PineBar): readonly PineBar[] {
  let seed = (openMs / CANDLE_MS) >>> 0;
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const inside = (): bigint => low + BigInt(chance(Number(high - low) + 1));
  const points = [open, ...Array.from({ length: CANDLE_MINUTES - 1 }, inside), close];
  const [top, bottom] = [chance(CANDLE_MINUTES), chance(CANDLE_MINUTES)];
  return Array.from({ length: CANDLE_MINUTES }, (_, minute) => {
    const [from = open, to = close] = points.slice(minute, minute + 2);
    const [upper, lower] = from > to ? [from, to] : [to, from];
    return {
      openMs: openMs + minute * MINUTE_MS,
      open: from,
      high: minute === top ? high : upper,
      low: minute === bottom ? low : lower,
      close: to,
    };
  });
}

/** Lines of `seconds,open,high,low,close,volume` below a header. */
export function barsOfCsv(text: string): readonly PineBar[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [seconds = '', ...figures] = line.split(',');
      const ticks = figures.map((figure) => decimal(tidied(figure)) / TICK);
      const [open = 0n, high = 0n, low = 0n, close = 0n] = ticks;
      return { openMs: Number(seconds) * 1_000, open, high, low, close };
    });
}

const tidied = (figure: string): string => figure.replace(/\.0+$/, '');

export function csvOfBars(bars: readonly PineBar[]): string {
  const lines = bars.map(({ openMs, open, high, low, close }) =>
    [openMs / 1_000, ...[open, high, low, close].map(priceText), 100].join(','),
  );
  return `time,open,high,low,close,volume\n${lines.join('\n')}\n`;
}

export function priceText(ticks: bigint): string {
  return formatDecimal((ticks * TICK) as Decimal);
}

/** `minutes`: of each bar. */
export function columnsOfBars(bars: readonly PineBar[], minutes = CANDLE_MINUTES): CandleColumns {
  const first = bars[0]?.openMs ?? 0;
  const candles = bars.map((bar) => ({ openTimeMs: bar.openMs, ...bar, volume: 100_000n }));
  const columns = columnsFromCandles(
    candles,
    first,
    (bars.at(-1)?.openMs ?? 0) + minutes * MINUTE_MS,
  );
  spreadCandles(columns, minutes);
  fillMissing(columns);
  return columns;
}
