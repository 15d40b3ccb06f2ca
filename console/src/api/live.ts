// The stream of events: one connection for all pages. Each event forgets what it makes old, pages
// may listen to events of their own, and while the connection is gone everybody can see that.

import type { Event as ApiEvent } from '@tidemill/client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useEffect, useRef, useState } from 'react';
import { api } from './api.ts';
import { staleQueries } from './stale-queries.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export const ConnectionContext = createContext<Connection>('connecting');

/** Before a refused stream is requested anew. */
const REFUSED_MS = 5_000;

const listeners = new Set<(event: ApiEvent) => void>();

/** Follows the events of who is signed in, for as long as the page is open. */
export function useLiveEvents(client: QueryClient): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const abort = new AbortController();
    const stale = staleQueries(client);
    let wasLost = false;
    const onConnection = (isConnected: boolean): void => {
      setConnection(isConnected ? 'live' : 'lost');
      // The stream goes on behind the last event; what has no events may have changed meanwhile.
      if (isConnected && wasLost) void client.invalidateQueries();
      wasLost = !isConnected;
    };
    const follow = async (): Promise<void> => {
      for await (const event of api.events({ signal: abort.signal, onConnection })) {
        stale.note(event);
        for (const listener of listeners) listener(event);
      }
    };
    void keepFollowing(follow, abort.signal, () => {
      onConnection(false);
      // A refusal may mean that nobody is signed in any more.
      void client.invalidateQueries({ queryKey: ['session'] });
    });
    return () => {
      abort.abort();
      stale.stop();
    };
  }, [client]);
  return connection;
}

async function keepFollowing(
  follow: () => Promise<void>,
  signal: AbortSignal,
  onRefused: () => void,
): Promise<void> {
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one stream after the other
    await follow().catch(() => undefined);
    if (signal.aborted) return;
    onRefused();
    // oxlint-disable-next-line no-await-in-loop -- waits before the next stream
    await new Promise((resolve) => setTimeout(resolve, REFUSED_MS));
  }
}

/** Calls the listener with each event for as long as the component is there. */
export function useEvents(listener: (event: ApiEvent) => void): void {
  const current = useRef(listener);
  useEffect(() => {
    current.current = listener;
  });
  useEffect(() => {
    const hear = (event: ApiEvent): void => current.current(event);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, []);
}
