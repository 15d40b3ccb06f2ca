// Connections on which messages are sent as they come (server-sent events): how many there may be,
// heartbeats, readers that take nothing, keys that are no longer valid, and how a stream ends. What
// is sent is the business of whoever opens them.

import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';
import { present } from '#lib/assert.ts';
import { formatInstant } from '#lib/time.ts';
import type { Caller } from '#services/access/request-ports.ts';
import { noteCutStream } from '#services/events/note-cut-stream.ts';
import { authenticate, isRefusal } from '#api/http/callers/authenticate.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { beginStream, finishRefused, noteDefect } from '#api/http/requests/request-context.ts';
import type { CutStreams } from '#api/streams/cut-streams.ts';
import { cutStreams } from '#api/streams/cut-streams.ts';

const STILL_SECONDS = LIMITS.eventReaderStillMsMax / 1_000;
const TOO_SLOW = `its reader took nothing for ${STILL_SECONDS} seconds while messages waited`;

/** In the log of events. */
const CUT_REASON = `Its reader took nothing for ${STILL_SECONDS} seconds while messages waited, nor why it was cut off. It goes on behind its last id.`;

/** Why a stream ends before its reader leaves; sent as its last message, with these words. */
const END_DETAILS = {
  key_not_valid: 'The key of this stream is not valid any more.',
  too_slow: `This stream was cut off: ${TOO_SLOW}. Connect again to go on behind the last id.`,
  events_expired: 'Events behind the last id are not retained any more. Read what you follow anew.',
  stopping: 'The service stops. Connect again to go on behind the last id.',
  internal_error: 'The service failed. Connect again to go on behind the last id.',
} as const;
export type EndReason = keyof typeof END_DETAILS;

/** Why the stream before was cut off, where its reader could not be notified. */
const CUT_HEADER = 'X-Previous-Stream-End';

/** What whoever opens a stream does with it. */
export type StreamUse = {
  /** Its reader takes again what it is sent. */
  onDrain(this: void): void;
  /** Lines of a heartbeat beside the comment; each ends with a line feed. */
  heartbeat(this: void): string;
  /** It has ended, or its reader has left. */
  onEnd(this: void): void;
};

export type OpenStream = {
  readonly context: RequestContext;
  readonly caller: Caller;
  readonly use: StreamUse;
  /** Whether its response has begun. */
  isBegun: boolean;
  /** Since when its reader has taken nothing; null: it takes what it gets. */
  stillSinceMs: number | null;
  endedAtMs: number | null;
  endReason: EndReason | null;
};

export type OpenStreams = {
  /** Counts the stream from now on; null: there are too many, and the request was refused. */
  add(this: void, context: RequestContext, use: StreamUse): OpenStream | null;
  /** Begins the response; false: it was ended before, and the request was refused. */
  begin(this: void, stream: OpenStream, text: string): boolean;
  /** For a request that is refused after all. */
  remove(this: void, stream: OpenStream): void;
  write(this: void, stream: OpenStream, text: string): void;
  end(this: void, stream: OpenStream, reason: EndReason): void;
  /** Ends it for a mistake of ours. */
  endDefective(this: void, stream: OpenStream, error: unknown): void;
  noteFailure(this: void, error: unknown): void;
  /** Keys may have changed: streams of those that are no longer valid end. */
  recheckKeys(this: void): void;
  endAll(this: void): void;
};

type State = {
  readonly deps: EdgeDeps;
  readonly streams: Set<OpenStream>;
  readonly cuts: CutStreams;
  /** Whether a key could not be looked up. */
  isRecheckOwed: boolean;
  /** Stops the timers; null while no stream is open. */
  stopTimers: (() => void) | null;
};

/** Connections, none at first. Timers run only while there are some. */
export function openStreams(deps: EdgeDeps): OpenStreams {
  const state: State = {
    deps,
    streams: new Set(),
    cuts: cutStreams(),
    isRecheckOwed: false,
    stopTimers: null,
  };
  return {
    add: (context, use) => add(state, context, use),
    begin: (stream, text) => begin(state, stream, text),
    remove: (stream) => remove(state, stream),
    write: (stream, text) => write(state, stream, text),
    end: (stream, reason) => end(state, stream, reason),
    endDefective(stream, error) {
      noteDefect(stream.context, error);
      end(state, stream, 'internal_error');
    },
    noteFailure: (error) => noteFailure(state, error),
    recheckKeys: () => void recheckKeys(state),
    endAll() {
      for (const stream of state.streams) end(state, stream, 'stopping');
    },
  };
}

