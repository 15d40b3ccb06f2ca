// Hosts of a venue that may be reached, and where requests go instead when a loopback venue stands
// in for all of them.

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
  // Part by part: a path that begins with two slashes would name a host of its own.
  const redirected = new URL(target);
  redirected.pathname = url.pathname;
  redirected.search = url.search;
  redirected.protocol = plain ?? url.protocol;
  return { url: redirected, headers: { 'x-venue-host': url.host } };
}

/** Where a request goes, in the parts that a client of HTTP needs. */
export type RequestTarget = {
  readonly isPlain: boolean;
  readonly hostname: string;
  readonly port: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** An origin, and a path and query that are spelled the same in every URL. */
const SIMPLE_ADDRESS = /^(https:\/\/[\w.-]+)(\/[\w/-]*(?:\?[\w.~=&%+-]*)?)$/;

/**
 * The same as `destinationOf`, for requests of which there are many: the few origins of a venue are
 * looked at once.
 */
export function requestTargets(hosts: VenueHosts): (address: string) => RequestTarget {
  const origins = new Map<string, RequestTarget>();
  return (address) => {
    const [, origin, path] = SIMPLE_ADDRESS.exec(address) ?? [];
    if (origin === undefined || path === undefined) return targetOf(destinationOf(hosts, address));
    let target = origins.get(origin);
    // Only origins that are allowed get here, so there are few.
    if (target === undefined) {
      target = targetOf(destinationOf(hosts, origin));
      origins.set(origin, target);
    }
    return { ...target, path };
  };
}

function targetOf({ url, headers }: Destination): RequestTarget {
  const { protocol, port, pathname, search } = url;
  // An address of IPv6 is in brackets in a URL only.
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { isPlain: protocol === 'http:', hostname, port, path: pathname + search, headers };
}
