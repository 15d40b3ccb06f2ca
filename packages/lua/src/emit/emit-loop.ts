// Loops. Each passage is charged to the budget; counted loops whose body runs nothing but itself
// are charged as a whole in front, which costs nothing inside.

import { isCell, newLabel, release, site, startOf, take, cell } from '#lua/emit/emission.ts';
import type { FunctionEmission, Place } from '#lua/emit/emission.ts';
import { emitList, emitResult } from '#lua/emit/emit-call.ts';
import { emitCondition } from '#lua/emit/emit-condition.ts';
import { variableName } from '#lua/emit/javascript-text.ts';
import { blockSteps, isClosed } from '#lua/emit/measure.ts';
import { libraryName } from '#lua/semantics/facts.ts';
import { isMulti, kindsOf } from '#lua/semantics/kinds-of.ts';
import { NUMBER, within } from '#lua/semantics/kind.ts';
import type { Variable } from '#lua/semantics/scope.ts';
import type {
  Declaration,
  Expression,
  GenericFor,
  NumericFor,
  Repeat,
  While,
} from '#lua/syntax/tree.ts';

/** JavaScript that charges steps, and stops the run when none are left. */
export function charge(steps: number): string {
  return `if ((M[0] -= ${steps}) < 0) R.outOfSteps();`;
}

function variableOf(f: FunctionEmission, declaration: Declaration): Variable {
  const variable = f.module.facts.resolution.variables.get(declaration);
  if (variable === undefined) throw new RangeError('the declaration was not resolved');
  return variable;
}

/** Declares a local with a value. */
export function emitDeclaration(f: FunctionEmission, variable: Variable, value: string): string {
  const name = variableName(variable);
  if (isCell(variable)) return `const ${name} = new ${cell(f, variable)}(${value});`;
  return `${variable.assignments > 0 ? 'let' : 'const'} ${name} = ${value};`;
}

function inLoop(f: FunctionEmission, write: (label: string) => string): string {
  const label = newLabel(f);
  f.loops.push(label);
  const text = write(label);
  f.loops.pop();
  return text;
}

/** JavaScript of a `while` loop. */
export function emitWhile(f: FunctionEmission, statement: While): string {
  return inLoop(f, (label) => {
    const condition = emitCondition(f, statement.condition);
    const steps = blockSteps(statement.block);
    const body = f.module.emitBlock(f, statement.block);
    return `${label}: while (${condition}) { ${charge(steps)} ${body} }`;
  });
}

/** JavaScript of a `repeat` loop, whose condition sees the locals of its block. */
export function emitRepeat(f: FunctionEmission, statement: Repeat): string {
  return inLoop(f, (label) => {
    const steps = blockSteps(statement.block);
    const body = f.module.emitBlock(f, statement.block, () => {
      const condition = emitCondition(f, statement.condition);
      return `if (${condition}) break ${label};`;
    });
    return `${label}: for (;;) { ${charge(steps)} ${body} }`;
  });
}

function bound(f: FunctionEmission, expression: Expression, what: string): string {
  const text = f.module.emitValue(f, expression);
  if (within(kindsOf(f.module.facts, expression), NUMBER)) return text;
  return `R.loopNumber(${text}, "${what}", ${site(f, startOf(expression))})`;
}

/** The step as a number, when the text tells it. */
function constantStep(step: Expression | null): number | null {
  if (step === null) return 1;
  if (step.kind === 'number') return step.value;
  const isNegative = step.kind === 'unary' && step.operator === '-';
  return isNegative && step.operand.kind === 'number' ? -step.operand.value : null;
}

function isWhole(expression: Expression): boolean {
  return expression.kind === 'number' && Number.isSafeInteger(expression.value);
}

/** JavaScript of a counted loop; a constant step saves its checks. */
export function emitNumericFor(f: FunctionEmission, statement: NumericFor): string {
  return inLoop(f, (label) => {
    const variable = variableOf(f, statement.variable);
    const step = constantStep(statement.step);
    const id = variable.id;
    const start = bound(f, statement.start, 'initial');
    const limit = bound(f, statement.limit, 'limit');
    const by = step === null ? `$step${id}` : `${step}`;
    // Lua 5.2 subtracts the step and adds it again; with fractions that can differ from the start
    // itself.
    const isExact = isWhole(statement.start) && step !== null && Number.isSafeInteger(step);
    const from = isExact ? `$from${id}` : `$from${id} - (${by}) + (${by})`;
    const head = [`const $from${id} = ${start}`, `$to${id} = ${limit}`];
    if (step === null && statement.step !== null) {
      head.push(`$step${id} = ${bound(f, statement.step, 'step')}`);
    }
    const counter =
      variable.isCaptured || variable.assignments > 0 ? `$i${id}` : variableName(variable);
    const forward = `${counter} <= $to${id}`;
    const backward = `${counter} >= $to${id}`;
    const test =
      step === null ? `(${by} > 0 ? ${forward} : ${backward})` : step > 0 ? forward : backward;
    const next = step === 1 ? `${counter}++` : `${counter} += ${by}`;
    const steps = blockSteps(statement.block);
    const isBulk = isClosed(statement.block);
    const whole = isBulk ? `R.chargeLoop($from${id}, $to${id}, ${by}, ${steps});` : '';
    const each = isBulk ? '' : charge(steps);
    const own = counter === variableName(variable) ? '' : emitDeclaration(f, variable, counter);
    const body = f.module.emitBlock(f, statement.block);
    return `{ ${head.join(', ')}; ${whole} ${label}: for (let ${counter} = ${from}; ${test}; ${next}) { ${each} ${own} ${body} } }`;
  });
}

