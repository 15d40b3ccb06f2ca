// Lua errors with the place in the script. Operators know their place from the compiler (a Site);
// library functions find it in the JavaScript stack, where generated code shows under the program's
// source URL.

import { chargeSteps } from '#script/runtime/meter.ts';
import { running } from '#script/runtime/running.ts';
import type { LineMap } from '#script/runtime/running.ts';
import { LuaError, withDeepTrace } from '#script/runtime/script-fault.ts';
import { typeName } from '#script/runtime/type-name.ts';
import type { LuaValue } from '#script/runtime/value.ts';

/** A place in the script where an operator may fail, and what its operands are called there. */
export type Site = {
  readonly line: number;
  /** Like `local 'x'`; null where real Lua has no name either. */
  readonly left: string | null;
  readonly right: string | null;
};

const ERROR_STEPS = 500;

/**
 * Script lines of the generated frames in a stack trace, innermost first; 0 where none is known.
 */
export function scriptLines(stack: string, program: LineMap): number[] {
  const found: number[] = [];
  if (program.sourceUrl === '') return found;
  let isInPart = false;
  for (const frame of stack.split('\n')) {
    // A protected call is a level of its own, without a position.
    if (frame.includes('at callProtected')) found.push(0);
    // With the mark behind it, so that no other script's name begins like it.
    const start = frame.lastIndexOf(`${program.sourceUrl}:`);
    if (start < 0) continue;
    const line = Number.parseInt(frame.slice(start + program.sourceUrl.length + 1), 10);
    // The innermost part of a function stands for the function; the frames around it are not shown.
    if (!isInPart) found.push(program.lines[line] ?? 0);
    isInPart = frame.includes('$part ');
  }
  return found;
}

/**
 * `script:12: ` for the function `level` steps up the stack of script functions, or '' if there is
 * none.
 */
export function where(level: number): string {
  chargeSteps(ERROR_STEPS);
  const lines = scriptLines(withDeepTrace(() => new Error('where')).stack ?? '', running.program);
  const line = lines[level - 1];
  return line === undefined || line === 0 ? '' : `${running.program.chunkName}:${line}: `;
}

/** An error raised by a library function, at the line that called it. */
export function libraryError(message: string): LuaError {
  return new LuaError(where(1) + message);
}

/** `bad argument #1 to 'insert' (table expected, got nil)` */
export function argumentError(index: number, name: string, reason: string): LuaError {
  return libraryError(`bad argument #${index} to '${name}' (${reason})`);
}

export function siteError(site: Site, message: string): LuaError {
  chargeSteps(ERROR_STEPS);
  return new LuaError(`${running.program.chunkName}:${site.line}: ${message}`);
}

/** `attempt to index local 'x' (a nil value)` */
export function operandError(
  site: Site,
  action: string,
  value: LuaValue,
  name: string | null,
): LuaError {
  const type = typeName(value);
  const what = name === null ? `a ${type} value` : `${name} (a ${type} value)`;
  return siteError(site, `attempt to ${action} ${what}`);
}
