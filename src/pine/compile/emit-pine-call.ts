// Calls: of what the language offers, of functions and methods of the script, and of constructors.

import type { GivenArgument, Bound } from '#pine/compile/bind-arguments.ts';
import { bindArguments } from '#pine/compile/bind-arguments.ts';
import { beginsWithVariable, dottedName, naAs } from '#pine/compile/emit-pine-expression.ts';
import { emitSecurity } from '#pine/compile/emit-security.ts';
import { emitInput } from '#pine/compile/emit-input.ts';
import { callFunction } from '#pine/compile/make-function.ts';
import { SECURITIES } from '#pine/compile/security-callers.ts';
import type {
  PineCompiler,
  PineField,
  PineFunction,
  TypedCode,
} from '#pine/compile/pine-compiler.ts';
import {
  NOTHING,
  builtinCode,
  meant,
  mistake,
  shownType,
  warn,
  typeOf,
} from '#pine/compile/pine-compiler.ts';
import type { Scope, Unit } from '#pine/compile/pine-scope.ts';
import { findVariable, slot } from '#pine/compile/pine-scope.ts';
import type { PineType } from '#pine/compile/pine-type.ts';
import {
  NA_TYPE,
  SERIES,
  UNKNOWN_TYPE,
  fits,
  latest,
  naOf,
  typeArguments,
  typeHead,
} from '#pine/compile/pine-type.ts';
import type { Signature } from '#pine/compile/signature.ts';
import { substitute } from '#pine/compile/signature.ts';
import type { CallExpression, Expression } from '#pine/syntax/pine-tree.ts';

type Call = {
  readonly unit: Unit;
  readonly scope: Scope;
  readonly e: CallExpression;
};

/** Code of a call; a mistake where nothing of that name takes such arguments. */
export function emitCall(c: PineCompiler, unit: Unit, scope: Scope, e: CallExpression): TypedCode {
  const call: Call = { unit, scope, e };
  const { callee } = e;
  const dotted = dottedName(callee);
  if (callee.kind === 'member' && isOfVariable(c, scope, callee))
    return emitMethod(c, call, callee);
  if (dotted === null) return callee.kind === 'member' ? emitMethod(c, call, callee) : NOTHING;
  const own = c.functions.get(dotted)?.filter(({ statement }) => !statement.isMethod) ?? [];
  const given = (): GivenArgument[] => argumentsOf(c, call);
  if (callee.kind === 'name') {
    const found = c.functions.get(dotted);
    if (found !== undefined) return callOwn(c, call, own.length > 0 ? own : found, given());
  }
  if (callee.kind === 'member' && callee.object.kind === 'name') {
    const fields = c.types.get(callee.object.name);
    if (fields !== undefined)
      return emitConstructor(c, call, callee.object.name, callee.name, fields);
  }
  if (SECURITIES.has(dotted)) return emitSecurity(c, call, dotted);
  if (dotted === 'input' || dotted.startsWith('input.')) return emitInput(c, call, dotted);
  if (c.builtins.functions.has(dotted)) return callBuiltin(c, call, dotted, given());
  if (callee.kind === 'member' && isValue(c, callee.object)) return emitMethod(c, call, callee);
  given();
  return mistake(c, e, unknownFunction(c, dotted));
}

/** A similar name of a library is no hint: what it lacks is not spelt wrongly. */
function unknownFunction(c: PineCompiler, dotted: string): string {
  const [alias = ''] = dotted.split('.');
  const isOf = (name: string): boolean => name.startsWith(`${alias}.`);
  const builtin = [...c.builtins.functions.keys()];
  const own = [...c.functions.keys()];
  if (!own.some(isOf))
    return `unknown function '${dotted}'${meant(dotted, [...builtin, ...own, ...c.types.keys()])}`;
  return builtin.some(isOf)
    ? `unknown function '${dotted}'${meant(dotted, builtin)}`
    : `unknown function '${dotted}': the library imported as '${alias}' has none of that name here`;
}

/** `size.new()` of a variable `size` is its method, unless the language has the function. */
function isOfVariable(
  c: PineCompiler,
  scope: Scope,
  callee: Extract<Expression, { readonly kind: 'member' }>,
): boolean {
  if (!beginsWithVariable(scope, callee)) return false;
  if (callee.object.kind !== 'name') return true;
  const { name } = callee.object;
  if (!c.builtins.functions.has(`${name}.${callee.name}`)) return true;
  const type = findVariable(scope, name)?.type ?? UNKNOWN_TYPE;
  return c.builtins.functions.has(`${typeHead(type)}.${callee.name}`) || c.types.has(type);
}

