// Properties of the simulated prices: a candle and the prices inside its minute tell one story,
// whoever asks, in any order.

import test from 'node:test';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { MINUTE_MS } from '#lib/time.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { makeSimPrices } from '#adapters/sim/sim-prices.ts';

const prices = makeSimPrices('properties');
const tags = MARKET_CATALOGUE.map((row) => row.market.marketTag);
const START_MINUTE = Date.UTC(2020, 0, 1) / MINUTE_MS;
const END_MINUTE = Date.UTC(2040, 0, 1) / MINUTE_MS;

const anyTag = fc.constantFrom(...tags);
const anyMinuteMs = fc.integer({ min: START_MINUTE, max: END_MINUTE }).map((n) => n * MINUTE_MS);
const anyOffsetMs = fc.integer({ min: 0, max: MINUTE_MS - 1 });

test('a minute opens at the price of its first instant and closes at the price of its last', () => {
  fc.assert(
    fc.property(anyTag, anyMinuteMs, (tag, openTimeMs) => {
      const candle = prices.candleAt(tag, openTimeMs);
      assert.equal(candle?.open, prices.ticksAt(tag, openTimeMs));
      assert.equal(candle?.close, prices.ticksAt(tag, openTimeMs + MINUTE_MS - 1));
    }),
  );
});

test('every price inside a minute lies within its low and high, and both are reached', () => {
  fc.assert(
    fc.property(anyTag, anyMinuteMs, fc.array(anyOffsetMs), (tag, openTimeMs, offsetsMs) => {
      const candle = prices.candleAt(tag, openTimeMs);
      assert(candle !== null);
      for (const offsetMs of offsetsMs) {
        const price = prices.ticksAt(tag, openTimeMs + offsetMs);
        assert(price !== null && price >= candle.low && price <= candle.high);
      }
      const knots = Array.from({ length: 12 }, (_, knot) => openTimeMs + knot * 5_000);
      const seen = [...knots, openTimeMs + MINUTE_MS - 1].map((at) => prices.ticksAt(tag, at));
      assert(seen.includes(candle.low as never) && seen.includes(candle.high as never));
    }),
  );
});

test('a minute forms to its candle, and never shows what comes later', () => {
  fc.assert(
    fc.property(anyTag, anyMinuteMs, anyOffsetMs, (tag, openTimeMs, offsetMs) => {
      const candle = prices.candleAt(tag, openTimeMs);
      assert.deepEqual(prices.formingAt(tag, openTimeMs + MINUTE_MS - 1), candle);
      const forming = prices.formingAt(tag, openTimeMs + offsetMs);
      assert(candle !== null && forming !== null);
      assert.equal(forming.open, candle.open);
      assert.equal(forming.close, prices.ticksAt(tag, openTimeMs + offsetMs));
      assert(forming.high <= candle.high && forming.low >= candle.low);
      assert(forming.high >= forming.close && forming.low <= forming.close);
      assert(forming.volume > 0n);
    }),
  );
});

test('a window of candles does not depend on where it is cut', () => {
  const anyLength = fc.integer({ min: 1, max: 400 });
  fc.assert(
    fc.property(anyTag, anyMinuteMs, anyLength, anyLength, (tag, fromMs, first, second) => {
      const cutMs = fromMs + first * MINUTE_MS;
      const toMs = cutMs + second * MINUTE_MS;
      const whole = [...prices.candles(tag, fromMs, toMs)];
      const parts = [...prices.candles(tag, fromMs, cutMs), ...prices.candles(tag, cutMs, toMs)];
      assert.deepEqual(parts, whole);
      assert.equal(whole.length, first + second);
      assert.deepEqual(prices.candleAt(tag, toMs - MINUTE_MS), whole.at(-1));
    }),
  );
});

test('another process with the same seed sees the same market; another seed another one', () => {
  const same = makeSimPrices('properties');
  const other = makeSimPrices('another');
  fc.assert(
    fc.property(anyTag, anyMinuteMs, (tag, openTimeMs) => {
      assert.deepEqual(same.candleAt(tag, openTimeMs), prices.candleAt(tag, openTimeMs));
      assert.equal(same.fundingRateAt(tag, openTimeMs), prices.fundingRateAt(tag, openTimeMs));
      assert.notDeepEqual(other.candleAt(tag, openTimeMs), prices.candleAt(tag, openTimeMs));
    }),
  );
});
