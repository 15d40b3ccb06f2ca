// The time axis in the reader's zone: the library knows UTC only. Bars of days and longer begin at
// midnight UTC, and are named by their date there.

import type { IHorzScaleBehavior, Time } from 'lightweight-charts';
import { defaultHorzScaleBehavior } from 'lightweight-charts';
import { LOCALE } from '../words/language.ts';

const DAY_MINUTES = 1_440;
const DAY_SECONDS = 86_400;

/** Weights of marks, as the library has them: a year's beginning before a month's, and so on. */
const YEAR = 70;
const MONTH = 60;
const DAY = 50;
const WITHIN_DAY: readonly (readonly [seconds: number, weight: number])[] = [
  [43_200, 33],
  [21_600, 32],
  [10_800, 31],
  [3_600, 30],
  [1_800, 22],
  [300, 21],
  [60, 20],
  [1, 10],
];

const offsets = new Map<number, number>();

/** Seconds as they would be if the clock on the wall were UTC. */
function wallSeconds(seconds: number): number {
  const hour = Math.floor(seconds / 3_600);
  let offset = offsets.get(hour);
  if (offset === undefined) {
    offset = new Date(hour * 3_600_000).getTimezoneOffset() * 60;
    offsets.set(hour, offset);
  }
  return seconds - offset;
}

function weightBetween(before: number, now: number): number {
  const [dayBefore, day] = [Math.floor(before / DAY_SECONDS), Math.floor(now / DAY_SECONDS)];
  if (dayBefore !== day) {
    const [former, date] = [new Date(before * 1_000), new Date(now * 1_000)];
    if (former.getUTCFullYear() !== date.getUTCFullYear()) return YEAR;
    return former.getUTCMonth() === date.getUTCMonth() ? DAY : MONTH;
  }
  const found = WITHIN_DAY.find(
    ([seconds]) => Math.floor(before / seconds) !== Math.floor(now / seconds),
  );
  return found?.[1] ?? 0;
}

type Point = { timeWeight: number; readonly originalTime: unknown };

/** How the axis of bars of this interval is divided and named. */
export function horizontalScale(intervalMinutes: number): IHorzScaleBehavior<Time> {
  const behavior = new (defaultHorzScaleBehavior())();
  const isDaily = intervalMinutes >= DAY_MINUTES;
  const format = tickFormat(isDaily ? { timeZone: 'UTC' } : {});
  behavior.formatTickmark = ({ originalTime, weight }) => format(Number(originalTime), weight);
  if (isDaily) return behavior;
  behavior.fillWeightsForPoints = (points, startIndex) => {
    const all = points as readonly unknown[] as readonly Point[];
    const at = (index: number): number => wallSeconds(Number(all[index]?.originalTime ?? 0));
    let before = startIndex === 0 ? at(0) - intervalMinutes * 60 : at(startIndex - 1);
    for (let index = startIndex; index < all.length; index += 1) {
      const point = all[index];
      const now = at(index);
      if (point !== undefined) point.timeWeight = weightBetween(before, now);
      before = now;
    }
  };
  return behavior;
}

/** A mark says what is new at it: the year, the month, the day or the time. */
function tickFormat(zone: Intl.DateTimeFormatOptions) {
  const formats = (
    [
      [YEAR, { year: 'numeric' }],
      [MONTH, { month: 'short' }],
      [DAY, { day: 'numeric' }],
      [0, { hour: '2-digit', minute: '2-digit' }],
    ] as const
  ).map(
    ([weight, options]) =>
      [weight, new Intl.DateTimeFormat(LOCALE, { ...zone, ...options })] as const,
  );
  return (seconds: number, weight: number): string => {
    const [, format] = formats.find(([least]) => weight >= least) ?? [];
    return format?.format(new Date(seconds * 1_000)) ?? '';
  };
}

/** Format of an instant at the crosshair: days in UTC, shorter bars in the reader's zone. */
export function crosshairTime(intervalMinutes: number): (time: Time) => string {
  const isDaily = intervalMinutes >= DAY_MINUTES;
  const format = new Intl.DateTimeFormat(LOCALE, {
    ...(isDaily ? { timeZone: 'UTC' } : { hour: '2-digit', minute: '2-digit' }),
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return (time) => format.format(new Date(Number(time) * 1_000));
}
