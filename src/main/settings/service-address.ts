// Address of the service on its own machine.

import type { Config } from '#main/settings/config.ts';

/** Where a client on this machine reaches us; "all addresses" is none to connect to. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
