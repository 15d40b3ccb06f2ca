import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

import {
  INTERVALS_MINUTES,
  barEndMs,
  barOfMinute,
  barStartMs,
  firstMinuteOfBar,
  intervalText,
  isBarStart,
  isBuiltFrom,
} from '#domain/candle/interval.ts';
import { MINUTE_MS, formatInstant, parseInstant } from '#lib/time.ts';

function barStart(intervalMinutes: number, instant: string): string {
  const minute = (parseInstant(instant) ?? 0) / MINUTE_MS;
  const bar = barOfMinute(intervalMinutes, minute);
  return formatInstant(firstMinuteOfBar(intervalMinutes, bar) * MINUTE_MS);
}

test('bars begin at whole intervals of UTC', () => {
  assert.equal(barStart(45, '2024-05-16T01:31:00Z'), '2024-05-16T01:30:00.000Z');
  assert.equal(barStart(240, '2024-05-16T23:59:00Z'), '2024-05-16T20:00:00.000Z');
  assert.equal(barStart(1_440, '2024-05-16T23:59:00Z'), '2024-05-16T00:00:00.000Z');
});

test('weeks begin on Monday, months on their first day', () => {
  assert.equal(barStart(10_080, '2024-05-19T23:59:00Z'), '2024-05-13T00:00:00.000Z');
  assert.equal(barStart(20_160, '2024-05-20T00:00:00Z'), '2024-05-20T00:00:00.000Z');
  assert.equal(barStart(43_200, '2024-02-29T12:00:00Z'), '2024-02-01T00:00:00.000Z');
});

test('every minute lies in its bar, and bars follow one another', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...INTERVALS_MINUTES),
      fc.integer({ min: 0, max: 60_000_000 }),
      (interval, minute) => {
        const bar = barOfMinute(interval, minute);
        const [start, next] = [bar, bar + 1].map((each) => firstMinuteOfBar(interval, each));
        assert.ok(start !== undefined && start <= minute);
        assert.ok(next !== undefined && minute < next);
        assert.equal(barOfMinute(interval, next), bar + 1);
      },
    ),
  );
});

test('bars are built from candles of which each lies whole in one bar', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...INTERVALS_MINUTES),
      fc.constantFrom(...INTERVALS_MINUTES),
      (intervalMinutes, candleMinutes) => {
        const first = barOfMinute(intervalMinutes, Date.UTC(2015, 0, 1) / MINUTE_MS);
        const bars = Array.from({ length: 120 }, (_, index) => first + index);
        const areWhole = bars.every((bar) =>
          isBarStart(candleMinutes, firstMinuteOfBar(intervalMinutes, bar) * MINUTE_MS),
        );
        assert.equal(isBuiltFrom(intervalMinutes, candleMinutes), areWhole);
      },
    ),
  );
});

test('an instant lies between where its bar begins and where it ends', () => {
  const atMs = Date.UTC(2024, 1, 29, 13, 7, 30);
  assert.equal(formatInstant(barStartMs(15, atMs)), '2024-02-29T13:00:00.000Z');
  assert.equal(formatInstant(barEndMs(15, atMs)), '2024-02-29T13:15:00.000Z');
  assert.equal(formatInstant(barEndMs(43_200, atMs)), '2024-03-01T00:00:00.000Z');
});

test('intervals are described in the largest unit', () => {
  const texts = [1, 15, 60, 240, 1_440, 4_320, 10_080, 43_200].map(intervalText);
  const expected = ['1 minute', '15 minutes', '1 hour', '4 hours', '1 day', '3 days', '1 week'];
  assert.deepEqual(texts, [...expected, '1 month']);
});
