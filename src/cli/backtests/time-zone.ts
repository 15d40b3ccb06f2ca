// Time zones by name or offset, for clocks on somebody's wall.

import { InvalidArgumentError } from 'commander';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { offsetOf } from '#domain/trade-list/read-figure.ts';

export type TimeZone = {
  readonly name: string;
  /** The instant at which a clock of the zone shows this (as though it were UTC). */
  readonly instantOf: (wallMs: number) => number;
};

/** `UTC`, `+08:00` or a name such as `America/New_York`. */
export function parseTimeZone(text: string): TimeZone {
  if (/^(Z|UTC|GMT|[-+]\d{2}:?\d{2})$/.test(text)) {
    const shiftMs = offsetOf(text) * MINUTE_MS;
    return { name: text, instantOf: (wallMs) => wallMs - shiftMs };
  }
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: text,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    return { name: text, instantOf: (wallMs) => instantIn(format, wallMs) };
  } catch {
    const expected = 'Expected UTC, an offset such as +08:00, or a name such as Europe/London';
    throw new InvalidArgumentError(`${expected}; found "${text}".`);
  }
}

/** Where clocks are set back, the earlier of the two instants. */
function instantIn(format: Intl.DateTimeFormat, wallMs: number): number {
  const first = wallMs - aheadAt(format, wallMs - DAY_MS);
  if (first + aheadAt(format, first) === wallMs) return first;
  const second = wallMs - aheadAt(format, wallMs + DAY_MS);
  return second;
}

/** By how much clocks of the zone are ahead of UTC at an instant. */
function aheadAt(format: Intl.DateTimeFormat, atMs: number): number {
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const date = [part('year'), part('month') - 1, part('day')] as const;
  const shown = Date.UTC(...date, part('hour'), part('minute'), part('second'));
  return shown - Math.floor(atMs / 1_000) * 1_000;
}