/** The three values of a generic loop, into variables `f$`, `s$` and `c$`. */
function emitIterator(f: FunctionEmission, values: readonly Expression[], id: number): string {
  const only = values.length === 1 ? values[0] : undefined;
  if (only !== undefined && isMulti(only)) {
    const list = take(f);
    release(f);
    const text = `${list} = R.all(${emitResult(f, only)});`;
    return `${text} const $f${id} = ${list}[0], $s${id} = ${list}[1]; let $c${id} = ${list}[2];`;
  }
  const list = take(f);
  release(f);
  return `${list} = [${emitList(f, values)}]; const $f${id} = ${list}[0], $s${id} = ${list}[1]; let $c${id} = ${list}[2];`;
}

function declareNames(
  f: FunctionEmission,
  names: readonly Declaration[],
  values: string[],
): string {
  return names
    .map((name, index) => emitDeclaration(f, variableOf(f, name), values[index] ?? 'undefined'))
    .join(' ');
}

const ITERATOR_HINT = 'write for i, v in ipairs(list) do, or for k, v in pairs(table) do';

/** Where the iterator of a loop stands in the text. */
function iteratorPlace({ values, line, column }: GenericFor): Place {
  const [first] = values;
  return first === undefined ? { line, column } : startOf(first);
}

function emitIteratorStep(f: FunctionEmission, statement: GenericFor, id: number): string {
  const place = site(f, iteratorPlace(statement), { hint: ITERATOR_HINT });
  const call =
    f.form === 'resumable'
      ? `yield* R.callResumable($f${id}, ${place}, [$s${id}, $c${id}])`
      : `(typeof $f${id} === "function" ? $f${id} : R.callable($f${id}, ${place}))($s${id}, $c${id})`;
  return `$r${id} = ${call};`;
}

/** `ipairs(t)` of a table without `__ipairs` counts through the list in place. */
function emitListLoop(
  f: FunctionEmission,
  statement: GenericFor,
  label: string,
  id: number,
): string {
  const call = statement.values[0];
  const arg = call?.kind === 'call' ? (call.args[0] ?? null) : null;
  const object = arg === null ? 'undefined' : f.module.emitValue(f, arg);
  const steps = blockSteps(statement.block);
  const own = declareNames(f, statement.names, [`$i${id}`, `$v${id}`]);
  const body = f.module.emitBlock(f, statement.block);
  return `{ const $s${id} = R.listOf(${object}); ${label}: for (let $i${id} = 1; ; $i${id}++) { const $v${id} = $i${id} <= $s${id}.list.length ? $s${id}.list[$i${id} - 1] : undefined; if ($v${id} === undefined) break; ${charge(steps)} ${own} ${body} } }`;
}

/**
 * JavaScript of an iterator loop; `ipairs` and `pairs` run without calls where nothing can tell the
 * difference.
 */
export function emitGenericFor(f: FunctionEmission, statement: GenericFor): string {
  return inLoop(f, (label) => {
    const first = statement.names[0];
    if (first === undefined) return '';
    const { id } = variableOf(f, first);
    const call = statement.values.length === 1 ? statement.values[0] : undefined;
    const library = call?.kind === 'call' ? libraryName(f.module.facts, call.callee) : null;
    if (library === 'ipairs' && !f.module.facts.hasListMetamethod) {
      return emitListLoop(f, statement, label, id);
    }
    const head = emitIterator(f, statement.values, id);
    const steps = blockSteps(statement.block);
    const count = statement.names.length;
    const fromCursor = [`$n${id}.key`, `$n${id}.value`].slice(0, count);
    const names = Array.from({ length: count }, (_, index) => `$v${id}_${index}`);
    const fast = fromCursor.map((value, index) => `${names[index] ?? ''} = ${value};`).join(' ');
    const slow = names
      .map((name, index) =>
        index === 0
          ? `${name} = R.first($r${id});`
          : `${name} = $r${id} instanceof Array ? $r${id}[${index}] : undefined;`,
      )
      .join(' ');
    const step = emitIteratorStep(f, statement, id);
    const own = declareNames(f, statement.names, names);
    const body = f.module.emitBlock(f, statement.block);
    return [
      `{ ${head} const $n${id} = R.cursor($f${id}, $s${id}, $c${id}); let $r${id};`,
      `${label}: for (;;) { let ${names.join(', ')};`,
      `if ($n${id} !== null) { if (!$n${id}.advance()) break; ${fast} }`,
      `else { ${step} ${slow} if (${names[0] ?? ''} === undefined) break; $c${id} = ${names[0] ?? ''}; }`,
      `${charge(steps)} ${own} ${body} } }`,
    ].join(' ');
  });
}
