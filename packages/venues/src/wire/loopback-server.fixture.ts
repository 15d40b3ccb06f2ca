// Small servers on the loopback that response as no venue should: each connection is handled by
// hand.

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import type { VenueHosts } from '#venues/wire/venue-hosts.ts';

export const VENUE_HOST = 'api.venue.example';

export type LoopbackServer = {
  readonly hosts: VenueHosts;
  readonly port: number;
  /** Requests as they came, each with its head and what followed at once. */
  readonly requests: readonly string[];
};

/** Calls `respond` for each request that arrives; a connection may carry several. */
export async function loopbackServer(
  t: TestContext,
  respond: (socket: Socket, request: string) => void,
): Promise<LoopbackServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      requests.push(text);
      respond(socket, text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    hosts: { allowed: [VENUE_HOST], redirect: `http://127.0.0.1:${port}` },
    port,
    requests,
  };
}

/** A whole response as bytes on the line. */
export function response(
  body: string,
  { status = 200, headers = '' }: { readonly status?: number; readonly headers?: string } = {},
): string {
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status} X\r\ncontent-length: ${length}\r\n${headers}\r\n${body}`;
}
