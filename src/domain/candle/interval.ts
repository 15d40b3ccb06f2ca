// Intervals of candles and where their bars begin: aligned to UTC, weeks to Monday, months to the
// calendar. Instants are counted here in whole minutes since 1970, bars in whole intervals.

import { MINUTE_MS } from '#lib/time.ts';

const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** Stands for a calendar month, however long. */
const MONTH_MINUTES = 30 * DAY_MINUTES;

/** Minutes of the intervals that candles are offered in. */
export const INTERVALS_MINUTES: readonly number[] = [
  1,
  2,
  3,
  4,
  5,
  6,
  10,
  12,
  15,
  20,
  30,
  45,
  60,
  90,
  120,
  180,
  240,
  360,
  720,
  DAY_MINUTES,
  2 * DAY_MINUTES,
  3 * DAY_MINUTES,
  WEEK_MINUTES,
  2 * WEEK_MINUTES,
  MONTH_MINUTES,
];

/** The first minute of 1970 was three days after a Monday. */
const MONDAY_PHASE_MINUTES = 3 * DAY_MINUTES;

function phaseOf(intervalMinutes: number): number {
  return intervalMinutes % WEEK_MINUTES === 0 ? MONDAY_PHASE_MINUTES : 0;
}

/** The number of the bar that holds the minute; consecutive bars have consecutive numbers. */
export function barOfMinute(intervalMinutes: number, minute: number): number {
  if (intervalMinutes !== MONTH_MINUTES) {
    return Math.floor((minute + phaseOf(intervalMinutes)) / intervalMinutes);
  }
  const date = new Date(minute * MINUTE_MS);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** The first minute of a bar. */
export function firstMinuteOfBar(intervalMinutes: number, bar: number): number {
  if (intervalMinutes !== MONTH_MINUTES) return bar * intervalMinutes - phaseOf(intervalMinutes);
  return Date.UTC(1970, bar, 1) / MINUTE_MS;
}
