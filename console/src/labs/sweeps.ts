// Values of each input that a lab tries, as one chooses them, and how many runs that makes.

import type { LabParameter, LabParameterWish, ScriptInput } from '@tidemill/client';

export type SweptValue = number | string | boolean;

export type Sweep = {
  readonly input: ScriptInput;
  readonly key: string;
  readonly isSwept: boolean;
  /** Of numbers, as they are written. */
  readonly from: string;
  readonly to: string;
  readonly step: string;
  /** Of choices and flags. */
  readonly values: readonly SweptValue[];
  /** What is used when it is not swept; null: as the script has it. */
  readonly fixed: SweptValue | null;
};

/** Of a range, before the service refuses it. */
const VALUES_MAX = 10_000;

/** What a backtest was given, by key. */
type ChosenValues = Readonly<Record<string, SweptValue>>;

/** As they were configured, or around what a backtest was given, or what the script has. */
export function sweepsOf(
  inputs: readonly ScriptInput[],
  known: readonly LabParameter[],
  chosen: ChosenValues = {},
): readonly Sweep[] {
  return inputs.flatMap((input) => {
    const { key } = input;
    if (key === null) return [];
    const parameter = known.find((of) => of.key === key);
    const tried = parameter?.enabled === true ? parameter.values : [];
    const numbers = tried.filter((value) => typeof value === 'number');
    const [first, second] = numbers;
    const given = chosen[key];
    const around = rangeAround(given === undefined ? input : { ...input, default: given });
    return [
      {
        input,
        key,
        isSwept: parameter?.enabled ?? false,
        from: first === undefined ? around.from : String(first),
        to: numbers.length < 2 ? around.to : String(numbers.at(-1)),
        step:
          first === undefined || second === undefined
            ? around.step
            : String(Number((second - first).toPrecision(10))),
        values: parameter?.enabled === true ? parameter.values : choicesOf(input),
        fixed: given ?? parameter?.value ?? null,
      },
    ];
  });
}

/** Half to twice the default, in ten steps or less. */
function rangeAround({ default: standard, minimum, maximum, step }: ScriptInput) {
  const center = typeof standard === 'number' && standard !== 0 ? standard : 10;
  const isWhole = Number.isInteger(center);
  const round = (value: number): number =>
    isWhole ? Math.round(value) : Number(value.toPrecision(3));
  const low = Math.max(minimum ?? -Infinity, round(center / 2));
  const high = Math.min(maximum ?? Infinity, round(center * 2));
  const wide = Math.max((high - low) / 9, isWhole ? 1 : 0);
  return {
    from: String(low),
    to: String(high),
    step: String(step ?? (isWhole ? Math.ceil(wide) : round(wide))),
  };
}

/** Values to choose from; empty for an input that is typed. */
export function choicesOf({ options, default: standard }: ScriptInput): readonly SweptValue[] {
  if (typeof standard === 'boolean') return [true, false];
  return options.map(({ value }) => value);
}

export const isNumeric = ({ input }: Sweep): boolean =>
  typeof input.default === 'number' && input.options.length === 0;

/** Null where the range is none. */
export function countOf(sweep: Sweep): number | null {
  if (!sweep.isSwept) return 1;
  if (!isNumeric(sweep)) return sweep.values.length === 0 ? null : sweep.values.length;
  const [from, to, step] = [sweep.from, sweep.to, sweep.step].map(Number);
  if (from === undefined || to === undefined || step === undefined) return null;
  if (![from, to, step].every((value) => Number.isFinite(value)) || step === 0) return null;
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  return count >= 1 && count <= VALUES_MAX ? count : null;
}

export type Algorithm = 'brute_force' | 'intelligent' | 'random' | 'cluster';

/** Null where a range is none. */
export function runsOf(
  sweeps: readonly Sweep[],
  algorithm: Algorithm,
  population: number,
  generations: number,
): number | null {
  let product = 1;
  for (const sweep of sweeps) {
    const count = countOf(sweep);
    if (count === null) return null;
    product *= count;
  }
  return algorithm === 'brute_force' ? product : Math.min(product, population * generations);
}

/** Wishes as the API takes them; numbers are swept by their range. */
export function wishesOf(sweeps: readonly Sweep[]): readonly LabParameterWish[] {
  return sweeps.map((sweep) => {
    const { key, isSwept, fixed, values } = sweep;
    if (!isSwept) return { key, enabled: false, ...(fixed === null ? {} : { value: fixed }) };
    if (!isNumeric(sweep)) return { key, enabled: true, values };
    const [from, to, step] = [Number(sweep.from), Number(sweep.to), Number(sweep.step)];
    return { key, enabled: true, range: { from, to, step } };
  });
}
