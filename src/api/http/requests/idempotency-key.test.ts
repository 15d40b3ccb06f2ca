// The header's syntax, and when two requests are the same.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readIdempotencyKey, requestFingerprint } from '#api/http/requests/idempotency-key.ts';

test('1 to 255 visible ASCII characters; quotes around them make no difference', () => {
  assert.equal(readIdempotencyKey('a'), 'a');
  assert.equal(readIdempotencyKey('"a"'), 'a');
  assert.equal(readIdempotencyKey('8e03978e-40d5-43e8-bc93-6894a57f9324')?.length, 36);
  assert.equal(readIdempotencyKey('x'.repeat(255))?.length, 255);
  for (const bad of ['', '""', '"', 'x'.repeat(256), 'a b', 'a,b', 'a, b', 'a"b', 'a\\b', 'é']) {
    assert.equal(readIdempotencyKey(bad), null, bad);
  }
});

test('fields and parameters may change their order, nothing else may change', () => {
  const base = requestFingerprint('POST', '/v1/x', 'a=1&b=2', { a: 1, b: { c: 2, d: 3 } });
  const same = requestFingerprint('POST', '/v1/x', 'b=2&a=1', { b: { d: 3, c: 2 }, a: 1 });
  assert.deepEqual(same, base);
  assert.equal(base.length, 32);
  const others = [
    requestFingerprint('PUT', '/v1/x', 'a=1&b=2', { a: 1, b: { c: 2, d: 3 } }),
    requestFingerprint('POST', '/v1/y', 'a=1&b=2', { a: 1, b: { c: 2, d: 3 } }),
    requestFingerprint('POST', '/v1/x', 'a=1', { a: 1, b: { c: 2, d: 3 } }),
    requestFingerprint('POST', '/v1/x', 'a=1&b=2', { a: '1', b: { c: 2, d: 3 } }),
    requestFingerprint('POST', '/v1/x', 'a=1&b=2', undefined),
  ];
  for (const other of others) assert.notDeepEqual(other, base);
  assert.notDeepEqual(
    requestFingerprint('POST', '/', 'a=b%3Dc', null),
    requestFingerprint('POST', '/', 'a%3Db=c', null),
  );
});

test('with a sealing key the fingerprint cannot be made without it', () => {
  const body = { secret: 'hunter2' };
  const plain = requestFingerprint('PUT', '/v1/a', '', body);
  const [first, second] = [1, 2].map((byte) =>
    requestFingerprint('PUT', '/v1/a', '', body, { sealingKey: new Uint8Array(32).fill(byte) }),
  );
  assert.equal(first?.length, 32);
  assert.notDeepEqual(first, plain);
  assert.notDeepEqual(first, second);
  const again = { sealingKey: new Uint8Array(32).fill(1) };
  assert.deepEqual(requestFingerprint('PUT', '/v1/a', '', body, again), first);
});
