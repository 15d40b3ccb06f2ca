// The intervals of charts, in minutes; 43,200 is a calendar month.

import type { CreateBacktest } from '@tidemill/client';

export type Interval = CreateBacktest['interval'];

/** As they are written on a chart. */
export const INTERVALS: readonly (readonly [Interval, string])[] = [
  [1, '1m'],
  [2, '2m'],
  [3, '3m'],
  [4, '4m'],
  [5, '5m'],
  [6, '6m'],
  [10, '10m'],
  [12, '12m'],
  [15, '15m'],
  [20, '20m'],
  [30, '30m'],
  [45, '45m'],
  [60, '1h'],
  [90, '90m'],
  [120, '2h'],
  [180, '3h'],
  [240, '4h'],
  [360, '6h'],
  [720, '12h'],
  [1_440, '1D'],
  [2_880, '2D'],
  [4_320, '3D'],
  [10_080, '1W'],
  [20_160, '2W'],
  [43_200, '1M'],
];

/** Null where there is no such interval. */
export function intervalOf(minutes: unknown): Interval | null {
  return INTERVALS.find(([interval]) => interval === minutes)?.[0] ?? null;
}
