// Intervals of candles and where their bars begin: aligned to UTC, weeks to Monday, months to the
// calendar. Instants are counted here in whole minutes since 1970, bars in whole intervals.

import { MINUTE_MS } from '#lib/time.ts';

const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** Stands for a calendar month, however long. */
export const MONTH_MINUTES = 30 * DAY_MINUTES;

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

/** Whether bars of an interval can be built from candles of another, none of them cut in two. */
export function isBuiltFrom(intervalMinutes: number, candleMinutes: number): boolean {
  if (intervalMinutes === candleMinutes) return true;
  if (intervalMinutes % candleMinutes !== 0) return false;
  if (DAY_MINUTES % candleMinutes === 0) return true;
  // Longer ones do not begin where months do, and only weeks where weeks do.
  return candleMinutes % WEEK_MINUTES === 0 && intervalMinutes !== MONTH_MINUTES;
}

/** Whether a bar of the interval begins at the instant. */
export function isBarStart(intervalMinutes: number, atMs: number): boolean {
  const minute = atMs / MINUTE_MS;
  return firstMinuteOfBar(intervalMinutes, barOfMinute(intervalMinutes, minute)) === minute;
}

/** Where the bar that holds the instant ends. */
export function barEndMs(intervalMinutes: number, atMs: number): number {
  const bar = barOfMinute(intervalMinutes, Math.floor(atMs / MINUTE_MS));
  return firstMinuteOfBar(intervalMinutes, bar + 1) * MINUTE_MS;
}

/** Where the bar that holds the instant begins. */
export function barStartMs(intervalMinutes: number, atMs: number): number {
  const bar = barOfMinute(intervalMinutes, Math.floor(atMs / MINUTE_MS));
  return firstMinuteOfBar(intervalMinutes, bar) * MINUTE_MS;
}

/** How many bars of the interval lie between two instants at which bars begin. */
export function barsBetween(intervalMinutes: number, fromMs: number, toMs: number): number {
  const barAt = (atMs: number): number => barOfMinute(intervalMinutes, atMs / MINUTE_MS);
  return barAt(toMs) - barAt(fromMs);
}

/** `15 minutes`, `4 hours`, `1 day`. */
export function intervalText(intervalMinutes: number): string {
  if (intervalMinutes === MONTH_MINUTES) return '1 month';
  const units = [
    [WEEK_MINUTES, 'week'],
    [DAY_MINUTES, 'day'],
    [60, 'hour'],
    [1, 'minute'],
  ] as const;
  const [size, name] = units.find(([minutes]) => intervalMinutes % minutes === 0) ?? units[3];
  const count = intervalMinutes / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
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
