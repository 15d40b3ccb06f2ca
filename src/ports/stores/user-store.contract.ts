// Contract of every store for users.

import assert from 'node:assert/strict';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  DELETION_PLAN,
  lostCompletion,
  sampleAccount,
  sampleCredentials,
  sampleHash,
  sampleId,
  sampleKey,
  sampleUser,
  storedKey,
} from '#ports/stores/store.fixture.ts';

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
  'from the beginning of a deletion nothing signs in, however late it was added': async (store) => {
    const { user, hash } = await storedKey(store);
    const { userId } = user;
    assert.equal(await store.beginDeletion(userId, 1_000, DELETION_PLAN), 'begun');
    const [lateHash, link] = [sampleHash(), sampleHash()];
    assert.equal(await store.findPrincipal(hash), null);
    assert.deepEqual(await store.listKeys(userId), []);
    await store.insertKey(sampleKey(userId), lateHash, null);
    assert.equal(await store.findPrincipal(lateHash), null);
    assert.equal(await store.setRole(userId, 'owner'), false);
    assert.equal(await store.findAccess(user.name), null);
    await store.insertLink(userId, link, 2_000);
    assert.equal(await store.beginDeletion(userId, 1_500, DELETION_PLAN), 'begun_before');
    assert.equal(await store.takeLink(link, 1_500), null);
    assert.equal((await store.findKnownUser(userId, 1_500))?.deletionBeganAtMs, 1_000);
  },
  'the audit of a deletion is written with its beginning and its end, once each': async (store) => {
    const user = sampleUser();
    const { userId } = user;
    await store.insertUser(user);
    const others = { atMs: 1, actorId: null, address: null, subject: null, actorUserId: null };
    const entry = (act: 'user_deletion_begun' | 'user_deleted') => {
      return { entryId: sampleId('aud'), userId, act, ...others };
    };
    const begun = entry('user_deletion_begun');
    await store.beginDeletion(userId, 1, DELETION_PLAN, begun);
    await store.beginDeletion(userId, 1, DELETION_PLAN, entry('user_deletion_begun'));
    await store.endDeletion(userId, 1, entry('user_deleted'));
    await store.endDeletion(userId, 1, entry('user_deleted'));
    const noted = await store.listAudit({ userId, before: null, limit: 10 });
    assert.deepEqual(
      noted.map(({ act }) => act),
      ['user_deleted', 'user_deletion_begun'],
    );
  },
  'at the end of a deletion the name is free, and the accounts are closed': async (store) => {
    const user = sampleUser();
    const { userId } = user;
    await store.insertUser(user);
    const account = sampleAccount(userId, { exchange: 'venue', isSimulated: false });
    await store.connectAccount(account, sampleCredentials(account), null);
    assert.equal(await store.endDeletion(userId, 1_000), false);
    await store.beginDeletion(userId, 1_000, DELETION_PLAN);
    assert.equal(await store.endDeletion(userId, 2_000), true);
    assert.equal(await store.endDeletion(userId, 3_000), false);
    assert.equal(await store.beginDeletion(userId, 3_000, DELETION_PLAN), 'user_not_found');
    assert.equal(await store.findUserByName(user.name), null);
    assert.equal(await store.findKnownUser(userId, 3_000), null);
    assert.equal(
      (await store.listUsers()).some((each) => each.userId === userId),
      false,
    );
    assert.equal(await store.findCredentials(account.accountId), null);
    const closed = await store.findAccount(userId, account.accountId);
    assert.deepEqual([closed?.status, closed?.allowsBots], ['disabled', false]);
    assert.equal(await store.insertUser(sampleUser({ name: user.name })), true);
  },
  'nobody begins the deletion of nobody, or of the last owner': async (store) => {
    assert.equal(await store.beginDeletion('user_none', 1, DELETION_PLAN), 'user_not_found');
    const others = (await store.listKnownUsers({ afterId: null, limit: 10_000, nowMs: 1 }))
      .filter(({ role }) => role === 'owner')
      .map(({ userId }) => userId);
    const user = sampleUser();
    await store.insertUser(user);
    await store.setRole(user.userId, 'owner');
    for (const userId of others) await store.setRole(userId, 'trader');
    assert.equal(await store.beginDeletion(user.userId, 1, DELETION_PLAN), 'last_owner');
    assert.notEqual(await store.findAccess(user.name), null);
  },
  'a deletion that is due is claimed once, with the plan that was requested last': async (
    store,
  ) => {
    const user = sampleUser();
    const { userId } = user;
    await store.insertUser(user);
    // Long ago, so that others in the store are not due.
    await store.beginDeletion(userId, 1, { ...DELETION_PLAN, resumesAtMs: 2 });
    const plan = { cancelsOrders: false, closesPositions: true };
    await store.beginDeletion(userId, 2, { ...plan, resumesAtMs: 5 });
    assert.equal(await store.claimDeletion(4, 10), null);
    const both = [store.claimDeletion(5, 10), store.claimDeletion(5, 10)];
    const claimed = await Promise.all(both);
    assert.deepEqual(
      claimed.filter((each) => each !== null),
      [{ userId, ...plan }],
    );
    assert.equal(await store.claimDeletion(9, 20), null);
    assert.deepEqual(await store.claimDeletion(10, 20), { userId, ...plan });
    await store.endDeletion(userId, 11);
    assert.equal(await store.claimDeletion(20, 30), null);
  },
};
