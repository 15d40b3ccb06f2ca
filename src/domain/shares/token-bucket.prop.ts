// Invariants of a bucket however often it is asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { filledBucket, fullBucket, waitOf } from '#domain/shares/token-bucket.ts';

const anyRules = fc.record({
  tokensMax: fc.integer({ min: 1, max: 100 }),
  fillMs: fc.integer({ min: 1, max: 100_000 }),
});
const anySteps = fc.array(fc.nat({ max: 5_000 }), { maxLength: 200 });

test('within any time no more pass than a full bucket and what fills meanwhile', () => {
  fc.assert(
    fc.property(anyRules, anySteps, (rules, steps) => {
      let bucket = fullBucket(rules, 0);
      let nowMs = 0;
      let passedCount = 0;
      for (const step of steps) {
        nowMs += step;
        bucket = filledBucket(bucket, rules, nowMs);
        if (waitOf(bucket, rules) > 0) continue;
        bucket = { ...bucket, tokens: bucket.tokens - 1 };
        passedCount += 1;
      }
      const most = rules.tokensMax + (nowMs * rules.tokensMax) / rules.fillMs;
      assert.ok(passedCount <= most + 1e-6);
    }),
  );
});

test('who waits as long as given may pass, and not much sooner', () => {
  fc.assert(
    fc.property(anyRules, fc.double({ min: 0, max: 0.99, noNaN: true }), (rules, tokens) => {
      const bucket = { tokens, atMs: 0 };
      const waitMs = waitOf(bucket, rules);
      assert.ok(waitMs > 0);
      const later = filledBucket(bucket, rules, waitMs);
      assert.ok(later.tokens >= 1 - 1e-9);
      const before = filledBucket(bucket, rules, waitMs - 1);
      assert.ok(waitOf(before, rules) > 0);
    }),
  );
});

test('a clock that is set back fills nothing and takes nothing', () => {
  const rules = { tokensMax: 10, fillMs: 1_000 };
  const bucket = { tokens: 3, atMs: 5_000 };
  assert.deepEqual(filledBucket(bucket, rules, 1_000), { tokens: 3, atMs: 1_000 });
});
