// Expressions of Pine as JavaScript, with their types.

import type { PineCompiler, TypedCode } from '#pine/compile/pine-compiler.ts';
import {
  NOTHING,
  builtinCode,
  conditionOf,
  meant,
  mistake,
  shownType,
} from '#pine/compile/pine-compiler.ts';
import { DEPTH_MAX } from '#pine/compile/history-depths.ts';
import type { Scope, Unit, Variable } from '#pine/compile/pine-scope.ts';
import { findVariable, slot } from '#pine/compile/pine-scope.ts';
import type { PineType } from '#pine/compile/pine-type.ts';
import {
  NA_TYPE,
  SERIES,
  UNKNOWN_TYPE,
  eitherType,
  fits,
  isNumeric,
  isTuple,
  latest,
  naOf,
} from '#pine/compile/pine-type.ts';
import type { Expression, Place } from '#pine/syntax/pine-tree.ts';

type Of<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;

const HISTORY_STEPS = 8;

/** Code of an expression with its type; its weight is added to the unit's steps. */
export function emitExpression(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  e: Expression,
): TypedCode {
  unit.weight += e.kind === 'history' ? HISTORY_STEPS : 1;
  switch (e.kind) {
    case 'integer':
      return { code: String(e.value), type: 'int', rank: 0, constant: e.value };
    case 'float':
      return { code: String(e.value), type: 'float', rank: 0, constant: e.value };
    case 'text':
      return { code: JSON.stringify(e.value), type: 'string', rank: 0, constant: e.value };
    case 'color':
      return { code: JSON.stringify(e.value), type: 'color', rank: 0, constant: e.value };
    case 'boolean':
      return { code: String(e.value), type: 'bool', rank: 0, constant: e.value };
    case 'name':
      return emitName(c, unit, scope, e);
    case 'member':
      return emitMember(c, unit, scope, e);
    case 'history':
      return emitHistory(c, unit, scope, e);
    case 'unary':
      return emitUnary(c, unit, scope, e);
    case 'binary':
      return emitBinary(c, unit, scope, e);
    case 'ternary':
      return emitTernary(c, unit, scope, e);
    case 'tuple':
      return emitTuple(c, unit, scope, e);
    case 'call':
      return c.emit.call(c, unit, scope, e);
    case 'if':
    case 'switch':
    case 'for':
    case 'forIn':
    case 'while':
    case 'once':
      return c.emit.structure(c, unit, scope, e, true) ?? NOTHING;
  }
}

function ofVariable({ code, type, rank, constant }: Variable): TypedCode {
  return { code, type, rank, constant };
}

function emitName(c: PineCompiler, unit: Unit, scope: Scope, e: Of<'name'>): TypedCode {
  const variable = findVariable(scope, e.name);
  if (variable !== null) return ofVariable(variable);
  return builtinVariable(c, unit, e.name) ?? unknownName(c, scope, e, e.name);
}

function builtinVariable(c: PineCompiler, unit: Unit, name: string): TypedCode | null {
  const found = c.builtins.variables.get(name);
  if (found?.called !== undefined) {
    unit.weight += c.builtins.stepsOf(found.called);
    return { ...found, code: `${builtinCode(c, found.called)}(${slot(unit, '{}')})` };
  }
  return found ?? null;
}

function unknownName(c: PineCompiler, scope: Scope, place: Place, name: string): TypedCode {
  if (c.builtins.functions.has(name) || c.functions.has(name))
    return mistake(c, place, `'${name}' is a function; call it: '${name}(...)'`);
  const offered = [...c.builtins.variables.keys(), ...c.builtins.functions.keys()];
  for (let at: Scope | null = scope; at !== null; at = at.parent)
    offered.push(...at.variables.keys());
  return mistake(c, place, `unknown name '${name}'${meant(name, offered)}`);
}

/** `ta.tr` of a chain of names; null for anything else. */
export function dottedName(e: Expression): string | null {
  if (e.kind === 'name') return e.name;
  if (e.kind !== 'member') return null;
  const before = dottedName(e.object);
  return before === null ? null : `${before}.${e.name}`;
}

