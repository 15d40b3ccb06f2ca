// Inputs of the golden values, and their files.

import path from 'node:path';
import { walkCandles } from '#indicators/candles.fixture.ts';

/** Candles of a walk: long enough for every default lookback, and with equal prices. */
export const GOLDEN_CANDLES = walkCandles(11, 340, 100, 0.25);

export const VALUES_FILE = path.join(import.meta.dirname, 'values.json');
export const PATTERNS_FILE = path.join(import.meta.dirname, 'patterns.json');

/** Rows of an indicator's outputs, by the number of the row. `by` says whose values they are. */
export type GoldenValues = {
  readonly [name: string]: {
    readonly by: 'TA-Lib' | 'own';
    readonly rows: { readonly [row: string]: readonly number[] };
  };
};

/** Candles, oldest first, and what the pattern says at the last of them. */
export type GoldenPatterns = {
  readonly [name: string]: readonly {
    readonly value: number;
    readonly candles: readonly (readonly number[])[];
  }[];
};
