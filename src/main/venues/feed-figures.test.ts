import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedFigures } from '#main/venues/feed-figures.ts';

const QUIET = {
  minutesCount: 0,
  correctionsCount: 0,
  requestsCount: 0,
  gapRequestsCount: 0,
  disconnectionsCount: 0,
  marketsCount: 0,
  streamedCount: 0,
  bestPricesCount: 0,
  lastMinuteAgeMs: 0,
};
const BUSY = {
  minutesCount: 40,
  correctionsCount: 1,
  requestsCount: 9,
  gapRequestsCount: 2,
  disconnectionsCount: 3,
  marketsCount: 5,
  streamedCount: 4,
  bestPricesCount: 3,
  lastMinuteAgeMs: 61_500,
};

/** Of each figure, the value of each exchange. */
const EXPECTED: readonly (readonly [string, number, number])[] = [
  ['tidemill_feed_markets', 0, 5],
  ['tidemill_feed_markets_streamed', 0, 4],
  ['tidemill_feed_best_prices', 0, 3],
  ['tidemill_feed_last_minute_age_seconds', 0, 61.5],
  ['tidemill_feed_disconnections_total', 0, 3],
  ['tidemill_feed_gap_requests_total', 0, 2],
  ['tidemill_feed_corrections_total', 0, 1],
];

test('each figure of live minutes is shown by exchange', () => {
  const feeds = new Map([
    ['one', { figures: () => QUIET }],
    ['two', { figures: () => BUSY }],
  ]);
  const shown = feedFigures(feeds);
  assert.deepEqual(
    shown.map(({ name, samples }) => [name, ...samples.map(({ value }) => value)]),
    EXPECTED,
  );
  for (const { samples } of shown)
    assert.deepEqual(
      samples.map(({ labels }) => labels),
      [{ exchange: 'one' }, { exchange: 'two' }],
    );
});

test('counts that only grow are counters', () => {
  for (const { name, kind } of feedFigures(new Map()))
    assert.equal(kind === 'counter', name.endsWith('_total'), name);
});