/** Whether the chain begins with a name that the script has declared. */
export function beginsWithVariable(scope: Scope, e: Expression): boolean {
  let start = e;
  while (start.kind === 'member') start = start.object;
  return start.kind !== 'name' || findVariable(scope, start.name) !== null;
}

function emitMember(c: PineCompiler, unit: Unit, scope: Scope, e: Of<'member'>): TypedCode {
  const dotted = dottedName(e);
  if (dotted !== null && !beginsWithVariable(scope, e)) {
    const inEnum = e.object.kind === 'name' ? c.enums.get(e.object.name) : undefined;
    if (inEnum !== undefined && e.object.kind === 'name')
      return enumMember(c, e, e.object.name, inEnum);
    return builtinVariable(c, unit, dotted) ?? unknownName(c, scope, e, dotted);
  }
  const object = emitExpression(c, unit, scope, e.object);
  // A variable named as a part of the language does not hide what it offers.
  if (dotted !== null && !c.types.has(object.type)) {
    const offered = builtinVariable(c, unit, dotted);
    if (offered !== null) return offered;
  }
  return fieldOf(c, e, object);
}

function enumMember(
  c: PineCompiler,
  e: Of<'member'>,
  type: string,
  members: ReadonlyMap<string, string>,
): TypedCode {
  const title = members.get(e.name);
  if (title === undefined)
    return mistake(c, e, `enum '${type}' has no '${e.name}'${meant(e.name, members.keys())}`);
  return { code: JSON.stringify(title), type, rank: 0, constant: title };
}

const POINT_FIELDS: ReadonlyMap<string, PineType> = new Map([
  ['time', 'int'],
  ['index', 'int'],
  ['price', 'float'],
]);

function fieldOf(c: PineCompiler, e: Of<'member'>, object: TypedCode): TypedCode {
  if (object.type === UNKNOWN_TYPE) return NOTHING;
  const fields = c.types.get(object.type);
  const type =
    object.type === 'chart.point'
      ? POINT_FIELDS.get(e.name)
      : fields?.find(({ name }) => name === e.name)?.type;
  if (type === undefined) {
    const offered = fields?.map(({ name }) => name) ?? [];
    return mistake(c, e, `${shownType(object)} has no field '${e.name}'${meant(e.name, offered)}`);
  }
  return { code: `R.has(${object.code}).$${e.name}`, type, rank: SERIES };
}

function emitHistory(c: PineCompiler, unit: Unit, scope: Scope, e: Of<'history'>): TypedCode {
  const offset = emitExpression(c, unit, scope, e.offset);
  if (!fits(offset.type, 'int') && offset.type !== 'float')
    mistake(c, e.offset, `an int expected between '[' and ']', found ${shownType(offset)}`);
  if (offset.constant !== undefined && Number(offset.constant) < 0)
    return mistake(c, e.offset, 'the future is not known: an offset is not below zero');
  const value = emitExpression(c, unit, scope, e.value);
  if (isTuple(value.type)) return mistake(c, e, 'a tuple has no past; read that of its values');
  const variable = e.value.kind === 'name' ? findVariable(scope, e.value.name) : null;
  const na = naOf(value.type, c.version);
  const typed = { type: value.type, rank: SERIES };
  if (variable !== null && variable.history !== null)
    return { code: `R.past(${variable.history}, ${value.code}, ${offset.code}, ${na})`, ...typed };
  const dotted = dottedName(e.value);
  if (variable === null && dotted !== null && PRICES.has(dotted))
    return { code: `R.pastPrice(${JSON.stringify(dotted)}, ${offset.code})`, ...typed };
  const depth = offset.constant === undefined ? DEPTH_MAX : Number(offset.constant);
  const history = slot(unit, `R.history(${depth})`);
  return { code: `R.noted(${history}, ${value.code}, ${offset.code}, ${na})`, ...typed };
}

/** Whose past is known without having been noted. */
const PRICES: ReadonlySet<string> = new Set(
  'open high low close volume hl2 hlc3 ohlc4 hlcc4 time time_close bar_index'.split(' '),
);

