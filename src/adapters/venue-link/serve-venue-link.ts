// The venue process's end of the link: carries out the calls of other processes at its exchanges.

import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { chmodSync } from 'node:fs';
import { once } from 'node:events';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { Failure } from '#ports/world/failure.ts';
import type { LinkError, LinkReply, LinkRequest } from '#adapters/venue-link/link-message.ts';
import {
  decodeLine,
  encodeLine,
  errorToLink,
  LINK_METHODS,
} from '#adapters/venue-link/link-message.ts';
import { readLines } from '#adapters/venue-link/read-lines.ts';

export type VenueLinkServer = { close(): Promise<void> };

export type VenueLinkServerOptions = {
  /** Of a socket that is only the user's; nothing may be there. */
  readonly socketPath: string;
  readonly exchanges: readonly Exchange[];
  /** The clock of the machine that all of its processes share and nobody sets. */
  readonly monotonicMs: () => number;
  readonly statusEveryMs: number;
  /** Hears of a call that threw what an exchange does not throw. */
  readonly onDefect: (method: string, error: unknown) => void;
};

/** Of what a process does not read: it is not retained for one that hangs. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

/** Resolves when the socket takes connections. */
export async function serveVenueLink(options: VenueLinkServerOptions): Promise<VenueLinkServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, options);
  });
  server.listen(options.socketPath);
  await once(server, 'listening');
  chmodSync(options.socketPath, 0o600);
  return { close: () => close(server, sockets) };
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}

type Call = LinkRequest & { readonly kind: 'call' };
type Watch = LinkRequest & { readonly kind: 'watch' };
type Reply = (message: LinkReply) => void;

function serveConnection(socket: Socket, options: VenueLinkServerOptions): void {
  const watches = new Map<number, AbortController>();
  const reply: Reply = (message) => {
    if (socket.writableLength > UNREAD_BYTES_MAX) socket.destroy();
    if (!socket.destroyed) socket.write(encodeLine(message));
  };
  let sentStatus = '';
  const sendStatus = (): void => {
    const status = statusOf(options.exchanges);
    sentStatus = JSON.stringify(status);
    reply(status);
  };
  /** What a call has shown of its exchange is known when its reply is. */
  const replyWithStatus: Reply = (message) => {
    if (JSON.stringify(statusOf(options.exchanges)) !== sentStatus) sendStatus();
    reply(message);
  };
  // A reset connection is the other side's end; `close` follows.
  socket.on('error', () => undefined);
  const timer = setInterval(sendStatus, options.statusEveryMs);
  socket.on('close', () => {
    clearInterval(timer);
    for (const controller of watches.values()) controller.abort();
  });
  readLines(socket, (line) => {
    const request = decodeLine(line) as LinkRequest;
    if (request.kind === 'call') void replyToCall(options, request, replyWithStatus);
    else if (request.kind === 'watch') void replyWithNews(options, request, reply, watches);
    else watches.get(request.id)?.abort();
  });
  sendStatus();
}

function statusOf(exchanges: readonly Exchange[]): LinkReply {
  return {
    kind: 'status',
    exchanges: exchanges.map((exchange) => ({
      code: exchange.code,
      health: exchange.health(),
      clockSkewMs: exchange.clockSkewMs(),
    })),
  };
}

async function replyToCall(
  options: VenueLinkServerOptions,
  request: Call,
  reply: Reply,
): Promise<void> {
  const { id } = request;
  try {
    reply({ kind: 'result', id, value: await carryOut(options, request) });
  } catch (error) {
    reply({ kind: 'thrown', id, thrown: thrownBy(options, request.method, error) });
  }
}

async function carryOut(options: VenueLinkServerOptions, request: Call): Promise<unknown> {
  const { exchange: code, method, values, beginByMs } = request;
  const exchange = exchangeOf(options.exchanges, code);
  if (!Object.hasOwn(LINK_METHODS, method)) throw new Error(`no method "${method}"`);
  if (options.monotonicMs() > beginByMs)
    throw new Failure('unavailable', 'the venue process came to the call too late: not sent');
  return Reflect.apply(exchange[method], exchange, values);
}

async function replyWithNews(
  options: VenueLinkServerOptions,
  { id, exchange, account }: Watch,
  reply: Reply,
  watches: Map<number, AbortController>,
): Promise<void> {
  const controller = new AbortController();
  watches.set(id, controller);
  try {
    await exchangeOf(options.exchanges, exchange).watchAccount(
      account,
      (news) => reply({ kind: 'news', id, news }),
      controller.signal,
    );
    reply({ kind: 'result', id, value: null });
  } catch (error) {
    reply({ kind: 'thrown', id, thrown: thrownBy(options, 'watchAccount', error) });
  } finally {
    watches.delete(id);
  }
}

function exchangeOf(exchanges: readonly Exchange[], code: string): Exchange {
  const exchange = exchanges.find((each) => each.code === code);
  if (exchange !== undefined) return exchange;
  throw new Failure('unavailable', `this venue process has no exchange "${code}"`);
}

function thrownBy({ onDefect }: VenueLinkServerOptions, method: string, error: unknown): LinkError {
  const thrown = errorToLink(error);
  if (thrown.kind === 'defect') onDefect(method, error);
  return thrown;
}
