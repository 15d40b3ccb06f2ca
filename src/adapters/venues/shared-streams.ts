// One stream for each account, whoever watches it: several processes run bots of one account, and
// venues limit how often it may be connected to.

import type { AccountNews, Exchange, VenueAccount } from '#ports/exchange/exchange.ts';

type WatchAccount = Exchange['watchAccount'];

type SharedStream = {
  readonly listeners: Set<(news: AccountNews) => void>;
  readonly closing: AbortController;
  isConnected: boolean;
  ended: Promise<void>;
};

/**
 * Opens a stream for the first who watches an account, and ends it with the last. `onNews` hears
 * everything before those do, and `disconnected` at the end.
 */
export function shareStreams(
  watch: WatchAccount,
  onNews: (account: VenueAccount, news: AccountNews) => void,
): WatchAccount {
  const streams = new Map<string, SharedStream>();

  const openStream = (account: VenueAccount): SharedStream => {
    const stream: SharedStream = {
      listeners: new Set(),
      closing: new AbortController(),
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
    stream.ended = watch(account, hear, stream.closing.signal).finally(() => {
      if (streams.get(account.accountId) === stream) streams.delete(account.accountId);
      if (stream.isConnected) hear({ kind: 'disconnected' });
    });
    return stream;
  };

  return async (account, listener, signal) => {
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
}
