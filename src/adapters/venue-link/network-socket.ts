// The link between machines: TLS with a key that both ends know. Who does not know it can neither
// call nor pose as a venue process, and no certificates are needed. Keys of connections are made
// anew for each, so that what was recorded stays closed when a secret becomes known.

import type { Server, Socket } from 'node:net';
import { connect as connectSecurely, createServer } from 'node:tls';
import type { LinkEndpoint } from '#ports/stores/account-lease-store.ts';

const SUITE = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;
const IDENTITY = 'tidemill';
const HANDSHAKE_MS_MAX = 5_000;

/** Does not listen yet. */
export function secureServer(
  { secret }: Pick<LinkEndpoint, 'secret'>,
  serve: (socket: Socket) => void,
): Server {
  const key = Buffer.from(secret, 'base64');
  const pskCallback = (_socket: unknown, identity: string): Buffer | null =>
    identity === IDENTITY ? key : null;
  return createServer({ ...SUITE, pskCallback, handshakeTimeout: HANDSHAKE_MS_MAX }, serve);
}

/** Socket that connects at once; the handshake fails unless both ends have the secret. */
export function secureSocket({ host, port, secret }: LinkEndpoint): Socket {
  const psk = Buffer.from(secret, 'base64');
  return connectSecurely({
    ...SUITE,
    host,
    port,
    pskCallback: () => ({ psk, identity: IDENTITY }),
    // The shared key is the identity.
    checkServerIdentity: () => undefined,
  });
}
