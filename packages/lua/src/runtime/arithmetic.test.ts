import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modulo } from '#lua/runtime/arithmetic.ts';

/** The macro of Lua 5.2, luai_nummod. */
function asInLua(a: number, b: number): number {
  return a - Math.floor(a / b) * b;
}

test('a remainder is what the formula of Lua 5.2 gives, also of both zeros', () => {
  const numbers = [0, -0, 1, -1, 2, 3, -3, 5, 7, -7, 0.5, -0.5, 2 ** 31, -(2 ** 31), 2 ** 40];
  for (const a of numbers) {
    for (const b of numbers) {
      const [found, wanted] = [modulo(a, b), asInLua(a, b)];
      assert.ok(Object.is(found, wanted), `${a} % ${b} is ${found}, wanted ${wanted}`);
    }
  }
});
