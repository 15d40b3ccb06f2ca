// Client address of a request, behind proxies and behind none.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseAddressRange } from '#domain/access/address-range.ts';
import { clientAddress } from '#domain/access/client-address.ts';

const TRUSTED = ['10.0.0.0/8', '::1'].map((text) => {
  const range = parseAddressRange(text);
  assert(range.ok);
  return range.value;
});

const CASES = [
  ['no header', '10.0.0.1', undefined, '10.0.0.1'],
  ['from a trusted proxy', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['from a trusted proxy by IPv6', '::1', '2001:db8::7', '2001:db8::7'],
  ['from a trusted proxy, IPv4 written as IPv6', '::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['spoofed by an untrusted peer', '203.0.113.9', '192.0.2.7', '203.0.113.9'],
  ['spoofed before a trusted proxy', '10.0.0.1', '192.0.2.7, 203.0.113.9', '203.0.113.9'],
  ['through two trusted proxies', '10.0.0.1', '192.0.2.7, 10.9.9.9', '192.0.2.7'],
  ['spoofed before two trusted proxies', '10.0.0.1', '1.1.1.1,192.0.2.7,10.9.9.9', '192.0.2.7'],
  ['trusted proxies alone', '10.0.0.1', '10.9.9.9, 10.8.8.8', '10.9.9.9'],
  ['what is no address', '10.0.0.1', '192.0.2.7, unknown', 'unknown'],
  ['an empty header', '10.0.0.1', '', ''],
  ['a connection without an address', undefined, '192.0.2.7', undefined],
] as const;

suite('the address of a client', () => {
  for (const [statement, connected, header, expected] of CASES) {
    test(`${statement}: ${expected}`, () => {
      assert.equal(clientAddress(TRUSTED, connected, header), expected);
    });
  }

  test('is the connection where no proxy is trusted', () => {
    assert.equal(clientAddress([], '10.0.0.1', '192.0.2.7'), '10.0.0.1');
  });
});
