// Parameter space of a lab: parameters with so many values each. A combination is one whole number,
// its place in the odometer of all of them (the last parameter turns fastest), so that hundreds of
// thousands fit into memory and a row of the database.

import { assert } from '#lib/assert.ts';

export type SpaceParameter = {
  readonly valuesCount: number;
  /** Whether neighbouring values are alike: numbers by size, but not the choices of a select. */
  readonly isOrdered: boolean;
};

export type ParameterSpace = { readonly parameters: readonly SpaceParameter[] };

/** How many combinations there are; Infinity when a whole number cannot tell them apart. */
export function countCombinations(space: ParameterSpace): number {
  let count = 1;
  for (const parameter of space.parameters) {
    count *= parameter.valuesCount;
    if (count > Number.MAX_SAFE_INTEGER) return Infinity;
  }
  return count;
}

/** Which value of each parameter a combination takes, from 0. */
export function choicesOf(space: ParameterSpace, combination: number): number[] {
  const choices = Array.from<number>({ length: space.parameters.length });
  let rest = combination;
  for (let index = choices.length - 1; index >= 0; index -= 1) {
    const { valuesCount } = parameterAt(space, index);
    choices[index] = rest % valuesCount;
    rest = Math.floor(rest / valuesCount);
  }
  assert(rest === 0, 'a combination lies within its space');
  return choices;
}

/** The combination that takes these values. */
export function combinationOf(space: ParameterSpace, choices: readonly number[]): number {
  let combination = 0;
  for (let index = 0; index < space.parameters.length; index += 1)
    combination = combination * parameterAt(space, index).valuesCount + (choices[index] ?? 0);
  return combination;
}

/** Parameter by its place in the space. */
export function parameterAt(space: ParameterSpace, index: number): SpaceParameter {
  const parameter = space.parameters[index];
  assert(parameter !== undefined, 'a parameter is requested by its place');
  return parameter;
}
