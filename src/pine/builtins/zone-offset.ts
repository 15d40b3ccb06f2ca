// Offsets of time zones from UTC: `UTC+2` and `GMT-05:30`. Pine Script manual, Concepts, Time,
// "Time zone strings"; names of places need the rules of summer time, which pure code has not.

import { PineFault } from '#pine/runtime/pine-now.ts';

const FIXED = /^(?:UTC|GMT)(?:([+-])(\d{1,2}):?(\d{2})?)?$/;
const UTC_NAMES: ReadonlySet<string> = new Set(['', 'Etc/UTC', 'Etc/GMT']);

/** Milliseconds from UTC to the zone's time. Throws PineFault on a zone that it does not know. */
export function offsetMs(zone: string): number {
  if (UTC_NAMES.has(zone)) return 0;
  const found = FIXED.exec(zone);
  if (found === null)
    throw new PineFault(`time zone "${zone}" is not supported: write an offset such as "UTC-5"`);
  const [, sign = '+', hours = '0', minutes = '0'] = found;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
