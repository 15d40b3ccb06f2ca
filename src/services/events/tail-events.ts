// The log as somebody follows it beside the service, which may not run: then nobody else numbers
// what happens, so it is done here as well.

import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { PlaceRefusal } from '#domain/event-log/read-place.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { EventLog } from '#ports/stores/event-log.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { EventDeps, EventPage } from '#services/events/read-events.ts';
import { readEvents } from '#services/events/read-events.ts';

export type TailDeps = EventDeps & { readonly events: Pick<EventLog, 'numberEvents'> };

export type TailWanted = {
  readonly caller: Pick<Principal, 'userId' | 'endUserId'>;
  /** The number of the last event that the reader has. */
  readonly after: number;
  /** Null: all. */
  readonly types: readonly EventType[] | null;
};

/** All that there is behind a place. Throws Failure, and OutcomeUnknown: then read again. */
export async function tailEvents(
  deps: TailDeps,
  { caller, types, after }: TailWanted,
): Promise<Result<Omit<EventPage, 'hasMore'>, PlaceRefusal>> {
  await numberAll(deps);
  const events: EventPage['events'][number][] = [];
  for (let lastSequence = after; ;) {
    const wanted = { caller, types, after: lastSequence, limit: LIMITS.eventsReadAtOnceMax };
    const page = await readEvents(deps, wanted);
    if (!page.ok) return page;
    events.push(...page.value.events);
    lastSequence = page.value.lastSequence;
    if (!page.value.hasMore) return accepted({ events, lastSequence });
  }
}

/** Events farther back are not searched for some of rare types. */
const SEARCHED_MAX = 100_000;

/** Behind which so many newest events of the types follow, as far as they are retained. */
export async function placeBefore(
  deps: TailDeps,
  { caller, types }: Omit<TailWanted, 'after'>,
  count: number,
): Promise<number> {
  await numberAll(deps);
  const query = { userId: caller.userId, after: 0, types: null, limit: 1 };
  const { newest, oldest } = await deps.events.readEvents(query);
  const first = Math.max(0, newest - SEARCHED_MAX, (oldest ?? newest + 1) - 1);
  if (types === null || count === 0) return Math.max(first, newest - count);
  // Each time ten times as far back.
  for (let span = 10 * count; ; span *= 10) {
    const after = Math.max(first, newest - span);
    const page = await tailEvents(deps, { caller, types, after });
    const events = page.ok ? page.value.events : [];
    const begin = events.at(-count);
    if (begin !== undefined) return begin.sequence - 1;
    if (after === first) return first;
  }
}

async function numberAll({ events }: TailDeps): Promise<void> {
  const eventsMax = LIMITS.eventsNumberedAtOnceMax;
  while ((await events.numberEvents(eventsMax)) === eventsMax);
}
