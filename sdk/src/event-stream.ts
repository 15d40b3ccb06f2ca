// Events as they happen, as an async iterator: when a connection breaks, it goes on behind the last
// event that arrived, so nothing is left out and nothing comes twice.

import type { Event as ApiEvent } from './api-types.ts';
import { callPath } from './call-path.ts';
import { ApiProblemError, NoResponseError } from './problem.ts';
import { waitBeforeRetry } from './retry-policy.ts';
import { readMessages } from './stream-message.ts';
import type { Transport } from './transport.ts';
import { readResponse } from './transport.ts';
import type { Deadline } from './wait.ts';
import { deadline, reasonOf, wait } from './wait.ts';

export type StreamOptions = {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with true when a connection stands, and with false when it broke and is to be made
   * again.
   */
  readonly onConnection?: ((isConnected: boolean) => void) | undefined;
};

export type EventOptions = StreamOptions & {
  /** Such as `['order.*', 'fill.created']`; all unless given. */
  readonly types?: readonly string[] | undefined;
  /** The last event that is known; from now on unless given. */
  readonly after?: string | undefined;
  /** Called with each place from which the stream can go on, also where nothing happened. */
  readonly onPlace?: ((eventId: string) => void) | undefined;
};

/** The service ended the stream for good. */
export class StreamEndedError extends Error {
  override readonly name = 'StreamEndedError';
  /** `key_not_valid` or `events_expired`: read what you follow anew, then stream without `after`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the stream of events ended: ${reason}`);
    this.reason = reason;
  }
}

/** The service sends something each 15 seconds. */
const SILENCE_MS_MAX = 30_000;
/** Ends after which the stream goes on at once. */
const PASSING_ENDS: ReadonlySet<string> = new Set(['too_slow', 'stopping', 'internal_error']);

type FollowEvents = (options?: EventOptions) => AsyncGenerator<ApiEvent, void, undefined>;

/** Ends only by the signal, by `break`, or with an error that trying again does not change. */
export function events(transport: Transport): FollowEvents {
  return (options = {}) => {
    const path = callPath('/v1/events/stream', { types: options.types?.join(',') });
    return streamMessages<ApiEvent>(transport, path, options);
  };
}

/** The messages of whatever stream, each parsed; ends as `events` does. */
export async function* streamMessages<Message>(
  transport: Transport,
  path: string,
  options: EventOptions,
): AsyncGenerator<Message, void, undefined> {
  const place = { after: options.after, failures: 0 };
  for (;;) {
    const limit = deadline(SILENCE_MS_MAX, options.signal);
    try {
      yield* readConnection<Message>(transport, path, options, place, limit);
    } catch (error) {
      if (options.signal?.aborted === true) throw reasonOf(options.signal);
      await waitForNext(transport, options, place, error);
    } finally {
      limit.end();
    }
  }
}

type Place = { after: string | undefined; failures: number };

async function waitForNext(
  transport: Transport,
  { signal, onConnection }: EventOptions,
  place: Place,
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof StreamEndedError && !PASSING_ENDS.has(error.reason);
  if (isFinal) throw error;
  place.failures += 1;
  onConnection?.(false);
  const isProblem = error instanceof ApiProblemError;
  const failure = isProblem ? error : new NoResponseError(error, false, null);
  // A stream is followed as long as its reader wants; only the waits grow.
  const policy = { ...transport.retries, triesMax: Number.POSITIVE_INFINITY };
  const tries = Math.min(place.failures, 10);
  const waitMs = waitBeforeRetry(failure, tries, policy, transport.chance);
  if (waitMs === null) throw error;
  await wait(waitMs, signal);
}

async function* readConnection<Message>(
  transport: Transport,
  path: string,
  options: EventOptions,
  place: Place,
  limit: Deadline,
): AsyncGenerator<Message, void, undefined> {
  const response = await transport.fetch(transport.baseUrl + path, {
    signal: limit.signal,
    redirect: 'manual',
    headers: {
      accept: 'text/event-stream',
      ...(place.after === undefined ? {} : { 'last-event-id': place.after }),
      ...(await transport.headers()),
    },
  });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || response.body === null || !type.startsWith('text/event-stream')) {
    if (response.ok) await response.body?.cancel();
    else await readResponse(response, 'application/json');
    throw new NoResponseError(`"${type}" in place of a stream`, false, null);
  }
  options.onConnection?.(true);
  for await (const { name, id, data } of readMessages(response.body, limit.renew)) {
    if (name === 'end') throw new StreamEndedError(reasonIn(data));
    // One that cannot be read is not behind us: it is requested again.
    const message = data === '' ? null : (JSON.parse(data) as Message);
    place.failures = 0;
    if (id !== null) {
      place.after = id;
      options.onPlace?.(id);
    }
    if (message !== null) yield message;
  }
  throw new Error('the connection ended');
}

function reasonIn(data: string): string {
  const { reason } = JSON.parse(data) as { readonly reason?: string };
  return reason ?? 'unknown';
}
