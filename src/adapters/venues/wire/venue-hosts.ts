// Which hosts of a venue may be reached, and where requests go instead when a loopback venue
// stands in for all of them.

import { assert } from '#lib/assert.ts';

export type VenueHosts = {
  /** Names without a port. Nothing else is ever connected to. */
  readonly allowed: readonly string[];
  /** `http://127.0.0.1:port` in place of every host; null in production. */
  readonly redirect: string | null;
};

export type Destination = {
  readonly url: URL;
  /** Names the original host, where another one is connected to. */
  readonly headers: Readonly<Record<string, string>>;
};

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Of the loopback: the scheme there for each scheme of a venue. */
const PLAIN_SCHEMES: Readonly<Record<string, string>> = { 'https:': 'http:', 'wss:': 'ws:' };

/**
 * Where a request for this address goes. The address is one of ours or of the signing library, so
 * one that is not allowed is a defect; the message names nothing but the host.
 */
export function destinationOf(hosts: VenueHosts, address: string): Destination {
  const url = new URL(address);
  assert(hosts.allowed.includes(url.hostname), `"${url.hostname}" is a host of this venue`);
  const plain = PLAIN_SCHEMES[url.protocol];
  if (hosts.redirect === null) {
    assert(plain !== undefined, `requests to "${url.hostname}" are encrypted`);
    return { url, headers: {} };
  }
  const target = new URL(hosts.redirect);
  assert(LOOPBACK_NAMES.has(target.hostname), 'venues are redirected to the loopback only');
  const redirected = new URL(`${url.pathname}${url.search}`, hosts.redirect);
  redirected.protocol = plain ?? url.protocol;
  return { url: redirected, headers: { 'x-venue-host': url.host } };
}
