// Lua errors with the place in the script. Operators know their place from the compiler (a Site);
// library functions find it in the JavaScript stack, where generated code shows under the program's
// source URL. What goes beyond Lua's own message (column, hint) stands beside it in the error,
// where a script that catches it does not see it.

import { closestName } from '#lib/closest-name.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import { running } from '#lua/runtime/running.ts';
import type { LineMap } from '#lua/runtime/running.ts';
import { LuaError, withDeepTrace, withTrace } from '#lua/runtime/script-fault.ts';
import type { ErrorPlace } from '#lua/runtime/script-fault.ts';
import { ERROR_STEPS, FAR_ERROR_STEPS } from '#lua/runtime/step-prices.ts';
import { partsHint, shownType } from '#lua/runtime/type-name.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** An operand as the compiler knows it. */
export type SiteOperand = {
  /** Like `local 'x'`; null where real Lua has no name either. */
  readonly name: string | null;
  readonly line: number;
  readonly column: number;
  /** The field that it is read from, by the field's name; null for anything else. */
  readonly key: string | null;
  /** What is wrong with the field, where the compiler knows it. */
  readonly hint: string | null;
};

/** A place in the script where an operator may fail, and what its operands are called there. */
export type Site = {
  readonly line: number;
  readonly column: number;
  readonly left: SiteOperand | null;
  readonly right: SiteOperand | null;
  /** What to write instead, whichever operand is at fault. */
  readonly hint: string | null;
  /** Whether the runtime gets the operands in the other order, as for `a > b`, which is `b < a`. */
  readonly isSwapped: boolean;
};

/** Where no script stands behind a call. */
export const NO_SITE: Site = {
  line: 0,
  column: 0,
  left: null,
  right: null,
  hint: null,
  isSwapped: false,
};

/** Most places are among the innermost of so many frames; a longer trace takes far longer. */
const NEAR_FRAMES = 24;

const NO_PLACE: ErrorPlace = { line: 0, column: 0 };

/**
 * Places of the generated frames in a stack trace, innermost first; line 0 where none is known.
 */
function scriptPlaces(stack: string, program: LineMap): ErrorPlace[] {
  const found: ErrorPlace[] = [];
  if (program.sourceUrl === '') return found;
  let isInPart = false;
  for (const frame of stack.split('\n')) {
    // A protected call is a level of its own, without a position.
    if (frame.includes('at callProtected')) found.push(NO_PLACE);
    // With the mark behind it, so that no other script's name begins like it.
    const start = frame.lastIndexOf(`${program.sourceUrl}:`);
    if (start < 0) continue;
    const at = Number.parseInt(frame.slice(start + program.sourceUrl.length + 1), 10);
    // The innermost part of a function stands for the function; the frames around it are not shown.
    if (!isInPart) found.push({ line: program.lines[at] ?? 0, column: program.columns[at] ?? 0 });
    isInPart = frame.includes('$part ');
  }
  return found;
}

/** The place of the innermost frame that has one; null when there is none. */
export function innermostPlace(stack: string, program: LineMap): ErrorPlace | null {
  return scriptPlaces(stack, program).find(({ line }) => line > 0) ?? null;
}

function placeAt(level: number): ErrorPlace | null {
  chargeSteps(ERROR_STEPS);
  const { program } = running;
  const { stack: near = '' } = withTrace(NEAR_FRAMES, () => new Error('where'));
  let place = scriptPlaces(near, program)[level - 1];
  if (place === undefined && near.split('\n').length > NEAR_FRAMES) {
    chargeSteps(FAR_ERROR_STEPS);
    const { stack: far = '' } = withDeepTrace(() => new Error('where'));
    place = scriptPlaces(far, program)[level - 1];
  }
  return place === undefined || place.line === 0 ? null : place;
}

/** Charges for the place and remembers the stack; reading it is left to the result. */
function deferredPlaceAt(level: number): () => ErrorPlace | null {
  chargeSteps(ERROR_STEPS);
  const { program } = running;
  // V8 formats the trace at the first read, which takes most of the time.
  const trace = withDeepTrace(() => new Error('where'));
  return () => {
    const place = scriptPlaces(trace.stack ?? '', program)[level - 1];
    return place === undefined || place.line === 0 ? null : place;
  };
}

/**
 * Where the script calls the function of the host that asks, found when the result is called; null
 * when no script calls it.
 */
export function callerPlace(): () => ErrorPlace | null {
  return deferredPlaceAt(1);
}

/** `script:12: `, or '' without a place. */
function prefix(place: ErrorPlace | null): string {
  return place === null ? '' : `${running.program.chunkName}:${place.line}: `;
}

/** An error with this message at the function `level` steps up the stack of script functions. */
export function errorAt(level: number, message: string): LuaError {
  const place = placeAt(level);
  return new LuaError(prefix(place) + message, place);
}

/** An error raised by a library function, at the line that called it. */
export function libraryError(message: string): LuaError {
  return errorAt(1, message);
}

/** `bad argument #1 to 'insert' (table expected, got nil)` */
export function argumentError(index: number, name: string, reason: string): LuaError {
  return libraryError(`bad argument #${index} to '${name}' (${reason})`);
}

/** Error at a place of the script, with a hint where there is one. */
export function siteError(site: Site, message: string, details: SiteDetails = {}): LuaError {
  chargeSteps(ERROR_STEPS);
  const { operand = null, hint = null } = details;
  // An operand on another line than its operator does not stand where the message says.
  const { column } = operand?.line === site.line ? operand : site;
  const text = `${running.program.chunkName}:${site.line}: ${message}`;
  return new LuaError(text, { line: site.line, column }, hint ?? site.hint);
}

/** What a message says beyond Lua's own. */
export type SiteDetails = { readonly operand?: SiteOperand | null; readonly hint?: string | null };

/** `attempt to index local 'x' (a nil value)` */
export function operandError(
  site: Site,
  action: string,
  value: LuaValue,
  operand: SiteOperand | null,
  hint: string | null = null,
): LuaError {
  const type = shownType(value);
  const name = operand?.name ?? null;
  const what = name === null ? `a ${type} value` : `${name} (a ${type} value)`;
  const valueHint = value === undefined ? fieldHint(operand) : partsHint(value);
  return siteError(site, `attempt to ${action} ${what}`, { operand, hint: hint ?? valueHint });
}

/** What an operand that is nil should have been read from, if that is known. */
export function fieldHint(operand: SiteOperand | null): string | null {
  if (operand === null || operand.key === null) return null;
  const { missing } = running;
  if (missing === null || missing.key !== operand.key) return operand.hint;
  const { what, key, fields } = missing;
  const closest = closestName(key, fields);
  const meant = closest === null ? '' : ` (did you mean '${closest}'?)`;
  return `${what} has no field '${key}'${meant}, it has ${fields.join(', ')}`;
}
