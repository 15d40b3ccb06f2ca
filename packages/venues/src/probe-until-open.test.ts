import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timer } from '#venue-port/world/timer.ts';
import { probeUntilOpen } from '#venues/probe-until-open.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

const REPLY: WireOutcome = {
  kind: 'reply',
  status: 200,
  headers: new Map(),
  body: '{}',
  receivedAtMs: 0,
};
const SILENCE: WireOutcome = { kind: 'not_sent', cause: 'deadline', retryAfterMs: null };

/** A venue whose time is requested; it responds unless it hangs. */
function probed() {
  let round = (): void => undefined;
  const timer: Timer = {
    every(_intervalMs, run) {
      round = run;
      return () => undefined;
    },
  };
  const health = makeHealthRecord();
  const seen = { isHung: false, probesCount: 0, repliesCount: 0 };
  const measure = async (): Promise<boolean> => {
    seen.probesCount += 1;
    health.noteProbe(seen.isHung ? SILENCE : REPLY);
    return !seen.isHung;
  };
  probeUntilOpen(timer, health, { measure }, () => void (seen.repliesCount += 1));
  /** A round each five. */
  const passSeconds = async (count: number): Promise<void> => {
    for (let passed = 0; passed < count; passed += 5) {
      round();
      await nextTurn();
    }
  };
  return { health, seen, passSeconds };
}

test('a venue that hangs unnoticed is degraded soon, and then down', async () => {
  const { health, seen, passSeconds } = probed();
  health.note(REPLY);
  seen.isHung = true;
  await passSeconds(15);
  assert.equal(health.current(), 'degraded');
  await passSeconds(20);
  assert.equal(health.current(), 'down');
  seen.isHung = false;
  await passSeconds(25);
  assert.equal(health.current(), 'open');
});

test('a venue that responds to others is not probed', async () => {
  const { health, seen, passSeconds } = probed();
  for (let count = 0; count < 12; count += 1) {
    health.note(REPLY);
    await passSeconds(5);
  }
  assert.equal(seen.probesCount, 0);
  assert.equal(seen.repliesCount, 12);
});

test('a quiet venue that is well is probed every third round', async () => {
  const { health, seen, passSeconds } = probed();
  await passSeconds(60);
  assert.equal(health.current(), 'open');
  assert.equal(seen.probesCount, 4);
});
