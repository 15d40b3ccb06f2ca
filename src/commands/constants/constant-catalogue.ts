// Every constant that a script may name, with its group and value. A script compares constants and
// passes them on; it does not rely on their numbers.

import { CANDLE_PATTERN_CONSTANTS } from '#commands/constants/candle-pattern-constants.ts';
import { CHART_CONSTANTS } from '#commands/constants/chart-constants.ts';
import type { ConstantDefinition } from '#commands/definition/command.ts';
import { TRADING_CONSTANTS } from '#commands/constants/trading-constants.ts';

export const CONSTANT_CATALOGUE: readonly ConstantDefinition[] = [
  ...CANDLE_PATTERN_CONSTANTS,
  ...CHART_CONSTANTS,
  ...TRADING_CONSTANTS,
];
