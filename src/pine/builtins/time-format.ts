// `str.format_time`: an instant as a text, in UTC or a time zone.

import { checkPattern } from '#pine/builtins/number-pattern.ts';
import { offsetMs } from '#pine/builtins/zone-offset.ts';

const TOKENS = /'((?:[^']|'')*)'|y+|M+|d+|a+|h+|H+|m+|s+|S+|E+|Z+|X+|z+/g;
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MINUTE_MS = 60_000;

function padded(value: number, size: number): string {
  return String(value).padStart(size, '0');
}

function offsetText(offset: number, separator: string): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  const sign = offset < 0 ? '-' : '+';
  return `${sign}${padded(Math.trunc(minutes / 60), 2)}${separator}${padded(minutes % 60, 2)}`;
}

function worded(names: readonly string[], at: number, size: number): string {
  const name = names[at] ?? '';
  return size > 3 ? name : name.slice(0, 3);
}

function part(token: string, wall: Date, offset: number, zone: string): string {
  const size = token.length;
  const hour = wall.getUTCHours();
  switch (token.charAt(0)) {
    case 'y':
      return size === 2
        ? padded(wall.getUTCFullYear() % 100, 2)
        : padded(wall.getUTCFullYear(), size);
    case 'M':
      return size > 2
        ? worded(MONTHS, wall.getUTCMonth(), size)
        : padded(wall.getUTCMonth() + 1, size);
    case 'd':
      return padded(wall.getUTCDate(), size);
    case 'E':
      return worded(DAYS, wall.getUTCDay(), size);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'h':
      return padded(hour % 12 === 0 ? 12 : hour % 12, size);
    case 'H':
      return padded(hour, size);
    case 'm':
      return padded(wall.getUTCMinutes(), size);
    case 's':
      return padded(wall.getUTCSeconds(), size);
    case 'S':
      return padded(wall.getUTCMilliseconds(), size);
    case 'X':
      return offset === 0 ? 'Z' : offsetText(offset, size > 2 ? ':' : '');
    case 'z':
      return zone;
    default:
      return offsetText(offset, '');
  }
}

/** By a pattern; texts in it stand between apostrophes. */
export function formatTime(
  time: number,
  pattern: string | null = null,
  timezone: string | null = null,
): string {
  if (Number.isNaN(time) || Number.isNaN(new Date(time).getTime())) return 'NaN';
  const zone = timezone === null || timezone === '' ? 'UTC' : timezone;
  const offset = offsetMs(zone, time);
  const wall = new Date(time + offset);
  const wanted = pattern === null || pattern === '' ? "yyyy-MM-dd'T'HH:mm:ssZ" : pattern;
  checkPattern(wanted);
  return wanted.replaceAll(TOKENS, (token: string, quoted: string | undefined) =>
    quoted === undefined
      ? part(token, wall, offset, zone)
      : quoted === ''
        ? "'"
        : quoted.replaceAll("''", "'"),
  );
}
