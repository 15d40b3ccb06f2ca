// Statements.

import { isCell, operandOf, placeOf, release, site, startOf, take } from '#lua/emit/emission.ts';
import type { FunctionEmission } from '#lua/emit/emission.ts';
import { pushing } from '#lua/emit/emit-append.ts';
import { emitStore, fieldName } from '#lua/emit/emit-access.ts';
import type { Destination } from '#lua/emit/emit-access.ts';
import { emitList, emitResult } from '#lua/emit/emit-call.ts';
import { emitClauseTest, isSimple } from '#lua/emit/emit-condition.ts';
import { emitUnlessIdle } from '#lua/emit/emit-idle.ts';
import {
  emitDeclaration,
  emitGenericFor,
  emitNumericFor,
  emitRepeat,
  emitWhile,
} from '#lua/emit/emit-loop.ts';
import { emitRepeatedCall } from '#lua/emit/emit-tail-call.ts';
import { mark, variableName } from '#lua/emit/javascript-text.ts';
import { libraryName } from '#lua/semantics/facts.ts';
import { isMulti, kindsOf } from '#lua/semantics/kinds-of.ts';
import { ANY } from '#lua/semantics/kind.ts';
import type {
  Assign,
  Declaration,
  Expression,
  If,
  Index,
  Local,
  LocalFunction,
  Name,
  Return,
  Statement,
} from '#lua/syntax/tree.ts';

const ELSEIF_CHAIN_MAX = 50;

/** Declares a local, or assigns it where a goto machine declared it in front. */
function declare(f: FunctionEmission, declaration: Declaration, value: string): string {
  const variable = f.module.facts.resolution.variables.get(declaration);
  if (variable === undefined) return '';
  const text = emitDeclaration(f, variable, value);
  return f.hoisted.has(variable) ? text.replace(/^(?:let|const) /, '') : text;
}

/** Evaluates a list to `count` values that may be repeated; temporaries stay taken. */
function emitValues(
  f: FunctionEmission,
  values: readonly Expression[],
  count: number,
): { readonly setup: string[]; readonly texts: string[]; readonly taken: number } {
  const setup: string[] = [];
  const texts: string[] = [];
  let taken = 0;
  for (const [index, value] of values.entries()) {
    const isLast = index === values.length - 1;
    const text = isLast && isMulti(value) && count > values.length ? emitResult(f, value) : null;
    const temporary = take(f);
    taken += 1;
    if (text === null) {
      setup.push(`${temporary} = ${f.module.emitValue(f, value)};`);
      texts.push(temporary);
      continue;
    }
    setup.push(`${temporary} = ${text};`);
    for (let extra = 0; extra < count - index; extra += 1) {
      texts.push(
        extra === 0
          ? `(${temporary} instanceof Array ? ${temporary}[0] : ${temporary})`
          : `(${temporary} instanceof Array ? ${temporary}[${extra}] : undefined)`,
      );
    }
  }
  while (texts.length < count) texts.push('undefined');
  return { setup, texts, taken };
}

function emitLocal(f: FunctionEmission, statement: Local): string {
  const { names, values } = statement;
  const [name] = names;
  const [value] = values;
  if (name !== undefined && names.length === 1 && values.length <= 1) {
    return declare(f, name, value === undefined ? 'undefined' : f.module.emitValue(f, value));
  }
  if (values.length === 0) return names.map((each) => declare(f, each, 'undefined')).join(' ');
  const { setup, texts, taken } = emitValues(f, values, names.length);
  release(f, taken);
  const stores = names.map((each, index) => declare(f, each, texts[index] ?? 'undefined'));
  return [...setup, ...stores].join(' ');
}

function emitLocalFunction(f: FunctionEmission, statement: LocalFunction): string {
  const variable = f.module.facts.resolution.variables.get(statement.variable);
  if (variable === undefined) return '';
  const text = f.module.emitFunction(f, statement.value.body);
  if (!isCell(variable)) return declare(f, statement.variable, text);
  return `${declare(f, statement.variable, 'undefined')} ${variableName(variable)}.v = ${text};`;
}

type Preparation = { readonly to: Destination; readonly setup: string; readonly taken: number };

function emitRepeatable(
  f: FunctionEmission,
  expression: Expression,
  isStable: boolean,
): Preparation['setup'][] {
  const text = f.module.emitValue(f, expression);
  if (isStable && isSimple(f, expression)) return [text, ''];
  const temporary = take(f);
  return [temporary, `${temporary} = ${text};`];
}

