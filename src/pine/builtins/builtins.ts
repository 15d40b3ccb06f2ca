// All that the language offers by itself: signatures for the compiler, implementations for the
// emitted code.

import { ARRAYS, ARRAY_SIGNATURES } from '#pine/builtins/array-builtins.ts';
import { VARIABLES } from '#pine/builtins/builtin-variables.ts';
import { CHARTS, CHART_SIGNATURES } from '#pine/builtins/chart-builtins.ts';
import { CORE, CORE_SIGNATURES } from '#pine/builtins/core-builtins.ts';
import { DRAWINGS, DRAWING_SIGNATURES } from '#pine/builtins/drawing-builtins.ts';
import { MAPS, MAP_SIGNATURES } from '#pine/builtins/map-builtins.ts';
import { MATRICES, MATRIX_SIGNATURES } from '#pine/builtins/matrix-builtins.ts';
import { ABSENT, REFUSED } from '#pine/builtins/refused-builtins.ts';
import { STRATEGIES, STRATEGY_SIGNATURES } from '#pine/builtins/strategy-builtins.ts';
import { AVERAGES, AVERAGE_SIGNATURES } from '#pine/builtins/ta-averages.ts';
import { INDICATORS, INDICATOR_SIGNATURES } from '#pine/builtins/ta-indicators.ts';
import { LEVELS, LEVEL_SIGNATURES } from '#pine/builtins/ta-levels.ts';
import { TEXTS, TEXT_SIGNATURES } from '#pine/builtins/text-builtins.ts';
import { VOLUMES } from '#pine/builtins/volume-builtins.ts';
import type { Builtins } from '#pine/compile/pine-compiler.ts';
import type { Constant } from '#pine/compile/pine-scope.ts';
import { readSignatures } from '#pine/compile/signature.ts';
import { fillMeter } from '#script/runtime/meter.ts';

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

export const BUILTINS: Builtins = {
  fold,
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
  refused: REFUSED,
  absent: ABSENT,
};

/** By name, as the emitted code calls them. */
export const IMPLEMENTATIONS: Readonly<Record<string, (...values: never[]) => unknown>> = {
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
