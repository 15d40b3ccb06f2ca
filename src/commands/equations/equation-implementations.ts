// Comparisons and logic.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { container } from '#engine/values/container.ts';
import { newest } from '#commands/values/newest.ts';
import { equals } from '#lua/runtime/compare.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

type Operand = number | SeriesLike | undefined;

const COMPARED = ['isAbove', 'isEqual', 'isBelow'];

function compare(_: CommandContext, left: Operand, right: Operand): LuaValue {
  const a = newest(left);
  const b = newest(right);
  return container(COMPARED, [a > b, a === b, a < b]);
}

/** Nil, or NaN: a number that is not there, as before an indicator's first value. */
function isNothing(value: LuaValue): boolean {
  return value === undefined || Number.isNaN(value);
}

export const EQUATION_IMPLEMENTATIONS = {
  Compare: compare,
  Equals: (_, left: LuaValue, right: LuaValue) => equals(left, right),
  False: () => false,
  IfNull: (_, value: LuaValue, otherwise: LuaValue) => (isNothing(value) ? otherwise : value),
  IsBiggerAndSmallerThan: (_, value: Operand, low: Operand, high: Operand) =>
    newest(value) > newest(low) && newest(value) < newest(high),
  IsBiggerOrSmallerThan: (_, value: Operand, high: Operand, low: Operand) =>
    newest(value) > newest(high) || newest(value) < newest(low),
  IsBiggerThan: (_, left: Operand, right: Operand) => newest(left) > newest(right),
  IsFalse: (_, ...values: boolean[]) => values.every((value) => !value),
  IsNotNull: (_, value: LuaValue) => !isNothing(value),
  IsNull: (_, value: LuaValue) => isNothing(value),
  IsSmallerThan: (_, left: Operand, right: Operand) => newest(left) < newest(right),
  IsTrue: (_, ...values: boolean[]) => values.every(Boolean),
  NotEquals: (_, left: LuaValue, right: LuaValue) => !equals(left, right),
  Or: (_, ...values: boolean[]) => values.some(Boolean),
  True: () => true,
} satisfies CommandImplementations;
