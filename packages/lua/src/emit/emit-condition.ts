// Expressions of which only the truth matters.

import { isCell, release, sunkValue, take } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { kindsOf } from '#lua/semantics/kinds-of.ts';
import { BOOLEAN, NIL, within } from '#lua/semantics/kind.ts';
import type { Expression, If } from '#lua/syntax/tree.ts';

const CONSTANTS: ReadonlySet<string> = new Set(['nil', 'true', 'false', 'number', 'string']);

/**
 * Whether the expression's text may be written twice: a constant, or a local that only this
 * function writes.
 */
export function isSimple(f: FunctionEmission, expression: Expression): boolean {
  if (expression.kind === 'parenthesized') return isSimple(f, expression.inner);
  if (expression.kind === 'name') {
    const local = f.module.facts.resolution.locals.get(expression);
    return local !== undefined && !isCell(local) && sunkValue(f, expression) === null;
  }
  return CONSTANTS.has(expression.kind);
}

/** A JavaScript expression that is true or false as Lua would take the value. */
export function emitCondition(f: FunctionEmission, expression: Expression): string {
  const { emitValue, facts } = f.module;
  if (expression.kind === 'parenthesized') return emitCondition(f, expression.inner);
  const sunk = expression.kind === 'name' ? sunkValue(f, expression) : null;
  if (sunk !== null) return emitCondition(f, sunk);
  if (expression.kind === 'unary' && expression.operator === 'not') {
    return `!${emitCondition(f, expression.operand)}`;
  }
  if (expression.kind === 'logical') {
    const left = emitCondition(f, expression.left);
    const joint = expression.operator === 'and' ? '&&' : '||';
    return `(${left} ${joint} ${emitCondition(f, expression.right)})`;
  }
  const kinds = kindsOf(facts, expression);
  const value = emitValue(f, expression);
  if (kinds !== 0 && within(kinds, BOOLEAN)) return `(${value})`;
  if ((kinds & (NIL | BOOLEAN)) === 0) return `(${value}, true)`;
  if ((kinds & BOOLEAN) === 0) return `(${value} !== undefined)`;
  if (isSimple(f, expression)) return `(${value} !== undefined && ${value} !== false)`;
  const temporary = take(f);
  release(f);
  return `((${temporary} = ${value}) !== undefined && ${temporary} !== false)`;
}

/** The test of a clause, which is known where the update stopped being pure in its block. */
export function emitClauseTest(f: FunctionEmission, clause: If['clauses'][number]): string {
  const condition = emitCondition(f, clause.condition);
  const exit = f.exits.get(clause.block);
  // What stands before the place where it stopped was pure, so nothing there goes another way.
  return exit === undefined ? condition : `at === ${exit} || at < ${exit} && ${condition}`;
}