/** Evaluates the object and key of a target. `isStable`: no variable changes before the store. */
function prepare(f: FunctionEmission, target: Name | Index, isStable: boolean): Preparation {
  if (target.kind === 'name') return { to: { kind: 'name', name: target }, setup: '', taken: 0 };
  const { facts } = f.module;
  const objectKinds = kindsOf(facts, target.object);
  const place = site(f, placeOf(target.object), { left: operandOf(f, target.object) });
  const [object = '', objectSetup = ''] = emitRepeatable(f, target.object, isStable);
  let taken = objectSetup === '' ? 0 : 1;
  const name = fieldName(target.key);
  if (name !== null) {
    return { to: { kind: 'field', object, objectKinds, name, place }, setup: objectSetup, taken };
  }
  const keyKinds = kindsOf(facts, target.key);
  const [key = '', keySetup = ''] = emitRepeatable(f, target.key, isStable);
  if (keySetup !== '') taken += 1;
  const to = { kind: 'element', object, objectKinds, key, keyKinds, place } as const;
  return { to, setup: `${objectSetup} ${keySetup}`, taken };
}

const INERT_LIBRARY = /^(?:math\.|string\.(?!gsub$)|tostring$|tonumber$)/;

/** Whether evaluating the expression can run no code that might reach a table of the script. */
function isInert(f: FunctionEmission, expression: Expression): boolean {
  const { facts } = f.module;
  const isPlain = !facts.hasMetatables && !facts.hasHostValues;
  switch (expression.kind) {
    case 'binary':
      return isPlain && isInert(f, expression.left) && isInert(f, expression.right);
    case 'logical':
      return isInert(f, expression.left) && isInert(f, expression.right);
    case 'unary':
      return isPlain && isInert(f, expression.operand);
    case 'index':
      return isPlain && isInert(f, expression.object) && isInert(f, expression.key);
    case 'parenthesized':
      return isInert(f, expression.inner);
    case 'table':
      return expression.items.every(
        (item) => isInert(f, item.value) && (item.kind === 'positional' || isInert(f, item.key)),
      );
    case 'call': {
      const name = libraryName(facts, expression.callee);
      const isKnown = isPlain && name !== null && INERT_LIBRARY.test(name);
      return isKnown && expression.args.every((arg) => isInert(f, arg));
    }
    case 'name':
      return !facts.resolution.usesEnvironment;
    case 'method':
      return false;
    case 'nil':
    case 'true':
    case 'false':
    case 'number':
    case 'string':
    case 'varargs':
    case 'function':
      return true;
  }
}

/** `t[#t + 1]` of a local that nothing changes before the store. */
function isAppend(f: FunctionEmission, { object, key }: Index): boolean {
  if (object.kind !== 'name' || !isSimple(f, object)) return false;
  if (key.kind !== 'binary' || key.operator !== '+') return false;
  if (key.right.kind !== 'number' || key.right.value !== 1) return false;
  const { left } = key;
  if (left.kind !== 'unary' || left.operator !== '#' || left.operand.kind !== 'name') return false;
  return left.operand.name === object.name;
}

function emitAssign(f: FunctionEmission, statement: Assign): string {
  const { targets, values } = statement;
  const [target] = targets;
  const [value] = values;
  if (target !== undefined && value !== undefined && targets.length === 1 && values.length === 1) {
    if (target.kind === 'index' && isAppend(f, target) && isInert(f, value)) {
      const place = site(f, placeOf(target.object), { left: operandOf(f, target.object) });
      const object = f.module.emitValue(f, target.object);
      return `${pushing(f)}(${object}, ${f.module.emitValue(f, value)}, ${place});`;
    }
    const { to, setup, taken } = prepare(f, target, true);
    const kinds = kindsOf(f.module.facts, value);
    const text = f.module.emitValue(f, value);
    if (to.kind === 'name' || isSimple(f, value)) {
      const store = emitStore(f, to, text, kinds);
      release(f, taken);
      return `${setup} ${store}`;
    }
    const temporary = take(f);
    const store = emitStore(f, to, temporary, kinds);
    release(f, taken + 1);
    return `${setup} ${temporary} = ${text}; ${store}`;
  }
  const prepared = targets.map((each) => prepare(f, each, false));
  const list = emitValues(f, values, targets.length);
  const stores = prepared.map(({ to }, index) =>
    emitStore(f, to, list.texts[index] ?? 'undefined', ANY),
  );
  release(f, list.taken + prepared.reduce((sum, each) => sum + each.taken, 0));
  return [...prepared.map((each) => each.setup), ...list.setup, ...stores.toReversed()].join(' ');
}

