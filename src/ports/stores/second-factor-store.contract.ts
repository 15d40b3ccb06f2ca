// Contract of every store for second factors.

import assert from 'node:assert/strict';
import type { Passkey } from '#ports/stores/second-factor-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleHash, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';

const NOW_MS = 1_700_000_000_000;

async function withUser(store: Store): Promise<string> {
  const user = sampleUser();
  await store.insertUser(user);
  return user.userId;
}

async function withApp(store: Store, recoveryHashes = [sampleHash(), sampleHash()]) {
  const userId = await withUser(store);
  const sealedSecret = Uint8Array.of(1, 2, 3);
  await store.setSecondFactor({
    userId,
    sealedSecret,
    setAtMs: NOW_MS,
    step: 100,
    recoveryHashes,
  });
  return { userId, recoveryHashes };
}

function samplePasskey(userId: string, changes: Partial<Passkey> = {}): Passkey {
  return {
    passkeyId: sampleId('pk'),
    userId,
    name: 'Telephone',
    credentialId: sampleId('credential'),
    publicKey: Uint8Array.of(9, 8, 7),
    useCount: 0,
    transports: ['internal', 'hybrid'],
    host: 'tidemill.test',
    createdAtMs: NOW_MS,
    lastUsedAtMs: null,
    ...changes,
  };
}

export const SECOND_FACTOR_CASES: StoreCases = {
  'a user has no app until one is set, and again when it is removed': async (store) => {
    const { userId } = await withApp(store);
    const found = await store.findSecondFactor(userId);
    assert.deepEqual(
      { ...found, sealedSecret: [...(found?.sealedSecret ?? [])] },
      { userId, sealedSecret: [1, 2, 3], setAtMs: NOW_MS, recoveryCodesLeft: 2 },
    );
    assert.equal(await store.removeSecondFactor(userId), true);
    assert.equal(await store.removeSecondFactor(userId), false);
    assert.equal(await store.findSecondFactor(userId), null);
    assert.equal(await store.findSecondFactor(await withUser(store)), null);
  },
  'a code counts once, whoever is first, and none before it': async (store) => {
    const { userId } = await withApp(store);
    assert.equal(await store.takeCodeStep(userId, 100), false);
    const taken = await Promise.all([101, 101, 101].map((at) => store.takeCodeStep(userId, at)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.equal(await store.takeCodeStep(userId, 99), false);
    assert.equal(await store.takeCodeStep(await withUser(store), 200), false);
  },
  'a recovery code counts once, for its own user': async (store) => {
    const { userId, recoveryHashes } = await withApp(store);
    const [hash = sampleHash()] = recoveryHashes;
    const other = await withApp(store);
    assert.equal(await store.takeRecoveryCode(other.userId, hash), false);
    const taken = await Promise.all([1, 2, 3].map(() => store.takeRecoveryCode(userId, hash)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.equal((await store.findSecondFactor(userId))?.recoveryCodesLeft, 1);
  },
  'a new app and new codes leave none of those before': async (store) => {
    const { userId, recoveryHashes } = await withApp(store);
    const [former = sampleHash(), second = sampleHash()] = recoveryHashes;
    await store.setRecoveryCodes(userId, [sampleHash()]);
    assert.equal(await store.takeRecoveryCode(userId, former), false);
    const app = { userId, sealedSecret: Uint8Array.of(5), setAtMs: NOW_MS + 1, step: 90 };
    await store.setSecondFactor({ ...app, recoveryHashes: [] });
    assert.equal((await store.findSecondFactor(userId))?.recoveryCodesLeft, 0);
    assert.equal(await store.takeCodeStep(userId, 95), true);
    const without = await withUser(store);
    await store.setRecoveryCodes(without, [second]);
    assert.equal(await store.takeRecoveryCode(without, second), false);
  },
  'passkeys are listed oldest first, found by what browsers call them, and removed': async (
    store,
  ) => {
    const userId = await withUser(store);
    const [first, second] = [samplePasskey(userId), samplePasskey(userId)];
    assert.equal(await store.insertPasskey(first, 2), true);
    assert.equal(await store.insertPasskey(second, 2), true);
    const listed = await store.listPasskeys(userId);
    assert.deepEqual(listed.map(plain), [first, second].map(plain));
    const found = await store.findPasskey(second.credentialId);
    assert.deepEqual(found && plain(found), plain(second));
    assert.equal(await store.findPasskey('of nobody'), null);
    const other = await withUser(store);
    assert.equal(await store.removePasskey(other, first.passkeyId), false);
    assert.equal(await store.removePasskey(userId, first.passkeyId), true);
    assert.equal((await store.listPasskeys(userId)).length, 1);
  },
  'there are so many passkeys, and none is two users’': async (store) => {
    const userId = await withUser(store);
    const passkey = samplePasskey(userId);
    assert.equal(await store.insertPasskey(passkey, 1), true);
    assert.equal(await store.insertPasskey(samplePasskey(userId), 1), false);
    const { credentialId } = passkey;
    const stolen = samplePasskey(await withUser(store), { credentialId });
    assert.equal(await store.insertPasskey(stolen, 9), false);
  },
  'a passkey that counts counts on': async (store) => {
    const userId = await withUser(store);
    const counting = samplePasskey(userId, { useCount: 4 });
    const silent = samplePasskey(userId);
    await store.insertPasskey(counting, 9);
    await store.insertPasskey(silent, 9);
    const note = (passkey: Passkey, useCount: number) =>
      store.notePasskeyUse(passkey.passkeyId, useCount, NOW_MS + 1);
    assert.deepEqual(
      [await note(counting, 4), await note(counting, 0), await note(counting, 7)],
      [false, false, true],
    );
    assert.deepEqual([await note(silent, 0), await note(silent, 0)], [true, true]);
    const [first] = await store.listPasskeys(userId);
    assert.deepEqual([first?.useCount, first?.lastUsedAtMs], [7, NOW_MS + 1]);
  },
  'a ticket is taken once, for its purpose, in time': async (store) => {
    const userId = await withUser(store);
    const hash = sampleHash();
    const ticket = {
      purpose: 'code',
      userId,
      signedInBy: 'password',
      expiresAtMs: NOW_MS + 10,
    } as const;
    await store.insertTicket(ticket, hash);
    assert.equal(await store.findTicket('app', hash, NOW_MS), null);
    assert.equal(await store.takeTicket('passkey', hash, NOW_MS), null);
    assert.equal(await store.findTicket('code', hash, NOW_MS + 10), null);
    assert.deepEqual(await store.findTicket('code', hash, NOW_MS), ticket);
    const taken = await Promise.all(
      [1, 2, 3].map(() => store.takeTicket('code', hash, NOW_MS + 9)),
    );
    assert.deepEqual(
      taken.filter((found) => found !== null),
      [ticket],
    );
    const nobodys = { purpose: 'passkey', userId: null, signedInBy: null, expiresAtMs: NOW_MS };
    const other = sampleHash();
    await store.insertTicket({ ...nobodys, purpose: 'passkey' }, other);
    await store.forgetSignIns(NOW_MS);
    assert.equal(await store.findTicket('passkey', other, 0), null);
  },
};

/** Bytes come back as those of the driver. */
function plain(passkey: Passkey) {
  return { ...passkey, publicKey: [...passkey.publicKey] };
}
