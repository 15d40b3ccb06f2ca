// Streams of events: each response sends a user's log from a place on, and then each event as it is
// numbered. A stream holds nothing but its place: what it sends is read again from the log, so a
// reader that was cut off goes on where it stopped. Readers of one place share a read.

import type { EventType, LoggedEvent } from '#domain/event-log/event.ts';
import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { present } from '#lib/assert.ts';
import type { PlaceRefusal } from '#domain/event-log/read-place.ts';
import { failureKind } from '#services/access/failure-kind.ts';
import type { Caller } from '#services/access/request-ports.ts';
import type { EventPage } from '#services/events/read-events.ts';
import { readEvents } from '#services/events/read-events.ts';
import { authenticate, isRefusal } from '#api/http/callers/authenticate.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import {
  beginStream,
  finishFailed,
  finishRefused,
  noteDefect,
} from '#api/http/requests/request-context.ts';
import { refusePlace } from '#api/routes/read-event-query.ts';
import type { StreamWanted } from '#api/streams/read-stream-request.ts';
import { readStreamRequest } from '#api/streams/read-stream-request.ts';
import { eventToWire } from '#api/schemas/event.ts';

/** Why a stream ends before its reader leaves; sent as its last message. */
type EndReason = 'key_not_valid' | 'too_slow' | 'events_expired' | 'stopping' | 'internal_error';

export type EventStreams = {
  /** Responds in every case; never throws. */
  open(this: void, context: RequestContext, queryText: string): void;
  /** These users have new events; null: any may have. */
  noteEvents(this: void, userIds: readonly string[] | null): void;
  /** Keys may have changed: streams of those that are no longer valid end. */
  recheckKeys(this: void): void;
  isWatched(this: void): boolean;
  endAll(this: void): void;
};

type Stream = {
  readonly context: RequestContext;
  readonly caller: Caller;
  readonly types: readonly EventType[] | null;
  /** The last event that was sent or passed over. */
  after: number;
  isReading: boolean;
  /** Something may be new since the read under way began. */
  isWoken: boolean;
  /** Whether its response has begun. */
  isBegun: boolean;
  /** Since when its reader has taken nothing; null: it takes what it gets. */
  stillSinceMs: number | null;
  endedAtMs: number | null;
};

type State = {
  readonly deps: EdgeDeps;
  readonly streams: Set<Stream>;
  /** Reads under way, by what is read. */
  readonly reads: Map<string, Promise<Result<EventPage, PlaceRefusal>>>;
  /** How often something was announced: a read that began before may not have it. */
  newsCount: number;
  /** Whether a key could not be looked up. */
  isRecheckOwed: boolean;
  /** Stops the timers; null while no stream is open. */
  stopTimers: (() => void) | null;
};

export function eventStreams(deps: EdgeDeps): EventStreams {
  const state: State = {
    deps,
    streams: new Set(),
    reads: new Map(),
    newsCount: 0,
    isRecheckOwed: false,
    stopTimers: null,
  };
  return {
    open: (context, queryText) => {
      open(state, context, queryText).catch((error: unknown) => finishFailed(context, error));
    },
    noteEvents(userIds) {
      state.newsCount += 1;
      const named = userIds === null ? null : new Set(userIds);
      for (const stream of state.streams)
        if (named === null || named.has(stream.caller.userId)) wake(state, stream);
    },
    recheckKeys: () => void recheckKeys(state),
    isWatched: () => state.streams.size > 0,
    endAll() {
      for (const stream of state.streams) end(state, stream, 'stopping');
    },
  };
}

async function open(state: State, context: RequestContext, queryText: string): Promise<void> {
  const wanted = readStreamRequest(context.request, queryText);
  if (!wanted.ok) return finishRefused(context, wanted.rejection);
  const caller = present(context.caller, 'an admitted request has a caller');
  const refusal = refuseMore(state, caller);
  if (refusal !== null) return finishRefused(context, refusal);
  const stream: Stream = {
    context,
    caller,
    types: wanted.value.types,
    after: 0,
    isReading: true,
    isWoken: true,
    isBegun: false,
    stillSinceMs: null,
    endedAtMs: null,
  };
  // From here on it counts, also while its place is looked up.
  add(state, stream);
  try {
    await begin(state, stream, wanted.value);
  } catch (error) {
    remove(state, stream);
    throw error;
  }
}

function refuseMore({ streams }: State, { userId }: Caller): Refusal | null {
  if (streams.size >= LIMITS.eventStreamsMax) {
    const detail = `This process has ${LIMITS.eventStreamsMax} streams open, as many as it may.`;
    return refuse('temporarily_unavailable', detail);
  }
  let count = 0;
  for (const { caller } of streams) if (caller.userId === userId) count += 1;
  if (count < LIMITS.eventStreamsPerUserMax) return null;
  const detail = `You have ${count} streams open, as many as a user may; close one.`;
  return refuse('rate_limited', detail, ['Retry-After', '1']);
}

/** The connection ends with the stream. */
const HEADERS = Object.entries({
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
}).flat();

async function begin(state: State, stream: Stream, { after }: StreamWanted): Promise<void> {
  const { context, caller, types } = stream;
  const { events } = state.deps.services;
  if (after === null) {
    const newest = await events.newestEvents([caller.userId]);
    stream.after = newest.get(caller.userId) ?? 0;
  } else {
    const first = await readEvents(state.deps.services, { caller, after, types, limit: 1 });
    if (!first.ok) {
      remove(state, stream);
      return finishRefused(context, refusePlace(first.rejection, after));
    }
    stream.after = after;
  }
  if (stream.endedAtMs !== null) {
    remove(state, stream);
    return finishRefused(
      context,
      refuse('temporarily_unavailable', 'The stream was ended. Try again.'),
    );
  }
  stream.isBegun = true;
  beginStream(context, HEADERS);
  // A reader that is cut off before the first event goes on from here.
  write(state, stream, `retry: 1000\n${placeText(stream)}`);
  stream.isReading = false;
  wake(state, stream);
}

