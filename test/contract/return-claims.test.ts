import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimReturner } from '#api/http/requests/return-claims.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

const CLAIM = { claimantId: 'u', idempotencyKey: 'k', ownerId: 'o' };

const deadlock = new Failure('conflict', 'deadlock', { source: 'store' });
const alteredTable = new Failure('unavailable', 'altered', { source: 'store', isDefect: true });
const away = new Failure('unavailable', 'away', { source: 'store' });
const lost = new OutcomeUnknown('lost', { source: 'store' });

/** A returner over a store whose calls fail in turn, and then work. */
function returnerOver(...errors: readonly Error[]) {
  const left = [...errors];
  const seen = { calls: 0, warnings: 0 };
  let tick: (() => void) | null = null;
  const returner = claimReturner({
    clock: { nowMs: () => 0 },
    timer: {
      every: (_intervalMs: number, run: () => void) => {
        tick = run;
        return () => (tick = null);
      },
    },
    log: { info: () => undefined, warn: () => void (seen.warnings += 1), error: () => undefined },
    idempotency: {
      release: async () => {
        seen.calls += 1;
        const error = left.shift();
        if (error !== undefined) throw error;
      },
    },
  } as unknown as Parameters<typeof claimReturner>[0]);
  return { returner, seen, tick: () => tick?.(), isWaiting: () => tick !== null };
}

for (const [name, error] of Object.entries({ deadlock, alteredTable }))
  test(`a claim is given back at once after: ${name}`, async () => {
    const { returner, seen, isWaiting } = returnerOver(error);
    await returner.giveBack(CLAIM, 'r');
    assert.deepEqual(seen, { calls: 2, warnings: 0 });
    assert.equal(isWaiting(), false);
  });

for (const [name, errors] of Object.entries({
  'the store is away': [away],
  'its response was lost': [lost],
  'two deadlocks': [deadlock, deadlock],
}))
  test(`a claim is given back in the background: ${name}`, async () => {
    const { returner, seen, tick, isWaiting } = returnerOver(...errors);
    await returner.giveBack(CLAIM, 'r');
    assert.deepEqual(seen, { calls: errors.length, warnings: 1 });
    assert.equal(isWaiting(), true);
    tick();
    await new Promise(setImmediate);
    assert.equal(seen.calls, errors.length + 1);
    assert.equal(isWaiting(), false);
  });
