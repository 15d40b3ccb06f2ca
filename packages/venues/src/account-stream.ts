// The stream of one account: connects, logs on, passes news on, and connects anew when the
// connection ends or is silent for too long. After every connection `connected` is reported, upon
// which whoever listens reads everything by REST; the stream is only a hint.

import type { AccountNews, VenueAccount } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { AccountContext, StreamDialect, StreamEvent } from '#venues/dialect.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import { pauseFor } from '#venues/monotonic-time.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import type { UnreadableRows } from '#venues/unreadable-rows.ts';
import type { VenueRequests } from '#venues/venue-requests.ts';
import type { VenueCredentials, VenueStream, VenueWire } from '#venues/wire/venue-wire.ts';

export type AccountStreamDeps = {
  readonly dialect: StreamDialect;
  readonly wire: Pick<VenueWire, 'openStream'>;
  readonly requests: VenueRequests;
  readonly credentialsOf: (accountId: string) => Promise<VenueCredentials>;
  /** Whether this process may still act for the account. */
  readonly mayConnect: (accountId: string) => boolean;
  /** For one frame; markets are read before the stream is opened. */
  readonly contextOf: (account: VenueAccount) => Promise<() => AccountContext>;
  readonly venueNowMs: () => number;
  readonly time: MonotonicTime;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Hears of rows that cannot be read; absent: nobody does. */
  readonly rows?: Pick<UnreadableRows, 'note'>;
};

export type OnNews = (news: AccountNews) => void;

/** A stream that is silent for longer is dead, whatever a dialect would allow. */
const SILENCE_MS_MAX = 45_000;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 30_000;
/** A key that the venue refuses is not tried again and again: it would lock the address out. */
const REFUSED_RETRY_MS = 60_000;
/** A connection that lasted so long was a good one. */
const GOOD_MS = 60_000;

/** How long a venue may take to accept the subscription. */
const READY_MS_MAX = 15_000;
/** How often silence is looked for. */
const LOOK_EVERY_MS = 5_000;

type Connection = {
  isReady: boolean;
  /** The venue refuses the key. */
  wasRefused: boolean;
  /** The venue announced the end. */
  isPlanned: boolean;
  heardAtMs: number;
};

/** Resolves when the signal is aborted; never rejects for what a venue does. */
export async function watchAccountStream(
  deps: AccountStreamDeps,
  account: VenueAccount,
  onNews: OnNews,
  signal: AbortSignal,
): Promise<void> {
  const { time } = deps;
  let retryMs = RETRY_MS_MIN;
  while (!signal.aborted) {
    const startedAtMs = time.nowMs();
    const { isPlanned, wasRefused } = await watchOnce(deps, account, onNews, signal);
    if (isPlanned || time.nowMs() - startedAtMs >= GOOD_MS) retryMs = RETRY_MS_MIN;
    await pauseFor(time, wasRefused ? REFUSED_RETRY_MS : retryMs, signal);
    retryMs = Math.min(2 * retryMs, RETRY_MS_MAX);
  }
}

async function watchOnce(
  deps: AccountStreamDeps,
  account: VenueAccount,
  onNews: OnNews,
  signal: AbortSignal,
): Promise<Connection> {
  // Aborted with the caller's signal, and when this connection is given up.
  const attempt = new AbortController();
  const abort = (): void => attempt.abort();
  signal.addEventListener('abort', abort, { once: true });
  const connection: Connection = {
    isReady: false,
    wasRefused: false,
    isPlanned: false,
    heardAtMs: deps.time.nowMs(),
  };
  try {
    await connect(deps, account, connection, onNews, attempt);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    connection.wasRefused ||= error.code === 'unauthorized';
    if (!signal.aborted)
      deps.log.warn('account_stream_failed', {
        accountId: account.accountId,
        code: error.code,
        cause: error.message,
      });
  } finally {
    attempt.abort();
    signal.removeEventListener('abort', abort);
  }
  if (connection.isReady) onNews({ kind: 'disconnected' });
  return connection;
}

