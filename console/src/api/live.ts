// The stream of events: one connection for all pages. Each event forgets what it makes old; while
// the connection is gone everybody can see that.

import type { QueryClient } from '@tanstack/react-query';
import { createContext, useEffect, useState } from 'react';
import type { LiveEvent } from './wire.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export const ConnectionContext = createContext<Connection>('connecting');

/** Names of queries that an event of the type makes old. */
const STALE_BY: readonly (readonly [string, readonly string[]])[] = [
  ['order.', ['orders', 'bot-orders', 'balances']],
  ['fill.', ['fills', 'orders', 'balances', 'positions', 'bots', 'bot-orders', 'bot-positions']],
  ['position.', ['positions', 'bot-positions', 'bots']],
  ['balance.', ['balances']],
  ['bot.', ['bots', 'bot-log']],
  ['account.', ['accounts']],
  ['backtest.', ['backtests']],
];

const RETRY_MS = 5_000;
/** Many events at once are read once. */
const GATHER_MS = 400;

/** Follows the events of who is signed in, for as long as the page is open. */
export function useLiveEvents(client: QueryClient): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const stale = staleQueries(client);
    let source: EventSource | null = null;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    const open = (): void => {
      source = new EventSource('/v1/events/stream');
      source.addEventListener('open', () => {
        setConnection('live');
        // What happened meanwhile is unknown.
        if (wasLost) void client.invalidateQueries();
        wasLost = false;
      });
      source.addEventListener('message', ({ data }: MessageEvent<string>) =>
        stale.note(JSON.parse(data) as LiveEvent),
      );
      source.addEventListener('error', () => {
        wasLost = true;
        setConnection('lost');
        // A refusal ends the source for good: perhaps nobody is signed in any more.
        if (source?.readyState !== EventSource.CLOSED) return;
        void client.invalidateQueries({ queryKey: ['session'] });
        retry = setTimeout(open, RETRY_MS);
      });
    };
    open();
    return () => {
      clearTimeout(retry);
      stale.stop();
      source?.close();
    };
  }, [client]);
  return connection;
}

function staleQueries(client: QueryClient) {
  const names = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = (): void => {
    timer = null;
    for (const name of names) void client.invalidateQueries({ queryKey: [name] });
    names.clear();
  };
  return {
    note({ type }: LiveEvent): void {
      for (const [prefix, queries] of STALE_BY)
        if (type.startsWith(prefix)) for (const query of queries) names.add(query);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
