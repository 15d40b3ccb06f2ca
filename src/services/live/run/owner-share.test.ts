// Share of an owner's runs in a common thread: a second of each minute, wherever it begins.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { chargeOwner, isWithinShare, ownerShare } from '#services/live/run/owner-share.ts';

const WHOLE_MS = LIMITS.botOwnerSharedMsPerMinute;

suite('the share of an owner', () => {
  for (const [what, costs, expected] of [
    ['nothing', [], true],
    ['all of it at once', [WHOLE_MS], true],
    ['a little more', [WHOLE_MS + 1], false],
    [
      'many small requests, together more',
      Array.from({ length: 101 }, () => WHOLE_MS / 100),
      false,
    ],
  ] as const)
    test(`${what}: ${expected ? 'within' : 'above'}`, () => {
      const share = ownerShare(5_000);
      for (const costMs of costs) chargeOwner(share, costMs, 5_000);
      assert.equal(isWithinShare(share, 5_000), expected);
    });

  test('whoever takes it in each minute stays within it', () => {
    const share = ownerShare(0);
    for (let minute = 0; minute < 100; minute += 1) {
      chargeOwner(share, WHOLE_MS, minute * MINUTE_MS);
      assert.ok(isWithinShare(share, minute * MINUTE_MS));
    }
  });

  test('what was taken comes back with time, and not more than was taken', () => {
    const share = ownerShare(0);
    chargeOwner(share, 3 * WHOLE_MS, 0);
    assert.ok(!isWithinShare(share, 2 * MINUTE_MS - 1_000));
    assert.ok(isWithinShare(share, 2 * MINUTE_MS));
    chargeOwner(share, WHOLE_MS + 1, 100 * MINUTE_MS);
    assert.ok(!isWithinShare(share, 100 * MINUTE_MS));
  });

  test('five minutes without any work make up for hours of it', () => {
    const share = ownerShare(0);
    for (let minute = 0; minute < 300; minute += 1) chargeOwner(share, 30_000, minute * MINUTE_MS);
    assert.ok(!isWithinShare(share, 302 * MINUTE_MS));
    assert.ok(isWithinShare(share, 304 * MINUTE_MS));
  });

  test('a clock that was read earlier gives nothing back', () => {
    const share = ownerShare(10_000);
    chargeOwner(share, WHOLE_MS + 1, 10_000);
    assert.ok(!isWithinShare(share, 0));
  });
});
