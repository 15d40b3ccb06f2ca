// Exits that arrive before or after their entry has filled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { flat, ordersAt, reportOf, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';

test('an exit at once opens nothing when its entry has not filled, beside another position', () => {
  const bars: Bar[] = flat(20_000, 6);
  const report = reportOf(
    ordersAt({
      0: [
        { action: 'go_short', type: 'limit', price: 21_000 },
        { action: 'go_short', positionId: 'b' },
      ],
      3: [{ action: 'exit_short' }, { action: 'exit_short', positionId: 'b' }],
    }),
    bars,
    { market: VANILLA },
  );
  assert.deepEqual(
    report.orders.map(({ state, message }) => [state, message]),
    [
      ['open', ''],
      ['filled', ''],
      ['failed', 'there is no position that it could reduce'],
      ['filled', ''],
    ],
  );
  assert.deepEqual(
    report.positions.map(({ direction, isClosed }) => [direction, isClosed]),
    [['short', true]],
  );
});

test('a target waits for the entry of its position', () => {
  const target = { action: 'exit_long', type: 'limit', price: 20_500 } as const;
  const entry = { action: 'go_long', type: 'limit', price: 19_500 } as const;
  const bars: Bar[] = [
    ...flat(20_000, 2),
    [20_000, 21_000, 20_000, 20_000],
    [20_000, 20_000, 19_000, 19_600],
    [19_600, 21_000, 19_600, 20_800],
  ];
  const report = reportOf(ordersAt({ 0: [entry, target] }), bars, { market: VANILLA });
  assert.deepEqual(
    report.orders.map(({ state, averagePrice }) => [state, formatDecimal(averagePrice)]),
    [
      ['filled', '19500'],
      ['filled', '20500'],
    ],
  );
  assert.ok((report.orders[1]?.endedAtMs ?? 0) > START_MS + 4 * MINUTE_MS);
});
