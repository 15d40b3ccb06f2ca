// Pooler like PgBouncer in transaction mode, in small: all clients share one session of the server,
// which belongs to whoever is in a transaction. The server must let us in without a password.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export type SharingPooler = { readonly url: string; close(): Promise<void> };

const SSL_REQUEST = 80_877_103;
const LENGTH_BYTES = 4;
const READY = 'Z';
const IDLE = 'I';
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY_AND_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** In front of the server of `url`, whose sockets are in its parameter `host`. */
export async function openSharingPooler(url: string): Promise<SharingPooler> {
  const { searchParams, pathname } = new URL(url);
  const database = pathname.slice(1);
  const user = searchParams.get('user') ?? '';
  const session = connect(`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`);
  session.write(startup(user, database));
  const waiting: { readonly client: Socket; readonly message: Buffer }[] = [];
  let holder: Socket | null = null;
  const next = (): void => {
    for (let index = 0; index < waiting.length;) {
      const each = waiting[index];
      if (each === undefined || (holder !== null && holder !== each.client)) index += 1;
      else {
        holder = each.client;
        session.write(each.message);
        waiting.splice(index, 1);
      }
    }
  };
  const isUp = Promise.withResolvers<void>();
  readMessages(session, (type, message) => {
    holder?.write(message);
    if (type !== READY || String.fromCharCode(message.at(-1) ?? 0) !== IDLE) return;
    holder = null;
    isUp.resolve();
    next();
  });
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (first: Buffer) =>
      welcome(client, first, () => {
        readMessages(client, (type, message) => {
          if (type === 'X') return;
          waiting.push({ client, message });
          next();
        });
      }),
    );
  });
  await isUp.promise;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    async close() {
      session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function welcome(client: Socket, first: Buffer, onReady: () => void): void {
  if (first.readInt32BE(LENGTH_BYTES) === SSL_REQUEST) {
    client.write('N');
    client.once('data', (second: Buffer) => welcome(client, second, onReady));
    return;
  }
  onReady();
  client.write(Buffer.concat([AUTHENTICATED, READY_AND_IDLE]));
}

function startup(user: string, database: string): Buffer {
  const words = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(2 * LENGTH_BYTES);
  head.writeInt32BE(head.length + words.length, 0);
  head.writeInt32BE(3 << 16, LENGTH_BYTES);
  return Buffer.concat([head, words]);
}

/** Whole messages, each with its type. */
function readMessages(socket: Socket, onMessage: (type: string, message: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length > LENGTH_BYTES) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}
