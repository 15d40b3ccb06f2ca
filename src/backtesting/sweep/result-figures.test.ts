import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Units } from '#venue-port/money/currency.ts';
import { ZERO } from '#lib/decimal.ts';
import type { FiguredResult, UnitsColumn } from '#backtesting/build-report.ts';
import { NO_ASSUMPTIONS } from '#backtesting/sweep/no-assumptions.fixture.ts';
import { resultFigures } from '#backtesting/sweep/result-figures.ts';

const WINDOW = { startMs: 0, endMs: 86_400_000 };

function resultOf(realizedUnits: UnitsColumn, marginUnits: UnitsColumn): FiguredResult {
  return {
    profitCurrency: 'USDT',
    realizedProfit: ZERO,
    fees: ZERO,
    roiPercent: ZERO,
    winRatePercent: ZERO,
    ordersFilled: 0,
    positionsClosed: realizedUnits.length,
    maxDrawdownPercent: ZERO,
    sharpeRatio: ZERO,
    profitFactor: ZERO,
    assumptions: NO_ASSUMPTIONS,
    equity: { atMs: [0], values: [0] },
    closed: { closedAtMs: realizedUnits.map((_, at) => at * 1_000), realizedUnits, marginUnits },
  };
}

test('sums of plain numbers are those of integers of any size, beyond what a number holds', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const columns: readonly (readonly number[])[] = [
    [],
    [1, -2, 3, 4],
    [most, 1, most, most, -most],
    [-most, -1, -most, 2, -most],
    [most, most, -most, -most, -most, 7],
  ];
  const exact = (units: readonly number[]): Units[] => units.map((each) => BigInt(each) as Units);
  for (const units of columns) {
    const margins = units.map(Math.abs);
    for (const cutMs of [-1, 2_000, WINDOW.endMs]) {
      const small = resultFigures(resultOf(units, margins), WINDOW, cutMs);
      const large = resultFigures(resultOf(exact(units), exact(margins)), WINDOW, cutMs);
      assert.deepEqual(small, large);
    }
  }
});
