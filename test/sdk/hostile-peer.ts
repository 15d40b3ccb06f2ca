// A peer that speaks as its script says, byte by byte: each request takes the next part.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type HostilePeer = {
  readonly url: string;
  /** The headers of the requests so far, a line each. */
  readonly requests: readonly string[];
};

type Part = (socket: Socket) => void;

/** The last part is for all further requests too. */
export async function withHostilePeer(
  script: readonly Part[],
  work: (peer: HostilePeer) => Promise<void>,
): Promise<void> {
  const requests: string[] = [];
  const server = createServer((request) => {
    const { rawHeaders, socket } = request;
    socket.on('error', () => undefined);
    request.resume();
    const lines = rawHeaders.map((word, index) => (index % 2 === 0 ? `${word}: ` : `${word}\n`));
    requests.push(lines.join(''));
    script[Math.min(requests.length, script.length) - 1]?.(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await work({ url: `http://127.0.0.1:${port}`, requests });
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}

/** A whole response; its connection is not used again. */
export function says(status: string, type: string, body: string, ...headers: string[]): Part {
  const length = Buffer.byteLength(body);
  return (socket) => socket.end(head(status, type, `content-length: ${length}`, ...headers) + body);
}

/** Names more bytes than come; then the connection breaks. */
export function saysHalf(status: string, type: string, body: string): Part {
  return (socket) =>
    socket.write(head(status, type, 'content-length: 100000') + body, () => socket.destroy());
}

/** The first bytes of a response that goes on; nothing more comes. */
export function begins(status: string, type: string, body: string): Part {
  return (socket) => void socket.write(head(status, type, 'content-length: 100000') + body);
}

export const hangs: Part = () => undefined;

function head(status: string, type: string, ...headers: string[]): string {
  const lines = [`HTTP/1.1 ${status}`, `content-type: ${type}`, 'connection: close', ...headers];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
