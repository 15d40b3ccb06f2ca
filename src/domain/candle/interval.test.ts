import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

import { INTERVALS_MINUTES, barOfMinute, firstMinuteOfBar } from '#domain/candle/interval.ts';
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
