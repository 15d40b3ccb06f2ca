// The iterators that the library hands out, called by a script with anything.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIBRARY } from '#lua/library/library.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';
import { tableFromList } from '#lua/runtime/table.ts';
import type { LuaFunction, LuaValue } from '#lua/runtime/value.ts';

function iteratorOf(name: string, subject: LuaValue): LuaFunction {
  const found = LIBRARY.get(name)?.value(subject);
  assert(Array.isArray(found) && typeof found[0] === 'function');
  return found[0];
}

suite('iterators take a number, or a text that reads as one, for their place', () => {
  const list = tableFromList(['a', 'b']);
  const cases = [
    ['ipairs', list, 1, [2, 'b']],
    ['ipairs', list, '1', [2, 'b']],
    ['ipairs', list, '0x1', [2, 'b']],
    ['ipairs', list, '1.9', [2, 'b']],
    ['utf8.codes', 'ab', 1, [2, 98]],
    ['utf8.codes', 'ab', '1', [2, 98]],
  ] as const;
  for (const [name, subject, place, expected] of cases)
    test(`${name} at ${typeof place} ${place}`, () => {
      assert.deepEqual(iteratorOf(name, subject)(subject, place), expected);
    });

  for (const [name, subject] of [
    ['ipairs', list],
    ['utf8.codes', 'ab'],
  ] as const)
    test(`${name} at anything else is refused`, () => {
      for (const place of [true, false, undefined, 'x', tableFromList([1])])
        assert.throws(() => iteratorOf(name, subject)(subject, place), LuaError);
    });
});
