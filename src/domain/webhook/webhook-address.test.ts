import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddressRange } from '#domain/access/address-range.ts';
import { isReachable, parseWebhookUrl } from '#domain/webhook/webhook-address.ts';

test('private, loopback, link-local, metadata and mapped addresses are not reachable', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'ff02::1',
    'localhost',
    '',
  ])
    assert.equal(isReachable(address, []), false, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.equal(isReachable(address, []), true, address);
});

test('the operator may allow a range, and nothing beside it', () => {
  const range = parseAddressRange('10.1.0.0/16');
  assert(range.ok);
  assert.equal(isReachable('10.1.2.3', [range.value]), true);
  assert.equal(isReachable('10.2.2.3', [range.value]), false);
});

test('an address of a webhook is https, without a password, and not in a private network', () => {
  for (const text of [
    'https://example.com/hook',
    'https://example.com:8443/a?b=c',
    'https://8.8.8.8/',
  ])
    assert.equal(parseWebhookUrl(text, []).ok, true, text);
  for (const text of [
    '',
    'example.com',
    'http://example.com/',
    'ftp://example.com/',
    'https://user:pass@example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])
    assert.equal(parseWebhookUrl(text, []).ok, false, text);
});
