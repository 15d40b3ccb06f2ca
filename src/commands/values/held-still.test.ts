// Series move with the run; what is retained for an interval does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

/** What the script logs in each of seven minutes, whose closes are 100, 101 and so on. */
function logged(source: string): readonly string[] {
  const bars = Array.from({ length: 7 }, (_, minute): Bar => {
    const price = 100 + minute;
    return [price, price, price, price];
  });
  const script = { name: 'retained', source };
  const input = planInput(bars, { settings: { startsCold: true } });
  const ran = runBacktest({ ...input, script }, () => true);
  assert.ok(ran.ok);
  return ran.value.logs.map(({ message }) => message);
}

const STILL = ['100', '100', '102', '102', '102', '105', '105'];

test('a series that OptimizedForInterval gives stands still until the next candle', () => {
  const source = 'Log(OptimizedForInterval(3, function() return ClosePrices(1) end).Value)';
  assert.deepEqual(logged(source), STILL);
});

test('so do the series of a container, and each of several results', () => {
  const source = `
    local first, bands = OptimizedForInterval(3, function()
      return 1, BBANDS(ClosePrices(1), 2, 1, 1, SmaType)
    end)
    Log(bands.middle.Value)`;
  const averages = ['101.5', '101.5', '101.5', '104.5', '104.5'];
  // After the line that history is too short, and two that are empty for it.
  assert.deepEqual(logged(source).slice(3), averages, 'of the two newest closes');
});
