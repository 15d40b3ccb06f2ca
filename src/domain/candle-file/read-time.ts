// Times as files of candles write them: seconds, milliseconds, microseconds or nanoseconds since
// 1970, distinguished by their size, or year-first dates with a time of day, with a zone or
// without.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { scaledByTen } from '#domain/candle-file/power-of-ten.ts';
import { EXPONENT, IS_EXACT, makeNumberReader, MANTISSA } from '#domain/candle-file/read-number.ts';

export type TimeReader = {
  /** Milliseconds since 1970 UTC, not always whole; null when the field is no time. */
  read(bytes: Uint8Array, start: number, end: number): number | null;
  /** Whether a date without a zone was read, as UTC or as of the zone that was given. */
  hasReadZoneless: boolean;
  /** Of the time that was read last: the second instant at which clocks showed it; else null. */
  laterMs: number | null;
};

/** The zone of times that name none. */
export type ZoneOfTimes = {
  /** Such as Europe/Berlin. */
  readonly name: string;
  /**
   * Milliseconds by which clocks there are ahead of UTC when they show this time (as if it were
   * UTC): none where they are put forward past it, two where they are put back, the earlier
   * instant first.
   */
  offsetsAt(this: void, localMs: number): readonly number[];
};

/** Seconds from 1973 on, and what they are divided by in finer units. */
const SECONDS_MIN = 1e8;
const UNITS = [
  { below: 1e11, shift: 3 },
  { below: 1e14, shift: 0 },
  { below: 1e17, shift: -3 },
  { below: 1e20, shift: -6 },
] as const;

const DATE = String.raw`(\d{4})([-/])(\d{2})\2(\d{2})`;
const TIME_OF_DAY = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?`;
const ZONE = String.raw`(Z|UTC|[+-]\d{2}(?::?\d{2})?)`;
const PATTERN = new RegExp(`^${DATE}(?:[T ]${TIME_OF_DAY}(?: ?${ZONE})?)?$`, 'i');

/** Where the hour and minute stand in every form of date that is read. */
const [HOUR_AT, SECOND_AT] = [11, 16];

/** A date that was read: others that differ in hour and minute alone are read off it. */
type LastDate = { readonly text: Uint8Array; readonly dayMs: number };

/**
 * Reader of times in milliseconds since 1970; null for a text that is no time. Without a zone,
 * dates without one are taken as UTC.
 */
export function makeTimeReader(zone: ZoneOfTimes | null = null): TimeReader {
  const number = makeNumberReader();
  const decoder = new TextDecoder('latin1');
  let last: LastDate | null = null;
  const reader: TimeReader = {
    hasReadZoneless: false,
    laterMs: null,
    read(bytes, start, end) {
      reader.laterMs = null;
      const minuteMs = last === null ? -1 : minuteLike(last.text, bytes, start, end);
      if (last !== null && minuteMs >= 0) return last.dayMs + minuteMs;
      const kind = number.read(bytes, start, end);
      if (kind === 'number') return fromNumber(number.parts);
      if (kind === 'empty') return null;
      const match = PATTERN.exec(decoder.decode(bytes.subarray(start, end)));
      const timeMs = match === null ? null : fromDate(match);
      if (match === null || timeMs === null) return null;
      if (match[9] === undefined) {
        reader.hasReadZoneless = true;
        if (zone !== null) return inZone(zone, reader, timeMs);
      }
      const text = bytes.slice(start, end);
      const ownMs = minuteLike(text, text, 0, text.length);
      if (ownMs >= 0) last = { text, dayMs: timeMs - ownMs };
      return timeMs;
    },
  };
  return reader;
}

function inZone(zone: ZoneOfTimes, reader: TimeReader, localMs: number): number | null {
  const [first, second] = zone.offsetsAt(localMs);
  if (first === undefined) return null;
  if (second !== undefined) reader.laterMs = localMs - second;
  return localMs - first;
}

/** The time of day when the text is the last one but for hour and minute; else below zero. */
function minuteLike(last: Uint8Array, bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== last.length || last.length < SECOND_AT) return -1;
  for (let at = 0; at < last.length; at += 1) {
    if (at === HOUR_AT) at = SECOND_AT;
    if (bytes[start + at] !== last[at]) return -1;
  }
  const digit = (at: number): number => (bytes[start + at] as number) - 48;
  for (const at of [HOUR_AT, HOUR_AT + 1, HOUR_AT + 3, HOUR_AT + 4])
    if (digit(at) < 0 || digit(at) > 9) return -1;
  const hour = digit(HOUR_AT) * 10 + digit(HOUR_AT + 1);
  const minute = digit(HOUR_AT + 3) * 10 + digit(HOUR_AT + 4);
  const isTime = bytes[start + HOUR_AT + 2] === 58 && hour < 24 && minute < 60;
  return isTime ? hour * HOUR_MS + minute * MINUTE_MS : -1;
}

/** Ten to the shift is applied to the exponent, so that no digit is lost. */
function fromNumber(parts: Float64Array): number | null {
  const [mantissa, exponent] = [parts[MANTISSA] as number, parts[EXPONENT] as number];
  const value = scaledByTen(mantissa, exponent);
  if (parts[IS_EXACT] === 0 || value < SECONDS_MIN) return null;
  const unit = UNITS.find(({ below }) => value < below);
  return unit === undefined ? null : scaledByTen(mantissa, exponent + unit.shift);
}

function fromDate(match: RegExpExecArray): number | null {
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const [hour, minute, second] = [match[5], match[6], match[7]].map((text) =>
    Number(text ?? 0),
  ) as [number, number, number];
  const fraction = Number(`0.${match[8] ?? 0}`) * 1_000;
  const dayMs = Date.UTC(year, month - 1, day);
  const isDay = new Date(dayMs).toISOString().startsWith(dateText(match));
  const offsetMs = zoneOffsetMs(match[9]);
  if (!isDay || hour > 23 || minute > 59 || second > 59 || offsetMs === null) return null;
  return dayMs + hour * HOUR_MS + minute * MINUTE_MS + second * 1_000 + fraction - offsetMs;
}

function dateText(match: RegExpExecArray): string {
  return `${match[1]}-${match[3]}-${match[4]}`;
}

function zoneOffsetMs(zone: string | undefined): number | null {
  if (zone === undefined || /^(?:Z|UTC)$/i.test(zone)) return 0;
  const digits = zone.replace(':', '');
  const offsetMs = Number(digits.slice(1, 3)) * HOUR_MS + Number(digits.slice(3, 5)) * MINUTE_MS;
  if (offsetMs >= DAY_MS) return null;
  return digits.startsWith('-') ? -offsetMs : offsetMs;
}