function add(state: State, stream: Stream): void {
  const { response } = stream.context;
  state.streams.add(stream);
  response.on('close', () => remove(state, stream));
  response.on('drain', () => {
    stream.stillSinceMs = null;
    wake(state, stream);
  });
  // A reader that is gone is no mistake; the connection's end follows.
  response.on('error', () => undefined);
  state.stopTimers ??= startTimers(state);
}

function remove(state: State, stream: Stream): void {
  state.streams.delete(stream);
  if (state.streams.size > 0) return;
  state.stopTimers?.();
  state.stopTimers = null;
}

function startTimers(state: State): () => void {
  const { timer } = state.deps.ports;
  const stops = [
    timer.every(LIMITS.eventHeartbeatMs, () => beat(state)),
    timer.every(LIMITS.eventLookMs, () => void look(state)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Also tells the reader its place, which moves on although no event of its types came. */
function beat(state: State): void {
  for (const stream of state.streams)
    if (stream.stillSinceMs === null) write(state, stream, `: heartbeat\n${placeText(stream)}`);
  // Otherwise what changes is heard at once.
  if (state.isRecheckOwed || !state.deps.hearsChanges()) void recheckKeys(state);
}

function placeText({ after }: Stream): string {
  return `id: ${after}\n\n`;
}

/** For what nobody announced, readers that are still, ends that do not arrive, expired keys. */
async function look(state: State): Promise<void> {
  const nowMs = state.deps.ports.clock.nowMs();
  for (const stream of state.streams) judge(state, stream, nowMs);
  const open = [...state.streams].filter(({ endedAtMs }) => endedAtMs === null);
  const userIds = [...new Set(open.map(({ caller }) => caller.userId))];
  if (userIds.length === 0) return;
  try {
    const newest = await state.deps.services.events.newestEvents(userIds);
    const behind = open.filter(({ caller, after }) => after !== (newest.get(caller.userId) ?? 0));
    if (behind.length > 0) state.newsCount += 1;
    for (const stream of behind) wake(state, stream);
  } catch (error) {
    noteFailure(state, error);
  }
}

function judge(state: State, stream: Stream, nowMs: number): void {
  const { caller, context, endedAtMs, stillSinceMs } = stream;
  if (endedAtMs !== null) {
    if (nowMs - endedAtMs >= LIMITS.eventStreamEndMsMax) context.response.destroy();
    return;
  }
  if (caller.expiresAtMs !== null && caller.expiresAtMs <= nowMs)
    end(state, stream, 'key_not_valid');
  else if (stillSinceMs !== null && nowMs - stillSinceMs >= LIMITS.eventReaderStillMsMax)
    end(state, stream, 'too_slow');
}

/** One after another, so that streams of one key share what is found out about it. */
async function recheckKeys(state: State): Promise<void> {
  state.isRecheckOwed = false;
  for (const stream of state.streams) {
    if (stream.endedAtMs !== null) continue;
    const { edge, request } = stream.context;
    const { deps, principals, unknown } = edge;
    try {
      const identity = await authenticate({ ...deps, principals, unknown }, request);
      const isSame = !isRefusal(identity) && identity.keyId === stream.caller.keyId;
      if (!isSame) end(state, stream, 'key_not_valid');
    } catch (error) {
      // Nobody can tell now; the next heartbeat asks again.
      state.isRecheckOwed = true;
      noteFailure(state, error);
    }
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
      if (failureKind(error) !== null) return noteFailure(state, error);
      noteDefect(stream.context, error);
      end(state, stream, 'internal_error');
    })
    .finally(() => {
      stream.isReading = false;
    });
}

/** Sends what there is, as far as the reader takes it. */
async function send(state: State, stream: Stream): Promise<void> {
  let hasMore: boolean;
  do {
    if (stream.endedAtMs !== null || stream.stillSinceMs !== null) return;
    stream.isWoken = false;
    const page = await readShared(state, stream);
    if (stream.endedAtMs !== null) return;
    if (!page.ok) return end(state, stream, 'events_expired');
    const { events, lastSequence } = page.value;
    stream.after = lastSequence;
    if (events.length > 0) write(state, stream, events.map(textOf).join(''));
    hasMore = page.value.hasMore;
  } while (hasMore || stream.isWoken);
}

function readShared(
  { deps, reads, newsCount }: State,
  { caller, after, types }: Stream,
): Promise<Result<EventPage, PlaceRefusal>> {
  const name = JSON.stringify([caller.userId, after, types, newsCount]);
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

function write({ deps }: State, stream: Stream, text: string): void {
  if (stream.endedAtMs !== null || !stream.isBegun) return;
  const isTaken = stream.context.response.write(text);
  if (!isTaken) stream.stillSinceMs ??= deps.ports.clock.nowMs();
}

function end({ deps }: State, stream: Stream, reason: EndReason): void {
  if (stream.endedAtMs !== null) return;
  stream.endedAtMs = deps.ports.clock.nowMs();
  if (stream.isBegun) stream.context.response.end(endText(reason));
  const { context, caller } = stream;
  const fields = { request_id: context.requestId, user_id: caller.userId, reason };
  deps.ports.log.info('event_stream.ended', fields);
}

function endText(reason: EndReason): string {
  return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
}

function noteFailure({ deps }: State, error: unknown): void {
  deps.ports.log.warn('event_stream.failing', { cause: describeError(error) });
}
