// Streams of events: each response sends a user's log from a place on, and then each event as it is
// numbered. A stream holds nothing but its place: what it sends is read again from the log, so a
// reader that was cut off goes on where it stopped. Readers of one place share a read.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import type { PlaceRefusal } from '#domain/event-log/read-place.ts';
import { failureKind } from '#services/access/failure-kind.ts';
import type { EventPage } from '#services/events/read-events.ts';
import { logOwnerOf, readEvents } from '#services/events/read-events.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { finishFailed, finishRefused } from '#api/http/requests/request-context.ts';
import { refusePlace } from '#api/routes/read-event-query.ts';
import type { OpenStream, OpenStreams } from '#api/streams/open-streams.ts';
import type { StreamWanted } from '#api/streams/read-stream-request.ts';
import { readStreamRequest } from '#api/streams/read-stream-request.ts';
import { eventToWire } from '#api/schemas/event.ts';

export type EventStreams = {
  /** Responds in every case; never throws. */
  open(this: void, context: RequestContext, queryText: string): void;
  /** These users have new events; null: any may have. */
  noteEvents(this: void, userIds: readonly string[] | null): void;
  isWatched(this: void): boolean;
};

type Stream = {
  readonly open: OpenStream;
  readonly types: readonly EventType[] | null;
  /** The last event that was sent or passed over. */
  after: number;
  isReading: boolean;
  /** Something may be new since the read under way began. */
  isWoken: boolean;
};

type State = {
  readonly deps: EdgeDeps;
  readonly open: OpenStreams;
  readonly streams: Set<Stream>;
  /** Reads under way, by what is read. */
  readonly reads: Map<string, Promise<Result<EventPage, PlaceRefusal>>>;
  /** How often something was announced: a read that began before may not have it. */
  newsCount: number;
  /** Stops looking for what nobody announced; null while no stream is open. */
  stopLooking: (() => void) | null;
};

/** Streams of events, none at first; readers at the same place share a read of the log. */
export function eventStreams(deps: EdgeDeps, open: OpenStreams): EventStreams {
  const state: State = {
    deps,
    open,
    streams: new Set(),
    reads: new Map(),
    newsCount: 0,
    stopLooking: null,
  };
  return {
    open: (context, queryText) => {
      openStream(state, context, queryText).catch((error: unknown) => finishFailed(context, error));
    },
    noteEvents(userIds) {
      state.newsCount += 1;
      const named = userIds === null ? null : new Set(userIds);
      for (const stream of state.streams)
        if (named === null || named.has(userOf(stream))) wake(state, stream);
    },
    isWatched: () => state.streams.size > 0,
  };
}

async function openStream(state: State, context: RequestContext, queryText: string) {
  const wanted = readStreamRequest(context.request, queryText);
  if (!wanted.ok) return finishRefused(context, wanted.rejection);
  // From here on it counts, also while its place is looked up.
  const open = state.open.add(context, {
    onDrain: () => wake(state, stream),
    // Also tells the reader its place, which moves on although no event of its types came.
    heartbeat: () => `id: ${stream.after}\n`,
    onEnd: () => forget(state, stream),
  });
  if (open === null) return;
  const { types } = wanted.value;
  const stream: Stream = { open, types, after: 0, isReading: true, isWoken: true };
  state.streams.add(stream);
  const { timer } = state.deps.ports;
  state.stopLooking ??= timer.every(LIMITS.eventLookMs, () => void look(state));
  try {
    await begin(state, stream, wanted.value);
  } catch (error) {
    state.open.remove(open);
    throw error;
  }
}

function forget(state: State, stream: Stream): void {
  state.streams.delete(stream);
  if (state.streams.size > 0) return;
  state.stopLooking?.();
  state.stopLooking = null;
}

function userOf({ open }: Stream): string {
  return logOwnerOf(open.caller);
}

async function begin(state: State, stream: Stream, { after }: StreamWanted): Promise<void> {
  const { open } = stream;
  const { context, caller } = open;
  const { events } = state.deps.services;
  if (after === null) {
    const owner = logOwnerOf(caller);
    const newest = await events.newestEvents([owner]);
    stream.after = newest.get(owner) ?? 0;
  } else {
    const first = await readEvents(state.deps.services, {
      caller,
      after,
      types: null,
      limit: 1,
    });
    if (!first.ok) {
      state.open.remove(open);
      return finishRefused(context, refusePlace(first.rejection, after));
    }
    stream.after = after;
  }
  // A reader that is cut off before the first event goes on from here.
  if (!state.open.begin(open, `id: ${stream.after}\n\n`)) return;
  stream.isReading = false;
  wake(state, stream);
}

/** For what nobody announced. */
async function look(state: State): Promise<void> {
  const live = [...state.streams].filter(({ open }) => open.endedAtMs === null);
  const userIds = [...new Set(live.map(userOf))];
  if (userIds.length === 0) return;
  try {
    const newest = await state.deps.services.events.newestEvents(userIds);
    const behind = live.filter((stream) => stream.after !== (newest.get(userOf(stream)) ?? 0));
    if (behind.length > 0) state.newsCount += 1;
    for (const stream of behind) wake(state, stream);
  } catch (error) {
    state.open.noteFailure(error);
  }
}

function wake(state: State, stream: Stream): void {
  if (stream.isReading) {
    stream.isWoken = true;
    return;
  }
  stream.isReading = true;
  send(state, stream)
    .catch((error: unknown) => {
      if (failureKind(error) !== null) return state.open.noteFailure(error);
      state.open.endDefective(stream.open, error);
    })
    .finally(() => {
      stream.isReading = false;
    });
}

/** Sends what there is, as far as the reader takes it. */
async function send(state: State, stream: Stream): Promise<void> {
  const { open } = stream;
  let hasMore: boolean;
  do {
    if (open.endedAtMs !== null || open.stillSinceMs !== null) return;
    stream.isWoken = false;
    const page = await readShared(state, stream);
    if (open.endedAtMs !== null) return;
    if (!page.ok) return state.open.end(open, 'events_expired');
    const { events, lastSequence } = page.value;
    stream.after = lastSequence;
    if (events.length > 0) state.open.write(open, events.map(textOf).join(''));
    hasMore = page.value.hasMore;
  } while (hasMore || stream.isWoken);
}

function readShared(
  { deps, reads, newsCount }: State,
  { open, after, types }: Stream,
): Promise<Result<EventPage, PlaceRefusal>> {
  const { caller } = open;
  const name = JSON.stringify([logOwnerOf(caller), after, types, newsCount]);
  const known = reads.get(name);
  if (known !== undefined) return known;
  const wanted = { caller, after, types, limit: LIMITS.eventsReadAtOnceMax };
  const read = readEvents(deps.services, wanted).finally(() => reads.delete(name));
  reads.set(name, read);
  return read;
}

const texts = new WeakMap<LoggedEvent, string>();

/** Written once for all readers that share a read. */
function textOf(event: LoggedEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = `id: ${event.sequence}\ndata: ${JSON.stringify(eventToWire(event))}\n\n`;
  texts.set(event, text);
  return text;
}
