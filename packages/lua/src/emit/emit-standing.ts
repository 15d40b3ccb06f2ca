// Calls whose results stand while nothing happens to the bot: those that depend on its positions
// alone, and conditions that none but the price can change. A loop through pure updates has
// them from the front, and skips what has nothing to do between two prices.

import { fieldOf, warmField } from '#lua/emit/emit-cached.ts';
import { isReachedOnce } from '#lua/emit/emit-idle.ts';
import type { FunctionEmission, StandingText } from '#lua/emit/emission.ts';
import { numberLiteral, stringText } from '#lua/emit/javascript-text.ts';
import { calledHost } from '#lua/semantics/facts.ts';
import { kindsOf } from '#lua/semantics/kinds-of.ts';
import { NUMBER, SERIES } from '#lua/semantics/kind.ts';
import { onlyValue, takesInvariants } from '#lua/semantics/is-cached.ts';
import type { OfferedFunction } from '#lua/semantics/names-offered.ts';
import type { Call, Expression } from '#lua/syntax/tree.ts';
import { visitParts } from '#lua/syntax/visit-parts.ts';

/** A result that a pure update assumes, and what has to hold for it. */
export type AssumedCall = {
  readonly value: string;
  readonly test: string;
  /** What gives it in front. */
  readonly standing: StandingText | null;
};

/**
 * The field that says that a call has been made, so that its arguments are known to be right; null
 * where nothing reads it.
 */
export function doneField(
  f: FunctionEmission,
  call: Call,
  host: OfferedFunction | null = calledHost(f.module.facts, call),
): string | null {
  if (host === null || host.wantsPlace === true || !isReachedOnce(f)) return null;
  if (host.flatResult === undefined && host.stands === undefined) return null;
  if (!takesInvariants(f.module.facts, host, call.args)) return null;
  return fieldOf(f, call, 'd', 'false').field;
}

/** The result that is assumed of a call as a value; null where none can be. */
export function assumedCall(f: FunctionEmission, call: Call): AssumedCall | null {
  const host = calledHost(f.module.facts, call);
  if (host?.crosses !== undefined) return crossingOf(f, call, host.crosses);
  const done = doneField(f, call, host);
  if (host === null || done === null) return null;
  const standing = standingOf(f, call, host, done);
  if (host.stands === 'value' && standing !== null) {
    const value = variable(done);
    return { value, test: `${value} !== undefined`, standing };
  }
  if (host.flatResult === undefined) return null;
  const value = String(host.flatResult);
  if (host.stands === 'within' && standing !== null)
    return { value, test: `(isFlat && k.${done} === true || ${withinText(done)})`, standing };
  return { value, test: `h.isFlat === true && k.${done} === true`, standing: null };
}

type CrossingSide = { readonly now: string; readonly before: string; readonly test: string | null };

/** Null where the arrays of a series are not at hand. */
function sideOf(f: FunctionEmission, side: Expression): CrossingSide | null {
  const kinds = kindsOf(f.module.facts, side);
  if (kinds === SERIES) {
    const field = warmField(f, side);
    if (field === null || f.warm === null) return null;
    f.warm.arrays.add(field);
    const id = field.slice(1);
    return { now: `n${id}[row]`, before: `b${id}[row]`, test: `b${id} !== undefined` };
  }
  const text = kinds === NUMBER ? argumentText(f, side) : null;
  return text === null ? null : { now: text, before: text, test: null };
}

function crossingOf(
  f: FunctionEmission,
  { args }: Call,
  crosses: 'over' | 'under',
): AssumedCall | null {
  const [left, right] = crosses === 'over' ? args : args.toReversed();
  if (args.length !== 2 || left === undefined || right === undefined) return null;
  const [upper, lower] = [sideOf(f, left), sideOf(f, right)];
  if (upper === null || lower === null) return null;
  const tests = [upper.test, lower.test].filter((test) => test !== null);
  if (tests.length === 0) return null;
  const declared = tests.map((test) => {
    const id = test.slice(1, test.indexOf(' '));
    return `b${id} = k${id}.before`;
  });
  const value = `(${upper.now} > ${lower.now} && ${upper.before} <= ${lower.before})`;
  return { value, test: tests.join(' && '), standing: { declared, setup: '' } };
}

/**
 * A statement that has nothing to do while the test holds, or can be noted as its `value`: a number
 * that is zero where it cannot. Null where it always may do something.
 */
