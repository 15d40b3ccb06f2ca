// `if`, `switch` and loops as JavaScript. Where their value is wanted, each branch leaves it in a
// variable of the emitted code.

import type { PineCompiler, TypedCode } from '#pine/compile/pine-compiler.ts';
import { conditionOf, freshName, mistake, shownType } from '#pine/compile/pine-compiler.ts';
import { naAs } from '#pine/compile/emit-pine-expression.ts';
import type { Scope, Unit, Variable } from '#pine/compile/pine-scope.ts';
import { chargeHere, innerScope, slot, write } from '#pine/compile/pine-scope.ts';
import type { PineType } from '#pine/compile/pine-type.ts';
import {
  SERIES,
  UNKNOWN_TYPE,
  VOID_TYPE,
  eitherType,
  fits,
  isTuple,
  naOf,
  typeArguments,
  typeHead,
} from '#pine/compile/pine-type.ts';
import type { Block, Expression, Place } from '#pine/syntax/pine-tree.ts';

type Of<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;

/** Where the values of the branches go. */
type Result = {
  readonly name: string;
  /** The line that declares it, which is written anew once the type is known. */
  readonly line: number;
  type: PineType | null;
} | null;

type Within = { readonly unit: Unit; readonly scope: Scope; readonly result: Result };

/** Gives null for a statement whose value nobody wants. */
export function emitStructure(
  c: PineCompiler,
  unit: Unit,
  scope: Scope,
  e: Expression,
  wantsValue: boolean,
): TypedCode | null {
  const result: Result = wantsValue
    ? { name: freshName(c, 't'), line: unit.lines.length, type: null }
    : null;
  if (result !== null) write(unit, e, '');
  const within: Within = { unit, scope, result };
  if (e.kind === 'if') emitIf(c, within, e);
  else if (e.kind === 'switch') emitSwitch(c, within, e);
  else if (e.kind === 'for') emitFor(c, within, e);
  else if (e.kind === 'forIn') emitForIn(c, within, e);
  else if (e.kind === 'while') emitWhile(c, within, e);
  else if (e.kind === 'once') emitOnce(c, within, e);
  if (result === null) return null;
  const type = result.type ?? VOID_TYPE;
  const { line, column } = e;
  unit.lines[result.line] = { text: `let ${result.name} = ${emptyOf(c, type)};`, line, column };
  return { code: result.name, type, rank: SERIES };
}

function emptyOf(c: PineCompiler, type: PineType): string {
  if (!isTuple(type)) return naOf(type, c.version);
  return `[${typeArguments(type)
    .map((each) => naOf(each, c.version))
    .join(', ')}]`;
}

/** A block whose value goes to the result. */
function emitBranch(
  c: PineCompiler,
  { unit, scope, result }: Within,
  place: Place,
  block: Block,
): void {
  const value = c.emit.block(c, unit, innerScope(scope), block, result !== null);
  if (result === null) return;
  const type = result.type === null ? value.type : joinedType(result.type, value.type);
  if (type === null) {
    const types = `'${result.type}' and ${shownType(value)}`;
    mistake(c, place, `all branches have a value of one type, found ${types}`);
    return;
  }
  result.type = type;
  if (value.type !== VOID_TYPE) write(unit, place, `${result.name} = ${naAs(c, value, type)};`);
}

function joinedType(one: PineType, other: PineType): PineType | null {
  if (one === VOID_TYPE || other === VOID_TYPE) return one === VOID_TYPE ? other : one;
  return eitherType(one, other);
}

function emitIf(c: PineCompiler, within: Within, e: Of<'if'>): void {
  const { unit, scope } = within;
  for (const branch of e.branches) {
    const condition = c.emit.expression(c, unit, scope, branch.condition);
    write(unit, branch, `if (${conditionOf(c, branch.condition, condition)}) {`);
    emitBranch(c, within, branch, branch.block);
    write(unit, branch, '} else {');
  }
  if (e.otherwise !== null) emitBranch(c, within, e, e.otherwise);
  write(unit, e, '}'.repeat(e.branches.length));
}

function emitSwitch(c: PineCompiler, within: Within, e: Of<'switch'>): void {
  const { unit, scope } = within;
  const subject = e.subject === null ? null : c.emit.expression(c, unit, scope, e.subject);
  const name = freshName(c, 't');
  if (subject !== null) write(unit, e, `const ${name} = ${subject.code};`);
  let depth = 0;
  for (const each of e.cases) {
    if (each.condition !== null) {
      const condition = c.emit.expression(c, unit, scope, each.condition);
      if (subject !== null && eitherType(subject.type, condition.type) === null)
        mistake(c, each, `a case of '${subject.type}' expected, found ${shownType(condition)}`);
      const test =
        subject === null
          ? conditionOf(c, each, condition)
          : subject.type === 'string'
            ? `R.isCase(${name}, ${condition.code})`
            : `${name} === ${condition.code}`;
      write(unit, each, `if (${test}) {`);
    } else if (depth === 0) {
      write(unit, each, '{');
    }
    emitBranch(c, within, each, each.block);
    if (each.condition === null) {
      if (depth === 0) depth = 1;
      break;
    }
    write(unit, each, '} else {');
    depth += 1;
  }
  write(unit, e, '}'.repeat(depth));
}

function loopVariable(c: PineCompiler, { unit }: Within, name: string, type: PineType): Variable {
  const depth = c.depths.get(name);
  const history = depth === undefined ? null : slot(unit, `R.history(${depth})`);
  return {
    name,
    code: freshName(c, 'v'),
    type,
    rank: SERIES,
    history,
    isFixed: false,
    isGlobal: false,
  };
}

const PASSAGE_STEPS = 2;

