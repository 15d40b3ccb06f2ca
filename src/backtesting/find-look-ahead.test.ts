// The self-audit: a decision that depends on later minutes is found, with its line; none is found
// where there is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { Bar, Plan } from '#backtesting/feed.fixture.ts';
import { planInput, planSetup, wish } from '#backtesting/feed.fixture.ts';
import { feedBacktest } from '#engine/venue-feed/feed-backtest.ts';
import { findLookAhead } from '#backtesting/find-look-ahead.ts';
import { makeFeed } from '#backtesting/make-feed.ts';

const BARS = Array.from({ length: 60 }, (_, row): Bar => {
  const price = 20_000 + ((row * 7919) % 100);
  return [price, price + 5, price - 5, price];
});

function auditOf(planOf: (input: BacktestInput) => Plan) {
  const input = planInput(BARS);
  const setupOf = (each: BacktestInput) => planSetup(planOf(each), each, true);
  const { feed, series } = makeFeed(setupOf(input));
  assert(feedBacktest(feed, () => true).ok);
  series.release();
  return findLookAhead(setupOf, input, feed.run);
}

test('a plan that reads the last close of its data is found, with the line that asked', () => {
  const found = auditOf(({ markets }) => (api, row) => {
    const last = markets[0]?.candles.close.at(-1) ?? 0;
    if (row % 7 === 0) api.orders.place(wish({ amount: last / 1_000_000 }));
  });
  assert.equal(found?.kind, 'look_ahead');
  assert.equal(found.line, 1);
  assert.match(found.message, /depends on what came after/);
});

test('a plan that looks one minute ahead is found', () => {
  const found = auditOf(({ markets }) => (api, row) => {
    const next = markets[0]?.candles.close[row + 1];
    if (next === undefined) api.orders.cancel(api.orders.place(wish({})));
  });
  assert.equal(found?.kind, 'look_ahead', 'what it does in the last update of the cut, too');
  const peek = auditOf(({ markets }) => (api, row) => {
    const next = markets[0]?.candles.close[row + 1] ?? 0;
    api.orders.place(wish({ type: 'limit', price: 10_000 + next / 10 }));
  });
  assert.equal(peek?.kind, 'look_ahead');
});

test('a plan that looks back is not', () => {
  const found = auditOf(() => (api, row) => {
    const now = api.series.now(null).close;
    if (row % 3 === 0) api.orders.place(wish({ type: 'limit', price: now - 3 }));
    if (row % 5 === 0) api.orders.cancel(`o${Math.floor(row / 3)}`);
  });
  assert.equal(found, null);
});
