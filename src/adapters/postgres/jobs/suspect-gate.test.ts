import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suspectGate } from '#adapters/postgres/jobs/suspect-gate.ts';

function harness() {
  const gate = suspectGate();
  const events: string[] = [];
  function begin(name: string): { readonly done: Promise<void>; open(): void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const tenant = { tenantId: name[0] ?? '', memberId: name[0] ?? '' };
    const done = gate.enter(tenant, async () => {
      events.push(`${name} in`);
      await promise;
      events.push(`${name} out`);
    });
    return { done, open: resolve };
  }
  return { events, begin };
}

test('suspects of one tenant follow each other, one of another is let in beside', async () => {
  const { events, begin } = harness();
  const [a1, a2, b1, c1] = ['a1', 'a2', 'b1', 'c1'].map(begin);
  await Promise.resolve();
  assert.deepEqual(events, ['a1 in', 'b1 in']);
  a1?.open();
  await a1?.done;
  await Promise.resolve();
  assert.deepEqual(events, ['a1 in', 'b1 in', 'a1 out', 'c1 in']);
  for (const surface of [a2, b1, c1]) surface?.open();
  await Promise.all([a2?.done, b1?.done, c1?.done]);
  assert.deepEqual(events.slice(-2), ['a2 in', 'a2 out']);
});

test('the next is let in after an error', async () => {
  const gate = suspectGate();
  const tenant = { tenantId: 'a', memberId: 'a' };
  const failing = gate.enter(tenant, async () => {
    throw new Error('broken');
  });
  const following = gate.enter(tenant, async () => 'done');
  await assert.rejects(failing, /broken/);
  assert.equal(await following, 'done');
});