export function quietCall(f: FunctionEmission, call: Call): AssumedCall | null {
  const host = calledHost(f.module.facts, call);
  const done = doneField(f, call, host);
  if (host === null || done === null || host.flatResult !== undefined) return null;
  const standing = standingOf(f, call, host, done);
  if (standing === null || host.stands !== 'within') return null;
  return { value: `w${done.slice(1)}`, test: withinText(done), standing };
}

/** Writes what the assumption reads in front of the updates. */
export function noteStanding(f: FunctionEmission, { standing }: AssumedCall): void {
  if (standing === null) return;
  // Two calls may read the same series.
  for (const declared of standing.declared) f.standing.set(declared, standing);
}

/** Whether a value is known only where something is assumed. */
export function hasAssumedCall(f: FunctionEmission, expression: Expression): boolean {
  if (expression.kind === 'call' && assumedCall(f, expression) !== null) return true;
  const found = { isFound: false };
  visitParts(found, expression, (state, part) => {
    state.isFound ||= hasAssumedCall(f, part);
  });
  return found.isFound;
}

function variable(done: string): string {
  return `v${done.slice(1)}`;
}

function withinText(done: string, row = 'row'): string {
  const id = done.slice(1);
  return `closes[${row}] > low${id} && closes[${row}] < high${id}`;
}

function standingOf(
  f: FunctionEmission,
  call: Call,
  { stands, flatResult }: OfferedFunction,
  done: string,
): StandingText | null {
  if (stands === undefined || f.warm === null || call.callee.kind !== 'name') return null;
  const texts = call.args.map((arg) => argumentText(f, arg));
  if (texts.includes(null)) return null;
  const args = texts.join(', ');
  const { name } = call.callee;
  if (stands === 'value') {
    const value = variable(done);
    const flat = flatResult === undefined ? '' : `isFlat ? ${String(flatResult)} : `;
    const setup = `if (${value} === undefined && k.${done} === true) { ${value} = ${flat}h.${name}(${args}); }`;
    return { declared: [value], setup };
  }
  const id = done.slice(1);
  const isWanted = flatResult === undefined ? '' : ' && !isFlat';
  // Asked again where the price has left them, also in the update before: they may follow it.
  const isWithin = `${withinText(done)} && ${withinText(done, 'row - 1')}`;
  const setup =
    `if (k.${done} === true${isWanted} && row < closes.length && !(${isWithin})) { ` +
    `limits = h.limitsOf(${stringText(name)}, [${args}]); ` +
    `low${id} = limits[0]; high${id} = limits[1]; }`;
  const limits = [`low${id} = NaN`, `high${id} = NaN`];
  if (flatResult !== undefined) return { declared: limits, setup };
  const noted = `w${id} = k.${done} === true && wished.length > 0 ? h.wishCodeOf(${stringText(name)}, [${args}]) : 0;`;
  return { declared: [...limits, `w${id} = 0`], setup: `${setup} ${noted}` };
}

/** An argument as text in front of the updates, where no local is there; null without. */
function argumentText(f: FunctionEmission, arg: Expression): string | null {
  const field = warmField(f, arg);
  if (field !== null) return field;
  switch (arg.kind) {
    case 'nil':
      return 'undefined';
    case 'true':
    case 'false':
      return arg.kind;
    case 'number':
      return numberLiteral(arg.value);
    case 'string':
      return stringText(arg.bytes);
    case 'parenthesized':
      return argumentText(f, arg.inner);
    case 'name': {
      const value = onlyValue(f.module.facts, arg);
      if (value !== null) return argumentText(f, value);
      const isLocal = f.module.facts.resolution.locals.has(arg);
      return isLocal ? null : f.module.emitValue(f, arg);
    }
    case 'unary':
    case 'binary':
    case 'logical':
    case 'index':
    case 'call':
    case 'method':
    case 'function':
    case 'table':
    case 'varargs':
      return null;
  }
}

/** What stands in front of a passage through pure updates; nothing of it is charged. */
export function standingSetup({ standing }: FunctionEmission): string {
  if (standing.size === 0) return '';
  const setups = [...new Set([...standing.values()].map(({ setup }) => setup))].filter(
    (setup) => setup !== '',
  );
  return setups.length === 0
    ? ''
    : `{ const m0 = M[0], m2 = M[2]; ${setups.join(' ')} M[0] = m0; M[2] = m2; }`;
}
