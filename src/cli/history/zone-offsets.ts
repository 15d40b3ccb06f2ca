// Time zones of files of candles, by the data of the time zones that Node has.

import { InvalidArgumentError } from 'commander';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { ZoneOfTimes } from '#domain/candle-file/read-time.ts';

/** Clocks change at whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Zone of a name. Throws `InvalidArgumentError` for a name that Node does not know. */
export function parseZone(text: string): ZoneOfTimes {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: text,
      timeZoneName: 'longOffset',
    });
  } catch {
    throw new InvalidArgumentError(
      `Expected a time zone such as Europe/Berlin or America/New_York; found "${text}".`,
    );
  }
  let [lastQuarter, lastOffsets]: [number, readonly number[]] = [Number.NaN, []];
  return {
    name: format.resolvedOptions().timeZone,
    offsetsAt(localMs) {
      const quarter = Math.floor(localMs / QUARTER_MS);
      if (quarter !== lastQuarter)
        [lastQuarter, lastOffsets] = [quarter, offsetsOf(format, quarter * QUARTER_MS)];
      return lastOffsets;
    },
  };
}

/** Those by which the zone is ahead a day before or after, as far as it is so at that instant. */
function offsetsOf(format: Intl.DateTimeFormat, localMs: number): readonly number[] {
  const around = [localMs - DAY_MS, localMs + DAY_MS].map((utcMs) => offsetAt(format, utcMs));
  return [...new Set(around)]
    .filter((offsetMs) => offsetAt(format, localMs - offsetMs) === offsetMs)
    .sort((left, right) => right - left);
}

/** Written as GMT+01:00, or GMT alone. */
function offsetAt(format: Intl.DateTimeFormat, utcMs: number): number {
  const part = format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName');
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])(\d{2}):(\d{2})/.exec(part?.value ?? '') ?? [];
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return sign === '-' ? -offsetMs : offsetMs;
}
