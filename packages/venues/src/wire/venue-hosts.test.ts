import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { VenueHosts } from '#venues/wire/venue-hosts.ts';
import { destinationOf, requestTargets } from '#venues/wire/venue-hosts.ts';

const REAL: VenueHosts = { allowed: ['api.venue.example', 'api2.venue.example'], redirect: null };

/** Of requests: plain ones, and those that a URL spells in another way. */
const PATHS: readonly string[] = [
  '',
  '/',
  '/api/v3/order',
  '/api/v3/order?symbol=BTCUSDT&signature=00ff',
  '/v5/order/realtime?cursor=a%3D%26b&limit=50',
  '/v5/a/../b?x=1',
  '/v5/./b',
  '//v5//b',
  '/v5/%2e%2e/b',
  "/v5/b?x=it's (so)",
  '/v5/b?x=\u00fc{"a":[1]}',
  '/v5/b?x=1#part',
  '/v5/b c',
];

for (const redirect of [null, 'http://127.0.0.1:8080', 'http://[::1]:8080'])
  test(`a request is sent to where its address leads (${redirect ?? 'no redirect'})`, () => {
    const hosts = { ...REAL, redirect };
    const targetOf = requestTargets(hosts);
    for (const path of [...PATHS, ...PATHS])
      for (const host of REAL.allowed) {
        const address = `https://${host}${path}`;
        const { url, headers } = destinationOf(hosts, address);
        assert.deepEqual(targetOf(address), {
          isPlain: url.protocol === 'http:',
          hostname: url.hostname.replace('[', '').replace(']', ''),
          port: url.port,
          path: `${url.pathname}${url.search}`,
          headers,
        });
      }
  });

/** Hosts that are none of the venue's, and connections that are not encrypted. */
const FOREIGN: readonly string[] = [
  'https://other.example/api/v3/order',
  'https://api.venue.example.other.example/api/v3/order',
  'https://api.venue.example@other.example/api/v3/order',
  'https://other.example/https://api.venue.example/',
  'http://api.venue.example/api/v3/order',
];

for (const address of FOREIGN)
  test(`nothing is sent to ${address}`, () => {
    const targetOf = requestTargets(REAL);
    targetOf('https://api.venue.example/api/v3/order');
    assert.throws(() => targetOf(address), /Assertion|host of this venue|encrypted/);
    assert.throws(() => targetOf(address));
  });