function emitUnary(c: PineCompiler, unit: Unit, scope: Scope, e: Of<'unary'>): TypedCode {
  const operand = emitExpression(c, unit, scope, e.operand);
  const { type, rank, constant } = operand;
  if (e.operator === 'not') {
    const code = `!${bracketed(conditionOf(c, e, operand))}`;
    return {
      code,
      type: 'bool',
      rank,
      ...folded(typeof constant === 'boolean' ? !constant : undefined),
    };
  }
  if (type === UNKNOWN_TYPE) return NOTHING;
  if (!fits(type, 'float'))
    return mistake(c, e, `a number expected behind '${e.operator}', found ${shownType(operand)}`);
  if (e.operator === '+') return operand;
  const negated = typeof constant === 'number' ? -constant : undefined;
  return { code: `-${bracketed(operand.code)}`, type, rank, ...folded(negated) };
}

function folded(constant: TypedCode['constant']): { readonly constant?: TypedCode['constant'] } {
  return constant === undefined ? {} : { constant };
}

function bracketed(code: string): string {
  return /^[\w.]+$/.test(code) ? code : `(${code})`;
}

function emitBinary(c: PineCompiler, unit: Unit, scope: Scope, e: Of<'binary'>): TypedCode {
  const left = emitExpression(c, unit, scope, e.left);
  const right = emitExpression(c, unit, scope, e.right);
  const rank = latest(left.rank, right.rank);
  switch (e.operator) {
    case 'and':
    case 'or':
      return emitLogical(c, e, left, right);
    case '==':
    case '!=':
      return emitEquality(c, e, left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (!fits(left.type, 'float') || !fits(right.type, 'float')) return unfit(c, e, left, right);
      return { code: comparison(left, e.operator, right), type: 'bool', rank };
    case '+':
      if (fits(left.type, 'string') && fits(right.type, 'string') && !isNa(left, right))
        return emitConcatenation(left, right);
      return emitArithmetic(c, e, left, right);
    case '-':
    case '*':
    case '/':
    case '%':
      return emitArithmetic(c, e, left, right);
  }
}

function isNa(left: TypedCode, right: TypedCode): boolean {
  return left.type !== 'string' && right.type !== 'string';
}

function joined(left: TypedCode, operator: string, right: TypedCode): string {
  return `(${left.code} ${operator} ${right.code})`;
}

function unfit(c: PineCompiler, e: Of<'binary'>, left: TypedCode, right: TypedCode): TypedCode {
  if (left.type === UNKNOWN_TYPE || right.type === UNKNOWN_TYPE) return NOTHING;
  const types = `${shownType(left)} and ${shownType(right)}`;
  return mistake(c, e, `'${e.operator}' does not take ${types}`);
}

function emitLogical(
  c: PineCompiler,
  e: Of<'binary'>,
  left: TypedCode,
  right: TypedCode,
): TypedCode {
  const [one, other] = [conditionOf(c, e.left, left), conditionOf(c, e.right, right)];
  const rank = latest(left.rank, right.rank);
  // Version 5 evaluates both sides, version 6 the second one only where it matters.
  if (c.version === 5) return { code: `R.${e.operator}(${one}, ${other})`, type: 'bool', rank };
  const operator = e.operator === 'and' ? '&&' : '||';
  return { code: `(${one} ${operator} ${other})`, type: 'bool', rank };
}

function emitEquality(
  c: PineCompiler,
  e: Of<'binary'>,
  left: TypedCode,
  right: TypedCode,
): TypedCode {
  const rank = latest(left.rank, right.rank);
  if (left.type === NA_TYPE || right.type === NA_TYPE) {
    const { line, column } = e;
    const message = "a comparison with 'na' is never true; write 'na(x)'";
    c.warnings.push({ kind: 'constant', line, column, message });
    return { code: `(${left.code}, ${right.code}, false)`, type: 'bool', rank };
  }
  if (eitherType(left.type, right.type) === null) return unfit(c, e, left, right);
  return { code: equality(left, e.operator === '==', right), type: 'bool', rank };
}

/** Numbers that are no farther apart are equal. */
const TOLERANCE = '1e-10';

/** What is `na` is neither above nor below anything. */
function comparison(left: TypedCode, operator: '<' | '<=' | '>' | '>=', right: TypedCode): string {
  if (left.type === 'int' && right.type === 'int') return joined(left, operator, right);
  const sign = operator === '<' || operator === '>=' ? '-' : '';
  return `(${left.code} - ${bracketed(right.code)} ${operator} ${sign}${TOLERANCE})`;
}

/** What is `na` is neither equal to anything nor different from it. */
function equality(left: TypedCode, isEqual: boolean, right: TypedCode): string {
  if (fits(left.type, 'float') && fits(right.type, 'float')) {
    if (isEqual && left.type === 'int' && right.type === 'int') return joined(left, '===', right);
    const distance = `Math.abs(${left.code} - ${bracketed(right.code)})`;
    return `(${distance} ${isEqual ? '<=' : '>'} ${TOLERANCE})`;
  }
  return `R.${isEqual ? 'same' : 'differ'}(${left.code}, ${right.code})`;
}

function emitConcatenation(left: TypedCode, right: TypedCode): TypedCode {
  const { constant: one } = left;
  const { constant: other } = right;
  const known = typeof one === 'string' && typeof other === 'string' ? one + other : undefined;
  const rank = latest(left.rank, right.rank);
  return { code: `R.concat(${left.code}, ${right.code})`, type: 'string', rank, ...folded(known) };
}

function emitArithmetic(
  c: PineCompiler,
  e: Of<'binary'>,
  left: TypedCode,
  right: TypedCode,
): TypedCode {
  if (!fits(left.type, 'float') || !fits(right.type, 'float')) return unfit(c, e, left, right);
  if (left.type === UNKNOWN_TYPE || right.type === UNKNOWN_TYPE) return NOTHING;
  const rank = latest(left.rank, right.rank);
  const areInts = left.type === 'int' && right.type === 'int';
  const isWhole = e.operator === '/' && areInts && rank === 0 && c.version === 5;
  // A quotient of integers that are not constant is an `int`, and keeps its fraction.
  const type = areInts && (e.operator !== '/' || isWhole || rank > 0) ? 'int' : 'float';
  const isDivision =
    e.operator === '/' && !(typeof right.constant === 'number' && right.constant !== 0);
  const code = isDivision
    ? `R.quotient(${left.code}, ${right.code})`
    : joined(left, e.operator, right);
  const constant = foldNumbers(e.operator, left, right, isWhole);
  return { code: isWhole ? `Math.trunc(${code})` : code, type, rank, ...folded(constant) };
}

function foldNumbers(operator: string, left: TypedCode, right: TypedCode, isWhole: boolean) {
  const { constant: a } = left;
  const { constant: b } = right;
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '%') return a % b;
  return isWhole ? Math.trunc(a / b) : a / b;
}

