// An HTTP client that costs little beside the service it measures: persistent connections, one
// request at a time on each, and of a response only its status and its length are read.

import type { Socket } from 'node:net';
import { connect } from 'node:net';

export type PlainClient = {
  /** Returns the status. Throws when the connection is lost, or no response comes in a minute. */
  post(this: void, path: string, body: string): Promise<number>;
  end(this: void): void;
};

const RESPONSE_MS_MAX = 60_000;

type Pending = {
  readonly text: string;
  readonly resolve: (status: number) => void;
  readonly reject: (error: Error) => void;
};

/**
 * So many connections; what finds all of them in use waits for one. One that the service has
 * closed, because it was idle for a while, is replaced.
 */
export function plainClient(url: string, key: string, connectionsMax: number): PlainClient {
  const { hostname, port } = new URL(url);
  const waiting: Pending[] = [];
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const onFree = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else connection.ask(next);
  };
  function free(): Connection | null {
    for (let found = idle.pop(); found !== undefined; found = idle.pop())
      if (!found.socket.destroyed) return found;
    if (all.size >= connectionsMax) return null;
    const opened = openConnection(connect({ host: hostname, port: Number(port) }), onFree);
    all.add(opened);
    opened.socket.on('close', () => all.delete(opened));
    return opened;
  }
  const head = `Host: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\n`;
  return {
    post: (path, body) =>
      new Promise((resolve, reject) => {
        const length = Buffer.byteLength(body);
        const kind = `Content-Type: application/json\r\nContent-Length: ${length}`;
        const text = `POST ${path} HTTP/1.1\r\n${head}${kind}\r\n\r\n${body}`;
        const requested = { text, resolve, reject };
        const connection = free();
        if (connection === null) waiting.push(requested);
        else connection.ask(requested);
      }),
    end() {
      for (const { socket } of all) socket.destroy();
    },
  };
}

type Connection = { readonly socket: Socket; readonly ask: (requested: Pending) => void };

function openConnection(socket: Socket, onFree: (connection: Connection) => void): Connection {
  let current: Pending | null = null;
  let received = '';
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.setTimeout(RESPONSE_MS_MAX, () => {
    if (current !== null) socket.destroy(new Error('No response within a minute.'));
  });
  socket.on('error', () => undefined);
  socket.on('close', () => current?.reject(new Error('The connection was lost.')));
  const connection = {
    socket,
    ask(requested: Pending) {
      current = requested;
      socket.write(requested.text);
    },
  };
  socket.on('data', (part: string) => {
    received += part;
    const status = statusOf(received);
    if (status === null || current === null) return;
    const { resolve } = current;
    [current, received] = [null, ''];
    resolve(status);
    onFree(connection);
  });
  return connection;
}

/** Null while the response is not whole. */
function statusOf(response: string): number | null {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const at = response.toLowerCase().indexOf('content-length:');
  const length = at < 0 || at > end ? 0 : Number.parseInt(response.slice(at + 15), 10);
  return response.length < end + 4 + length ? null : Number(response.slice(9, 12));
}
