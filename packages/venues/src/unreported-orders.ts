// Orders of ours that an exchange has accepted and its stream has not reported. A stream that
// leaves one out has gone deaf: its connection stands, and nothing comes over it any more.

import type { AccountNews } from '#venue-port/exchange/exchange.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';

export type UnreportedOrders = {
  /** Before the order is sent: its news may arrive before the reply. */
  begin(this: void, clientOrderId: string): void;
  /** The exchange has accepted the order. */
  accept(this: void, clientOrderId: string): void;
  /** The exchange has refused the order, or it is not known what became of it. */
  drop(this: void, clientOrderId: string): void;
  report(this: void, news: AccountNews): void;
  /** The connection has ended. */
  close(this: void): void;
};

/** Exchanges report an order within a second; this allows for one that is overloaded. */
const REPORTED_WITHIN_MS = 30_000;

/** Calls `onDeaf` when an accepted order has not been reported for thirty seconds. */
export function unreportedOrders(
  { after }: Pick<MonotonicTime, 'after'>,
  onDeaf: () => void,
): UnreportedOrders {
  const pending = new Map<string, () => void>();
  const drop = (clientOrderId: string): void => {
    pending.get(clientOrderId)?.();
    pending.delete(clientOrderId);
  };
  return {
    begin: (clientOrderId) => void pending.set(clientOrderId, NOTHING),
    accept(clientOrderId) {
      if (pending.has(clientOrderId)) pending.set(clientOrderId, after(REPORTED_WITHIN_MS, onDeaf));
    },
    drop,
    report(news) {
      const name = nameIn(news);
      if (name !== null) drop(name);
    },
    close() {
      for (const clientOrderId of pending.keys()) drop(clientOrderId);
    },
  };
}

function nameIn(news: AccountNews): string | null {
  switch (news.kind) {
    case 'order':
      return news.order.clientOrderId;
    case 'fill':
      return news.fill.clientOrderId;
    case 'connected':
      return news.reported ?? null;
    case 'disconnected':
      return null;
  }
}

const NOTHING = (): void => undefined;
