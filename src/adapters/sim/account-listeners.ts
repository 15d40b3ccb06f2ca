// Listeners to an account's news: those in this process that watch it. The simulated exchange
// reports what was placed and cancelled through it; the lists have the rest.

import type { AccountNews } from '#venue-port/exchange/exchange.ts';

type OnNews = (news: AccountNews) => void;

export type AccountListeners = {
  /** Resolves when `signal` aborts. */
  watch(accountId: string, onNews: OnNews, signal: AbortSignal): Promise<void>;
  report(accountId: string, news: AccountNews): void;
};

/** Listeners, none at first. `watch` settles when its signal is aborted. */
export function accountListeners(): AccountListeners {
  const byAccount = new Map<string, Set<OnNews>>();
  return {
    async watch(accountId, onNews, signal) {
      const listeners = byAccount.get(accountId) ?? new Set();
      byAccount.set(accountId, listeners.add(onNews));
      onNews({ kind: 'connected' });
      await untilAborted(signal);
      listeners.delete(onNews);
      if (listeners.size === 0) byAccount.delete(accountId);
    },
    report(accountId, news) {
      for (const onNews of byAccount.get(accountId) ?? []) onNews(news);
    },
  };
}

/** Settles when the signal is aborted, at once if it is. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
