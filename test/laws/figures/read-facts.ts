// Facts for the textbook of a made report: its minutes and what filled, as plain numbers.

import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import { present } from '#lib/assert.ts';
import type { MadeReport } from './made-reports.ts';
import type { Fill, RunFacts } from './textbook.ts';

const numberOf = (value: bigint): number => Number(formatDecimal(value as never));

export function readFacts({ kind, input, report }: MadeReport): RunFacts {
  const { market, candles } = present(input.markets[0], 'a run has a market');
  const step = numberOf(marketGrid(market).priceStep);
  const price = (column: Float64Array, row: number): number => (column[row] ?? 0) * step;
  const fills: readonly Fill[] = report.orders
    .filter(({ filledAmount }) => filledAmount > 0n)
    .map((order) => ({
      atMs: present(order.endedAtMs, 'what filled has ended'),
      positionId: present(order.positionId, 'what filled is of a position'),
      amount: numberOf(order.filledAmount) * (order.side === 'buy' ? 1 : -1),
      price: numberOf(order.averagePrice),
      fee: numberOf(order.fees),
      note: order.note,
    }))
    .toSorted((one, other) => one.atMs - other.atMs);
  return {
    startMs: input.startMs,
    endMs: input.endMs,
    startMoney: numberOf(present(input.wallet[0], 'a run has money').amount),
    candles: Array.from({ length: candles.rowCount }, (_, row) => ({
      startMs: candles.firstOpenMs + row * MINUTE_MS,
      open: price(candles.open, row),
      high: price(candles.high, row),
      low: price(candles.low, row),
      close: price(candles.close, row),
    })).filter(({ startMs }) => startMs >= input.startMs),
    fills,
    isGrid: kind === 'grid',
  };
}
