import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptFacts, WebhookOutcome } from '#domain/webhook/judge-attempt.ts';
import { DELIVERY_SPAN_MS, judgeAttempt } from '#domain/webhook/judge-attempt.ts';

const FACTS = {
  nowMs: 1_000_000_000,
  attemptsCount: 1,
  triedSinceMs: 1_000_000_000,
  failuresCount: 0,
  failingSinceMs: null,
};

function respondedWith(outcome: WebhookOutcome, changes: Partial<AttemptFacts> = {}) {
  const response = { kind: 'responded', outcome, status: 500, text: '' } as const;
  return judgeAttempt(response, { ...FACTS, ...changes });
}

test('what was accepted is a delivery', () => {
  assert.deepEqual(respondedWith('accepted'), { kind: 'delivered' });
  assert.equal(respondedWith('refused').kind, 'failed');
});

test('the delay grows with the attempts, up to six hours', () => {
  const delays = [1, 2, 3, 7, 8, 50].map((attemptsCount) => {
    const verdict = respondedWith('refused', { attemptsCount });
    return verdict.kind === 'failed' && (verdict.nextAtMs ?? 0) - FACTS.nowMs;
  });
  const hour = 3_600_000;
  assert.deepEqual(delays, [5_000, 30_000, 120_000, 3 * hour, 6 * hour, 6 * hour]);
});

test('after three days a delivery is given up, and a webhook that only failed is disabled', () => {
  const triedSinceMs = FACTS.nowMs - DELIVERY_SPAN_MS;
  const given = respondedWith('refused', { triedSinceMs });
  assert(given.kind === 'failed');
  assert.deepEqual([given.nextAtMs, given.disabledReason], [null, null]);
  const disabled = respondedWith('refused', { failingSinceMs: triedSinceMs });
  assert(disabled.kind === 'failed');
  assert.match(disabled.disabledReason ?? '', /three days.*500/);
});

test('a receiver that is gone is disabled at once, and a redirect is named', () => {
  const gone = respondedWith('gone');
  assert(gone.kind === 'failed');
  assert.match(gone.disabledReason ?? '', /does not exist/);
  const redirect = respondedWith('redirected');
  assert(redirect.kind === 'failed');
  assert.match(redirect.problem, /redirect, which is not followed/);
});
