// A value of a script as a line of a log: text, of a bounded length.

import { toDisplayText } from '#lua/library/to-string.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

const CHARACTERS_MAX = 5_000;
/** Of a line beside its text. */
const LINE_STEPS = 16;

/** Charges what logText charges, for a text that nobody reads. */
export function chargeUnread(value: LuaValue): void {
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return;
  const { length } = typeof value === 'string' ? value : toDisplayText(value);
  chargeSteps(LINE_STEPS + Math.min(length, CHARACTERS_MAX));
}

/** What is too long is cut, and says so. */
export function logText(value: LuaValue): string {
  const bytes = toDisplayText(value);
  chargeSteps(LINE_STEPS + Math.min(bytes.length, CHARACTERS_MAX));
  if (bytes.length <= CHARACTERS_MAX) return textFromBytes(bytes);
  return `${textFromBytes(bytes.slice(0, CHARACTERS_MAX))} (cut after ${CHARACTERS_MAX} bytes)`;
}
