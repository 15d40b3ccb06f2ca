// Sockets of an installation's venue processes: one on this machine by its socket, others over the
// network.

import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import type { VenueProcess } from '#ports/stores/account-lease-store.ts';
import { NotDelivered } from '#adapters/venue-link/link-message.ts';
import { secureSocket } from '#adapters/venue-link/network-socket.ts';

/** What a link uses of a socket. */
export type LinkSocket = {
  readonly destroyed: boolean;
  readonly writable: boolean;
  /** What was written and is not on its way yet. */
  readonly writableLength: number;
  on(event: 'data', listener: (chunk: string) => void): unknown;
  on(event: 'error' | 'close', listener: () => void): unknown;
  write(text: string): unknown;
  destroy(error?: Error): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  unref(): unknown;
};

export type VenueSockets = {
  /** Whether the process is on this machine. */
  isNear(this: void, venueProcess: VenueProcess): boolean;
  /** Throws NotDelivered when there is no way to the process. */
  connect(this: void, venueProcess: VenueProcess): LinkSocket;
};

export const SYSTEM_SOCKETS: VenueSockets = {
  isNear: ({ socketPath }) => existsSync(socketPath),
  connect({ socketPath, endpoint }) {
    if (existsSync(socketPath)) return connect(socketPath);
    if (endpoint !== null) return secureSocket(endpoint);
    throw new NotDelivered('the venue process of this account is on another machine');
  },
};
