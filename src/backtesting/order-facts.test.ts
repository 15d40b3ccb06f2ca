// Order facts that a script reads in a backtest, computed by hand: a tick is 1 USDT, a lot 0.001
// BTC, a taker pays 0.2 %, a maker 0.1 %.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { reportOf, START_MS, wish } from '#backtesting/feed.fixture.ts';

test('an order tells what it filled at, when, and what that cost', () => {
  const seen: (readonly (number | null)[])[] = [];
  reportOf(
    (api, row) => {
      if (row === 0) api.orders.place(wish({ type: 'limit', price: 20_000, amount: 0.2 }));
      const order = api.orders.find('o1');
      if (order === null) return;
      const { filledAmount, filledPrice, fees, filledAtMs, endedAtMs } = order;
      const minuteOf = (atMs: number | null): number | null =>
        atMs === null ? null : Math.floor((atMs - START_MS) / MINUTE_MS);
      seen.push([filledAmount, filledPrice, fees, minuteOf(filledAtMs), minuteOf(endedAtMs)]);
    },
    [
      [20_500, 20_500, 20_500, 20_500],
      [20_500, 20_500, 20_300, 20_300],
      [19_900, 19_900, 19_900, 19_900, 100],
      [20_100, 20_100, 19_950, 20_000, 5_000],
      [20_000, 20_000, 20_000, 20_000],
    ],
    { settings: { participationPercent: decimal('100') } },
  );
  assert.deepEqual(seen, [
    [0, 0, 0, null, null],
    [0, 0, 0, null, null],
    // A gap: the open, as the taker of the hundred lots that were traded.
    [0.1, 19_900, 3.98, 2, null],
    [0.2, 19_950, 5.98, 3, 3],
    [0.2, 19_950, 5.98, 3, 3],
  ]);
});
