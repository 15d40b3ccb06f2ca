// Readers of the stream of events, as many as wanted, over sockets that do nothing but count.

import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Tenant } from './tenants.ts';

export type Readers = {
  readonly count: number;
  /** Called with each event as it arrives, and the number of its reader. */
  onEvent: (reader: number) => void;
  close(this: void): void;
};

const AT_ONCE = 50;

/** In turn for these tenants. Settles when each has its first message. */
export async function openReaders(
  url: string,
  tenants: readonly Tenant[],
  count: number,
): Promise<Readers> {
  const sockets: Socket[] = [];
  const readers: Readers = {
    count,
    onEvent: () => undefined,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    await Promise.all(
      numbers.map(async (number) => {
        const tenant = tenants[number % tenants.length];
        sockets.push(await openReader(url, tenant?.key ?? '', () => readers.onEvent(number)));
      }),
    );
  }
  return readers;
}

const EVENT = Buffer.from('\ndata: ');

async function openReader(url: string, key: string, onEvent: () => void): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /v1/events/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (chunk: Buffer) => {
      if (chunk.toString().startsWith('HTTP/1.1 200')) resolve();
      else reject(new Error(`A stream was refused: ${chunk.toString()}`));
    });
    socket.once('error', reject);
  });
  socket.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(EVENT); at >= 0; at = chunk.indexOf(EVENT, at + 1)) onEvent();
  });
  socket.on('error', () => undefined);
  return socket;
}
