import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeSending } from '#domain/notification/judge-sending.ts';

// Attempts of the message, failures of the channel before; when it is tried again.
const CASES = [
  [1, 0, 5_000],
  [2, 1, 30_000],
  [4, 3, 600_000],
  // Those whose process died before a response came are no failures.
  [4, 0, 5_000],
  [4, 1, 30_000],
  // Messages before it failed too.
  [1, 3, 5_000],
] as const;

test('a message is tried again the later the more often it failed', () => {
  for (const [attemptsCount, failuresCount, afterMs] of CASES) {
    const facts = { nowMs: 0, triedSinceMs: 0, failingSinceMs: null, attemptsCount, failuresCount };
    const verdict = judgeSending({ kind: 'failed', problem: 'It was down.' }, facts);
    assert.equal(verdict.kind === 'failed' && verdict.nextAtMs, afterMs);
  }
});
