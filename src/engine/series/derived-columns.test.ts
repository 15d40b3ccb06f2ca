import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDerived, makeDerivedStore } from '#engine/series/derived-columns.ts';

const BARS = 10;
/** Of one result, with what each bar is charged. */
const BYTES = 2 * BARS * 8;

function request(key: string, program = 'one') {
  return { program, key, columnCount: 1, freshState: () => ({ of: key }) };
}

test('one program and key have one computation', () => {
  const store = makeDerivedStore();
  const made = findDerived(store, request('a'), BARS);
  assert.deepEqual(made, {
    filledCount: 0,
    columns: [new Float64Array(BARS)],
    charges: new Float64Array(BARS),
    state: { of: 'a' },
  });
  assert.equal(findDerived(store, request('a'), BARS), made);
  assert.notEqual(findDerived(store, request('b'), BARS), made);
  assert.notEqual(findDerived(store, request('a', 'two'), BARS), made);
  assert.equal(store.bytes, 3 * BYTES);
});

test('the oldest make room, and those too large for the store are not there', () => {
  const store = makeDerivedStore(2 * BYTES);
  const [a, b] = [findDerived(store, request('a'), BARS), findDerived(store, request('b'), BARS)];
  findDerived(store, request('c'), BARS);
  assert.equal(store.bytes, 2 * BYTES);
  assert.equal(findDerived(store, request('b'), BARS), b);
  assert.notEqual(findDerived(store, request('a'), BARS), a);
  assert.equal(findDerived(store, { ...request('d'), columnCount: 4 }, BARS), null);
  assert.equal(store.bytes, 2 * BYTES);
});

test('a program without columns leaves nothing', () => {
  const store = makeDerivedStore(BYTES);
  findDerived(store, request('a', 'one'), BARS);
  findDerived(store, request('a', 'two'), BARS);
  assert.deepEqual([...store.programs.keys()], ['two']);
});
