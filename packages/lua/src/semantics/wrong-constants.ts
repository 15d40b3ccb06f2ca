// Constants that stand where a function of the host takes those of another group. Their values are
// numbers, so that nothing would be noticed in a run.

import { calledHost, untouchedGlobal } from '#lua/semantics/facts.ts';
import type { Facts } from '#lua/semantics/facts.ts';
import { onlyValue } from '#lua/semantics/is-cached.ts';
import type { OfferedParameter } from '#lua/semantics/names-offered.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import type { Call, Expression, Name, TableConstructor } from '#lua/syntax/tree.ts';

/** How far a name is followed to what it was declared with. */
const STEPS_MAX = 8;

/** A constant as it is named in the text, or a plain number. */
type Constant = { readonly text: string; readonly group: string | null };

type Argument = { readonly parameter: OfferedParameter; readonly value: Expression };

/** What a name is known to stand for. */
function namedConstant(facts: Facts, value: Name, steps: number): Constant[] {
  const known = onlyValue(facts, value);
  if (known !== null) return constantsOf(facts, known, steps);
  const name = untouchedGlobal(facts, value);
  const offered = name === null ? undefined : facts.offered.host.get(name);
  if (name === null || offered?.type !== 'constant' || offered.group === undefined) return [];
  return [{ text: name, group: offered.group }];
}

/** What an expression is known to be: one constant, or those of both branches. */
function constantsOf(facts: Facts, value: Expression, steps = STEPS_MAX): Constant[] {
  if (steps === 0) return [];
  if (value.kind === 'number') return [{ text: `the number ${value.value}`, group: null }];
  if (value.kind === 'parenthesized') return constantsOf(facts, value.inner, steps - 1);
  if (value.kind === 'name') return namedConstant(facts, value, steps - 1);
  if (value.kind !== 'logical') return [];
  const left = value.operator === 'or' ? constantsOf(facts, value.left, steps - 1) : [];
  return [...left, ...constantsOf(facts, value.right, steps - 1)];
}

function parameterAt(parameters: readonly OfferedParameter[], at: number): OfferedParameter | null {
  const last = parameters.at(-1);
  return parameters[at] ?? (last?.isVariadic === true ? last : null);
}

/** A table at the end that names parameters. */
function namedArguments(
  parameters: readonly OfferedParameter[],
  table: TableConstructor,
): Argument[] | null {
  const found: Argument[] = [];
  for (const item of table.items) {
    if (item.kind !== 'keyed' || item.key.kind !== 'string') return null;
    const { bytes } = item.key;
    const parameter = parameters.find(({ name }) => name === bytes);
    if (parameter === undefined) return null;
    found.push({ parameter, value: item.value });
  }
  return found;
}

function argumentsOf({ args }: Call, parameters: readonly OfferedParameter[]): Argument[] {
  return args.flatMap((value, at) => {
    if (value.kind === 'table' && at === args.length - 1) {
      return namedArguments(parameters, value) ?? [];
    }
    const parameter = parameterAt(parameters, at);
    return parameter === null ? [] : [{ parameter, value }];
  });
}

function suits({ group, takesNumbers }: OfferedParameter, found: Constant): boolean {
  return found.group === group || (found.group === null && takesNumbers);
}

function complaint(
  callee: string,
  { name, group, example }: OfferedParameter,
  found: Constant,
): string {
  const expected = `'${callee}' takes a constant of '${group}' (such as ${example}) as '${name}'`;
  const origin = found.group === null ? '' : `, a constant of '${found.group}'`;
  return `${expected}, not ${found.text}${origin}`;
}

/** One for each argument; ask only after inference. */
export function wrongConstants(facts: Facts): Diagnostic[] {
  return facts.resolution.calls.flatMap((call) => {
    const parameters = calledHost(facts, call)?.parameters;
    if (parameters === undefined || call.callee.kind !== 'name') return [];
    const callee = call.callee.name;
    return argumentsOf(call, parameters).flatMap(({ parameter, value }): Diagnostic[] => {
      if (parameter.group === null) return [];
      const wrong = constantsOf(facts, value).find((found) => !suits(parameter, found));
      if (wrong === undefined) return [];
      const message = complaint(callee, parameter, wrong);
      return [{ kind: 'constant', line: value.line, column: value.column, message }];
    });
  });
}
