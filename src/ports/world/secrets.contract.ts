// Contract of every implementation of the secrets port.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Secrets } from '#ports/world/secrets.ts';

const PLAIN = new TextEncoder().encode('a secret with \u0000 and \u20ac in it');

/** `make` gives secrets under a master key of its own each time. */
export function secretsContract(make: () => Secrets): void {
  test('what was sealed opens again in its context', () => {
    const secrets = make();
    for (const plain of [PLAIN, new Uint8Array()]) {
      assert.deepEqual(secrets.open(secrets.seal(plain, 'account_1'), 'account_1'), plain);
    }
  });

  test('it does not open in another context', () => {
    const secrets = make();
    assert.equal(secrets.open(secrets.seal(PLAIN, 'account_1'), 'account_2'), null);
    assert.equal(secrets.open(secrets.seal(PLAIN, ''), 'account_1'), null);
  });

  test('it does not open under another master key', () => {
    assert.equal(make().open(make().seal(PLAIN, 'account_1'), 'account_1'), null);
  });

  test('sealing twice never looks alike, and shows nothing', () => {
    const secrets = make();
    const first = Buffer.from(secrets.seal(PLAIN, 'account_1'));
    const second = Buffer.from(secrets.seal(PLAIN, 'account_1'));
    assert.notDeepEqual(first, second);
    assert.equal(first.includes('secret'), false);
  });

  test('no byte can be altered, added or taken away', () => {
    const secrets = make();
    const sealed = secrets.seal(PLAIN, 'account_1');
    for (const index of sealed.keys()) {
      const altered = sealed.with(index, (sealed[index] ?? 0) ^ 1);
      assert.equal(secrets.open(altered, 'account_1'), null);
      assert.equal(secrets.open(sealed.subarray(0, index), 'account_1'), null);
    }
    assert.equal(secrets.open(new Uint8Array([...sealed, 0]), 'account_1'), null);
  });

  test('derived keys differ by purpose and by master key, and stay the same', () => {
    const secrets = make();
    assert.equal(secrets.deriveKey('cursors').length, 32);
    assert.deepEqual(secrets.deriveKey('cursors'), secrets.deriveKey('cursors'));
    assert.notDeepEqual(secrets.deriveKey('cursors'), secrets.deriveKey('others'));
    assert.notDeepEqual(secrets.deriveKey('cursors'), make().deriveKey('cursors'));
  });

  test('fingerprints differ by master key', () => {
    assert.notEqual(make().fingerprint, make().fingerprint);
  });
}
