// Traits that the commands of one kind share besides their parameters, where they stand in several
// families: category, result, and what they read and act on.

import type { CommandDefinition } from '#commands/definition/command.ts';

type Traits = Partial<CommandDefinition>;

export const CALCULATION = {
  category: 'Mathematical',
  reads: [],
  acts: [],
} as const satisfies Traits;

/** Draws, and returns nothing. */
export const DRAWING = {
  category: 'Charting',
  result: { kind: 'nothing' },
  reads: [],
  acts: ['charts'],
} as const satisfies Traits;

/** Says its result itself: several series, or a number. */
export const INDICATOR = {
  category: 'Technical Analysis',
  reads: [],
  acts: [],
} as const satisfies Traits;

export const SERIES_INDICATOR = {
  ...INDICATOR,
  result: { kind: 'series' },
} as const satisfies Traits;

/** Makes a signal of what it is given alone. */
export const SIGNAL_RULE = {
  category: 'Signal Helpers',
  result: { kind: 'enum', group: 'signal' },
  reads: [],
  acts: [],
} as const satisfies Traits;