function emitLoopBody(
  c: PineCompiler,
  within: Within,
  place: Place,
  variables: readonly Variable[],
  block: Block,
): void {
  const { unit, scope } = within;
  const inner = innerScope(scope);
  for (const each of variables) inner.variables.set(each.name, each);
  for (const { code, history } of variables)
    if (history !== null) write(unit, place, `R.set(${history}, ${code});`);
  unit.loops += 1;
  emitBranch(c, { ...within, scope: inner }, place, block);
  unit.loops -= 1;
}

function emitFor(c: PineCompiler, within: Within, e: Of<'for'>): void {
  const { unit, scope } = within;
  const from = c.emit.expression(c, unit, scope, e.from);
  const to = c.emit.expression(c, unit, scope, e.to);
  const step = e.step === null ? null : c.emit.expression(c, unit, scope, e.step);
  for (const each of [from, to, ...(step === null ? [] : [step])])
    if (!fits(each.type, 'float')) mistake(c, e, `a number expected, found ${shownType(each)}`);
  const isWhole = from.type === 'int' && (step === null || step.type === 'int');
  const variable = loopVariable(c, within, e.variable, isWhole ? 'int' : 'float');
  const [i, end, by, up] = ['i', 'e', 'd', 'u'].map((prefix) => freshName(c, prefix));
  write(unit, e, `let ${i} = ${from.code}, ${end} = ${to.code};`);
  write(
    unit,
    e,
    `const ${by} = ${step === null ? '1' : `R.step(${step.code})`}, ${up} = ${i} <= ${end};`,
  );
  const again = `(${up} ? ${i} <= ${end} : ${i} >= ${end})`;
  write(unit, e, `for (; ${again}; ${i} += ${up} ? ${by} : -${by}) {`);
  const charge = chargeHere(unit, e, PASSAGE_STEPS);
  write(unit, e, `let ${variable.code} = ${i};`);
  emitLoopBody(c, within, e, [variable], e.block);
  write(unit, e, '}');
  // Version 6 computes the end before each round.
  if (c.version === 6 && to.constant === undefined) reviseEnd(c, within, e, end ?? '');
  charge();
}

/** The end is worked out again before each round: written into the head of the loop. */
function reviseEnd(c: PineCompiler, { unit, scope }: Within, e: Of<'for'>, end: string): void {
  const probe = unit.lines.length;
  const to = c.emit.expression(c, unit, scope, e.to);
  unit.lines.length = probe;
  for (let at = probe - 1; at >= 0; at -= 1) {
    const line = unit.lines[at];
    if (
      line === undefined ||
      !line.text.startsWith('for (; (') ||
      !line.text.includes(`<= ${end} `)
    )
      continue;
    unit.lines[at] = {
      ...line,
      text: line.text.replace('for (; (', `for (; (${end} = ${to.code}, `),
    };
    return;
  }
}

function emitForIn(c: PineCompiler, within: Within, e: Of<'forIn'>): void {
  const { unit, scope } = within;
  const collection = c.emit.expression(c, unit, scope, e.collection);
  const [first = UNKNOWN_TYPE, second = UNKNOWN_TYPE] = typeArguments(collection.type);
  const head = typeHead(collection.type);
  if (!['array', 'map', 'matrix', UNKNOWN_TYPE].includes(head)) {
    mistake(c, e.collection, `a collection expected behind 'in', found ${shownType(collection)}`);
    return;
  }
  const isMap = head === 'map';
  const itemType = isMap ? second : head === 'matrix' ? `array<${first}>` : first;
  const item = loopVariable(c, within, e.variable, itemType);
  const index =
    e.indexVariable === null
      ? null
      : loopVariable(c, within, e.indexVariable, isMap ? first : 'int');
  const [list, i] = [freshName(c, 'l'), freshName(c, 'i')];
  write(unit, e, `const ${list} = R.items(${collection.code});`);
  write(unit, e, `for (let ${i} = 0; ${i} < ${list}.length; ${i} += 1) {`);
  const value = isMap ? `${list}[${i}][1]` : `${list}[${i}]`;
  const charge = chargeHere(unit, e, PASSAGE_STEPS);
  write(unit, e, `let ${item.code} = ${value};`);
  if (index !== null) write(unit, e, `let ${index.code} = ${isMap ? `${list}[${i}][0]` : i};`);
  emitLoopBody(c, within, e, index === null ? [item] : [index, item], e.block);
  write(unit, e, '}');
  charge();
}

function emitWhile(c: PineCompiler, within: Within, e: Of<'while'>): void {
  const { unit, scope } = within;
  const outer = unit.weight;
  unit.weight = PASSAGE_STEPS;
  const condition = c.emit.expression(c, unit, scope, e.condition);
  const { weight } = unit;
  unit.weight = outer;
  write(unit, e, `while (${conditionOf(c, e.condition, condition)}) {`);
  const charge = chargeHere(unit, e, weight);
  emitLoopBody(c, within, e, [], e.block);
  write(unit, e, '}');
  charge();
}

/** Its state is a flag of the place where it stands. */
function emitOnce(c: PineCompiler, within: Within, e: Of<'once'>): void {
  const { unit, scope, result } = within;
  if (result !== null) mistake(c, e, "'once' has no value; assign variables in its block");
  const flag = slot(unit, 'false');
  write(unit, e, `if (!${flag}) {`);
  const condition = e.condition === null ? null : c.emit.expression(c, unit, scope, e.condition);
  const test =
    e.condition === null || condition === null ? 'true' : conditionOf(c, e.condition, condition);
  write(unit, e, `if (${test}) {`);
  write(unit, e, `${flag} = true;`);
  emitBranch(c, { ...within, result: null }, e, e.block);
  write(unit, e, '}}');
}
