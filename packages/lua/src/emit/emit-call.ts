// Calls and what is done with their results.

import {
  isCell,
  libraryFunction,
  operandOf,
  placeOf,
  release,
  site,
  startOf,
  take,
} from '#lua/emit/emission.ts';
import type { FunctionEmission, Place } from '#lua/emit/emission.ts';
import { missingInLibrary } from '#lua/emit/describe-field.ts';
import { emitFieldRead, emitVariable } from '#lua/emit/emit-access.ts';
import { isSimple } from '#lua/emit/emit-condition.ts';
import { emitMemoized, hostText, isMemoized } from '#lua/emit/emit-cached.ts';
import { assumedCall, doneField, noteStanding } from '#lua/emit/emit-standing.ts';
import type { AssumedCall } from '#lua/emit/emit-standing.ts';
import { isFieldName, mark, stringText, variableName } from '#lua/emit/javascript-text.ts';
import {
  calledFunction,
  calledHost,
  isSealedTable,
  libraryName,
  stringMethod,
} from '#lua/semantics/facts.ts';
import { isMulti, isSingle, kindsOf } from '#lua/semantics/kinds-of.ts';
import { FUNCTION, NUMBER, STRING, within } from '#lua/semantics/kind.ts';
import type { SiteOperand } from '#lua/runtime/errors.ts';
import type { Call, Expression, MethodCall } from '#lua/syntax/tree.ts';

/** Library functions that call back and, in a coroutine, may be suspended within. */
const CALLING_BACK: ReadonlySet<string> = new Set(['pcall', 'xpcall', 'coroutine.yield']);

/** The values of an expression list as JavaScript arguments or array items. */
export function emitList(f: FunctionEmission, values: readonly Expression[]): string {
  return values
    .map((value, index) =>
      index === values.length - 1 && isMulti(value)
        ? emitSpread(f, value)
        : f.module.emitValue(f, value),
    )
    .join(', ');
}

function emitSpread(f: FunctionEmission, value: Expression): string {
  if (value.kind === 'varargs') return '...R.spread(va)';
  if (isSingle(f.module.facts, value)) return f.module.emitValue(f, value);
  return `...R.spread(${emitResult(f, value)})`;
}

/** All results of a call or of `...`, as a LuaResult. */
export function emitResult(f: FunctionEmission, value: Expression): string {
  if (value.kind === 'call') return emitCall(f, value);
  if (value.kind === 'method') return emitMethodCall(f, value);
  if (value.kind === 'varargs') return 'va';
  return f.module.emitValue(f, value);
}

/** The first result. */
export function emitFirst(f: FunctionEmission, call: Call | MethodCall): string {
  const text = emitResult(f, call);
  if (isSingle(f.module.facts, call)) return text;
  const result = take(f);
  release(f);
  return `((${result} = ${text}) instanceof Array ? ${result}[0] : ${result})`;
}

const INLINE_NUMERIC: ReadonlyMap<string, string> = new Map([
  ['math.floor', 'floor'],
  ['math.ceil', 'ceil'],
  ['math.abs', 'abs'],
  ['math.sqrt', 'sqrt'],
]);

function emitLibraryCall(f: FunctionEmission, name: string, call: Call): string {
  const numeric = INLINE_NUMERIC.get(name);
  const [only, ...others] = call.args;
  if (numeric !== undefined && only !== undefined && others.length === 0) {
    if (within(kindsOf(f.module.facts, only), NUMBER)) {
      return `${numeric}(${f.module.emitValue(f, only)})`;
    }
  }
  if (name === 'select' && only?.kind === 'string' && only.bytes === '#') {
    if (others.length === 1 && others[0]?.kind === 'varargs') return 'va.length';
  }
  return emitOwnCall(f, libraryFunction(f, name), call.args, CALLING_BACK.has(name));
}

/** A call of a function that is known to be one. */
function emitOwnCall(
  f: FunctionEmission,
  callee: string,
  args: readonly Expression[],
  canSuspend: boolean,
): string {
  const list = emitList(f, args);
  if (canSuspend && f.form === 'resumable') return `(yield* ${callee}.resumable(${list}))`;
  return `${callee}(${list})`;
}

/** Marks the place of a call, for the errors of what it calls. */
function callMark(f: FunctionEmission, place: Place): string {
  const { line, column } = place;
  if (line === f.line && column === f.column) return '';
  f.line = line;
  f.column = column;
  return mark(place);
}

/** A method's name, as far as its call is read by default: one behind the colon. */
function methodPlace({ line, column }: MethodCall): Place {
  return { line, column: column + 1 };
}

function methodOperand(f: FunctionEmission, call: MethodCall): SiteOperand {
  const { facts } = f.module;
  const kinds = kindsOf(facts, call.object);
  const isText = kinds !== 0 && within(kinds, STRING);
  const hint = isText ? missingInLibrary(facts, 'string', call.name) : null;
  return { name: `method '${call.name}'`, key: call.name, hint, ...methodPlace(call) };
}

/**
 * A call of a value that may be anything. In a resumable function it suspends with the called one.
 */
