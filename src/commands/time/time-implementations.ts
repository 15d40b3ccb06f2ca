// Instants and durations. A script's instants are unix seconds, all in UTC; a backtest's present is
// that of its update.

import { barOfMinute, firstMinuteOfBar } from '#domain/candle/interval.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { libraryError } from '#lua/runtime/errors.ts';

const SECOND_MS = 1_000;
const SECONDS_PER_MINUTE = 60;
const SLEEP_MS_MAX = 10_000;
const TIMER_PREFIX = 'timer:';
/** The last instant that a date can show. */
const INSTANT_MS_MAX = 8_640_000_000_000_000;

type Part = (date: Date) => number;

function dateOf(unix: number): Date {
  const instantMs = unix * SECOND_MS;
  if (Math.abs(instantMs) <= INSTANT_MS_MAX) return new Date(instantMs);
  throw libraryError('this is no instant: unix seconds are expected');
}

function part(read: Part): (context: CommandContext, unix: number) => number {
  return (_, unix) => read(dateOf(unix));
}

/** Weeks of ISO 8601: from Monday, the first one with four days in the year. */
function weekOf(date: Date): number {
  const dayOfWeek = (date.getUTCDay() + 6) % 7;
  const thursdayMs = Date.UTC(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate() + 3 - dayOfWeek,
  );
  const yearStartMs = Date.UTC(new Date(thursdayMs).getUTCFullYear(), 0, 1);
  return Math.floor((thursdayMs - yearStartMs) / (7 * DAY_MS)) + 1;
}

function seconds(instantMs: number): number {
  if (Number.isNaN(instantMs)) throw libraryError('this is no instant');
  return Math.floor(instantMs / SECOND_MS);
}

/** Months keep the day, or the last day of a shorter month. */
function addMonths(date: Date, months: number): number {
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const target = new Date(first);
  const last = Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0);
  const day = Math.min(date.getUTCDate(), new Date(last).getUTCDate());
  const timeOfDayMs = date.getTime() - Math.floor(date.getTime() / DAY_MS) * DAY_MS;
  return first + (day - 1) * DAY_MS + timeOfDayMs;
}

function adjust(
  _: CommandContext,
  unix: number,
  addSeconds: number,
  addMinutes: number,
  addHours: number,
  addDays: number,
  ...[months, years]: [number, number]
): number {
  const moved = addMonths(dateOf(unix), Math.trunc(months) + 12 * Math.trunc(years));
  const spanMs =
    addSeconds * SECOND_MS + addMinutes * MINUTE_MS + addHours * HOUR_MS + addDays * DAY_MS;
  return seconds(moved + spanMs);
}

function create(_: CommandContext, ...parts: [number, number, number, number, number, number]) {
  const [year, month, day, hour, minute, second] = parts.map(Math.trunc) as typeof parts;
  return seconds(Date.UTC(year, month - 1, day, hour, minute, second));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Day, month and year, then hours, minutes and seconds, as far as they are wanted. */
function format(
  _: CommandContext,
  unix: number,
  dateDelimiter: string,
  dateTimeDelimiter: string,
  timeDelimiter: string,
  ...[includesSeconds, includesTime, includesYear]: [boolean, boolean, boolean]
): string {
  const date = dateOf(unix);
  const day = [date.getUTCDate(), date.getUTCMonth() + 1].map(twoDigits);
  if (includesYear) day.push(String(date.getUTCFullYear()));
  if (!includesTime) return day.join(dateDelimiter);
  const time = [date.getUTCHours(), date.getUTCMinutes()].map(twoDigits);
  if (includesSeconds) time.push(twoDigits(date.getUTCSeconds()));
  return day.join(dateDelimiter) + dateTimeDelimiter + time.join(timeDelimiter);
}

type Bar = { readonly interval: number; readonly number: number };

/** The bar of an interval that holds an instant; 0 is the present, interval 0 that of the bot. */
function barOf({ clock, settings }: CommandContext, unix: number, interval: number): Bar {
  const minutes = interval > 0 ? interval : settings.intervalMinutes;
  const instantMs = unix === 0 ? clock.nowMs() : dateOf(unix).getTime();
  return { interval: minutes, number: barOfMinute(minutes, Math.floor(instantMs / MINUTE_MS)) };
}

function startOf({ interval, number }: Bar, later: number): number {
  return firstMinuteOfBar(interval, number + later) * SECONDS_PER_MINUTE;
}

function minutesTillClose(context: CommandContext, interval: number): number {
  const closesAt = startOf(barOf(context, 0, interval), 1);
  return Math.ceil(closesAt / SECONDS_PER_MINUTE - context.clock.nowMs() / MINUTE_MS);
}

function timerMs({ clock, memory }: CommandContext, key: string): number {
  const startedAtMs = memory.note(TIMER_PREFIX + key);
  return typeof startedAtMs === 'number' ? clock.nowMs() - startedAtMs : 0;
}

export const TIME_IMPLEMENTATIONS = {
  AdjustTimestamp: adjust,
  CloseTime: (context, unix: number, interval: number) =>
    startOf(barOf(context, unix, interval), 1),
  CreateTimestamp: create,
  CurrentDate: part((date) => date.getUTCDate()),
  CurrentDay: part((date) => date.getUTCDay() + 1),
  CurrentHour: part((date) => date.getUTCHours()),
  CurrentMinute: part((date) => date.getUTCMinutes()),
  CurrentMonth: part((date) => date.getUTCMonth() + 1),
  CurrentSecond: part((date) => date.getUTCSeconds()),
  CurrentWeek: part(weekOf),
  CurrentYear: part((date) => date.getUTCFullYear()),
  FormatDateTime: format,
  GetTimer: timerMs,
  MinutesTillCandleClose: minutesTillClose,
  OpenTime: (context, unix: number, interval: number) => startOf(barOf(context, unix, interval), 0),
  Sleep: ({ run }, milliseconds: number) => {
    const sleptMs = Math.min(SLEEP_MS_MAX, Math.max(0, milliseconds));
    run.sleep(sleptMs);
    return sleptMs;
  },
  StartTimer: ({ clock, memory }, key: string) => {
    memory.keepNote(TIMER_PREFIX + key, clock.nowMs());
    return undefined;
  },
  StopTimer: (context, key: string) => {
    const elapsedMs = timerMs(context, key);
    context.memory.keepNote(TIMER_PREFIX + key, null);
    return elapsedMs;
  },
  Time: ({ clock }) => Math.floor(clock.nowMs() / SECOND_MS),
} satisfies CommandImplementations;
