// Reads the log of what happened to the caller, from a place on.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { PlaceRefusal } from '#domain/event-log/read-place.ts';
import { checkPlace } from '#domain/event-log/read-place.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { EventLog } from '#ports/stores/event-log.ts';
import type { Principal } from '#ports/stores/key-store.ts';

export type EventDeps = { readonly events: Pick<EventLog, 'readEvents' | 'newestEvents'> };

export type EventPage = {
  /** Oldest first. */
  readonly events: readonly LoggedEvent[];
  /** Where the next page begins after, whether or not there is one yet. */
  readonly lastSequence: number;
  readonly hasMore: boolean;
};

export type EventsWanted = {
  readonly caller: Pick<Principal, 'userId' | 'endUserId'>;
  /** The number of the last event that the reader has; null: from the oldest that is retained. */
  readonly after: number | null;
  /** Null: all. */
  readonly types: readonly EventType[] | null;
  /** So many events of the types are read. */
  readonly limit: number;
};

/** Whose log the caller reads: a key for one end user reads of that end user alone. */
export function logOwnerOf({ userId, endUserId }: EventsWanted['caller']): string {
  return endUserId ?? userId;
}

/** Refuses to read on where events would be left out. Throws Failure. */
export async function readEvents(
  { events: log }: EventDeps,
  { caller, after, types, limit }: EventsWanted,
): Promise<Result<EventPage, PlaceRefusal>> {
  const userId = logOwnerOf(caller);
  const slice = await log.readEvents({ userId, after: after ?? 0, types, limit });
  const place = checkPlace(after, slice);
  if (!place.ok) return place;
  // Without events a reader stands behind all that there ever were.
  const lastSequence = slice.oldest === null ? slice.newest : slice.lastSequence;
  return accepted({ events: slice.events, lastSequence, hasMore: lastSequence < slice.newest });
}
