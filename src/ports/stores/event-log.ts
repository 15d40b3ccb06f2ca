// The log of what happened to each user. Events are written by the store, in the transaction of
// the change that they report; only what changes nothing in the store is written here. They become
// readable when they are numbered, which any process may do at any time. All throw Failure;
// `numberEvents` may throw OutcomeUnknown, and may be repeated; `noteCutStream` may too, and is not.

import type { CutStream, LoggedEvent } from '#domain/event-log/event.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { LogBounds } from '#domain/event-log/read-place.ts';

export type EventQuery = {
  readonly userId: string;
  /** The number of the last event that the reader has; 0: none. */
  readonly after: number;
  /** Null: all. */
  readonly types: readonly EventType[] | null;
  /** So many events of the wanted types are read. */
  readonly limit: number;
};

/** So many events are looked at for some of rare types. */
export const EVENTS_SEARCHED_MAX = 20_000;

export type EventSlice = LogBounds & {
  /** Oldest first, of the wanted types. */
  readonly events: readonly LoggedEvent[];
  /**
   * Up to which number all events were looked at, those of other types among them; `after` where
   * there was none behind it.
   */
  readonly lastSequence: number;
};

export type EventLog = {
  /**
   * Numbers committed events, at most so many; returns how many. Numbers of a user have no gap, and
   * what is numbered later has the higher number, so whoever has read up to a number misses nothing
   * before it.
   */
  numberEvents(eventsMax: number): Promise<number>;
  /** Writes `stream.cut` into the log of this user. */
  noteCutStream(cut: CutStream & { readonly userId: string; readonly atMs: number }): Promise<void>;
  readEvents(query: EventQuery): Promise<EventSlice>;
  /** The number of each user's newest event; users without events are left out. */
  newestEvents(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
};