/** Resolves when the connection has ended. Throws Failure when there was none. */
async function connect(
  deps: AccountStreamDeps,
  account: VenueAccount,
  connection: Connection,
  onNews: OnNews,
  attempt: AbortController,
): Promise<void> {
  const { dialect, requests, time, wire } = deps;
  const context = await deps.contextOf(account);
  const { mode } = context();
  const hasToken = dialect.token !== null && dialect.needsNoToken?.(mode) !== true;
  const token = hasToken ? await requests.read(account, dialect.token()) : null;
  const keys = await deps.credentialsOf(account.accountId);
  const early: string[] = [];
  let stream: VenueStream | null = null;
  const take = (frame: string, from: VenueStream): void => {
    const read = withLeftOut(() => dialect.read(frame, context()));
    deps.rows?.note('account', read.leftOut, account.accountId);
    for (const event of read.value)
      if (event.kind === 'log_on') logOn(from);
      else apply(event, connection, from, onNews, attempt);
  };
  const logOn = (to: VenueStream): void => {
    for (const frame of dialect.logOn?.(keys, deps.venueNowMs()) ?? []) to.send(frame);
  };
  const hear = (frame: string): void => {
    connection.heardAtMs = time.nowMs();
    if (stream === null) return void early.push(frame);
    try {
      take(frame, stream);
    } catch (error) {
      // A defect concerns this frame; the next connection reads everything by REST.
      const cause = error instanceof Error ? error.name : 'unknown';
      deps.log.warn('account_stream_defect', { accountId: account.accountId, cause });
      attempt.abort();
    }
  };
  if (!deps.mayConnect(account.accountId))
    throw new Failure('unavailable', 'Another process follows the account by now.');
  const address = dialect.address(token, account.marketType, mode);
  stream = await wire.openStream(address, hear, attempt.signal);
  for (const frame of dialect.open(keys, token, deps.venueNowMs())) stream.send(frame);
  for (const frame of early) hear(frame);
  const stops = keep(deps, account, connection, stream, { token, mode }, attempt);
  await stream.ended;
  for (const stop of stops) stop();
}

function apply(
  event: Exclude<StreamEvent, { readonly kind: 'log_on' }>,
  connection: Connection,
  stream: VenueStream,
  onNews: OnNews,
  attempt: AbortController,
): void {
  if (attempt.signal.aborted) return;
  switch (event.kind) {
    case 'news':
      return onNews(event.news);
    case 'send':
      for (const frame of event.frames) stream.send(frame);
      return;
    case 'ready':
      connection.isReady = true;
      return onNews({ kind: 'connected' });
    case 'sweep':
      // What is read after a connection is what is to be read now.
      return onNews(
        event.reported === undefined
          ? { kind: 'connected' }
          : { kind: 'connected', reported: event.reported },
      );
    case 'refused':
      connection.wasRefused = event.failure === 'unauthorized';
      return attempt.abort();
    case 'over':
      connection.isPlanned = true;
      return attempt.abort();
  }
}

/** What is done again and again while the connection stands; the results stop it. */
function keep(
  { dialect, requests, time, log, venueNowMs }: AccountStreamDeps,
  account: VenueAccount,
  connection: Connection,
  stream: VenueStream,
  { token, mode }: { readonly token: string | null; readonly mode: string | undefined },
  attempt: AbortController,
): readonly (() => void)[] {
  const { ping, keepToken } = dialect;
  const silenceMsMax = Math.min(dialect.silenceMsMax, SILENCE_MS_MAX);
  const giveUp = (reason: string): void => {
    log.warn('account_stream_given_up', { accountId: account.accountId, reason });
    attempt.abort();
  };
  const stops = [
    time.after(READY_MS_MAX, () => {
      if (!connection.isReady) giveUp('not_subscribed');
    }),
    repeat(time, LOOK_EVERY_MS, () => {
      if (time.nowMs() - connection.heardAtMs > silenceMsMax) giveUp('silent');
    }),
  ];
  if (ping !== null)
    stops.push(repeat(time, ping.everyMs, () => stream.send(ping.frame(venueNowMs(), mode))));
  if (keepToken !== null && token !== null)
    stops.push(
      repeat(time, keepToken.everyMs, () => {
        requests.read(account, keepToken.query(token)).catch(() => giveUp('token_not_kept'));
      }),
    );
  return stops;
}

function repeat(time: MonotonicTime, everyMs: number, run: () => void): () => void {
  let cancel = time.after(everyMs, again);
  function again(): void {
    cancel = time.after(everyMs, again);
    run();
  }
  return () => cancel();
}
