// Secrets fulfil their contract, and a changed master key still opens what the former one sealed.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { secretsContract } from '#ports/world/secrets.contract.ts';

suite('secrets of the system', () => {
  secretsContract(() => systemSecrets(randomBytes(32)));
});

test('after a change of the master key the former one still opens, and only opens', () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const plain = new Uint8Array([1, 2, 3]);
  const before = systemSecrets(former);
  const after = systemSecrets(current, [former]);
  assert.deepEqual(after.open(before.seal(plain, 'a'), 'a'), plain);
  assert.equal(before.open(after.seal(plain, 'a'), 'a'), null);
});

test('sealed values of former releases can be read', () => {
  const secrets = systemSecrets(new Uint8Array(32).fill(7));
  const sealed = Buffer.from(SEALED_BY_FIRST_RELEASE, 'hex');
  assert.deepEqual(secrets.open(sealed, 'account_1'), new TextEncoder().encode('key'));
  assert.equal(secrets.fingerprint, '7449c0d9db96a7ce');
});

const SEALED_BY_FIRST_RELEASE =
  '01003961c22582de9958442c61aebddb5aec11a16f6ba06cca60154619e0f947829b9c7d0f3ce39e';
