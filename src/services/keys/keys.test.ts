import assert from 'node:assert/strict';
import { test } from 'node:test';

import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import type { NewKey } from '#services/keys/create-key.ts';
import { createKey } from '#services/keys/create-key.ts';
import { deleteKey } from '#services/keys/delete-key.ts';
import { listKeys } from '#services/keys/list-keys.ts';
import { setKeyEnabled } from '#services/keys/set-key-enabled.ts';
import { createUser } from '#services/users/create-user.ts';

async function depsWithAda(random = systemRandom) {
  const store = memoryStore();
  const deps = {
    users: store,
    signIns: store,
    keys: store,
    clock: { nowMs: () => 1_000 },
    random,
    digest: systemDigest,
  };
  await createUser(deps, { name: 'ada', plan: 'standard' });
  return deps;
}

type Deps = Awaited<ReturnType<typeof depsWithAda>>;

async function madeKey(deps: Deps, scopes: NewKey['scopes'] = []): Promise<NewKey> {
  const result = await createKey(deps, { userName: 'ada', name: 'bot', scopes });
  assert.ok(result.ok);
  return result.value;
}

test('a key is found by the hash of the whole key, and nothing retained contains it', async () => {
  const deps = await depsWithAda();
  const made = await madeKey(deps, ['trading', 'read']);
  assert.match(made.key, /^tm_live_[0-9A-Za-z]{43}$/);
  assert.equal(made.prefix, made.key.slice(0, 12));
  const principal = await deps.keys.findPrincipal(deps.digest.sha256(made.key));
  assert.equal(principal?.keyId, made.keyId);
  assert.deepEqual(principal?.scopes, ['read', 'trading']);
  assert.equal(principal?.plan, 'standard');
  const listed = await listKeys(deps, { userName: null });
  assert.equal(JSON.stringify(listed).includes(made.key.slice(12)), false);
});

for (const [byte, body] of [
  [0, '0'.repeat(43)],
  [255, 'yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1'],
] as const) {
  test(`a secret of 32 bytes ${byte} has 43 characters like any other`, async () => {
    const random = { bytes: (count: number) => new Uint8Array(count).fill(byte) };
    const { key } = await madeKey(await depsWithAda(random));
    assert.equal(key, `tm_live_${body}`);
  });
}

test('no two keys are alike', async () => {
  const deps = await depsWithAda();
  const keys = await Promise.all(Array.from({ length: 50 }, () => madeKey(deps)));
  assert.equal(new Set(keys.map(({ key }) => key)).size, 50);
});

test('a key needs a user and a name', async () => {
  const deps = await depsWithAda();
  const refuse = async (userName: string, name: string) =>
    createKey(deps, { userName, name, scopes: [] });
  assert.deepEqual(await refuse('bob', 'x'), { ok: false, rejection: 'user_not_found' });
  assert.deepEqual(await refuse('ada', '  '), { ok: false, rejection: 'key_name_invalid' });
  assert.deepEqual(await refuse('ada', 'x'.repeat(151)), {
    ok: false,
    rejection: 'key_name_invalid',
  });
});

test('a disabled key is nobody until it is enabled again', async () => {
  const deps = await depsWithAda();
  const { key, keyId } = await madeKey(deps);
  const hash = deps.digest.sha256(key);
  await setKeyEnabled(deps, { keyId, isEnabled: false });
  assert.equal(await deps.keys.findPrincipal(hash), null);
  await setKeyEnabled(deps, { keyId, isEnabled: true });
  assert.equal((await deps.keys.findPrincipal(hash))?.keyId, keyId);
});

test('a deleted key is gone for good', async () => {
  const deps = await depsWithAda();
  const { keyId } = await madeKey(deps);
  assert.equal((await deleteKey(deps, { keyId })).ok, true);
  const gone = { ok: false, rejection: 'key_not_found' };
  assert.deepEqual(await deleteKey(deps, { keyId }), gone);
  assert.deepEqual(await setKeyEnabled(deps, { keyId, isEnabled: true }), gone);
  assert.deepEqual(await listKeys(deps, { userName: 'ada' }), { ok: true, value: [] });
});

test('keys are listed with the names of their users, all or of one', async () => {
  const deps = await depsWithAda();
  await createUser(deps, { name: 'bob', plan: 'starter' });
  await madeKey(deps);
  const ofAda = await listKeys(deps, { userName: 'ada' });
  assert.ok(ofAda.ok);
  assert.deepEqual(
    ofAda.value.map(({ userName, name }) => [userName, name]),
    [['ada', 'bot']],
  );
  assert.deepEqual(await listKeys(deps, { userName: 'bob' }), { ok: true, value: [] });
  assert.deepEqual(await listKeys(deps, { userName: 'eve' }), {
    ok: false,
    rejection: 'user_not_found',
  });
});
