// Contract of every store for accounts.

import assert from 'node:assert/strict';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleAccount, sampleUser, storedAccount } from '#ports/stores/store.fixture.ts';
import { ACCOUNT_STATUSES } from '#ports/stores/account-store.ts';

export const ACCOUNT_CASES: StoreCases = {
  'an account is found by its user, whole': async (store) => {
    const user = sampleUser();
    await store.insertUser(user);
    for (const status of ACCOUNT_STATUSES) {
      const account = sampleAccount(user.userId, {
        status,
        marketType: 'futures',
        positionMode: 'hedge',
        marginMode: 'isolated',
        isSimulated: false,
        isTestNet: true,
        updatedAtMs: 7,
      });
      await store.insertAccount(account);
      assert.deepEqual(await store.findAccount(user.userId, account.accountId), account);
    }
  },
  "another user's account is not found": async (store) => {
    const account = await storedAccount(store);
    const other = await storedAccount(store);
    assert.equal(await store.findAccount(other.userId, account.accountId), null);
    assert.equal(await store.findAccount(account.userId, 'account_none'), null);
  },
  'accounts of a user are listed by id, page by page': async (store) => {
    const user = sampleUser();
    await store.insertUser(user);
    await storedAccount(store);
    const accounts = [1, 2, 3].map(() => sampleAccount(user.userId));
    for (const account of accounts.toReversed()) await store.insertAccount(account);
    const first = await store.listAccounts(user.userId, null, 2);
    assert.deepEqual(first, accounts.slice(0, 2));
    const second = await store.listAccounts(user.userId, first[1]?.accountId ?? '', 2);
    assert.deepEqual(second, accounts.slice(2));
  },
  'accounts of all users are listed by id': async (store) => {
    const one = await storedAccount(store);
    const other = await storedAccount(store);
    const listed = (await store.listAccounts(null, null, 10_000)).map((each) => each.accountId);
    assert.deepEqual(listed, listed.toSorted());
    assert.ok(listed.includes(one.accountId) && listed.includes(other.accountId));
    assert.equal((await store.listAccounts(null, one.accountId, 1)).length, 1);
  },
  'whether bots are allowed can be changed': async (store) => {
    const { userId, accountId } = await storedAccount(store);
    assert.equal(await store.setAllowsBots(accountId, false), true);
    assert.equal((await store.findAccount(userId, accountId))?.allowsBots, false);
    assert.equal(await store.setAllowsBots('account_none', false), false);
  },
};