function emitTernary(c: PineCompiler, unit: Unit, scope: Scope, e: Of<'ternary'>): TypedCode {
  const condition = emitExpression(c, unit, scope, e.condition);
  const yes = emitExpression(c, unit, scope, e.yes);
  const no = emitExpression(c, unit, scope, e.no);
  const type = eitherType(yes.type, no.type);
  if (type === null)
    return mistake(
      c,
      e,
      `both values of '?:' have one type, found ${shownType(yes)} and ${shownType(no)}`,
    );
  const code = `(${conditionOf(c, e.condition, condition)} ? ${naAs(c, yes, type)} : ${naAs(c, no, type)})`;
  const known = typeof condition.constant === 'boolean' ? (condition.constant ? yes : no) : null;
  const rank = latest(condition.rank, yes.rank, no.rank);
  return { code, type, rank, ...folded(known?.constant) };
}

/** A value of the type `to`: only `na` looks otherwise. */
export function naAs(c: PineCompiler, { code, type }: TypedCode, to: PineType): string {
  return type === NA_TYPE && !isNumeric(to) ? naOf(to, c.version) : code;
}

function emitTuple(c: PineCompiler, unit: Unit, scope: Scope, e: Of<'tuple'>): TypedCode {
  const items = e.items.map((each) => emitExpression(c, unit, scope, each));
  if (items.some(({ type }) => isTuple(type)))
    return mistake(c, e, 'a tuple is no value of another tuple');
  return {
    code: `[${items.map(({ code }) => code).join(', ')}]`,
    type: `[${items.map(({ type }) => type).join(',')}]`,
    rank: latest(...items.map(({ rank }) => rank)),
  };
}
