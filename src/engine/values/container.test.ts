// Containers: read by name and by place, closed to everything else.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { container } from '#engine/values/container.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';

suite('a container', () => {
  const bands = container(['upper', 'middle', 'lower'], [3, 2, 1]);

  test('is read by name and by place from 1', () => {
    assert.equal(bands.index('upper'), 3);
    assert.equal(bands.index(1), 3);
    assert.equal(bands.index(3), bands.index('lower'));
    assert.equal(bands.length(), 3);
  });

  for (const key of [0, 4, -1, 1.5, Number.NaN, '__proto__', 'constructor', 'length', '1', true]) {
    test(`reads nil under ${key}`, () => assert.equal(bands.index(key), undefined));
  }

  test('shows its fields, nil ones too', () => {
    assert.equal(container(['id', 'price'], ['a', undefined]).toText(), '{id=a, price=nil}');
  });

  test('cannot be called', () => {
    assert.throws(() => bands.call([]), LuaError);
  });
});
