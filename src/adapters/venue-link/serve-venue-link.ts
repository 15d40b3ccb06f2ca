// The venue process's end of the link: carries out the calls of other processes at its exchanges.

import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { chmodSync } from 'node:fs';
import { once } from 'node:events';
import type { AccountNews, Exchange } from '#venue-port/exchange/exchange.ts';
import type { FeedNews, MarketFeed } from '#venue-port/exchange/market-feed.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import { traceWork } from '#venue-port/world/tracer.ts';
import type { CandleReply } from '#adapters/venue-link/candle-text.ts';
import { candlesToText, stepsToText } from '#adapters/venue-link/candle-text.ts';
import type {
  ExchangeStatus,
  LinkError,
  LinkReply,
  LinkRequest,
} from '#adapters/venue-link/link-message.ts';
import {
  accountOfCall,
  decodeLine,
  encodeLine,
  errorToLink,
  LINK_METHODS,
  NotHolder,
} from '#adapters/venue-link/link-message.ts';
import { secureServer } from '#adapters/venue-link/network-socket.ts';
import type { LinkTime } from '#adapters/venue-link/link-time.ts';
import { readLines } from '#adapters/venue-link/read-lines.ts';
import type { LinkSocket } from '#adapters/venue-link/venue-sockets.ts';
import type { LinkEndpoint } from '#ports/stores/account-lease-store.ts';

export type VenueLinkServer = {
  /** Where other machines reach it; null: nowhere. */
  readonly port: number | null;
  close(): Promise<void>;
};

/** Which accounts this process trades now. */
export type AccountGate = {
  /** Null: not this one. */
  enter(this: void, accountId: string): AccountEntry | null;
};

type AccountEntry = {
  /** Aborted when the account is another process's. */
  readonly lost: AbortSignal;
  leave(this: void): void;
};

export type VenueLinkServerOptions = LinkService & {
  /** Of a socket that is only the user's; nothing may be there. */
  readonly socketPath: string;
  /** For other machines; port 0: any free one. Null: for this machine only. */
  readonly endpoint: LinkEndpoint | null;
};

/** What is served on each connection. */
export type LinkService = {
  readonly exchanges: readonly Exchange[];
  readonly accounts: AccountGate;
  /** By the exchange's code. A market is followed by who holds the shard of its tag. */
  readonly feeds: ReadonlyMap<string, MarketFeed>;
  readonly time: LinkTime;
  readonly statusEveryMs: number;
  /** Hears of a call that threw what an exchange does not throw. */
  readonly onDefect: (method: string, error: unknown) => void;
  /** Absent: calls are not traced. */
  readonly tracer?: Tracer | null;
};

/** Of what a process does not read: it is not retained for one that hangs. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

/** Resolves when it takes connections. Throws what the system says when it may not listen. */
export async function serveVenueLink(options: VenueLinkServerOptions): Promise<VenueLinkServer> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, options);
  };
  const local = createServer(serve);
  local.listen(options.socketPath);
  await once(local, 'listening');
  chmodSync(options.socketPath, 0o600);
  const servers: Server[] = [local];
  const { endpoint } = options;
  try {
    const network =
      endpoint === null ? null : await listen(secureServer(endpoint, serve), endpoint);
    if (network !== null) servers.push(network);
    const port = network === null ? null : (network.address() as AddressInfo).port;
    return { port, close: () => close(servers, sockets) };
  } catch (error) {
    await close(servers, sockets);
    throw error;
  }
}

async function listen(server: Server, { host, port }: LinkEndpoint): Promise<Server> {
  server.listen({ host, port });
  await once(server, 'listening');
  return server;
}

async function close(servers: readonly Server[], sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = servers.map((server) => once(server, 'close'));
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
}

type Call = LinkRequest & { readonly kind: 'call' };
type Watch = LinkRequest & { readonly kind: 'watch' | 'follow' };
type Reply = (message: LinkReply) => void;

/** Until the other side or a fault ends it. */
export function serveConnection(socket: LinkSocket, options: LinkService): void {
  const watches = new Map<number, AbortController>();
  const reply: Reply = (message) => {
    if (socket.writableLength > UNREAD_BYTES_MAX) socket.destroy();
    if (!socket.destroyed) socket.write(encodeLine(message));
  };
  let sent = '';
  const sendStatus = (): void => {
    const exchanges = statusOf(options.exchanges);
    sent = JSON.stringify(exchanges);
    reply({ kind: 'status', nowMs: options.time.nowMs(), exchanges });
  };
  /** What a call has shown of its exchange is known when its reply is. */
  const replyWithStatus: Reply = (message) => {
    if (JSON.stringify(statusOf(options.exchanges)) !== sent) sendStatus();
    reply(message);
  };
  // A reset connection is the other side's end; `close` follows.
  socket.on('error', () => undefined);
  const stopStatus = options.time.every(options.statusEveryMs, sendStatus);
  socket.on('close', () => {
    stopStatus();
    for (const controller of watches.values()) controller.abort();
  });
  readLines(socket, (line) => {
    const request = decodeLine(line) as LinkRequest;
    if (request.kind === 'call') void replyToCall(options, request, replyWithStatus);
    else if (request.kind !== 'unwatch') void replyWithNews(options, request, reply, watches);
    else watches.get(request.id)?.abort();
  });
  sendStatus();
}

