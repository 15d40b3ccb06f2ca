// Hears notifications for all who subscribe, on one connection that is made again whenever it is
// lost. What was said in between is lost too, so subscribers are informed about every gap.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ListenerConnection } from '#adapters/postgres/connection/listener-connection.ts';
import { connectListener } from '#adapters/postgres/connection/listener-connection.ts';

export type Subscription = {
  readonly channel: string;
  onMessage(payload: string): void;
  /** Something may have been missed: the connection was lost, or has just been made. */
  onGap(): void;
};

export type Listener = {
  /** Whether notifications arrive now. While false, nothing remembered may be trusted. */
  isLive(): boolean;
  /** Settles when the listener is live for the first time from now on. */
  live(): Promise<void>;
  close(): Promise<void>;
};

const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 2_000;

/** Starts listening in the background, and goes on until it is closed. */
export function openListener(
  url: string,
  subscriptions: readonly Subscription[],
  report?: (message: string) => void,
): Listener {
  const channels = new Set(subscriptions.map((subscription) => subscription.channel));
  const closing = new AbortController();
  const state = { isLive: false, live: Promise.withResolvers<void>() };

  function hear(channel: string, payload: string): void {
    for (const each of subscriptions) if (each.channel === channel) each.onMessage(payload);
  }

  function setLive(isLive: boolean): void {
    if (isLive) state.live.resolve();
    else if (state.isLive) state.live = Promise.withResolvers<void>();
    state.isLive = isLive;
    for (const each of subscriptions) each.onGap();
  }

  async function keepListening(): Promise<void> {
    let retryMs = RETRY_MS_MIN;
    while (!closing.signal.aborted) {
      const lost = Promise.withResolvers<string | null>();
      closing.signal.addEventListener('abort', () => lost.resolve(null), { once: true });
      const connection = await connectListener(url, { onMessage: hear, onLost: lost.resolve });
      for (const channel of channels) await connection.listen(channel);
      retryMs = await listenUntil(connection, lost.promise, retryMs);
    }
  }

  /** Waits for the connection's end and the pause after it; returns the next pause. */
  async function listenUntil(
    connection: ListenerConnection,
    lost: Promise<string | null>,
    retryMs: number,
  ): Promise<number> {
    const isWhole = connection.isWhole();
    if (isWhole) setLive(true);
    const reason = await lost;
    if (isWhole) setLive(false);
    if (reason === null) {
      await connection.close();
      return 0;
    }
    report?.(`The connection for notifications was lost: ${reason}`);
    await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    return isWhole ? RETRY_MS_MIN : Math.min(retryMs * 2, RETRY_MS_MAX);
  }

  const listening = keepListening();
  return {
    isLive: () => state.isLive,
    live: () => state.live.promise,
    async close() {
      closing.abort();
      await listening;
    },
  };
}
