// The stream of events: one connection for all pages. Each event forgets what it makes old, pages
// may listen to events of their own, and while the connection is gone everybody can see that.

import type { Event as ApiEvent } from '@tidemill/client';
import { isProblem, StreamEndedError } from '@tidemill/client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useEffect, useRef, useState } from 'react';
import { api } from './api.ts';
import { whileInView } from './in-view.ts';
import { staleQueries } from './stale-queries.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export const ConnectionContext = createContext<Connection>('connecting');

/** Before a refused stream is requested anew. */
const REFUSED_MS = 5_000;

const listeners = new Set<(event: ApiEvent) => void>();

type Following = {
  readonly client: QueryClient;
  readonly stale: ReturnType<typeof staleQueries>;
  readonly onConnection: (isConnected: boolean) => void;
  /** The last place of the stream; undefined: from now on. */
  place: string | undefined;
};

/** Follows the events of who is signed in, for as long as the page is looked at. */
export function useLiveEvents(client: QueryClient): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const stale = staleQueries(client);
    let wasLost = false;
    const onConnection = (isConnected: boolean): void => {
      setConnection(isConnected ? 'live' : 'lost');
      // The stream goes on behind the last event; what has no events may have changed meanwhile.
      if (isConnected && wasLost) void client.invalidateQueries();
      wasLost = !isConnected;
    };
    const following: Following = { client, stale, onConnection, place: undefined };
    const leave = whileInView((signal) => void keepFollowing(following, signal));
    return () => {
      leave();
      stale.stop();
    };
  }, [client]);
  return connection;
}

async function keepFollowing(following: Following, signal: AbortSignal): Promise<void> {
  const { client, onConnection } = following;
  while (!signal.aborted) {
    try {
      await follow(following, signal);
    } catch (error) {
      if (signal.aborted) return;
      // What happened since is not retained any more: everything is read anew.
      if (isExpired(error)) following.place = undefined;
      onConnection(false);
      // A refusal may mean that nobody is signed in any more.
      void client.invalidateQueries({ queryKey: ['session'] });
      await new Promise((resolve) => setTimeout(resolve, REFUSED_MS));
    }
  }
}

async function follow(following: Following, signal: AbortSignal): Promise<void> {
  const { stale, onConnection, place } = following;
  const onPlace = (id: string): void => {
    following.place = id;
  };
  for await (const event of api.events({ after: place, signal, onConnection, onPlace })) {
    stale.note(event);
    for (const listener of listeners) listener(event);
  }
}

function isExpired(error: unknown): boolean {
  if (error instanceof StreamEndedError) return error.reason === 'events_expired';
  return isProblem(error, 'events_expired');
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
