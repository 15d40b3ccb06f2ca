// A function of the script becomes one of JavaScript for each kind of arguments that it is called
// with, because its types follow from them. Each call has a state of its own.

import type { GivenArgument } from '#pine/compile/bind-arguments.ts';
import { bindArguments } from '#pine/compile/bind-arguments.ts';
import { naAs } from '#pine/compile/emit-pine-expression.ts';
import type {
  MadeFunction,
  PineCompiler,
  PineFunction,
  TypedCode,
} from '#pine/compile/pine-compiler.ts';
import { freshName, mistake, typeOf } from '#pine/compile/pine-compiler.ts';
import type { Unit, Variable } from '#pine/compile/pine-scope.ts';
import { chargeHere, innerScope, makeUnit, slot, write } from '#pine/compile/pine-scope.ts';
import type { PineType, Rank } from '#pine/compile/pine-type.ts';
import { UNKNOWN_TYPE, latest } from '#pine/compile/pine-type.ts';
import type { Parameter, Place } from '#pine/syntax/pine-tree.ts';

/** The call, or the reason why these arguments do not fit. */
export function callFunction(
  c: PineCompiler,
  unit: Unit,
  place: Place,
  called: PineFunction,
  given: readonly GivenArgument[],
): TypedCode | string {
  const { statement } = called;
  const { name } = statement;
  const parameters = statement.parameters.map((each) => ({
    name: each.name,
    type: each.type === null || each.type.name === '' ? 'any' : typeOf(c, each.type),
    rank: rankOf(each),
    isOptional: each.initial !== null,
    isRepeated: false,
  }));
  const bound = bindArguments(
    { name, text: name, hasState: true, parameters, result: UNKNOWN_TYPE, rank: null },
    given,
    c.version,
  );
  if (typeof bound === 'string') return bound;
  const values = statement.parameters.map((each, at) => {
    const value = bound.values[at] ?? null;
    if (value !== null) return value;
    return each.initial === null
      ? mistake(c, place, `argument '${each.name}' is missing`)
      : c.emit.expression(c, unit, called.scope, each.initial);
  });
  const kinds = values.map(({ type, rank }, at) => {
    const written = parameters[at]?.type ?? 'any';
    return { type: written === 'any' ? type : written, rank };
  });
  const made = madeFor(c, place, called, kinds);
  if (made === null) return mistake(c, place, `function '${name}' calls itself`);
  const codes = values.map((each, at) => naAs(c, each, kinds[at]?.type ?? UNKNOWN_TYPE));
  const state = slot(unit, 'null');
  return {
    code: `${made.code}(${[`${state} ??= n${made.code}()`, ...codes].join(', ')})`,
    type: made.type,
    rank: latest(made.rank, ...kinds.map(({ rank }) => rank)),
  };
}

const RANK_OF = { const: 0, input: 1, simple: 2, series: 3 } as const;

function rankOf({ type }: Parameter): Rank {
  return RANK_OF[type?.qualifier ?? 'series'];
}

type Kind = { readonly type: PineType; readonly rank: Rank };

function madeFor(
  c: PineCompiler,
  place: Place,
  called: PineFunction,
  kinds: readonly Kind[],
): MadeFunction | null {
  const isSingle = c.securityCallers.has(called.statement.name);
  const key = `${kinds.map(({ type, rank }) => `${type}:${rank}`).join(' ')}${isSingle ? ` ${c.count}` : ''}`;
  const known = called.made.get(key);
  if (known !== undefined) return known;
  if (called.isBeingMade) return null;
  called.isBeingMade = true;
  const made = make(c, place, called, kinds);
  called.isBeingMade = false;
  called.made.set(key, made);
  return made;
}

const CALL_STEPS = 4;

function make(
  c: PineCompiler,
  _place: Place,
  { statement, scope }: PineFunction,
  kinds: readonly Kind[],
): MadeFunction {
  const code = freshName(c, 'f');
  const unit = makeUnit(false);
  const inner = innerScope(scope);
  const names = statement.parameters.map((parameter, at) => {
    const variable = parameterVariable(c, unit, parameter, kinds[at]);
    inner.variables.set(parameter.name, variable);
    return variable.code;
  });
  write(unit, statement, `function ${code}(${['s', ...names].join(', ')}) {`);
  const charge = chargeHere(unit, statement, CALL_STEPS);
  for (const { code: name, history } of inner.variables.values())
    if (history !== null) write(unit, statement, `R.set(${history}, ${name});`);
  const value = c.emit.block(c, unit, inner, statement.block, true);
  write(unit, statement, `return ${value.code};`);
  write(unit, statement, '}');
  charge();
  write(unit, statement, `const n${code} = () => ({ ${unit.slots.join(', ')} });`);
  c.made.push(...unit.lines);
  return { code, type: value.type, rank: value.rank };
}

function parameterVariable(
  c: PineCompiler,
  unit: Unit,
  { name }: Parameter,
  kind: Kind = { type: UNKNOWN_TYPE, rank: 3 },
): Variable {
  const depth = c.depths.get(name);
  return {
    name,
    code: freshName(c, 'p'),
    ...kind,
    history: depth === undefined ? null : slot(unit, `R.history(${depth})`),
    isFixed: false,
    isGlobal: false,
  };
}
