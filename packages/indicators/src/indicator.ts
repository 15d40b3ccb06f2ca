// Definition of an indicator: a row of facts that commands, documentation and checks can be made
// from, and the way its plan is put together.

import { accepted, rejected } from '#lib/result.ts';
import type { Result } from '#lib/result.ts';
import { draftPlan, finishPlan } from '#indicators/plan.ts';
import type { Plan, PlanDraft, Slot } from '#indicators/plan.ts';

/** Columns of candles, or a series that the caller chooses. */
export type InputName =
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'volume'
  | 'series'
  | 'series2'
  | 'periods';

/** `whole` numbers, any number, or an `average` by its number in AVERAGE_TYPES. */
export type ParameterKind = 'whole' | 'number' | 'average';

export type Parameter = {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly initial: number;
  readonly least: number;
  readonly most: number;
};

/** What a value is measured in. `sign` is -100, 0 or 100 and the like; `rows` counts candles. */
export type Unit =
  | 'price'
  | 'percent'
  | 'ratio'
  | 'volume'
  | 'value'
  | 'rows'
  | 'degrees'
  | 'sign'
  | 'series';

export type IndicatorFamily =
  | 'average'
  | 'band'
  | 'momentum'
  | 'trend'
  | 'volatility'
  | 'volume'
  | 'statistic'
  | 'cycle'
  | 'price'
  | 'arithmetic'
  | 'pattern';

export type Indicator = {
  readonly name: string;
  readonly family: IndicatorFamily;
  readonly inputs: readonly InputName[];
  readonly parameters: readonly Parameter[];
  readonly outputs: readonly string[];
  readonly unit: Unit;
  /** Where the formula is published; `TA-Lib` where its values are the measure. */
  readonly source: string;
  readonly meaning: string;
  /** Adds its nodes to a draft. `inputs` and `parameters` stand in the order of the facts above. */
  readonly build: (
    draft: PlanDraft,
    inputs: readonly Slot[],
    parameters: readonly number[],
  ) => readonly Slot[];
};

/** Windows whose cost per row does not grow with the period. */
const PERIOD_MAX = 10_000;
/** Windows that are searched row by row. */
export const SEARCHED_PERIOD_MAX = 2_000;

/** Parameter of whole numbers; up to the longest period unless stated. */
export function whole(name: string, initial: number, least = 1, most = PERIOD_MAX): Parameter {
  return { name, kind: 'whole', initial, least, most };
}

/** Parameter of numbers with fractions. */
export function real(name: string, initial: number, least: number, most: number): Parameter {
  return { name, kind: 'number', initial, least, most };
}

export type ParameterRejection = {
  readonly parameter: string;
  readonly message: string;
};

/**
 * The indicator's plan for these parameters, in the order of its facts; those left out have their
 * initial values. A value outside its range is a rejection that says what was expected.
 */
export function planIndicator(
  indicator: Indicator,
  given: readonly number[] = [],
): Result<Plan, ParameterRejection> {
  const values = indicator.parameters.map(({ initial }, index) => given[index] ?? initial);
  for (const [index, parameter] of indicator.parameters.entries()) {
    const problem = problemOf(parameter, values[index] ?? Number.NaN);
    if (problem !== null) return rejected({ parameter: parameter.name, message: problem });
  }
  const draft = draftPlan(indicator.inputs.length);
  const inputs = indicator.inputs.map((_, index) => index);
  return accepted(finishPlan(draft, indicator.build(draft, inputs, values)));
}

function problemOf({ name, kind, least, most }: Parameter, value: number): string | null {
  const isWhole = kind === 'number' || Number.isInteger(value);
  if (isWhole && value >= least && value <= most) return null;
  const noun = kind === 'number' ? 'a number' : 'a whole number';
  return `${name} must be ${noun} from ${least} to ${most}, found "${value}"`;
}