function emitReturnValue(f: FunctionEmission, values: readonly Expression[]): string {
  const [only] = values;
  if (only === undefined) return 'E';
  if (values.length > 1) return `[${emitList(f, values)}]`;
  if (only.kind === 'varargs') return '(va.length === 1 ? va[0] : va)';
  return isMulti(only) ? emitResult(f, only) : f.module.emitValue(f, only);
}

function emitReturn(f: FunctionEmission, statement: Return): string {
  const value = emitReturnValue(f, statement.values);
  if (f.scope.parent === null) {
    // The chunk stands in the loop over rows; see emitMain.
    return value === 'E' ? 'break main;' : `{ K.result = ${value}; break main; }`;
  }
  const repeat = emitRepeatedCall(f, statement);
  if (repeat !== null) return repeat;
  if (f.slots === 0) return `return (${value});`;
  const isPlain =
    statement.values.length === 0 ||
    (statement.values.length === 1 && isConstant(statement.values[0]));
  if (isPlain) return `${leave(f)} return ${value};`;
  return `{ const r = ${value}; ${leave(f)} return r; }`;
}

function isConstant(value: Expression | undefined): boolean {
  return value !== undefined && ['number', 'string', 'nil', 'true', 'false'].includes(value.kind);
}

/** Gives the function's stack slots back. */
export function leave(f: FunctionEmission): string {
  if (f.slots === 0) return '';
  return f.scope.body.isVararg ? `M[1] += ${f.slots} + va.length;` : `M[1] += ${f.slots};`;
}

function emitIf(f: FunctionEmission, statement: If): string {
  const { clauses, otherwise } = statement;
  const parts: string[] = [];
  const isChain = clauses.length > ELSEIF_CHAIN_MAX;
  const label = isChain ? `L0_${statement.line}_${statement.column}` : '';
  for (const [index, clause] of clauses.entries()) {
    const start = startOf(clause.condition);
    const isNew = start.line !== f.line;
    if (isNew) [f.line, f.column] = [start.line, start.column];
    const line = isNew ? mark(start) : '';
    const condition = emitClauseTest(f, clause);
    const body = f.module.emitBlock(f, clause.block);
    const joint = index === 0 || isChain ? '' : 'else ';
    const exit = isChain ? `break ${label};` : '';
    parts.push(`${line}${joint}if (${condition}) { ${body} ${exit} }`);
  }
  if (otherwise !== null) {
    const body = f.module.emitBlock(f, otherwise);
    parts.push(isChain ? `{ ${body} }` : `else { ${body} }`);
  }
  const text = parts.join(' ');
  return isChain ? `${label}: { ${text} }` : text;
}

function emitGoto(f: FunctionEmission, statement: Extract<Statement, { kind: 'goto' }>): string {
  const target = f.module.facts.resolution.targets.get(statement);
  if (target === undefined) return '';
  return f.jumps.get(target.use.label)?.[target.isBackward ? 'backward' : 'forward'] ?? '';
}

function emitBody(f: FunctionEmission, statement: Statement): string {
  switch (statement.kind) {
    case 'local':
      return emitLocal(f, statement);
    case 'assign':
      return emitAssign(f, statement);
    case 'call':
      return emitUnlessIdle(f, statement.call, `${emitResult(f, statement.call)};`);
    case 'do':
      return `{ ${f.module.emitBlock(f, statement.block)} }`;
    case 'while':
      return emitWhile(f, statement);
    case 'repeat':
      return emitRepeat(f, statement);
    case 'if':
      return emitIf(f, statement);
    case 'numeric-for':
      return emitNumericFor(f, statement);
    case 'generic-for':
      return emitGenericFor(f, statement);
    case 'local-function':
      return emitLocalFunction(f, statement);
    case 'return':
      return emitReturn(f, statement);
    case 'break':
      return `break ${f.loops.at(-1) ?? ''};`;
    case 'goto':
      return emitGoto(f, statement);
    case 'label':
      return ';';
  }
}

/** A statement, on a line of its own that stands for its line in the script. */
export function emitStatement(f: FunctionEmission, statement: Statement): string {
  f.line = statement.line;
  f.column = statement.column;
  return `${mark(statement)}${emitBody(f, statement)}`;
}
