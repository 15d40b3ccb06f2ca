// Offsets of time zones from UTC: `UTC+2`, `GMT-05:30` and places such as `America/New_York`, by
// the rules of summer time of the platform. Pine Script manual, Concepts, Time, "Time zone
// strings".

import { PineFault } from '#pine/runtime/pine-now.ts';

const FIXED = /^(?:UTC|GMT)(?:([+-])(\d{1,2}):?(\d{2})?)?$/;
const UTC_NAMES: ReadonlySet<string> = new Set(['', 'Etc/UTC', 'Etc/GMT']);
const NAME_MAX = 64;
const ZONES_MAX = 50;

type Span = { readonly fromMs: number; readonly untilMs: number; readonly offsetMs: number };

/** The last span between two changes of the clock that was requested, by zone. */
const spans = new Map<string, Span>();

/** Milliseconds from UTC to the zone's time then. Throws PineFault on a zone that there is not. */
export function offsetMs(zone: string, atMs: number): number {
  if (UTC_NAMES.has(zone)) return 0;
  const fixed = FIXED.exec(zone);
  if (fixed !== null) {
    const [, sign = '+', hours = '0', minutes = '0'] = fixed;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }
  if (!Number.isFinite(atMs)) return 0;
  const known = spans.get(zone);
  if (known !== undefined && atMs >= known.fromMs && atMs < known.untilMs) return known.offsetMs;
  const span = spanAt(zone, atMs);
  if (spans.size >= ZONES_MAX) spans.clear();
  spans.set(zone, span);
  return span.offsetMs;
}

function spanAt(zone: string, atMs: number): Span {
  const there = zonedTime(zone, atMs);
  const edge = (way: 'previous' | 'next', none: number): number =>
    there.getTimeZoneTransition(way)?.epochMilliseconds ?? none;
  return {
    // The change that happens at this very instant lies after the previous one.
    fromMs: Math.max(edge('previous', -Infinity), edgeAt(there, atMs)),
    untilMs: edge('next', Infinity),
    offsetMs: there.offsetNanoseconds / 1e6,
  };
}

/** The instant itself where the clock changes at it. */
function edgeAt(there: Temporal.ZonedDateTime, atMs: number): number {
  const before = there.subtract({ milliseconds: 1 });
  return before.offsetNanoseconds === there.offsetNanoseconds ? -Infinity : atMs;
}

function zonedTime(zone: string, atMs: number): Temporal.ZonedDateTime {
  try {
    if (zone.length > NAME_MAX) throw new RangeError(zone);
    return Temporal.Instant.fromEpochMilliseconds(Math.trunc(atMs)).toZonedDateTimeISO(zone);
  } catch {
    throw new PineFault(
      `time zone "${zone.slice(0, NAME_MAX)}" is not known: write a place such as "America/New_York" or an offset such as "UTC-5"`,
    );
  }
}

/** The instant at which clocks of the zone show this time, given as if it were UTC. */
export function instantIn(zone: string, wallMs: number): number {
  const guess = wallMs - offsetMs(zone, wallMs);
  return wallMs - offsetMs(zone, guess);
}
