import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRecoveryCode, recoveryCode } from '#domain/access/recovery-code.ts';

test('a code has all the chance that it was given', () => {
  assert.equal(recoveryCode(new Uint8Array(10)), '0000-0000-0000-0000');
  assert.equal(recoveryCode(new Uint8Array(10).fill(255)), 'zzzz-zzzz-zzzz-zzzz');
  assert.equal(recoveryCode(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 4, 1)), '0000-0000-0000-0101');
});

test('a code is read as people type it', () => {
  const code = recoveryCode(Uint8Array.from({ length: 10 }, (_, index) => index * 25));
  assert.equal(readRecoveryCode(code), code);
  assert.equal(readRecoveryCode(` ${code.replaceAll('-', '').toUpperCase()} `), code);
  assert.equal(readRecoveryCode('o0Il-0000-0000-0000'), '0011-0000-0000-0000');
});

test('anything else is none', () => {
  for (const typed of ['', '123456', '0000-0000-0000-000', '0000-0000-0000-000u'])
    assert.equal(readRecoveryCode(typed), null, typed);
});
