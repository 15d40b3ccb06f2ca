// The websockets of the venue. A connection may be dropped, or fall silent while it stays open.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';

import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { VenueState } from '#loopback/server/venue-state.ts';
import { skinFor } from '#loopback/server/venue-state.ts';

export type VenueStreams = {
  accept(state: VenueState, request: IncomingMessage, socket: Socket, head: Buffer): void;
  drop(venue: VenueCode): void;
  close(): void;
};

const PING_MS = 20_000;

/** Streams without connections; those of a venue under maintenance are refused with 503. */
export function openStreams(): VenueStreams {
  const server = new WebSocketServer({ noServer: true });
  const open = new Map<WebSocket, VenueCode>();
  return {
    accept(state, request, socket, head) {
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const named = new URLSearchParams(query).get('venue_host');
      const host = request.headers['x-venue-host'] ?? named ?? request.headers.host ?? '';
      const venue = skinFor(state, String(host), path);
      if (venue === null || state.maintenance.has(venue)) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (client) => {
        open.set(client, venue);
        client.on('close', () => open.delete(client));
        connect(state, venue, path, query, client);
      });
    },
    drop(venue) {
      for (const [client, of] of open) if (of === venue) client.terminate();
    },
    close() {
      for (const client of open.keys()) client.terminate();
      server.close();
    },
  };
}

function connect(
  state: VenueState,
  venue: VenueCode,
  path: string,
  query: string,
  client: WebSocket,
): void {
  const isSilent = (): boolean => state.streamModes.get(venue) === 'silent';
  const send = (text: string): void => {
    if (isSilent() || client.readyState !== client.OPEN) return;
    client.send(state.values[venue].respell(text, 'frames'));
  };
  const session = state.skins[venue].openStream(path, query, send);
  if (session === null) {
    client.close(1008, 'no such stream');
    return;
  }
  const pings = setInterval(() => void (isSilent() || client.ping()), PING_MS).unref();
  client.on('message', (bytes: Buffer) => {
    try {
      session.receive(bytes.toString('utf8'));
    } catch {
      client.close(1007, 'not understood');
    }
  });
  client.on('error', () => client.terminate());
  client.on('close', () => {
    clearInterval(pings);
    session.close();
  });
}