function add(state: State, context: RequestContext, use: StreamUse): OpenStream | null {
  const caller = present(context.caller, 'an admitted request has a caller');
  const refusal = refuseMore(state, caller);
  if (refusal !== null) {
    finishRefused(context, refusal);
    return null;
  }
  const rest = { isBegun: false, stillSinceMs: null, endedAtMs: null, endReason: null };
  const stream: OpenStream = { context, caller, use, ...rest };
  const { response } = context;
  state.streams.add(stream);
  response.on('close', () => {
    noteCut(state, stream);
    remove(state, stream);
  });
  response.on('drain', () => {
    stream.stillSinceMs = null;
    use.onDrain();
  });
  // A reader that is gone is no mistake; the connection's end follows.
  response.on('error', () => undefined);
  state.stopTimers ??= startTimers(state);
  return stream;
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

function begin(state: State, stream: OpenStream, text: string): boolean {
  const { context } = stream;
  if (stream.endedAtMs !== null) {
    remove(state, stream);
    const detail = 'The stream was ended. Try again.';
    finishRefused(context, refuse('temporarily_unavailable', detail));
    return false;
  }
  stream.isBegun = true;
  const cutAtMs = state.cuts.take(readerOf(stream), state.deps.ports.clock.nowMs());
  if (cutAtMs === null) {
    beginStream(context, HEADERS);
    write(state, stream, `retry: 1000\n${text}`);
  } else {
    const at = formatInstant(cutAtMs);
    beginStream(context, [...HEADERS, CUT_HEADER, `too_slow at ${at}`]);
    const comment = `: The stream before was cut off at ${at} (too_slow): ${TOO_SLOW}.\n`;
    write(state, stream, `${comment}retry: 1000\n${text}`);
  }
  return true;
}

/** By whom and where a stream is opened, and opened again. */
function readerOf(stream: OpenStream): string {
  return `${stream.caller.keyId} ${pathOf(stream)}`;
}

function pathOf({ context }: OpenStream): string {
  const [path = ''] = (context.request.url ?? '').split('?', 1);
  return path;
}

/** Its last message was not taken either: the next stream tells, and the log. */
function noteCut(state: State, stream: OpenStream): void {
  const { cuts, deps } = state;
  const { context, caller, endedAtMs, endReason } = stream;
  if (endReason !== 'too_slow' || endedAtMs === null || context.response.writableFinished) return;
  const fields = { request_id: context.requestId, user_id: caller.userId };
  deps.ports.log.info('event_stream.cut', fields);
  if (!cuts.note(readerOf(stream), endedAtMs)) return;
  const cut = { caller, path: pathOf(stream), reason: CUT_REASON, atMs: endedAtMs };
  noteCutStream(deps.services, cut).catch((error: unknown) => noteFailure(state, error));
}

function remove(state: State, stream: OpenStream): void {
  if (!state.streams.delete(stream)) return;
  stream.use.onEnd();
  if (state.streams.size > 0) return;
  state.stopTimers?.();
  state.stopTimers = null;
}

function startTimers(state: State): () => void {
  const { timer } = state.deps.ports;
  const stops = [
    timer.every(LIMITS.eventHeartbeatMs, () => beat(state)),
    timer.every(LIMITS.eventLookMs, () => judgeAll(state)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function beat(state: State): void {
  for (const stream of state.streams)
    if (stream.stillSinceMs === null)
      write(state, stream, `: heartbeat\n${stream.use.heartbeat()}\n`);
  // Otherwise what changes is heard at once.
  if (state.isRecheckOwed || !state.deps.hearsChanges()) void recheckKeys(state);
}

/** Readers that are still, ends that do not arrive, expired keys. */
function judgeAll(state: State): void {
  const nowMs = state.deps.ports.clock.nowMs();
  for (const stream of state.streams) judge(state, stream, nowMs);
}

function judge(state: State, stream: OpenStream, nowMs: number): void {
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

function write({ deps }: State, stream: OpenStream, text: string): void {
  if (stream.endedAtMs !== null || !stream.isBegun) return;
  const isTaken = stream.context.response.write(text);
  if (!isTaken) stream.stillSinceMs ??= deps.ports.clock.nowMs();
}

function end({ deps }: State, stream: OpenStream, reason: EndReason): void {
  if (stream.endedAtMs !== null) return;
  stream.endedAtMs = deps.ports.clock.nowMs();
  stream.endReason = reason;
  if (stream.isBegun) stream.context.response.end(endText(reason));
  const { context, caller } = stream;
  const fields = { request_id: context.requestId, user_id: caller.userId, reason };
  deps.ports.log.info('event_stream.ended', fields);
}

function endText(reason: EndReason): string {
  return `event: end\ndata: ${JSON.stringify({ reason, detail: END_DETAILS[reason] })}\n\n`;
}

function noteFailure({ deps }: State, error: unknown): void {
  deps.ports.log.warn('event_stream.failing', { cause: describeError(error) });
}
