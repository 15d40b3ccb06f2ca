import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetMs } from '#pine/builtins/zone-offset.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';

for (const [zone, hours] of [
  ['', 0],
  ['UTC', 0],
  ['Etc/UTC', 0],
  ['UTC+2', 2],
  ['GMT-05:30', -5.5],
  ['GMT-0530', -5.5],
] as const) {
  test(`"${zone}" is ${hours} hours from UTC`, () => {
    assert.equal(offsetMs(zone), hours * 3_600_000);
  });
}

test('a zone by the name of a place is a mistake, and not UTC', () => {
  assert.throws(() => offsetMs('America/New_York'), PineFault);
  assert.throws(() => offsetMs('UTC+two'), PineFault);
});
