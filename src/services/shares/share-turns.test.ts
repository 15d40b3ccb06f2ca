// Turns of work that is waited for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted, rejected } from '#lib/result.ts';
import type { SharedTurns } from '#services/shares/share-turns.ts';
import { shareTurns } from '#services/shares/share-turns.ts';

const A = { tenantId: 'a', memberId: 'a' };
const B = { tenantId: 'b', memberId: 'b' };

function oneAtATime(): SharedTurns {
  return shareTurns({ placesCount: 1, retainedCount: 0, waitingPerTenantMax: 2, sharesMax: 1 });
}

test('work of tenants takes turns, and each hears what its own came to', async () => {
  const turns = oneAtATime();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    return name;
  };
  const gate = Promise.withResolvers<string>();
  const first = turns.run(A, () => gate.promise);
  const others = [turns.run(A, work('a2')), turns.run(A, work('a3')), turns.run(B, work('b1'))];
  assert.deepEqual([turns.runningCount(), turns.waitingCount()], [1, 3]);
  gate.resolve('a1');
  assert.deepEqual(await first, accepted('a1'));
  assert.deepEqual(await Promise.all(others), ['a2', 'a3', 'b1'].map(accepted));
  assert.deepEqual(order, ['b1', 'a2', 'a3']);
  assert.deepEqual([turns.runningCount(), turns.waitingCount()], [0, 0]);
});

test('a tenant of whom enough wait is refused at once', async () => {
  const turns = oneAtATime();
  const gate = Promise.withResolvers<null>();
  const held = [1, 2, 3].map(() => turns.run(A, () => gate.promise));
  assert.deepEqual(await turns.run(A, () => gate.promise), rejected('full'));
  gate.resolve(null);
  assert.deepEqual(
    await Promise.all(held),
    [1, 2, 3].map(() => accepted(null)),
  );
});

test('who gives up while it waits is never begun', async () => {
  const turns = oneAtATime();
  const gate = Promise.withResolvers<null>();
  const first = turns.run(A, () => gate.promise);
  const controller = new AbortController();
  const given = turns.run(A, () => assert.fail('it was given up'), controller.signal);
  controller.abort();
  assert.deepEqual(await given, rejected('aborted'));
  assert.deepEqual(await turns.run(B, () => assert.fail(), controller.signal), rejected('aborted'));
  gate.resolve(null);
  assert.deepEqual(await first, accepted(null));
});

test('work that throws gives its place back', async () => {
  const turns = oneAtATime();
  await assert.rejects(
    turns.run(A, () => Promise.reject(new Error('it failed'))),
    /it failed/,
  );
  assert.deepEqual(await turns.run(B, () => Promise.resolve(1)), accepted(1));
});
