// Sealed credentials open for the private key and in their context, and in no other way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  credentialOpener,
  credentialSealer,
  newVenueKey,
  publicVenueKey,
  venueKeyId,
} from '#adapters/system/credential-box.ts';
import type { VenueCredentials } from '#venue-port/exchange/venue-credentials.ts';

const KEY = newVenueKey();
const SEALER = credentialSealer(publicVenueKey(KEY));
const OPENER = credentialOpener([KEY]);

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 });
const credentials = fc.record(
  { apiKey: text, secret: text, passphrase: fc.option(text, { nil: null }) },
  { noNullPrototype: true },
);
const context = fc.record({ accountId: text, version: fc.integer({ min: 1, max: 1_000 }) });

test('what was sealed opens again, for the private key alone', () => {
  fc.assert(
    fc.property(credentials, context, (given, of) => {
      const sealed = SEALER.seal(given, of);
      assert.deepEqual(OPENER.open(sealed, of), given);
      assert.equal(credentialOpener([newVenueKey()]).open(sealed, of), null);
    }),
    { numRuns: 50 },
  );
});

test('it opens for no other account and no other version', () => {
  fc.assert(
    fc.property(credentials, context, context, (given, of, other) => {
      const isSame = of.accountId === other.accountId && of.version === other.version;
      const opened = OPENER.open(SEALER.seal(given, of), other);
      assert.deepEqual(opened, isSame ? given : null);
    }),
    { numRuns: 50 },
  );
});

test('any change of a bit, and any cut, is noticed', () => {
  const flipped = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 }));
  fc.assert(
    fc.property(credentials, context, flipped, (given, of, [place, bit]) => {
      const bytes = Buffer.from(SEALER.seal(given, of), 'base64');
      const index = place % bytes.length;
      const altered = bytes.with(index, (bytes[index] ?? 0) ^ (1 << bit));
      assert.equal(OPENER.open(Buffer.from(altered).toString('base64'), of), null);
      assert.equal(OPENER.open(bytes.subarray(0, index).toString('base64'), of), null);
      assert.equal(OPENER.open(Buffer.from([...bytes, 0]).toString('base64'), of), null);
    }),
    { numRuns: 200 },
  );
});

test('any text that nobody sealed opens to nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 400 })), context, (any, of) => {
      assert.equal(OPENER.open(any, of), null);
    }),
    { numRuns: 200 },
  );
});

const USUAL: VenueCredentials = {
  apiKey: 'k'.repeat(64),
  secret: 's'.repeat(64),
  passphrase: null,
};
const OF = { accountId: 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c', version: 1 };

test('sealing twice never looks alike, and shows nothing of what was sealed', () => {
  const [first, second] = [SEALER.seal(USUAL, OF), SEALER.seal(USUAL, OF)];
  assert.notEqual(first, second);
  for (const shown of ['kkkk', 'ssss'])
    assert.equal(Buffer.from(first, 'base64').includes(shown), false);
});

test('the credentials of usual length take at most 244 bytes', () => {
  assert.ok(Buffer.from(SEALER.seal(USUAL, OF), 'base64').length <= 244);
});

test('a public key with which every private key shares the same opens to nothing', () => {
  const bytes = Buffer.from(SEALER.seal(USUAL, OF), 'base64');
  const forged = Buffer.concat([bytes.subarray(0, 9), Buffer.alloc(32), bytes.subarray(41)]);
  assert.equal(OPENER.open(forged.toString('base64'), OF), null);
});

test('former keys still open what was sealed to them, and the first is in use', () => {
  const newer = newVenueKey();
  const both = credentialOpener([newer, KEY]);
  const sealed = SEALER.seal(USUAL, OF);
  assert.deepEqual(both.open(sealed, OF), USUAL);
  assert.equal(both.keyId, venueKeyId(publicVenueKey(newer)));
  assert.deepEqual(both.keyIds, [both.keyId, SEALER.keyId]);
});
