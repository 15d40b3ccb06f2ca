// Networks of keys: how they are written, and which addresses they allow.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  allowsAddress,
  allowsRanges,
  isWithinRange,
  parseAddressRange,
} from '#domain/access/address-range.ts';

const ALLOWED = [
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['192.0.2.0/24', '::ffff:192.0.2.9', true],
  ['::ffff:192.0.2.0', '192.0.2.0', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['::1', undefined, false],
  ['::1', 'localhost', false],
] as const;

const REFUSED = [
  ['', 'an IP address'],
  ['localhost', 'an IP address'],
  ['1.2.3', 'an IP address'],
  ['1.2.3.256', 'an IP address'],
  ['01.2.3.4', 'an IP address'],
  ['1.2.3.4/24/2', 'an IP address'],
  ['1::2::3', 'an IP address'],
  ['1:2:3:4:5:6:7:8::', 'an IP address'],
  ['12345::', 'an IP address'],
  ['1.2.3.4/33', 'at most 32 bits'],
  ['::/129', 'at most 128 bits'],
  ['1.2.3.4/-1', 'at most 32 bits'],
  ['1.2.3.4/24', 'the first address of the range, 1.2.3.0/24'],
  ['2001:db8::1/32', 'the first address of the range, 2001:db8:0:0:0:0:0:0/32'],
] as const;

const ALLOWED_TOGETHER = [
  [[], [], true],
  [[], ['10.0.0.0/8'], true],
  [['10.0.0.0/8'], [], false],
  [['10.0.0.0/8'], ['10.1.0.0/16', '10.2.0.1'], true],
  [['10.0.0.0/8'], ['10.1.0.0/16', '::1'], false],
  [['10.0.0.0/8', '::1'], ['::1'], true],
] as const;

const WITHIN = [
  ['10.1.0.0/16', '10.0.0.0/8', true],
  ['10.0.0.0/8', '10.0.0.0/8', true],
  ['10.0.0.0/8', '10.1.0.0/16', false],
  ['::/0', '0.0.0.0/0', false],
] as const;

suite('a range allows the addresses in it', () => {
  for (const [range, address, isAllowed] of ALLOWED) {
    test(`${range}: ${address} is ${isAllowed ? 'allowed' : 'not allowed'}`, () => {
      assert.equal(allowsAddress([range], address), isAllowed);
    });
  }
  test('no ranges allow every address, also an unknown one', () => {
    assert.equal(allowsAddress([], undefined), true);
  });
});

suite('what is no range is refused with what was expected', () => {
  for (const [text, expected] of REFUSED) {
    test(`"${text}"`, () => {
      const parsed = parseAddressRange(text);
      assert(!parsed.ok && parsed.rejection.startsWith(expected));
    });
  }
});

suite('a range within another', () => {
  for (const [inner, outer, isWithin] of WITHIN) {
    test(`${inner} in ${outer}: ${isWithin}`, () => {
      const [small, large] = [parseAddressRange(inner), parseAddressRange(outer)];
      assert(small.ok && large.ok);
      assert.equal(isWithinRange(small.value, large.value), isWithin);
    });
  }
});

suite('ranges allow what other ranges allow', () => {
  for (const [outer, inner, isAllowed] of ALLOWED_TOGETHER) {
    test(`${outer.join()}: ${inner.join()} is ${isAllowed ? 'allowed' : 'not allowed'}`, () => {
      assert.equal(allowsRanges(outer, inner), isAllowed);
    });
  }
});
