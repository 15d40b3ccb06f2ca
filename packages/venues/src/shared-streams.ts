// One stream for each account, whoever watches it: several processes run bots of one account, and
// venues limit how often it may be connected to.

import type { AccountNews, Exchange, VenueAccount } from '#venue-port/exchange/exchange.ts';

type WatchAccount = Exchange['watchAccount'];

type SharedStream = {
  readonly listeners: Set<(news: AccountNews) => void>;
  readonly closing: AbortController;
  /** Of the present connection; aborted, it is followed by another. */
  reopening: AbortController;
  isConnected: boolean;
  ended: Promise<void>;
};

export type SharedStreams = {
  readonly watchAccount: WatchAccount;
  /** Gives up the account's connection, if there is one, and opens another for who watches it. */
  reopen(this: void, accountId: string): void;
};

/**
 * Opens a stream for the first who watches an account, and ends it with the last. `onNews` hears
 * everything before those do, and `disconnected` at the end.
 */
export function shareStreams(
  watch: WatchAccount,
  onNews: (account: VenueAccount, news: AccountNews) => void,
): SharedStreams {
  const streams = new Map<string, SharedStream>();

  const openStream = (account: VenueAccount): SharedStream => {
    const stream: SharedStream = {
      listeners: new Set(),
      closing: new AbortController(),
      reopening: new AbortController(),
      isConnected: false,
      ended: Promise.resolve(),
    };
    streams.set(account.accountId, stream);
    const hear = (news: AccountNews): void => {
      if (news.kind === 'connected') stream.isConnected = true;
      if (news.kind === 'disconnected') stream.isConnected = false;
      onNews(account, news);
      for (const listener of stream.listeners) listener(news);
    };
    stream.ended = follow(account, stream, hear).finally(() => {
      if (streams.get(account.accountId) === stream) streams.delete(account.accountId);
    });
    return stream;
  };

  const follow = async (
    account: VenueAccount,
    stream: SharedStream,
    hear: (news: AccountNews) => void,
  ): Promise<void> => {
    for (;;) {
      const { closing, reopening } = stream;
      try {
        await watch(account, hear, AbortSignal.any([closing.signal, reopening.signal]));
      } finally {
        if (stream.isConnected) hear({ kind: 'disconnected' });
      }
      if (closing.signal.aborted || !reopening.signal.aborted) return;
      stream.reopening = new AbortController();
    }
  };

  const watchAccount: WatchAccount = async (account, listener, signal) => {
    if (signal.aborted) return;
    const stream = streams.get(account.accountId) ?? openStream(account);
    const own = (news: AccountNews): void => listener(news);
    stream.listeners.add(own);
    if (stream.isConnected) own({ kind: 'connected' });
    const left = Promise.withResolvers<void>();
    const leave = (): void => left.resolve();
    signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([stream.ended, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      stream.listeners.delete(own);
    }
    if (stream.listeners.size > 0) return;
    if (streams.get(account.accountId) === stream) streams.delete(account.accountId);
    stream.closing.abort();
    await stream.ended;
  };

  return { watchAccount, reopen: (accountId) => streams.get(accountId)?.reopening.abort() };
}
