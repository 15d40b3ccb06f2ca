import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobGate } from '#adapters/postgres/job-gate.ts';

type Door = { readonly done: Promise<void>; open(): void };

function world() {
  const gate = jobGate();
  const events: string[] = [];
  function begin(name: string, kind: 'together' | 'alone'): Door {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = gate[kind](async () => {
      events.push(`${name} in`);
      await promise;
      events.push(`${name} out`);
    });
    return { done, open: resolve };
  }
  return { events, begin };
}

test('one who must be alone waits for those inside, and others wait for it', async () => {
  const { events, begin } = world();
  const first = begin('first', 'together');
  const second = begin('second', 'together');
  await Promise.resolve();
  const alone = begin('alone', 'alone');
  const late = begin('late', 'together');
  for (const door of [late, alone, second, first]) door.open();
  await Promise.all([first.done, second.done, alone.done, late.done]);
  assert.deepEqual(events.slice(0, 2), ['first in', 'second in']);
  assert.deepEqual(events.slice(4), ['alone in', 'alone out', 'late in', 'late out']);
});

test('two who must be alone follow each other, also after an error', async () => {
  const gate = jobGate();
  const failing = gate.alone(async () => {
    throw new Error('broken');
  });
  const following = gate.alone(async () => 'done');
  await assert.rejects(failing, /broken/);
  assert.equal(await following, 'done');
});
