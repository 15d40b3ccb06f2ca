// All that the language offers by itself: signatures for the compiler, implementations for the
// emitted code.

import { ARRAYS, ARRAY_SIGNATURES } from '#pine/builtins/array-builtins.ts';
import { VARIABLES } from '#pine/builtins/builtin-variables.ts';
import { BUILTIN_STEPS } from '#pine/builtins/builtin-steps.ts';
import { CHARTS, CHART_SIGNATURES } from '#pine/builtins/chart-builtins.ts';
import { CORE, CORE_SIGNATURES } from '#pine/builtins/core-builtins.ts';
import { DRAWINGS, DRAWING_SIGNATURES } from '#pine/builtins/drawing-builtins.ts';
import { MAPS, MAP_SIGNATURES } from '#pine/builtins/map-builtins.ts';
import { MATRICES, MATRIX_SIGNATURES } from '#pine/builtins/matrix-builtins.ts';
import { ABSENT } from '#pine/builtins/absent-builtins.ts';
import { STRATEGIES, STRATEGY_SIGNATURES } from '#pine/builtins/strategy-builtins.ts';
import { AVERAGES, AVERAGE_SIGNATURES } from '#pine/builtins/ta-averages.ts';
import { INDICATORS, INDICATOR_SIGNATURES } from '#pine/builtins/ta-indicators.ts';
import { LEVELS, LEVEL_SIGNATURES } from '#pine/builtins/ta-levels.ts';
import { TEXTS, TEXT_SIGNATURES } from '#pine/builtins/text-builtins.ts';
import { VOLUMES } from '#pine/builtins/volume-builtins.ts';
import type { Builtins } from '#pine/compile/pine-compiler.ts';
import type { Constant } from '#pine/compile/pine-scope.ts';
import { readSignatures } from '#pine/compile/signature.ts';
import { sizeOf } from '#pine/runtime/pine-values.ts';
import { chargeSteps, fillMeter } from '#lua/runtime/meter.ts';

const PURE =
  /^(?:color\.|str\.|math\.(?!random|sum|round_to_mintick)|timestamp$|int$|float$|bool$)/;

/** Of functions that depend on nothing but their arguments. */
function fold(name: string, values: readonly (Constant | undefined)[]): Constant | undefined {
  if (!PURE.test(name)) return undefined;
  const call = IMPLEMENTATIONS[name] as ((...given: unknown[]) => unknown) | undefined;
  try {
    fillMeter();
    const value = call?.(...values);
    return ['number', 'string', 'boolean'].includes(typeof value) ? (value as Constant) : undefined;
  } catch {
    // The mistake is made where the script runs, with its place.
    return undefined;
  }
}

/** By name: what the emitted code charges for a call before it is made. */
const STEPS_OF: ReadonlyMap<string, number> = new Map(
  BUILTIN_STEPS.flatMap(([steps, names]) => names.split(' ').map((name) => [name, steps] as const)),
);

const DEAREST_STEPS = Math.max(...BUILTIN_STEPS.map(([steps]) => steps));

export const BUILTINS: Builtins = {
  fold,
  stepsOf: (name) => STEPS_OF.get(name) ?? DEAREST_STEPS,
  functions: readSignatures(
    [
      CORE_SIGNATURES,
      TEXT_SIGNATURES,
      ARRAY_SIGNATURES,
      MAP_SIGNATURES,
      MATRIX_SIGNATURES,
      AVERAGE_SIGNATURES,
      LEVEL_SIGNATURES,
      INDICATOR_SIGNATURES,
      DRAWING_SIGNATURES,
      CHART_SIGNATURES,
      STRATEGY_SIGNATURES,
    ].join('\n'),
  ),
  variables: VARIABLES,
  absent: ABSENT,
};

type Implementations = Readonly<Record<string, (...values: never[]) => unknown>>;

const PLAIN: Implementations = {
  ...CORE,
  ...TEXTS,
  ...ARRAYS,
  ...MAPS,
  ...MATRICES,
  ...AVERAGES,
  ...LEVELS,
  ...INDICATORS,
  ...DRAWINGS,
  ...CHARTS,
  ...STRATEGIES,
  ...VOLUMES,
};

/** Whose arguments have sizes: what they are given is charged for as gone through once. */
const HAVE_SIZES =
  /^(?:array|matrix|map|str|log|polyline|ticker|syminfo|timeframe|time|timestamp)\b/;

/** These take the same time whatever the size, or charge for what they go through themselves. */
const CHARGE_THEMSELVES: ReadonlySet<string> = new Set(
  (
    'array.size array.get array.set array.push array.pop array.unshift array.shift array.insert ' +
    'array.remove array.clear array.first array.last array.binary_search ' +
    'array.binary_search_leftmost array.binary_search_rightmost array.new array.from ' +
    'map.get map.put map.contains map.remove map.size matrix.get matrix.set matrix.rows ' +
    'matrix.columns matrix.elements_count matrix.new str.length str.contains str.pos ' +
    'str.split str.replace str.replace_all'
  ).split(' '),
);

function sized(call: (...values: unknown[]) => unknown) {
  return (...values: unknown[]): unknown => {
    let steps = 0;
    for (const value of values) steps += sizeOf(value);
    chargeSteps(steps);
    return call(...values);
  };
}

/** By name, as the emitted code calls them. */
export const IMPLEMENTATIONS: Implementations = Object.fromEntries(
  Object.entries(PLAIN).map(([name, call]) => [
    name,
    HAVE_SIZES.test(name) && !CHARGE_THEMSELVES.has(name) ? sized(call as never) : call,
  ]),
);
