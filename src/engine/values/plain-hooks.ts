// Operators on values of the engine that have no meaning of their own: they join with texts, and
// everything else is Lua's error.

import { chargeString } from '#lua/runtime/concatenate.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import type { ArithmeticOperator, LuaValue } from '#lua/runtime/value.ts';
import { toDisplayText } from '#lua/library/to-string.ts';

/** The text of two values joined; undefined for all other operators. */
function joinTexts(
  operator: ArithmeticOperator,
  left: LuaValue,
  right: LuaValue,
): string | undefined {
  if (operator !== '..') return undefined;
  const text = toDisplayText(left) + toDisplayText(right);
  chargeString(text.length);
  return text;
}

export const PLAIN_HOOKS = {
  arith: joinTexts,
  compare: () => undefined,
  index: () => undefined,
  length: () => undefined,
  call: () => {
    throw libraryError('attempt to call a userdata value');
  },
};
