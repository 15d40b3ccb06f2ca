// Hours of the day in which nothing is sent, by the clock of a place. What happens in them is sent
// when they end.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';

const MINUTES_OF_DAY = DAY_MS / MINUTE_MS;
const MINUTES_OF_HOUR = HOUR_MS / MINUTE_MS;

/** From and until a minute of the day, the end not included; over midnight when it ends earlier. */
export type QuietHours = {
  readonly fromMinute: number;
  readonly toMinute: number;
  /** A name of the IANA database, such as `Europe/Berlin`. */
  readonly timeZone: string;
};

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;
/** Names of the IANA database, without offsets. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** `22:30` as a minute of the day; null: it is none. */
export function parseTimeOfDay(text: string): number | null {
  const [, hours, minutes] = TIME_OF_DAY.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * MINUTES_OF_HOUR + Number(minutes);
}

/** Text such as `07:30` of a minute of the day. */
export function formatTimeOfDay(minute: number): string {
  const hours = Math.floor(minute / MINUTES_OF_HOUR);
  return [hours, minute % MINUTES_OF_HOUR].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Accepts names that the runtime's time zone data has. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    zonedAt(0, name);
    return true;
  } catch {
    return false;
  }
}

/** When what happens then may be sent: at once, or at the end of the quiet hours. */
export function sendableAtMs(quiet: QuietHours | null, atMs: number): number {
  if (quiet === null) return atMs;
  const { fromMinute, toMinute, timeZone } = quiet;
  const local = zonedAt(atMs, timeZone);
  const minute = local.hour * MINUTES_OF_HOUR + local.minute;
  const passed = (minute - fromMinute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const length = (toMinute - fromMinute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  if (passed >= length) return atMs;
  // By the calendar: a night in which clocks are changed ends at the same time of day.
  const end = local
    .add({ days: minute < toMinute ? 0 : 1 })
    .withPlainTime({ hour: Math.floor(toMinute / MINUTES_OF_HOUR), minute: toMinute % 60 });
  return Math.max(end.epochMilliseconds, atMs);
}

/** `14:05`, and the zone where it is not that of the reader. */
export function timeOfDayAt(atMs: number, timeZone: string | null): string {
  const local = zonedAt(atMs, timeZone ?? 'UTC');
  const text = formatTimeOfDay(local.hour * MINUTES_OF_HOUR + local.minute);
  return timeZone === null ? `${text} UTC` : text;
}

function zonedAt(atMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
}
