import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from '#lib/once.ts';

test('the value is made at the first call, once, also when it is undefined', () => {
  let calls = 0;
  const value = once(() => {
    calls += 1;
    return undefined;
  });
  assert.equal(calls, 0);
  assert.deepEqual([value(), value()], [undefined, undefined]);
  assert.equal(calls, 1);
});

test('what could not be made is tried again', () => {
  let calls = 0;
  const value = once(() => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  assert.throws(value, /not yet/);
  assert.deepEqual([value(), value()], [2, 2]);
});
