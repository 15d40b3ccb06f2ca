// Choosing between values.

import { MINUTE_MS } from '#lib/time.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import { container } from '#engine/values/container.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const BRANCHED = ['isTrue', 'isFalse'];
const SECOND_MS = 1_000;

function elseIf(
  _: unknown,
  first: boolean,
  second: boolean,
  ...[whenFirst, whenSecond, otherwise]: LuaValue[]
): LuaValue {
  if (first) return whenFirst;
  return second ? whenSecond : otherwise;
}

export const FLOW_IMPLEMENTATIONS = {
  Branch: (_, isTrue: boolean) => container(BRANCHED, [isTrue, !isTrue]),
  DelayExecution: ({ clock }, timestamp: number, delay: number) =>
    clock.nowMs() >= timestamp * SECOND_MS + delay * MINUTE_MS,
  IfElse: (_, isTrue: boolean, value: LuaValue, otherwise: LuaValue) =>
    isTrue ? value : otherwise,
  IfElseIf: elseIf,
  Merge: (_, ...values: LuaValue[]) => values.find((value) => value !== undefined),
} satisfies CommandImplementations;
