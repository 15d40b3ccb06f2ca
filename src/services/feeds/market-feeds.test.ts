// Requests and stored minutes of an exchange's feeds, where the order of things decides them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { HistoryStore } from '#ports/world/history.ts';
import type { FeedsHarness } from '#services/feeds/feeds-harness.fixture.ts';
import {
  candleAt,
  FEED_START_MS,
  feedsHarness,
  FIRST_END_MS,
} from '#services/feeds/feeds-harness.fixture.ts';

const TICKS_A_SECOND = 5;

function marketsOf({ markets }: FeedsHarness) {
  const [first, second] = markets;
  return [present(first, 'a market'), present(second, 'another market')] as const;
}

/** Up to this long after the first minute has ended, a tick each 200 ms. */
async function passUntilAfter(harness: FeedsHarness, afterMs: number): Promise<void> {
  await harness.pass(59_000, 59);
  await harness.pass(200);
  await harness.pass(afterMs - 200, (afterMs - 200) / 200);
}

suite('lists that feeds request', () => {
  test('a minute that the stream does not bring is requested after half a second', async () => {
    const harness = await feedsHarness();
    const [first, second] = marketsOf(harness);
    await passUntilAfter(harness, 200);
    harness.close(first, FEED_START_MS, 101n);
    await harness.pass(200);
    assert.deepEqual(harness.requested, []);
    await harness.pass(200);
    assert.deepEqual(harness.requested, [second.marketTag]);
  });

  test('what waits to be read after a standstill is not requested', async () => {
    const harness = await feedsHarness();
    const [first, second] = marketsOf(harness);
    await passUntilAfter(harness, 200);
    await harness.pass(1_500);
    assert.deepEqual(harness.requested, []);
    harness.close(first, FEED_START_MS, 101n);
    harness.close(second, FEED_START_MS, 102n);
    await harness.pass(5_000, 5 * TICKS_A_SECOND);
    assert.deepEqual(harness.requested, []);
  });

  test('after a standstill for long, what is missing is requested at once', async () => {
    const harness = await feedsHarness();
    await passUntilAfter(harness, 200);
    await harness.pass(3_000);
    assert.equal(harness.requested.length, 2);
  });
});

suite('minutes beside corrections', () => {
  /** The store corrects nothing until the gate opens. */
  async function correcting() {
    const gate = Promise.withResolvers<void>();
    const harness = await feedsHarness((history: HistoryStore) => ({
      async writeHistory(write) {
        if (write.covered.toMs === FIRST_END_MS) await gate.promise;
        return history.writeHistory(write);
      },
    }));
    const [first] = marketsOf(harness);
    await passUntilAfter(harness, 200);
    for (const market of harness.markets) harness.close(market, FEED_START_MS, 101n);
    harness.listed.set(FEED_START_MS, candleAt(FEED_START_MS, 105n));
    await harness.pass(50_000, 50 * TICKS_A_SECOND);
    assert.deepEqual(harness.feeds.figures().correctionsCount, 0);
    await harness.pass(9_900);
    for (const market of harness.markets) harness.close(market, FIRST_END_MS, 102n);
    await harness.pass(200);
    return { harness, gate, first };
  }

  const endOf = (harness: FeedsHarness, index: number): number => {
    const last = harness.newsOf(present(harness.markets[index], 'a market')).at(-1);
    return last?.kind === 'minutes' ? last.closed.toMs : 0;
  };

  test('a minute waits for a correction of its own market only', async () => {
    const { harness, gate } = await correcting();
    const ends = [endOf(harness, 0), endOf(harness, 1)].sort((one, other) => one - other);
    assert.deepEqual(ends, [FIRST_END_MS, FIRST_END_MS + MINUTE_MS]);
    gate.resolve();
    await harness.pass(200);
    assert.equal(endOf(harness, 0), FIRST_END_MS + MINUTE_MS);
    assert.equal(endOf(harness, 1), FIRST_END_MS + MINUTE_MS);
    await harness.pass(200);
    assert.equal(harness.feeds.figures().correctionsCount, 2);
  });
});
