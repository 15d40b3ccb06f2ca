// Codes of authenticator apps, compared with the examples of RFC 6238 (appendix B) and RFC 4648.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import {
  codeOfStep,
  secretAddress,
  secretFromText,
  secretText,
  stepAt,
  stepOfCode,
} from '#domain/access/app-code.ts';

const { hmacSha1 } = systemDigest;
const SECRET = new TextEncoder().encode('12345678901234567890');

// The RFC shows eight digits; apps show the last six of them.
const CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

test('codes are those of the RFC', () => {
  for (const [seconds, code] of CODES)
    assert.equal(codeOfStep(hmacSha1, SECRET, stepAt(seconds * 1_000)), code);
});

test('a code counts half a minute before and after its own', () => {
  const nowMs = 1_234_567_890_000;
  const own = stepAt(nowMs);
  for (const [away, found] of [
    [-2, null],
    [-1, own - 1],
    [0, own],
    [1, own + 1],
    [2, null],
  ] as const) {
    const code = codeOfStep(hmacSha1, SECRET, own + away);
    assert.equal(stepOfCode(hmacSha1, SECRET, code, nowMs), found, String(away));
  }
});

test('a code may be typed with spaces, and is nothing but six digits', () => {
  const nowMs = 59_000;
  assert.equal(stepOfCode(hmacSha1, SECRET, ' 287 082 ', nowMs), 1);
  for (const code of ['', '28708', '2870820', '28708a', '٢٨٧٠٨٢'])
    assert.equal(stepOfCode(hmacSha1, SECRET, code, nowMs), null, code);
});

test('a secret is written as RFC 4648 has it, and read again', () => {
  const bytes = new TextEncoder().encode('fooba');
  assert.equal(secretText(bytes), 'MZXW6YTB');
  assert.deepEqual(secretFromText('MZXW6YTB'), bytes);
  assert.deepEqual(secretFromText(secretText(SECRET)), SECRET);
  assert.equal(secretFromText('MZXW6YT'), null);
  assert.equal(secretFromText('MZXW6YT1'), null);
});

test('an app learns whose code it shows', () => {
  assert.equal(
    secretAddress(SECRET, 'ada', 'example.test'),
    'otpauth://totp/Tidemill%20example.test%3Aada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
      '&issuer=Tidemill%20example.test',
  );
});
