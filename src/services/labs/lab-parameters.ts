// The parameters of a lab: inputs of its script, each fixed or with a list of values to sweep. Two
// values that a script could not tell apart are one.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { InputValue } from '#backtesting/backtest.ts';
import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import { choicesOf } from '#backtesting/sweep/parameter-space.ts';
import type { InputSet } from '#backtesting/sweep/run-sweep.ts';
import type { ScriptInput } from '#ports/work/script-checker.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
import {
  fittedValue,
  keyOfInput,
  misfitText,
  takesValue,
  unknownInputText,
} from '#services/scripts/input-values.ts';

export type LabParameter = {
  /** `group.label`, or the label where the input has no group. */
  readonly key: string;
  readonly kind: string;
  readonly isEnabled: boolean;
  /** What is swept when it is enabled; in order. */
  readonly values: readonly InputValue[];
  /** Whether neighbouring values are alike. */
  readonly isOrdered: boolean;
  /** What is used when it is not enabled; null: the script's own default. */
  readonly fixedValue: InputValue | null;
};

/** What a caller wants of a parameter; what is left out stays as the script has it. */
export type ParameterWish = {
  readonly key: string;
  readonly isEnabled: boolean;
  readonly values: readonly InputValue[] | null;
  readonly range: ValueRange | null;
  readonly fixedValue: InputValue | null;
};

export type ValueRange = { readonly from: number; readonly to: number; readonly step: number };

export type ParameterRejection = { readonly key: string; readonly detail: string };

/** All inputs of a script that take a value, none of them enabled. */
export function parametersOf(inputs: readonly ScriptInput[]): LabParameter[] {
  return inputs.filter(takesValue).map((input) => ({
    key: keyOfInput(input),
    kind: input.kind,
    isEnabled: false,
    values: offeredValues(input),
    isOrdered: isOrderedInput(input),
    fixedValue: null,
  }));
}

/** The parameters as wished; the others are as the script has them. */
export function applyWishes(
  inputs: readonly ScriptInput[],
  wishes: readonly ParameterWish[],
): Result<LabParameter[], ParameterRejection> {
  const parameters = parametersOf(inputs);
  const named = new Set<string>();
  for (const wish of wishes) {
    const input = inputs.find((known) => takesValue(known) && keyOfInput(known) === wish.key);
    if (input === undefined) return at(wish, unknownInputText(inputs, wish.key));
    if (named.has(wish.key)) return at(wish, 'it is named twice');
    named.add(wish.key);
    const parameter = applyWish(input, wish);
    if (!parameter.ok) return parameter;
    parameters[parameters.findIndex(({ key }) => key === wish.key)] = parameter.value;
  }
  return accepted(parameters);
}

function applyWish(
  input: ScriptInput,
  wish: ParameterWish,
): Result<LabParameter, ParameterRejection> {
  const listed = wish.range === null ? wish.values : valuesOfRange(wish.range);
  if (listed === 'step') return at(wish, misstep(wish.range));
  if (listed === 'many') return at(wish, tooMany());
  const values: InputValue[] = [];
  for (const wished of listed ?? offeredValues(input)) {
    const value = fittedValue(input, wished);
    if (value === null) return at(wish, misfitText(input, wished));
    if (!values.includes(value)) values.push(value);
  }
  if (values.length > LIMITS.labValuesPerParameterMax) return at(wish, tooMany());
  if (wish.isEnabled && values.length === 0) return at(wish, 'it has no values to sweep');
  const isOrdered = isOrderedInput(input);
  if (isOrdered) values.sort((left, right) => Number(left) - Number(right));
  const fixedValue = wish.fixedValue === null ? null : fittedValue(input, wish.fixedValue);
  if (wish.fixedValue !== null && fixedValue === null)
    return at(wish, misfitText(input, wish.fixedValue));
  const { key, isEnabled } = wish;
  return accepted({ key, kind: input.kind, isEnabled, values, isOrdered, fixedValue });
}

function at({ key }: ParameterWish, detail: string): Result<never, ParameterRejection> {
  return rejected({ key, detail });
}

function tooMany(): string {
  return `it has more than ${LIMITS.labValuesPerParameterMax} values`;
}

function misstep(range: ValueRange | null): string {
  const found = range === null ? 'none' : `${range.from} to ${range.to} by ${range.step}`;
  return `expected a range whose step leads from its start to its end, found ${found}`;
}

function isOrderedInput({ defaultValue, options }: ScriptInput): boolean {
  return typeof defaultValue === 'number' && options.length === 0;
}

function offeredValues({ defaultValue, options }: ScriptInput): InputValue[] {
  if (typeof defaultValue === 'boolean') return [true, false];
  if (options.length > 0) return options.map(({ value }) => value);
  return defaultValue === null ? [] : [defaultValue];
}

/** From the start on while it is not beyond the end; decimals as they are written, not summed. */
function valuesOfRange({ from, to, step }: ValueRange): number[] | 'step' | 'many' {
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (step === 0 || count < 1 || !Number.isFinite(count)) return 'step';
  if (count > LIMITS.labValuesPerParameterMax) return 'many';
  return Array.from({ length: count }, (_, place) => Number((from + place * step).toPrecision(12)));
}

/** Text for the store. */
export function parametersToText(parameters: readonly LabParameter[]): string {
  return toStoredForm(parameters);
}

/** Parameters of a stored text. */
export function parametersFromText(text: string): readonly LabParameter[] {
  return fromStoredForm(text) as readonly LabParameter[];
}

/** The space of the enabled parameters, sorted by key: the order of the odometer. */
export function spaceOf(parameters: readonly LabParameter[]): ParameterSpace {
  return {
    parameters: enabledOf(parameters).map(({ isOrdered, values }) => ({
      valuesCount: values.length,
      isOrdered,
    })),
  };
}

/** What each input is set to in a combination of the space; those at their default are left out. */
export function inputsOf(parameters: readonly LabParameter[], combination: number): InputSet {
  const enabled = enabledOf(parameters);
  const choices = choicesOf(spaceOf(parameters), combination);
  const swept = enabled.map(({ key, values }, place) => [key, values[choices[place] ?? 0] ?? 0]);
  return Object.fromEntries([...fixedOf(parameters), ...swept]) as InputSet;
}

/** The swept inputs alone. */
export function sweptOf(parameters: readonly LabParameter[], combination: number): InputSet {
  const set = inputsOf(parameters, combination);
  return Object.fromEntries(enabledOf(parameters).map(({ key }) => [key, set[key] ?? 0]));
}

/** Whether somebody chose what it is, so that the script must have it. */
export function isChosen({ fixedValue, isEnabled }: LabParameter): boolean {
  return isEnabled || fixedValue !== null;
}

function fixedOf(parameters: readonly LabParameter[]): (readonly [string, InputValue])[] {
  return parameters.flatMap(({ key, isEnabled, fixedValue }) =>
    isEnabled || fixedValue === null ? [] : [[key, fixedValue] as const],
  );
}

/** In the order of the space. */
function enabledOf(parameters: readonly LabParameter[]): readonly LabParameter[] {
  const enabled = parameters.filter(({ isEnabled }) => isEnabled);
  return enabled.toSorted((left, right) => (left.key < right.key ? -1 : 1));
}
