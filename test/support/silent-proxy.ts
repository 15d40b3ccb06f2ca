// A proxy before PostgreSQL through which established connections can die silently: their bytes
// vanish, nobody is notified, and new connections work. So does a firewall that forgets its state,
// or a host that disappears behind an address which another one takes over.

import type { NetConnectOpts, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

export type SilentProxy = {
  /** The database of the given URL, through the proxy. */
  readonly url: string;
  /** From now on no byte of the connections that exist now is delivered, in either direction. */
  silence(): void;
  /** New connections lead to another server from now on; those that exist stay as they are. */
  pointTo(databaseUrl: string): void;
  /** While true, new connections are silent as well. */
  blockNew(isBlocked: boolean): void;
  close(): Promise<void>;
};

type Line = { readonly client: Socket; readonly server: Socket; isSilent: boolean };

/** The server may be at an address or at a socket; it must let the user in without a password. */
export async function openSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const user = target.searchParams.get('user') ?? target.username;
  let place = placeOf(target);
  const lines = new Set<Line>();
  let isBlocked = false;
  const listener = createServer((client) => {
    const server = connect(place);
    const line: Line = { client, server, isSilent: isBlocked };
    lines.add(line);
    const end = (): void => {
      // Who is cut off silently hears of no end either.
      if (line.isSilent) return;
      client.destroy();
      server.destroy();
      lines.delete(line);
    };
    client.on('data', (bytes) => void (line.isSilent || server.write(bytes)));
    server.on('data', (bytes) => void (line.isSilent || client.write(bytes)));
    for (const socket of [client, server]) socket.on('close', end).on('error', end);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address() as { readonly port: number };
  const url = `postgresql://${user}@127.0.0.1:${address.port}${target.pathname}`;
  const silence = (): void => {
    for (const line of lines) line.isSilent = true;
  };
  return {
    url,
    silence,
    pointTo(next) {
      place = placeOf(new URL(next));
    },
    blockNew(wanted) {
      isBlocked = wanted;
      if (wanted) silence();
    },
    async close() {
      listener.close();
      for (const { client, server } of lines) {
        client.destroy();
        server.destroy();
      }
      await once(listener, 'close');
    },
  };
}

function placeOf({ hostname, port: ownPort, searchParams }: URL): NetConnectOpts {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const port = Number(searchParams.get('port') ?? (ownPort || 5432));
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
