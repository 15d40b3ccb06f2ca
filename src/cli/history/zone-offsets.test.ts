// Time zones as `--timezone` names them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { parseZone } from '#cli/history/zone-offsets.ts';

const HALF_HOUR_MS = 30 * MINUTE_MS;

suite('offsets at a time that clocks show', () => {
  for (const [zone, time, hours] of [
    ['Europe/Berlin', '2025-01-01T12:00', [1]],
    ['Europe/Berlin', '2025-07-01T12:00', [2]],
    ['Europe/Berlin', '2025-03-30T01:59', [1]],
    ['Europe/Berlin', '2025-03-30T02:00', []],
    ['Europe/Berlin', '2025-03-30T02:59', []],
    ['Europe/Berlin', '2025-03-30T03:00', [2]],
    ['Europe/Berlin', '2025-10-26T01:59', [2]],
    ['Europe/Berlin', '2025-10-26T02:00', [2, 1]],
    ['Europe/Berlin', '2025-10-26T02:59', [2, 1]],
    ['Europe/Berlin', '2025-10-26T03:00', [1]],
    ['America/New_York', '2025-11-02T01:30', [-4, -5]],
    ['America/New_York', '2025-03-09T02:30', []],
    ['Asia/Kolkata', '2025-06-01T00:00', [5.5]],
    ['Asia/Kathmandu', '2025-06-01T00:00', [5.75]],
    ['Australia/Lord_Howe', '2025-04-06T01:45', [11, 10.5]],
    ['Australia/Lord_Howe', '2025-10-05T02:15', []],
    ['UTC', '2025-06-01T00:00', [0]],
  ] as const) {
    test(`${zone} ${time}: ${hours.join(' and ') || 'none'}`, () => {
      const { offsetsAt } = parseZone(zone);
      const localMs = Date.parse(`${time}:00Z`);
      assert.deepEqual(
        offsetsAt(localMs),
        hours.map((hour) => hour * HOUR_MS),
      );
    });
  }

  test('are those of each time, in whatever order', () => {
    const { offsetsAt } = parseZone('Europe/Berlin');
    const winter = Date.UTC(2025, 0, 1);
    const summer = Date.UTC(2025, 6, 1);
    for (const [localMs, hours] of [
      [winter, 1],
      [summer, 2],
      [winter + HALF_HOUR_MS, 1],
    ] as const)
      assert.deepEqual(offsetsAt(localMs), [hours * HOUR_MS]);
  });
});

test('an unknown zone is refused, with an example', () => {
  assert.throws(() => parseZone('Berlin'), /such as Europe\/Berlin.*found "Berlin"/);
});