function emitOpenCall(
  f: FunctionEmission,
  callee: string,
  place: string,
  args: { readonly before: readonly string[]; readonly list: readonly Expression[] },
): string {
  if (f.form === 'resumable') {
    const list = [...args.before, emitList(f, args.list)].filter((text) => text !== '').join(', ');
    return `(yield* R.callResumable(${callee}, ${place}, [${list}]))`;
  }
  const value = take(f);
  release(f);
  const ready = `(typeof (${value} = ${callee}) === "function" ? ${value} : R.callable(${value}, ${place}))`;
  const list = [...args.before, emitList(f, args.list)].filter((text) => text !== '').join(', ');
  return `${ready}(${list})`;
}

/** A host's command that is distinguished from where in the script it is called. */
function emitPlacedCall(f: FunctionEmission, name: string, call: Call): string {
  const { places } = f.module;
  let place = places.get(call);
  if (place === undefined) {
    place = 1 + [...places.keys()].filter(({ callee }) => isName(callee, name)).length;
    places.set(call, place);
  }
  const list = call.args.length === 0 ? '' : `, ${emitList(f, call.args)}`;
  return `${hostText(f)}.$${name}(${place}${list})`;
}

function isName(expression: Expression, name: string): boolean {
  return expression.kind === 'name' && expression.name === name;
}

/** The result that a pure update assumes, and what has to hold for it in front. */
function emitAssumed(f: FunctionEmission, assumed: AssumedCall): string {
  noteStanding(f, assumed);
  f.assumed?.add(assumed.test);
  return assumed.value;
}

/** A call that pure updates may assume the result of, once it has been made. */
function emitNoted(
  f: FunctionEmission,
  done: string,
  start: string,
  name: string,
  call: Call,
): string {
  const value = take(f);
  const text = `${start}${hostText(f)}.${name}(${emitList(f, call.args)})`;
  release(f);
  return `(${value} = ${text}, k.${done} = true, ${value})`;
}

function emitCall(f: FunctionEmission, call: Call): string {
  const { facts, emitValue } = f.module;
  const start = callMark(f, startOf(call));
  const library = libraryName(facts, call.callee);
  if (library !== null && facts.offered.library.has(library)) {
    return start + emitLibraryCall(f, library, call);
  }
  const host = calledHost(facts, call);
  if (host !== null && call.callee.kind === 'name') {
    const { name } = call.callee;
    if (host.wantsPlace === true) return start + emitPlacedCall(f, name, call);
    if (isMemoized(f, call)) return start + emitMemoized(f, name, call);
    const assumed = f.assumed === null ? null : assumedCall(f, call);
    if (assumed !== null) return emitAssumed(f, assumed);
    const done = doneField(f, call, host);
    if (done !== null) return emitNoted(f, done, start, name, call);
    return `${start}${hostText(f)}.${name}(${emitList(f, call.args)})`;
  }
  const known = calledFunction(facts, call.callee);
  const local = call.callee.kind === 'name' ? facts.resolution.locals.get(call.callee) : undefined;
  if (known !== null && local !== undefined) {
    return start + emitOwnCall(f, variableName(local), call.args, true);
  }
  const place = site(f, placeOf(call.callee), { left: operandOf(f, call.callee) });
  if (local !== undefined && !isCell(local) && f.form === 'plain') {
    const callee = emitVariable(local);
    const isFunction = within(kindsOf(facts, call.callee), FUNCTION);
    const ready = isFunction
      ? callee
      : `(typeof ${callee} === "function" ? ${callee} : R.callable(${callee}, ${place}))`;
    return `${start}${ready}(${emitList(f, call.args)})`;
  }
  const callee = emitValue(f, call.callee);
  return start + emitOpenCall(f, callee, place, { before: [], list: call.args });
}

function emitMethodCall(f: FunctionEmission, call: MethodCall): string {
  const { facts, emitValue } = f.module;
  const start = callMark(f, methodPlace(call));
  const kinds = kindsOf(facts, call.object);
  const known = stringMethod(facts, call);
  if (known !== null && kinds !== 0 && within(kinds, STRING)) {
    const callee = libraryFunction(f, `string.${call.name}`);
    return `${start}${callee}(${[emitValue(f, call.object), emitList(f, call.args)].filter((text) => text !== '').join(', ')})`;
  }
  const text = emitValue(f, call.object);
  const isReady = isSimple(f, call.object) && call.object.kind === 'name';
  const object = isReady ? text : take(f);
  const first = isReady ? text : `(${object} = ${text})`;
  const canBeString = known !== null && (kinds & STRING) !== 0 && isSealedTable(facts, 'string');
  const read = { again: object, first: canBeString ? object : first, taken: 0 };
  const readPlace = site(f, placeOf(call.object), { left: operandOf(f, call.object) });
  const method = isFieldName(call.name)
    ? emitFieldRead(f, read, kinds, call.name, readPlace)
    : `R.index(${read.first}, ${stringText(call.name)}, ${readPlace})`;
  const quick = canBeString
    ? `(typeof ${first} === "string" ? ${libraryFunction(f, `string.${call.name}`)} : ${method})`
    : method;
  const place = site(f, methodPlace(call), { left: methodOperand(f, call) });
  const result = emitOpenCall(f, quick, place, { before: [object], list: call.args });
  if (!isReady) release(f);
  return start + result;
}
