// State of one minute of a venue's market, as a table: which news of it is accepted, and what that
// changes.

/**
 * `unknown`: nothing was accepted yet. `provisional`: its candle came by the stream, or from a list
 * that was read early. `missing`: the venue lists no candle. `confirmed`: a list that was read some
 * seconds after its end has the candle. `doubted`: it was confirmed, and a later frame of the
 * stream differs. `settled`: a list that was read minutes later was compared; nothing changes it
 * any more.
 */
export const MINUTE_STATES = [
  'unknown',
  'provisional',
  'missing',
  'confirmed',
  'doubted',
  'settled',
] as const;
export type MinuteState = (typeof MINUTE_STATES)[number];

/** When a list was read: before it can confirm the minute, after that, or for the last time. */
export const LIST_PHASES = ['early', 'first', 'last'] as const;
export type ListPhase = (typeof LIST_PHASES)[number];

/**
 * `same`: the candle that is held, or none where none is. `other`: a candle that differs from what
 * is held. `none`: the list has no candle where one is held.
 */
export const MINUTE_EVENTS = [
  'frame_same',
  'frame_other',
  'early_same',
  'early_other',
  'early_none',
  'first_same',
  'first_other',
  'first_none',
  'last_same',
  'last_other',
  'last_none',
] as const;
export type MinuteEvent = (typeof MINUTE_EVENTS)[number];

/** `take`: what came is held from now on. */
export type MinuteStep = readonly [next: MinuteState, effect: 'take' | 'keep'];

/** An event that is left out cannot happen: nothing is held in that state. */
export const MINUTE_STEPS: {
  readonly [state in MinuteState]: { readonly [event in MinuteEvent]?: MinuteStep };
} = {
  unknown: {
    frame_other: ['provisional', 'take'],
    // An exchange may list a candle late: absence counts from the first phase on.
    early_same: ['unknown', 'keep'],
    early_other: ['provisional', 'take'],
    first_same: ['missing', 'take'],
    first_other: ['confirmed', 'take'],
    last_same: ['settled', 'take'],
    last_other: ['settled', 'take'],
  },
  provisional: {
    frame_same: ['provisional', 'keep'],
    frame_other: ['provisional', 'take'],
    early_same: ['provisional', 'keep'],
    // A list that was read so early may be behind the stream.
    early_other: ['provisional', 'keep'],
    early_none: ['provisional', 'keep'],
    first_same: ['confirmed', 'keep'],
    first_other: ['confirmed', 'take'],
    // The stream had a candle: a list without it is behind.
    first_none: ['provisional', 'keep'],
    last_same: ['settled', 'keep'],
    last_other: ['settled', 'take'],
    last_none: ['settled', 'keep'],
  },
  missing: {
    frame_other: ['provisional', 'take'],
    early_same: ['missing', 'keep'],
    early_other: ['provisional', 'take'],
    first_same: ['missing', 'keep'],
    first_other: ['confirmed', 'take'],
    last_same: ['settled', 'keep'],
    last_other: ['settled', 'take'],
  },
  confirmed: {
    frame_same: ['confirmed', 'keep'],
    // A frame of before may come late, and a corrected one too: the next list decides.
    frame_other: ['doubted', 'keep'],
    early_same: ['confirmed', 'keep'],
    early_other: ['confirmed', 'keep'],
    early_none: ['confirmed', 'keep'],
    first_same: ['confirmed', 'keep'],
    first_other: ['confirmed', 'take'],
    first_none: ['confirmed', 'keep'],
    last_same: ['settled', 'keep'],
    last_other: ['settled', 'take'],
    last_none: ['settled', 'keep'],
  },
  doubted: {
    frame_same: ['doubted', 'keep'],
    frame_other: ['doubted', 'keep'],
    early_same: ['doubted', 'keep'],
    early_other: ['doubted', 'keep'],
    early_none: ['doubted', 'keep'],
    first_same: ['confirmed', 'keep'],
    first_other: ['confirmed', 'take'],
    first_none: ['doubted', 'keep'],
    last_same: ['settled', 'keep'],
    last_other: ['settled', 'take'],
    last_none: ['settled', 'keep'],
  },
  settled: {
    frame_same: ['settled', 'keep'],
    frame_other: ['settled', 'keep'],
    early_same: ['settled', 'keep'],
    early_other: ['settled', 'keep'],
    early_none: ['settled', 'keep'],
    first_same: ['settled', 'keep'],
    first_other: ['settled', 'keep'],
    first_none: ['settled', 'keep'],
    last_same: ['settled', 'keep'],
    last_other: ['settled', 'keep'],
    last_none: ['settled', 'keep'],
  },
};
