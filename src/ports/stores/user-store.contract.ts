// What every store must do with users.

import assert from 'node:assert/strict';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { lostCompletion, sampleHash, sampleKey, sampleUser } from '#ports/stores/store.fixture.ts';

export const USER_CASES: StoreCases = {
  'a user is found by its name, whole': async (store) => {
    const user = sampleUser({ planUntilMs: 1_800_000_000_000 });
    assert.equal(await store.insertUser(user), true);
    assert.deepEqual(await store.findUserByName(user.name), user);
  },
  'an unknown name finds nobody': async (store) => {
    assert.equal(await store.findUserByName('nobody has this name'), null);
  },
  'a name belongs to one user': async (store) => {
    const user = sampleUser();
    assert.equal(await store.insertUser(user), true);
    assert.equal(await store.insertUser(sampleUser({ name: user.name })), false);
    assert.deepEqual(await store.findUserByName(user.name), user);
  },
  'of twenty that want a name at once, one gets it': async (store) => {
    const users = Array.from({ length: 20 }, () => sampleUser({ name: 'wanted' }));
    const inserted = await Promise.all(users.map((user) => store.insertUser(user)));
    assert.equal(inserted.filter(Boolean).length, 1);
  },
  'users are listed by id, bytewise': async (store) => {
    const ids = ['user_Z', 'user_a', 'user_B', 'user_\u00e4', 'user__'];
    for (const userId of ids) await store.insertUser(sampleUser({ userId }));
    const listed = (await store.listUsers()).map((user) => user.userId);
    const expected = ['user_B', 'user_Z', 'user__', 'user_a', 'user_\u00e4'];
    assert.deepEqual(
      listed.filter((userId) => ids.includes(userId)),
      expected,
    );
  },
  'a plan is changed, and seen by the keys of the user': async (store) => {
    const user = sampleUser();
    const hash = sampleHash();
    await store.insertUser(user);
    await store.insertKey(sampleKey(user.userId), hash, null);
    assert.equal(await store.setPlan(user.userId, 'starter', 1_900_000_000_000), true);
    const principal = await store.findPrincipal(hash);
    assert.equal(principal?.plan, 'starter');
    assert.equal(principal?.planUntilMs, 1_900_000_000_000);
  },
  'a request that was taken over makes no user and changes no plan': async (store) => {
    const [user, another] = [sampleUser(), sampleUser()];
    await store.insertUser(user);
    const lost = await lostCompletion(store);
    const changing = store.setPlan(user.userId, 'starter', null, lost);
    await assert.rejects(changing, { code: 'conflict' });
    assert.deepEqual(await store.findUserByName(user.name), user);
    await assert.rejects(store.insertUser(another, lost), { code: 'conflict' });
    assert.equal(await store.findUserByName(another.name), null);
  },
  'the plan of nobody cannot be changed': async (store) => {
    assert.equal(await store.setPlan('user_none', 'starter', null), false);
  },
};
