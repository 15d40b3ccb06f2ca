// Times as files of candles write them: seconds, milliseconds, microseconds or nanoseconds since
// 1970, told apart by their size, or year-first dates with a time of day, with a zone or without.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { NumberReader } from '#domain/candle-file/read-number.ts';
import { makeNumberReader } from '#domain/candle-file/read-number.ts';

export type TimeReader = {
  /** Milliseconds since 1970 UTC, not always whole; null when the field is no time. */
  read(bytes: Uint8Array, start: number, end: number): number | null;
  /** Whether a date without a zone was read, as UTC. */
  hasReadZoneless: boolean;
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

export function makeTimeReader(): TimeReader {
  const number = makeNumberReader();
  const decoder = new TextDecoder('latin1');
  const reader: TimeReader = {
    hasReadZoneless: false,
    read(bytes, start, end) {
      const kind = number.read(bytes, start, end);
      if (kind === 'number') return fromNumber(number);
      if (kind === 'empty') return null;
      const match = PATTERN.exec(decoder.decode(bytes.subarray(start, end)));
      if (match === null) return null;
      if (match[9] === undefined) reader.hasReadZoneless = true;
      return fromDate(match);
    },
  };
  return reader;
}

/** Ten to the shift is applied to the exponent, so that no digit is lost. */
function fromNumber({ mantissa, exponent, isExact }: NumberReader): number | null {
  const value = mantissa * 10 ** exponent;
  if (!isExact || value < SECONDS_MIN) return null;
  const unit = UNITS.find(({ below }) => value < below);
  return unit === undefined ? null : scaled(mantissa, exponent + unit.shift);
}

/** Dividing by a power of ten is exact where multiplying by its reciprocal is not. */
function scaled(mantissa: number, exponent: number): number {
  return exponent < 0 ? mantissa / 10 ** -exponent : mantissa * 10 ** exponent;
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
