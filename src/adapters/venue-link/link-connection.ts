// One connection to a venue process: opened, greeted, watched for silence, and what waits on it.

import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import type { FeedNews } from '#venue-port/exchange/market-feed.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { ExchangeStatus, LinkReply, LinkRequest } from '#adapters/venue-link/link-message.ts';
import {
  decodeLine,
  encodeLine,
  errorFromLink,
  NotDelivered,
} from '#adapters/venue-link/link-message.ts';
import type { LinkTime } from '#adapters/venue-link/link-time.ts';
import { readLines } from '#adapters/venue-link/read-lines.ts';
import type { LinkSocket } from '#adapters/venue-link/venue-sockets.ts';

export type LinkConnection = {
  /** Whether the venue process has said nothing for too long. */
  isSilent(): boolean;
  statusOf(exchange: string): ExchangeStatus | null;
  /** What the clock of the venue process shows now, or showed a little before. */
  remoteNowMs(): number;
  /** Resolves with the result of a call, or at the end of a watch. */
  send(request: LinkRequest, waiting: Waiting): Promise<unknown>;
  /** Ends a watch; nothing when the connection is gone. */
  unwatch(id: number): void;
  /** Gives the reply of a call up. */
  abandon(id: number, error: Error): void;
  drop(): void;
};

export type Waiting = {
  readonly acts: boolean;
  readonly onNews: ((news: AccountNews | FeedNews) => void) | null;
};

export type LinkConnectionOptions = {
  readonly connect: () => LinkSocket;
  readonly time: LinkTime;
  /** How long a call waits for a connection and the first line on it. */
  readonly connectTimeoutMs: number;
  /** Without a line for so long the venue process is taken for dead. */
  readonly silenceMs: number;
};

type Pending = Waiting & {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** Resolves with the first line that arrives; `onClose` is called once, also when none does. */
export function openLinkConnection(
  options: LinkConnectionOptions,
  onClose: () => void,
): Promise<LinkConnection> {
  const { promise, resolve, reject } = Promise.withResolvers<LinkConnection>();
  const pending = new Map<number, Pending>();
  const { time, silenceMs } = options;
  const socket = options.connect();
  let status: readonly ExchangeStatus[] = [];
  let remoteAheadMs = 0;
  let lastHeardMs = time.nowMs();
  const isSilent = (): boolean => time.nowMs() - lastHeardMs > silenceMs;
  const stopGreeting = time.after(options.connectTimeoutMs, () => socket.destroy());
  const stopWatchdog = time.every(silenceMs / 4, () => {
    if (isSilent()) socket.destroy();
  });
  socket.unref();
  // A reset or refused connection; `close` follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    stopGreeting();
    stopWatchdog();
    onClose();
    reject(new NotDelivered('the venue process does not respond'));
    for (const each of pending.values()) each.reject(lost(each.acts));
  });
  const connection: LinkConnection = {
    isSilent,
    remoteNowMs: () => time.nowMs() + remoteAheadMs,
    statusOf: (exchange) => status.find(({ code }) => code === exchange) ?? null,
    send: (request, waiting) => sendOver(socket, pending, request, waiting),
    unwatch(id) {
      if (socket.writable) socket.write(encodeLine({ kind: 'unwatch', id }));
    },
    abandon(id, error) {
      pending.get(id)?.reject(error);
      pending.delete(id);
    },
    drop: () => void socket.destroy(),
  };
  readLines(socket, (line) => {
    lastHeardMs = time.nowMs();
    const reply = decodeLine(line) as LinkReply;
    if (reply.kind !== 'status') return settle(pending, reply);
    status = reply.exchanges;
    // The line was under way meanwhile: the other clock shows more by now, never less.
    remoteAheadMs = reply.nowMs - lastHeardMs;
    stopGreeting();
    resolve(connection);
  });
  return promise;
}

function sendOver(
  socket: LinkSocket,
  pending: Map<number, Pending>,
  request: LinkRequest,
  waiting: Waiting,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) return reject(new NotDelivered('the link was lost'));
    pending.set(request.id, { ...waiting, resolve, reject });
    socket.write(encodeLine(request));
  });
}

function settle(
  pending: Map<number, Pending>,
  reply: Exclude<LinkReply, { readonly kind: 'status' }>,
): void {
  const waiting = pending.get(reply.id);
  // Nobody waits any more for what came after its time.
  if (waiting === undefined) return;
  if (reply.kind === 'news') return waiting.onNews?.(reply.news);
  pending.delete(reply.id);
  if (reply.kind === 'result') waiting.resolve(reply.value);
  else waiting.reject(errorFromLink(reply.thrown, waiting.acts));
}

function lost(acts: boolean): Error {
  const message = 'the link to the venue process was lost before its reply';
  return acts ? new OutcomeUnknown(message) : new Failure('unavailable', message);
}
