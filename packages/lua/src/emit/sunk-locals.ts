// Locals of pure updates that are read in one place only: their text moves there, so that it is
// worked out only where a condition comes to it. Nothing of it could be seen: pure values read what
// does not change within an update.

import { isCell } from '#lua/emit/emission.ts';
import type { FunctionEmission, ModuleEmission } from '#lua/emit/emission.ts';
import { warmField } from '#lua/emit/emit-cached.ts';
import { kindsOf } from '#lua/semantics/kinds-of.ts';
import { BOOLEAN, within } from '#lua/semantics/kind.ts';
import type { Resolution, Variable } from '#lua/semantics/scope.ts';
import type { Expression, Local, Name } from '#lua/syntax/tree.ts';

/** Of locals within one another, which the emitter and V8 go down into. */
const SUNK_DEPTH_MAX = 30;

/** How often each local is read. */
function readsOf({ locals }: Resolution): ReadonlyMap<Variable, number> {
  const reads = new Map<Variable, number>();
  for (const variable of locals.values()) reads.set(variable, (reads.get(variable) ?? 0) + 1);
  return reads;
}

const READS = new WeakMap<ModuleEmission, ReadonlyMap<Variable, number>>();

function readCount(module: ModuleEmission, variable: Variable): number {
  const known = READS.get(module) ?? readsOf(module.facts.resolution);
  READS.set(module, known);
  return known.get(variable) ?? 0;
}

/** How deep the locals lie in one another that a value would be made of; null: it has to stay. */
function depthOf(f: FunctionEmission, expression: Expression): number | null {
  const deepest = (...parts: readonly Expression[]): number | null => {
    const depths = parts.map((part) => depthOf(f, part));
    return depths.includes(null) ? null : Math.max(0, ...depths.map((depth) => depth ?? 0));
  };
  if (warmField(f, expression) !== null) return 0;
  switch (expression.kind) {
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
      return 0;
    case 'name':
      return nameDepth(f, expression);
    case 'parenthesized':
      return deepest(expression.inner);
    case 'unary':
      return deepest(expression.operand);
    case 'binary':
    case 'logical':
      return deepest(expression.left, expression.right);
    case 'index':
    case 'call':
    case 'method':
    case 'function':
    case 'table':
    case 'varargs':
      return null;
  }
}

/** A name that is given another value may have that where the text moves to. */
function nameDepth(f: FunctionEmission, name: Name): number | null {
  const local = f.module.facts.resolution.locals.get(name);
  if (local === undefined || local.assignments > 0 || isCell(local)) return null;
  return f.sunk.get(local)?.depth ?? 0;
}

/** Moves a pure condition to where its local is read, if that is one place; false: it stays. */
export function sink(f: FunctionEmission, { names, values }: Local): boolean {
  const { facts } = f.module;
  const [name, ...others] = names;
  const [value] = values;
  if (name === undefined || value === undefined || others.length > 0) return false;
  const variable = facts.resolution.variables.get(name);
  if (variable === undefined || variable.assignments > 0 || variable.isCaptured) return false;
  const kinds = kindsOf(facts, value);
  if (kinds === 0 || !within(kinds, BOOLEAN) || readCount(f.module, variable) !== 1) return false;
  const depth = depthOf(f, value);
  if (depth === null || depth >= SUNK_DEPTH_MAX) return false;
  f.sunk.set(variable, { value, depth: depth + 1 });
  return true;
}
