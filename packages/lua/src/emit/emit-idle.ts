// Calls of the chunk that have nothing to do in most updates: drawings that nobody sees, after the
// same has been drawn once, what waits for the last update, and what asks of a position while none
// is open. They are reached once in an update, so that no budget depends on what is skipped.

import { fieldOf, hostText } from '#lua/emit/emit-cached.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { calledHost } from '#lua/semantics/facts.ts';
import { takesInvariants } from '#lua/semantics/is-cached.ts';
import type { Call, Expression, MethodCall } from '#lua/syntax/tree.ts';

type Idle = {
  /** True where the call has something to do. */
  readonly test: string;
  /** Stands behind the call. */
  readonly behind: string;
};

/** Null where the call is always to be made. */
function idleOf(f: FunctionEmission, call: Call | MethodCall): Idle | null {
  if (call.kind !== 'call' || !isReachedOnce(f)) return null;
  const { facts } = f.module;
  const host = calledHost(facts, call);
  if (host?.idle === 'until_end') {
    const [only] = call.args;
    const isPlain = call.args.length === 1 && only?.kind === 'function';
    return isPlain ? { test: `!(row < ${hostText(f)}.finalRow)`, behind: '' } : null;
  }
  if (host?.idle === undefined || !takesInvariants(facts, host, call.args)) return null;
  const done = `k.${fieldOf(f, call, 'd', 'false').field}`;
  const isDone = host.idle === 'once' ? 'true' : `${hostText(f)}.isUnseen === true`;
  return { test: `${done} !== true`, behind: ` ${done} = ${isDone};` };
}

/** Whether an update comes to what is being written no more than once. */
export function isReachedOnce({ isMain, loops, jumps }: FunctionEmission): boolean {
  return isMain && loops.length === 0 && jumps.size === 0;
}

/** The statement, skipped where it has nothing to do. */
export function emitUnlessIdle(
  f: FunctionEmission,
  call: Call | MethodCall,
  statement: string,
): string {
  const idle = idleOf(f, call);
  return idle === null ? statement : `if (${idle.test}) { ${statement}${idle.behind} }`;
}

/**
 * Where a pure update has to be left for the call: a condition, an empty text for never, or null
 * for always.
 */
export function leavingTest(f: FunctionEmission, call: Call | MethodCall): string | null {
  if (call.kind === 'call' && opensGroup(f, call)) return '';
  return idleOf(f, call)?.test ?? null;
}

/** What it says is asked only by calls in the same update, and with these it is run as a whole. */
function opensGroup(f: FunctionEmission, call: Call): boolean {
  const [only] = call.args;
  return calledHost(f.module.facts, call)?.group === 'opens' && isLone(only, call.args);
}

function isLone(only: Expression | undefined, args: readonly Expression[]): boolean {
  return args.length === 1 && only?.kind === 'string';
}
