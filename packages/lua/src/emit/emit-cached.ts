// Values that need no second computing. An invariant value is retained in the instance's state from
// its first evaluation on; a call of an invariant function with other arguments remembers its last
// arguments and result. Neither is moved: what stands behind a condition is computed behind it, and
// an error or nil is never retained.

import { release, startOf, take } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { mark } from '#lua/emit/javascript-text.ts';
import { isSimple } from '#lua/emit/emit-condition.ts';
import { calledHost } from '#lua/semantics/facts.ts';
import { cachedName } from '#lua/emit/cached-name.ts';
import { isInvariantFunction, isScalar, onlyValue } from '#lua/semantics/is-cached.ts';
import { isSingle, kindsOf } from '#lua/semantics/kinds-of.ts';
import { FUNCTION, OTHER, TABLE, within } from '#lua/semantics/kind.ts';
import type { Call, Expression } from '#lua/syntax/tree.ts';

/** Cached values that the loop over rows holds in variables of its own; more would crowd it. */
const QUICK_RETAINED_MAX = 40;
const MEMO_ARGUMENTS_MAX = 8;

/** The host, and the instance's state, where code of the function finds them. */
export function hostText(f: FunctionEmission): string {
  return f.isMain ? 'h' : 'H';
}

function stateText(f: FunctionEmission): string {
  return f.isMain ? 'k' : 'K';
}

/** The row of the update. */
function rowText(f: FunctionEmission): string {
  return f.isMain ? 'row' : 'H.row';
}

/** The state's field that belongs to an expression. All forms in which it is written share it. */
export function fieldOf(
  f: FunctionEmission,
  expression: Expression,
  letter: string,
  initial: string,
): { readonly field: string; readonly isNew: boolean } {
  const { state, stateFields } = f.module;
  const known = stateFields.get(expression);
  if (known !== undefined) return { field: known, isNew: false };
  const field = `${letter}${state.length + 1}`;
  stateFields.set(expression, field);
  state.push(`this.${field} = ${initial};`);
  return { field, isNew: true };
}

/** The field of a cached value, which all expressions of its name share. */
function cachedField(f: FunctionEmission, expression: Expression): string {
  const { facts, cachedFields, stateFields } = f.module;
  const name = cachedName(facts, expression);
  const shared = name === null ? undefined : cachedFields.get(name);
  if (shared !== undefined) stateFields.set(expression, shared);
  const { field } = fieldOf(f, expression, 'k', 'undefined');
  if (name !== null) cachedFields.set(name, field);
  return field;
}

/** An invariant value, computed by `write`'s text when it is not there yet. */
export function emitCached(
  f: FunctionEmission,
  expression: Expression,
  write: () => string,
): string {
  const field = cachedField(f, expression);
  if (f.warm?.fields.has(field) === true) return field;
  const isQuick = f.isMain && (f.quickCached.has(field) || f.quickCached.size < QUICK_RETAINED_MAX);
  const variable = isQuick ? field : take(f);
  if (isQuick) {
    f.quickCached.add(field);
    if (f.nesting === 1) f.outerCached.add(field);
  } else release(f);
  f.isKeeping = true;
  const text = write();
  f.isKeeping = false;
  const place = `${stateText(f)}.${field}`;
  const known = isQuick ? variable : `(${variable} = ${place})`;
  return `(${known} !== undefined ? ${variable} : (${isQuick ? `${variable} = ` : ''}${place} = ${text}))`;
}

/** Whether a call's result can be remembered with its arguments. */
export function isMemoized(f: FunctionEmission, call: Call): boolean {
  const { facts } = f.module;
  const host = calledHost(facts, call);
  if (host === null || !isInvariantFunction(facts, call, host) || f.isKeeping) return false;
  if (call.args.length === 0 || call.args.length > MEMO_ARGUMENTS_MAX) return false;
  return call.args.every((arg) => {
    const kinds = kindsOf(facts, arg);
    return isSingle(facts, arg) && !(kinds !== 0 && within(kinds, TABLE | FUNCTION));
  });
}

type Argument = { readonly again: string; readonly setup: string | null };

function emitArgument(f: FunctionEmission, arg: Expression): Argument {
  const text = f.module.emitValue(f, arg);
  if (isSimple(f, arg)) return { again: text, setup: null };
  const again = take(f);
  return { again, setup: `${again} = ${text}` };
}

/** The class of a memo, and the function that fills it if its arguments cannot change. */
function defineMemo(f: FunctionEmission, id: string, call: Call): void {
  const { facts } = f.module;
  const takesSeriesAt = calledHost(facts, call)?.takesSeriesAt;
  const names = call.args.map((_, index) => `a${index}`);
  const mutable = TABLE | FUNCTION | OTHER;
  const checks = call.args.flatMap((arg, index) => {
    if (takesSeriesAt?.has(index) !== false) {
      return (kindsOf(facts, arg) & mutable) === 0 ? [] : [`R.isLasting(a${index})`];
    }
    return isScalar(facts, arg) ? [] : [`R.isScalar(a${index})`];
  });
  const test = checks.join(' && ');
  const fill = names.map((name) => `m.${name} = ${name};`).join(' ');
  f.module.head.push(
    `class Q${id} { constructor() { this.r = undefined; ${names.map((name) => `this.${name} = undefined;`).join(' ')} } }`,
    `function fill${id}(m, ${names.join(', ')}, r) { ${test === '' ? '' : `if (${test}) `}{ ${fill} m.r = r; } return r; }`,
  );
}

/** A call of a host's invariant function that asks only when an argument is another than before. */
export function emitMemoized(f: FunctionEmission, name: string, call: Call): string {
  const args = call.args.map((arg) => emitArgument(f, arg));
  const memo = take(f);
  const next = `Q${f.module.state.length + 1}`;
  const { field, isNew } = fieldOf(f, call, 'q', `new ${next}()`);
  const id = field.slice(1);
  if (isNew) defineMemo(f, id, call);
  const setups = args.flatMap(({ setup }) => setup ?? []);
  release(f, setups.length + 1);
  const list = args.map(({ again }) => again).join(', ');
  const same = args.map(({ again }, index) => `is(${again}, ${memo}.a${index})`);
  // Its arguments may have been calls on other places.
  const requested = `fill${id}(${memo}, ${list}, ${mark(startOf(call))}${hostText(f)}.${name}(${list}))`;
  const before = [...setups, `${memo} = ${stateText(f)}.${field}`].join(', ');
  return `(${before}, ${[`${memo}.r !== undefined`, ...same].join(' && ')} ? ${memo}.r : ${requested})`;
}

/** The warm cached value that an expression is, by itself or through the names of variables. */
export function warmField(f: FunctionEmission, expression: Expression): string | null {
  const { facts, stateFields } = f.module;
  if (expression.kind === 'parenthesized') return warmField(f, expression.inner);
  if (expression.kind === 'name') {
    const initialiser = onlyValue(facts, expression);
    return initialiser === null ? null : warmField(f, initialiser);
  }
  const field = stateFields.get(expression);
  return field !== undefined && f.warm?.fields.has(field) === true ? field : null;
}

/** The value that a series has in this update. */
export function emitNewest(f: FunctionEmission, series: Expression): string {
  const field = f.isMain && f.warm !== null ? warmField(f, series) : null;
  if (field !== null && f.warm !== null) {
    f.warm.arrays.add(field);
    return `n${field.slice(1)}[row]`;
  }
  const { again, setup } = emitArgument(f, series);
  if (setup !== null) release(f);
  const object = setup === null ? again : `(${setup})`;
  return `${object}.newest[${rowText(f)} & ${again}.rowMask]`;
}
