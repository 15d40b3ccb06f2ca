// The notes of orders are limited in bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

const SOURCE = `
  if Load('done', 0) == 0 then
    Save('done', 1)
    PlaceBuyOrder(100, 1, {type = MarketOrderType, note = ('n'):rep(5000)})
  end`;

test('a long note of an order is cut', () => {
  const minutes = Array.from({ length: 20 }, (): Bar => [10_000, 10_005, 9_995, 10_000]);
  const input = { ...planInput(minutes), script: { name: 'notes', source: SOURCE } };
  const run = runBacktest(input, () => true);
  assert(run.ok, run.ok ? '' : run.rejection.message);
  const [order] = run.value.orders;
  assert.ok(order !== undefined, 'it was placed');
  assert.equal(order.note, 'n'.repeat(LIMITS.orderNoteBytesMax));
});
