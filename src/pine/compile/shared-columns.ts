// Statements whose values follow from the bars and from inputs alone, such as `ma = ta.sma(close,
// length)`: runs on the same bars compute them once. The emitted statement reads its column where
// the bar is there, and fills it where it is not.

import { dottedName } from '#pine/compile/emit-pine-expression.ts';
import type { PineCompiler } from '#pine/compile/pine-compiler.ts';
import type { EmittedLine, Scope, Unit } from '#pine/compile/pine-scope.ts';
import { write } from '#pine/compile/pine-scope.ts';
import type { Expression, Statement } from '#pine/syntax/pine-tree.ts';

/** Columns of one statement. */
export type SharedColumns = {
  /** Numbers of the inputs that the values follow from. */
  readonly inputs: readonly number[];
  readonly columnCount: number;
};

/** Variables of the script that follow from bars and inputs, with the numbers of the inputs. */
export type SharedNames = Map<string, ReadonlySet<number>>;

const PRICES: ReadonlySet<string> = new Set(
  'open high low close volume hl2 hlc3 ohlc4 hlcc4'.split(' '),
);
const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);
const CHANCE = 'math.random';

type Declaration = Extract<Statement, { readonly kind: 'variable' | 'tupleVariables' }>;

/** The statement, where its values may be shared; `names` are those of the statements before. */
export function sharedStatement(
  c: PineCompiler,
  scope: Scope,
  names: SharedNames,
  statement: Statement,
): Declaration | null {
  const isFrom = (e: Expression): boolean => isShared(c, { scope, names }, e);
  if (statement.kind === 'tupleVariables') return isFrom(statement.value) ? statement : null;
  if (statement.kind !== 'variable' || statement.mode !== null) return null;
  if (c.assigned.has(statement.name)) return null;
  return isFrom(statement.value) ? statement : null;
}

type Surroundings = { readonly scope: Scope; readonly names: SharedNames };

function isShared(c: PineCompiler, within: Surroundings, e: Expression): boolean {
  if (e.kind === 'integer' || e.kind === 'float') return true;
  if (e.kind === 'name')
    return within.scope.variables.has(e.name) ? within.names.has(e.name) : PRICES.has(e.name);
  if (e.kind === 'unary') return e.operator !== 'not' && isShared(c, within, e.operand);
  if (e.kind === 'binary')
    return OPERATORS.has(e.operator) && isShared(c, within, e.left) && isShared(c, within, e.right);
  return e.kind === 'call' && isSharedCall(c, within, e);
}

function isSharedCall(
  c: PineCompiler,
  within: Surroundings,
  { callee, arguments: given }: Extract<Expression, { readonly kind: 'call' }>,
): boolean {
  const name = dottedName(callee);
  if (name === null || c.functions.has(name)) return false;
  if (within.scope.variables.has(name.split('.')[0] ?? '')) return false;
  if (name === 'input' || name.startsWith('input.')) return true;
  const isPure = name === 'nz' || name.startsWith('ta.') || name.startsWith('math.');
  return isPure && name !== CHANCE && given.every(({ value }) => isShared(c, within, value));
}

/**
 * Puts what was emitted of the statement since `from` behind a column, where it calls something
 * that looks back.
 */
export function shareColumns(
  c: PineCompiler,
  { unit, scope, from }: { readonly unit: Unit; readonly scope: Scope; readonly from: number },
  names: SharedNames,
  statement: Declaration,
): void {
  const lines = unit.lines.slice(from);
  const inputs = inputsOf(names, statement, lines);
  const declared = statement.kind === 'variable' ? [statement] : statement.names;
  const variables = declared.flatMap(({ name }) => scope.variables.get(name) ?? []);
  const areNumbers = variables.every(({ type }) => type === 'int' || type === 'float');
  if (!areNumbers || variables.length < declared.filter(({ name }) => name !== '_').length) return;
  for (const { name } of variables) if (!c.assigned.has(name)) names.set(name, inputs);
  const isWorth = lines.some(({ text }) => /\bb\d+\(s\.x\d+/.test(text));
  if (!isWorth || variables.length === 0) return;
  unit.lines.length = from;
  const at = c.sharedColumns.push({ inputs: [...inputs], columnCount: variables.length }) - 1;
  const past = lines.filter(({ text }) => text.startsWith('R.set('));
  const computing = lines.filter((line) => !past.includes(line));
  const codes = variables.map(({ code }) => code);
  const [read, filled] = [
    codes.map((code, column) => `${code} = h.columns[${column}][N.bar];`).join(' '),
    codes.map((code, column) => `h.columns[${column}][N.bar] = ${code};`).join(' '),
  ];
  const put = (text: string): void => write(unit, statement, text);
  put(`{ const h = H === null ? null : H[${at}];`);
  put('if (h !== null && N.bar < h.filledCount) {');
  put(`if ((M[0] -= h.charges[N.bar]) < 0) R.outOfSteps(); ${read}`);
  put('} else { const s = h === null ? G : h.state, m = M[0];');
  unit.lines.push(...computing);
  put(`if (h !== null) { h.charges[N.bar] = m - M[0]; ${filled} h.filledCount = N.bar + 1; }`);
  put('} }');
  unit.lines.push(...past);
}

function inputsOf(
  names: SharedNames,
  { value }: Declaration,
  lines: readonly EmittedLine[],
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { text } of lines)
    for (const [, input] of text.matchAll(/\bI\[(\d+)\]/g)) found.add(Number(input));
  for (const name of namesIn(value)) for (const input of names.get(name) ?? []) found.add(input);
  return found;
}

function namesIn(e: Expression): readonly string[] {
  if (e.kind === 'name') return [e.name];
  if (e.kind === 'unary') return namesIn(e.operand);
  if (e.kind === 'binary') return [...namesIn(e.left), ...namesIn(e.right)];
  return e.kind === 'call' ? e.arguments.flatMap(({ value }) => namesIn(value)) : [];
}
