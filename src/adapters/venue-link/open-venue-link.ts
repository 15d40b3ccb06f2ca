// The other processes' end of the link to one venue process. It connects when it is first needed
// and again after every loss. A call goes out only on a connection over which the venue process
// has just spoken; one that was sent and got no reply may have been carried out.

import type { MarketTag } from '#venue-port/market/market.ts';
import type { AccountNews, VenueAccount } from '#venue-port/exchange/exchange.ts';
import type { FeedNews } from '#venue-port/exchange/market-feed.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import type {
  LinkConnection,
  LinkConnectionOptions,
} from '#adapters/venue-link/link-connection.ts';
import { openLinkConnection } from '#adapters/venue-link/link-connection.ts';
import type { ExchangeStatus, LinkMethod, LinkRequest } from '#adapters/venue-link/link-message.ts';
import { LINK_METHODS, NotDelivered } from '#adapters/venue-link/link-message.ts';

export type VenueLink = {
  /** Throws Failure, and OutcomeUnknown of a call that acts. */
  call(exchange: string, method: LinkMethod, values: readonly unknown[]): Promise<unknown>;
  /** Until `signal` aborts. Throws Failure when the venue process refuses or the link is lost. */
  watch(watching: Watching, signal: AbortSignal): Promise<void>;
  /** The same for a market's minutes. */
  follow(following: Following, signal: AbortSignal): Promise<void>;
  /** As the venue process said last; null while it is not connected. */
  statusOf(exchange: string): ExchangeStatus | null;
  close(this: void): void;
};

export type Watching = {
  readonly exchange: string;
  readonly account: VenueAccount;
  readonly onNews: (news: AccountNews) => void;
};

export type Following = {
  readonly exchange: string;
  readonly marketTag: MarketTag;
  readonly onNews: (news: FeedNews) => void;
};

export type VenueLinkOptions = LinkConnectionOptions & {
  /** How long a call waits for its reply. */
  readonly replyTimeoutMs: number;
  /** A call that acts is refused by a venue process that comes to it later than this. */
  readonly actsBeginWithinMs: number;
  /** Hears of every end of a connection, and of attempts that failed. */
  readonly onLost: () => void;
  /** Absent: calls are not traced. */
  readonly tracer?: Tracer | null;
};

/** To one process. */
export type SingleLink = VenueLink & { isConnected(): boolean };

/**
 * Link that is not connected yet. Calls that were sent when the connection was lost throw
 * `OutcomeUnknown` where they may have been carried out.
 */
export function openVenueLink(options: VenueLinkOptions): SingleLink {
  let opening: Promise<LinkConnection> | null = null;
  let open: LinkConnection | null = null;
  let lastId = 0;
  let isClosed = false;

  /** Callers at once share the attempt; the next caller after its end makes a new one. */
  async function connect(): Promise<LinkConnection> {
    opening ??= openLinkConnection(options, () => {
      opening = null;
      open = null;
      options.onLost();
    });
    open = await opening;
    return open;
  }

  async function liveConnection(): Promise<LinkConnection> {
    if (isClosed) throw new NotDelivered('the link is closed');
    const connection = await connect();
    if (!connection.isSilent()) return connection;
    connection.drop();
    throw new NotDelivered('the venue process is silent');
  }

  async function listen(
    requestOf: (id: number) => LinkRequest,
    onNews: (news: never) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const connection = await liveConnection();
    if (!signal.aborted) await listenOver(connection, requestOf((lastId += 1)), onNews, signal);
  }

  return {
    async call(exchange, method, values) {
      const connection = await liveConnection();
      const acts = LINK_METHODS[method] === 'acts';
      const id = (lastId += 1);
      const beginWithinMs = acts ? options.actsBeginWithinMs : options.replyTimeoutMs;
      const beginByMs = connection.remoteNowMs() + beginWithinMs;
      const giveUp = (): void => connection.abandon(id, outstanding(acts));
      const stopTimer = options.time.after(options.replyTimeoutMs, giveUp);
      try {
        const trace = options.tracer?.carried() ?? undefined;
        const traced = trace === undefined ? {} : { trace };
        const call = { kind: 'call', id, exchange, method, values, beginByMs } as const;
        const request = { ...call, ...traced };
        return await connection.send(request, { acts, onNews: null });
      } finally {
        stopTimer();
      }
    },
    watch: ({ exchange, account, onNews }, signal) =>
      listen((id) => ({ kind: 'watch', id, exchange, account }), onNews, signal),
    follow: ({ exchange, marketTag, onNews }, signal) =>
      listen((id) => ({ kind: 'follow', id, exchange, marketTag }), onNews, signal),
    statusOf: (exchange) => open?.statusOf(exchange) ?? null,
    isConnected: () => open !== null,
    close() {
      isClosed = true;
      void opening?.then(
        (connection) => connection.drop(),
        () => undefined,
      );
    },
  };
}

/** The other end sends the news of what was requested, and no other. */
async function listenOver(
  connection: LinkConnection,
  request: LinkRequest,
  onNews: (news: never) => void,
  signal: AbortSignal,
): Promise<void> {
  const end = (): void => connection.unwatch(request.id);
  signal.addEventListener('abort', end, { once: true });
  try {
    const hear = (news: AccountNews | FeedNews): void => onNews(news as never);
    await connection.send(request, { acts: false, onNews: hear });
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function outstanding(acts: boolean): Error {
  const message = 'the venue process did not reply in time';
  return acts ? new OutcomeUnknown(message) : new Failure('timeout', message);
}
