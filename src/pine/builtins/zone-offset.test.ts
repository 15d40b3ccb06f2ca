import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantIn, offsetMs } from '#pine/builtins/zone-offset.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';

const WINTER = Date.UTC(2024, 0, 15, 12);
const SUMMER = Date.UTC(2024, 6, 15, 12);
const HOUR_MS = 3_600_000;

for (const [zone, atMs, hours] of [
  ['', WINTER, 0],
  ['UTC', WINTER, 0],
  ['Etc/UTC', WINTER, 0],
  ['UTC+2', WINTER, 2],
  ['GMT-05:30', WINTER, -5.5],
  ['GMT-0530', WINTER, -5.5],
  ['America/New_York', WINTER, -5],
  ['America/New_York', SUMMER, -4],
  ['Europe/Berlin', SUMMER, 2],
  ['Asia/Kolkata', SUMMER, 5.5],
  ['America/New_York', Date.UTC(2024, 2, 10, 7) - 1, -5],
  ['America/New_York', Date.UTC(2024, 2, 10, 7), -4],
  ['America/New_York', Date.UTC(2024, 10, 3, 6), -5],
] as const) {
  test(`"${zone}" is ${hours} hours from UTC at ${new Date(atMs).toISOString()}`, () => {
    assert.equal(offsetMs(zone, atMs), hours * HOUR_MS);
  });
}

test('a wall time is the instant at which the clocks of the place show it', () => {
  const noon = Date.UTC(2024, 6, 4, 12);
  assert.equal(instantIn('America/New_York', noon), noon + 4 * HOUR_MS);
  assert.equal(instantIn('UTC+3', noon), noon - 3 * HOUR_MS);
});

test('a zone that there is not is a mistake, and not UTC', () => {
  assert.throws(() => offsetMs('America/Old_York', WINTER), PineFault);
  assert.throws(() => offsetMs('UTC+two', WINTER), PineFault);
});
