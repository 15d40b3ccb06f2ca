// A proxy before a venue of this machine, whose trouble is chosen: it passes, is slow, hangs,
// refuses connections or returns errors.

import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const TROUBLES = ['slow', 'hung', 'refused', 'error'] as const;
export type Trouble = (typeof TROUBLES)[number];

export type TroubledProxy = {
  readonly url: string;
  /** Ends all connections; null: it passes. */
  setTrouble(trouble: Trouble | null): Promise<void>;
  close(): Promise<void>;
};

const SLOW_MS = 5_000;
const ERROR = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

export async function openTroubledProxy(venueUrl: string): Promise<TroubledProxy> {
  const target = new URL(venueUrl);
  const sockets = new Set<Socket>();
  let trouble: Trouble | null = null;
  let server = listenWith(serve);
  await once(server, 'listening');
  const port = portOf(server);

  function serve(client: Socket): void {
    hold(client);
    if (trouble === 'error') client.once('data', () => client.end(ERROR));
    else if (trouble === 'hung') client.resume();
    else void pass(client, trouble === 'slow' ? SLOW_MS : 0);
  }

  function hold(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  async function pass(client: Socket, delayMs: number): Promise<void> {
    await pause(delayMs);
    if (client.destroyed) return;
    const venue = connect(Number(target.port), target.hostname);
    hold(venue);
    client.pipe(venue).pipe(client);
    client.on('close', () => venue.destroy());
    venue.on('close', () => client.destroy());
  }

  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async setTrouble(next) {
      if (trouble === 'refused') {
        server = listenWith(serve, port);
        await once(server, 'listening');
      }
      trouble = next;
      const closed = next === 'refused' ? once(server.close(), 'close') : null;
      endAll();
      await closed;
    },
    async close() {
      endAll();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

function listenWith(serve: (client: Socket) => void, port = 0): Server {
  return createServer(serve).listen(port, '127.0.0.1');
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return address.port;
}