/** `close.myMethod()`: a value of the language and not a part of it. */
function isValue(c: PineCompiler, e: Expression): boolean {
  const name = dottedName(e);
  return name === null || c.builtins.variables.has(name);
}

function argumentsOf(c: PineCompiler, { unit, scope, e }: Call): GivenArgument[] {
  return e.arguments.map(({ name, value }) => ({
    name,
    typed: c.emit.expression(c, unit, scope, value),
  }));
}

function emitMethod(
  c: PineCompiler,
  call: Call,
  callee: Extract<Expression, { readonly kind: 'member' }>,
): TypedCode {
  const object = c.emit.expression(c, call.unit, call.scope, callee.object);
  const given = [{ name: null, typed: object }, ...argumentsOf(c, call)];
  if (object.type === UNKNOWN_TYPE) return NOTHING;
  const methods = (c.functions.get(callee.name) ?? []).filter(({ statement }) => {
    const type = statement.parameters[0]?.type ?? null;
    return statement.isMethod && type !== null && fits(object.type, typeOf(c, type));
  });
  if (methods.length > 0) return callOwn(c, call, methods, given);
  const builtin = `${typeHead(object.type)}.${callee.name}`;
  if (c.builtins.functions.has(builtin)) return callBuiltin(c, call, builtin, given);
  if (callee.name === 'copy' && c.types.has(object.type))
    return { code: `R.copy(${object.code})`, type: object.type, rank: SERIES };
  const prefix = `${typeHead(object.type)}.`;
  const offered = [...c.builtins.functions.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  const hint = meant(callee.name, [...offered, ...c.functions.keys()]);
  return mistake(c, callee, `${shownType(object)} has no method '${callee.name}'${hint}`);
}

function callOwn(
  c: PineCompiler,
  { unit, e }: Call,
  candidates: readonly PineFunction[],
  given: readonly GivenArgument[],
): TypedCode {
  let problem = '';
  for (const candidate of candidates) {
    const called = callFunction(c, unit, e, candidate, given);
    if (typeof called !== 'string') return called;
    problem = called;
  }
  return mistake(c, e, problem);
}

function emitConstructor(
  c: PineCompiler,
  call: Call,
  type: string,
  name: string,
  fields: readonly PineField[],
): TypedCode {
  const given = argumentsOf(c, call);
  const rank = SERIES;
  if (name === 'copy') {
    const [first] = given;
    return { code: `R.copy(${first?.typed.code ?? 'null'})`, type, rank };
  }
  if (name !== 'new')
    return mistake(c, call.e, `type '${type}' has 'new' and 'copy', not '${name}'`);
  const parameters = fields.map((each) => ({
    name: each.name,
    type: each.type,
    rank: SERIES,
    isOptional: true,
    isRepeated: false,
  }));
  const text = `${type}.new`;
  const bound = bindArguments(
    { name: text, text, hasState: false, parameters, result: type, rank },
    given,
    c.version,
  );
  if (typeof bound === 'string') return mistake(c, call.e, bound);
  const members = fields.map(({ name: field, type: fieldType, initial }, at) => {
    const value = bound.values[at] ?? null;
    return `$${field}: ${value === null ? initialOf(c, call, fieldType, initial) : naAs(c, value, fieldType)}`;
  });
  return { code: `R.object({ ${members.join(', ')} })`, type, rank };
}

function initialOf(
  c: PineCompiler,
  { unit, scope }: Call,
  type: PineType,
  initial: Expression | null,
): string {
  if (initial === null) return naOf(type, c.version);
  return naAs(c, c.emit.expression(c, unit, scope, initial), type);
}

function callBuiltin(
  c: PineCompiler,
  call: Call,
  name: string,
  given: readonly GivenArgument[],
): TypedCode {
  const signatures = c.builtins.functions.get(name) ?? [];
  const absent = c.builtins.absent.get(name);
  if (absent !== undefined) warn(c, call.e, `'${name}' ${absent}`);
  if (name === 'alertcondition' && c.declaration?.kind === 'strategy')
    warn(c, call.e, "'alertcondition' sends nothing in a strategy; call 'alert'");
  if (
    given.some(({ typed }) => typed.type === UNKNOWN_TYPE && typed.code === 'NaN') &&
    signatures.length === 0
  )
    return NOTHING;
  const shown = withoutTransparency(c, call, name, given);
  let problem = '';
  // An overload that takes the types as they are goes before one that takes numbers for a bool.
  for (const version of [6, c.version] as const)
    for (const signature of signatures) {
      const bound = bindArguments(signature, shown, version);
      if (typeof bound !== 'string') return emitBuiltin(c, call, bound);
      if (problem === '') problem = `${bound}; ${signature.text}`;
    }
  return mistake(c, call.e, problem);
}

const HAD_TRANSPARENCY: ReadonlySet<string> = new Set(
  'plot plotshape plotchar plotarrow plotcandle plotbar fill bgcolor'.split(' '),
);

/** Version 5 still takes the `transp` of its forerunners. */
function withoutTransparency(
  c: PineCompiler,
  { e }: Call,
  name: string,
  given: readonly GivenArgument[],
): readonly GivenArgument[] {
  if (c.version !== 5 || !HAD_TRANSPARENCY.has(name)) return given;
  const rest = given.filter((each) => each.name !== 'transp');
  if (rest.length < given.length) warn(c, e, "'transp' is out of use; write 'color.new(...)'");
  return rest;
}

function emitBuiltin(
  c: PineCompiler,
  call: Call,
  { signature, values, bindings }: Bound,
): TypedCode {
  const written = call.e.typeParameters.map((each) => typeOf(c, each));
  for (const [at, letter] of ['T', 'V'].entries()) {
    const type = written[at];
    // Of a map the first type is that of its keys.
    if (type !== undefined) bindings.set(written.length === 2 && at === 0 ? 'K' : letter, type);
  }
  const ints = values.every(
    (each, at) =>
      each === null ||
      typeIn(signature, at) !== 'number' ||
      each.type === 'int' ||
      each.type === NA_TYPE,
  );
  const type =
    signature.result === 'number'
      ? ints
        ? 'int'
        : 'float'
      : substitute(signature.result, bindings);
  if (/<.*</.test(type))
    return mistake(
      c,
      call.e,
      `a collection has no collections in it; put them into a type of yours`,
    );
  warnOfSize(c, signature, values);
  call.unit.weight += c.builtins.stepsOf(signature.name);
  const codes = values.map((each, at) =>
    each === null ? 'undefined' : naAs(c, each, substitute(typeIn(signature, at), bindings)),
  );
  while (codes.at(-1) === 'undefined') codes.pop();
  const state = signature.hasState ? [slot(call.unit, stateOf(signature, values))] : [];
  const ranks = values.flatMap((each) => (each === null ? [] : [each.rank]));
  const needsNa = signature.name === 'array.new' || signature.name === 'matrix.new';
  if (needsNa)
    while (codes.length < signature.parameters.length)
      codes.push(defaultOf(c, codes.length, type, signature));
  const areConstant = values.every((each) => each === null || each.constant !== undefined);
  const constant = areConstant
    ? c.builtins.fold(
        signature.name,
        values.map((each) => each?.constant),
      )
    : undefined;
  return {
    code: `${builtinCode(c, signature.name)}(${[...state, ...codes].join(', ')})`,
    type,
    rank: signature.rank ?? latest(...ranks),
    ...(constant === undefined ? {} : { constant }),
  };
}

const SIZED: ReadonlySet<string> = new Set(['strategy.entry', 'strategy.order']);

/** Public texts disagree on the size that version 6 has where nothing says one. */
function warnOfSize(
  c: PineCompiler,
  { name, parameters }: Signature,
  values: Bound['values'],
): void {
  const { declaration, version } = c;
  if (version !== 6 || declaration === null || !SIZED.has(name)) return;
  const { default_qty_type: type, default_qty_value: value } = declaration.arguments;
  const isSized = values[parameters.findIndex((each) => each.name === 'qty')] !== null;
  if (isSized || type !== undefined || value !== undefined) return;
  warn(
    c,
    declaration,
    "orders without 'qty' are of 1 contract here; TradingView may take another size: " +
      "declare 'default_qty_type' and 'default_qty_value'",
  );
}

const LENGTHS: ReadonlySet<string> = new Set(['length', 'leftbars', 'rightbars']);
/** Values that a call retains whose length changes: a longer one needs older ones. */
const CHANGING_STATE = '{ keep: 5000 }';

function stateOf({ parameters }: Signature, values: Bound['values']): string {
  const changes = values.some(
    (each, at) => each?.rank === SERIES && LENGTHS.has(parameters[at]?.name ?? ''),
  );
  return changes ? CHANGING_STATE : '{}';
}

function typeIn({ parameters }: Signature, at: number): PineType {
  return (parameters[at] ?? parameters.at(-1))?.type ?? UNKNOWN_TYPE;
}

/** Sizes are zero, and elements are `na` of their type. */
function defaultOf(c: PineCompiler, at: number, type: PineType, { parameters }: Signature): string {
  if (at < parameters.length - 1) return '0';
  return naOf(typeArguments(type)[0] ?? UNKNOWN_TYPE, c.version);
}
