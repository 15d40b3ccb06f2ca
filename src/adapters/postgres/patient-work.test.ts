// Patient work waits for one another; nothing else waits for it.

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { suite, test } from 'node:test';
import { patientLane, patiently } from '#adapters/postgres/patient-work.ts';

/** Work that is under way until it is told to end. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasBegun = false;
  return {
    run: () => {
      hasBegun = true;
      return promise;
    },
    end: resolve,
    fail: reject,
    hasBegun: () => hasBegun,
  };
}

suite('of patient work', () => {
  test('only so much is under way at once, and the rest follows in its order', async () => {
    const lane = patientLane(2);
    const works = Array.from({ length: 4 }, openWork);
    const done = Promise.all(works.map(({ run }) => patiently(() => lane(run))));
    await turn();
    const begun = (): readonly boolean[] => works.map(({ hasBegun }) => hasBegun());
    assert.deepEqual(begun(), [true, true, false, false]);
    works[1]?.end();
    await turn();
    assert.deepEqual(begun(), [true, true, true, false]);
    for (const { end } of works) end();
    await done;
    assert.deepEqual(begun(), [true, true, true, true]);
  });

  test('what fails gives its place on', async () => {
    const lane = patientLane(1);
    const [first, second] = [openWork(), openWork()];
    const failing = patiently(() => lane(first.run));
    const next = patiently(() => lane(second.run));
    first.fail(new Error('no'));
    await assert.rejects(failing, /no/);
    await turn();
    assert.ok(second.hasBegun());
    second.end();
    await next;
  });

  test('what has its turn does not wait for another', async () => {
    const lane = patientLane(1);
    assert.equal(await patiently(() => lane(() => lane(() => Promise.resolve(7)))), 7);
  });
});

test('other work waits for none of it, also after it', async () => {
  const lane = patientLane(1);
  const held = openWork();
  const patient = patiently(async () => {
    await turn();
    return lane(held.run);
  });
  await turn();
  await turn();
  assert.ok(held.hasBegun(), 'the mark goes with the work');
  assert.equal(await lane(() => Promise.resolve(7)), 7);
  held.end();
  await patient;
});
