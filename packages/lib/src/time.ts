// Instants are whole milliseconds since 1970 UTC. This file reads and writes their RFC 3339 form.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Reads RFC 3339 with any offset, years 1970 to 2199; null if it is not strictly one. Fractions are
 * cut to milliseconds.
 */
export function parseInstant(text: string): number | null {
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as Six;
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  const isDate =
    year >= 1970 &&
    year <= 2199 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month);
  if (!isDate || hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59)
    return null;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offsetMs = (offsetHour * 60 + offsetMinute) * MINUTE_MS * (match[8] === '-' ? -1 : 1);
  const instantMs = Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds - offsetMs;
  // A leap second exists only as 23:59:60 UTC; Date.UTC has already carried it into the next
  // second.
  if (second === 60 && (instantMs - milliseconds) % DAY_MS !== 0) return null;
  return instantMs >= 0 ? instantMs : null;
}

/** `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export function formatInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** The start of the minute that holds the instant. */
export function minuteStartMs(instantMs: number): number {
  return instantMs - (instantMs % MINUTE_MS);
}

type Six = [number, number, number, number, number, number];

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
