// Arguments of a call laid on the parameters of a signature.

import type { TypedCode } from '#pine/compile/pine-compiler.ts';
import { meant, shownType } from '#pine/compile/pine-compiler.ts';
import type { Bindings, Signature, SignatureParameter } from '#pine/compile/signature.ts';
import { fitsParameter } from '#pine/compile/signature.ts';
import { isNumeric, RANKS } from '#pine/compile/pine-type.ts';

export type GivenArgument = {
  readonly name: string | null;
  readonly typed: TypedCode;
};

export type Bound = {
  readonly signature: Signature;
  /** By parameter; null: left out. Those of a repeated one follow each other. */
  readonly values: readonly (TypedCode | null)[];
  readonly bindings: Bindings;
};

/**
 * The reason why they do not fit is a sentence. In version 5 a number may stand where a `bool` is
 * expected: zero and `na` are false.
 */
export function bindArguments(
  signature: Signature,
  given: readonly GivenArgument[],
  version: 5 | 6,
): Bound | string {
  const { parameters } = signature;
  const values: (TypedCode | null)[] = parameters.map(() => null);
  const bindings: Bindings = new Map();
  let place = 0;
  for (const { name, typed: own } of given) {
    const at =
      name === null ? Math.min(place, lastPlace(parameters, place)) : indexOf(parameters, name);
    const parameter = parameters[at];
    if (parameter === undefined) return lack(signature, name, given.length);
    if (name === null) place += 1;
    const isCast = version === 5 && parameter.type === 'bool' && isNumeric(own.type);
    const typed = isCast ? truthOf(own) : own;
    const problem = problemOf(parameter, typed, bindings);
    if (problem !== null) return problem;
    if (name === null && parameter.isRepeated && place > parameters.length) values.push(typed);
    else if (values[at] !== null) return `argument '${parameter.name}' is given twice`;
    else values[at] = typed;
  }
  const missing = parameters.find(
    (each, at) => values[at] === null && !each.isOptional && !each.isRepeated,
  );
  if (missing !== undefined) return `argument '${missing.name}' is missing`;
  return { signature, values, bindings };
}

function truthOf({ code, rank, constant }: TypedCode): TypedCode {
  const truth = { code: `R.truth(${code})`, type: 'bool', rank };
  return typeof constant === 'number' ? { ...truth, constant: constant !== 0 } : truth;
}

/** A repeated parameter takes all that follow. */
function lastPlace(parameters: readonly SignatureParameter[], place: number): number {
  return parameters.at(-1)?.isRepeated === true ? parameters.length - 1 : place;
}

function indexOf(parameters: readonly SignatureParameter[], name: string): number {
  const at = parameters.findIndex((each) => each.name === name || each.alias === name);
  return at < 0 ? parameters.length : at;
}

function lack({ parameters, name: called }: Signature, name: string | null, count: number): string {
  if (name === null) return `'${called}' takes ${parameters.length} arguments, found ${count}`;
  const hint = meant(
    name,
    parameters.map((each) => each.name),
  );
  return `'${called}' has no parameter '${name}'${hint}`;
}

function problemOf(
  { name, type, rank }: SignatureParameter,
  typed: TypedCode,
  bindings: Bindings,
): string | null {
  if (!fitsParameter(typed.type, type, bindings))
    return `argument '${name}' is ${anOf(type)}, found ${shownType(typed)}`;
  if (typed.rank <= rank) return null;
  return `argument '${name}' is known before the bars ('${RANKS[rank]}'), found a '${RANKS[typed.rank]}' value`;
}

function anOf(type: string): string {
  return type === 'number' ? 'a number' : `'${type}'`;
}