function statusOf(exchanges: readonly Exchange[]): readonly ExchangeStatus[] {
  return exchanges.map((exchange) => ({
    code: exchange.code,
    health: exchange.health(),
    clockSkewMs: exchange.clockSkewMs(),
    unreadableRows: exchange.unreadableRows?.() ?? [],
    marketsAsOfMs: exchange.marketsAsOfMs?.() ?? null,
  }));
}

async function replyToCall(options: LinkService, request: Call, reply: Reply): Promise<void> {
  const { id } = request;
  try {
    reply({ kind: 'result', id, value: await carryOutTraced(options, request) });
  } catch (error) {
    reply({ kind: 'thrown', id, thrown: thrownBy(options, request.method, error) });
  }
}

/** What is not traced where it comes from is not traced here. */
async function carryOutTraced(options: LinkService, request: Call): Promise<unknown> {
  const { exchange, method, values, trace } = request;
  if (trace === undefined) return carryOut(options, request);
  const accountId = accountOfCall(method, values) ?? undefined;
  const fields = {
    'tidemill.exchange': exchange,
    'tidemill.method': method,
    'tidemill.account_id': accountId,
  };
  const start = { name: `venue ${method}`, kind: 'serves', fields, parent: trace } as const;
  return traceWork(options.tracer, start, () => carryOut(options, request));
}

async function carryOut(options: LinkService, request: Call): Promise<unknown> {
  const { exchange: code, method, values, beginByMs } = request;
  const exchange = exchangeOf(options.exchanges, code);
  if (!Object.hasOwn(LINK_METHODS, method)) throw new Error(`no method "${method}"`);
  if (options.time.nowMs() > beginByMs)
    throw new Failure('unavailable', 'the venue process came to the call too late: not sent');
  const accountId = accountOfCall(method, values);
  const entry = accountId === null ? null : enter(options, accountId);
  try {
    if (method === 'fetchCandles') {
      const [marketTag, fromMs, toMs] = values as Parameters<Exchange['fetchCandles']>;
      return await fetchCandles(exchange, marketTag, fromMs, toMs);
    }
    return (await Reflect.apply(exchange[method], exchange, values)) as unknown;
  } finally {
    entry?.leave();
  }
}

/** With the steps that they are counted in, which the caller may not have heard of yet. */
async function fetchCandles(
  exchange: Exchange,
  ...[marketTag, fromMs, toMs]: Parameters<Exchange['fetchCandles']>
): Promise<CandleReply> {
  const before = await stepsIn(exchange, marketTag);
  const candles = await exchange.fetchCandles(marketTag, fromMs, toMs);
  const steps = await stepsIn(exchange, marketTag);
  if (steps !== before) throw new Failure('conflict', `The steps of "${marketTag}" were changed.`);
  return { steps, candles: candlesToText(candles) };
}

async function stepsIn(exchange: Exchange, marketTag: string): Promise<string | null> {
  const market = (await exchange.listMarkets()).find((each) => each.marketTag === marketTag);
  return market === undefined ? null : stepsToText(market);
}

/** Throws NotHolder. */
function enter({ accounts }: LinkService, accountId: string): AccountEntry {
  const entry = accounts.enter(accountId);
  if (entry === null) throw new NotHolder();
  return entry;
}

async function replyWithNews(
  options: LinkService,
  request: Watch,
  reply: Reply,
  watches: Map<number, AbortController>,
): Promise<void> {
  const { id } = request;
  const controller = new AbortController();
  watches.set(id, controller);
  const isOfAccount = request.kind === 'watch';
  let entry: AccountEntry | null = null;
  try {
    entry = enter(options, isOfAccount ? request.account.accountId : request.marketTag);
    const ends = AbortSignal.any([controller.signal, entry.lost]);
    const onNews = (news: AccountNews | FeedNews): void => reply({ kind: 'news', id, news });
    if (isOfAccount)
      await exchangeOf(options.exchanges, request.exchange).watchAccount(
        request.account,
        onNews,
        ends,
      );
    else await feedOf(options, request.exchange).follow(request.marketTag, onNews, ends);
    if (!controller.signal.aborted)
      throw new Failure('unavailable', 'another venue process follows it by now');
    reply({ kind: 'result', id, value: null });
  } catch (error) {
    const method = isOfAccount ? 'watchAccount' : 'follow';
    reply({ kind: 'thrown', id, thrown: thrownBy(options, method, error) });
  } finally {
    watches.delete(id);
    entry?.leave();
  }
}

function feedOf({ feeds }: LinkService, code: string): MarketFeed {
  const feed = feeds.get(code);
  if (feed !== undefined) return feed;
  throw new Failure('unavailable', `this venue process has no feed of "${code}"`);
}

function exchangeOf(exchanges: readonly Exchange[], code: string): Exchange {
  const exchange = exchanges.find((each) => each.code === code);
  if (exchange !== undefined) return exchange;
  throw new Failure('unavailable', `this venue process has no exchange "${code}"`);
}

function thrownBy({ onDefect }: LinkService, method: string, error: unknown): LinkError {
  const thrown = errorToLink(error);
  if (thrown.kind === 'defect') onDefect(method, error);
  return thrown;
}
