// Contract of every store for the credentials of accounts.

import assert from 'node:assert/strict';
import type { Account } from '#ports/stores/account-store.ts';
import type { AccountFacts, StoredCredentials } from '#ports/stores/credential-store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  lostCompletion,
  sampleAccount,
  sampleClaim,
  sampleCredentials,
  sampleId,
  sampleUser,
} from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';
import { Failure } from '#venue-port/world/failure.ts';

const NOW_MS = 1_700_000_000_000;
const CONNECTED: AccountFacts = { status: 'connected', positionMode: null, marginMode: null };
const RETAINED = { retainedUntilMs: NOW_MS + 1_000, completion: null };

type ConnectedAccount = { readonly account: Account; readonly credentials: StoredCredentials };

async function newAccount(store: Store, changes: Partial<Account> = {}): Promise<Account> {
  const user = sampleUser();
  await store.insertUser(user);
  return sampleAccount(user.userId, { exchange: 'venue', isSimulated: false, ...changes });
}

async function connected(
  store: Store,
  changes: Partial<StoredCredentials> = {},
): Promise<ConnectedAccount> {
  const account = await newAccount(store);
  const credentials = sampleCredentials(account, changes);
  assert.equal(await store.connectAccount(account, credentials, null), 'connected');
  return { account, credentials };
}

async function statusOf(store: Store, { userId, accountId }: Account): Promise<string> {
  return (await store.findAccount(userId, accountId))?.status ?? 'none';
}

export const CREDENTIAL_CASES: StoreCases = {
  'the venue key replaces the one that is expected': async (store) => {
    const before = await store.findVenueKey();
    const [first, second] = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(await store.setVenueKey(first, before), true);
    assert.deepEqual(await store.findVenueKey(), first);
    assert.equal(await store.setVenueKey(second, second), false);
    assert.equal(await store.setVenueKey(second, null), false);
    assert.equal(await store.setVenueKey(second, first), true);
    assert.deepEqual(await store.findVenueKey(), second);
  },
  'an account is connected with its credentials, whole': async (store) => {
    const account = await newAccount(store, { marketType: 'futures', status: 'read_only' });
    const credentials = sampleCredentials(account, {
      canTrade: false,
      canWithdraw: true,
      allowsWithdraw: true,
      isAddressBound: false,
      expiresAtMs: NOW_MS + 5,
      permissions: [],
    });
    assert.equal(await store.connectAccount(account, credentials, null), 'connected');
    assert.deepEqual(await store.findAccount(account.userId, account.accountId), account);
    assert.deepEqual(await store.findCredentials(account.accountId), credentials);
    assert.equal(await store.findPreviousCredentials(account.accountId), null);
  },
  'an account without credentials has none': async (store) => {
    const account = await newAccount(store);
    await store.insertAccount(account);
    const { account: other, credentials } = await connected(store);
    assert.equal(await store.findCredentials(account.accountId), null);
    const ids = [account.accountId, other.accountId, 'account_none'];
    assert.deepEqual(await store.listCredentials(ids), [credentials]);
  },
  'an account of play money is connected without credentials, and counts': async (store) => {
    const account = await newAccount(store, { isSimulated: true });
    assert.equal(await store.connectAccount(account, null, null), 'connected');
    assert.deepEqual(await store.findAccount(account.userId, account.accountId), account);
    assert.equal(await store.findCredentials(account.accountId), null);
    assert.equal(await store.connectAccount(account, null, null), 'exists');
    const second = { ...account, accountId: sampleId('account') };
    assert.equal(await store.connectAccount(second, null, null, 1), 'too_many_accounts');
  },
  'connecting again changes nothing': async (store) => {
    const { account, credentials } = await connected(store);
    const again = { ...credentials, hint: 'zzzz' };
    assert.equal(await store.connectAccount(account, again, null), 'exists');
    assert.deepEqual(await store.findCredentials(account.accountId), credentials);
  },
  "a venue's account is connected once to each kind of market": async (store) => {
    const { credentials } = await connected(store);
    const { accountUid } = credentials;
    const other = await newAccount(store);
    const taken = sampleCredentials(other, { accountUid });
    assert.equal(await store.connectAccount(other, taken, null), 'venue_account_taken');
    assert.equal(await statusOf(store, other), 'none');
    for (const changes of [{ marketType: 'futures' }, { exchange: 'elsewhere' }] as const) {
      const free = await newAccount(store, changes);
      const given = sampleCredentials(free, { accountUid });
      assert.equal(await store.connectAccount(free, given, null), 'connected');
    }
  },
  "of many who connect a venue's account at once one does": async (store) => {
    const accountUid = sampleId('uid');
    const accounts = await Promise.all([1, 2, 3, 4].map(() => newAccount(store)));
    const outcomes = await Promise.all(
      accounts.map((account) =>
        store.connectAccount(account, sampleCredentials(account, { accountUid }), null),
      ),
    );
    const taken = 'venue_account_taken';
    assert.deepEqual(outcomes.toSorted(), ['connected', taken, taken, taken]);
  },
  'a user has so many accounts at most': async (store) => {
    const { account } = await connected(store);
    const second = { ...account, accountId: sampleId('account') };
    const given = sampleCredentials(second);
    assert.equal(await store.connectAccount(second, given, null, 1), 'too_many_accounts');
    assert.equal(await store.connectAccount(second, given, null, 2), 'connected');
  },
  'the outcome of the request is written with the account, or nothing is': async (store) => {
    const account = await newAccount(store);
    const credentials = sampleCredentials(account);
    await assert.rejects(
      store.connectAccount(account, credentials, await lostCompletion(store)),
      (error) => error instanceof Failure && error.code === 'conflict',
    );
    assert.equal(await statusOf(store, account), 'none');
    const claim = sampleClaim();
    await store.claim(claim);
    const { recordId, ownerId } = claim;
    const outcome = new Uint8Array([7]);
    await store.connectAccount(account, credentials, { recordId, ownerId, outcome });
    const replayed = await store.claim({ ...claim, ownerId: 'another' });
    assert.ok(replayed.kind === 'completed');
    assert.deepEqual(new Uint8Array(replayed.outcome), outcome);
  },
  'a rotation replaces the credentials and keeps those before them': async (store) => {
    const { account, credentials } = await connected(store);
    const next = { ...credentials, version: 2, sealed: 'bmV3', hint: 'new4', checkedAtMs: 9 };
    const facts: AccountFacts = { ...CONNECTED, status: 'read_only' };
    assert.equal(await store.replaceCredentials(next, facts, RETAINED), 'replaced');
    assert.deepEqual(await store.findCredentials(account.accountId), next);
    assert.deepEqual(await store.findPreviousCredentials(account.accountId), {
      version: 1,
      sealed: credentials.sealed,
      hint: credentials.hint,
      retainedUntilMs: RETAINED.retainedUntilMs,
    });
    const found = await store.findAccount(account.userId, account.accountId);
    assert.deepEqual([found?.status, found?.updatedAtMs], ['read_only', 9]);
  },
  'of two rotations from one version the second changes nothing': async (store) => {
    const { account, credentials } = await connected(store);
    const next = { ...credentials, version: 2 };
    await store.replaceCredentials(next, CONNECTED, RETAINED);
    const late = { ...next, hint: 'late' };
    assert.equal(await store.replaceCredentials(late, CONNECTED, RETAINED), 'changed');
    assert.deepEqual(await store.findCredentials(account.accountId), next);
  },
  'a switch back replaces what is in use by the version before it': async (store) => {
    const { account, credentials } = await connected(store);
    const { accountId } = account;
    const next = { ...credentials, version: 2, sealed: 'bmV3', hint: 'new4' };
    await store.replaceCredentials(next, CONNECTED, RETAINED);
    const back = { ...RETAINED, replacedVersion: 2 };
    assert.equal(await store.replaceCredentials(credentials, CONNECTED, back), 'replaced');
    assert.deepEqual(await store.findCredentials(accountId), credentials);
    assert.equal((await store.findPreviousCredentials(accountId))?.version, 2);
    assert.equal(await store.replaceCredentials(credentials, CONNECTED, back), 'changed');
  },
  "a rotation cannot take another account's place at the venue": async (store) => {
    const { credentials: other } = await connected(store);
    const { credentials } = await connected(store);
    const next = { ...credentials, version: 2, accountUid: other.accountUid };
    assert.equal(await store.replaceCredentials(next, CONNECTED, RETAINED), 'venue_account_taken');
  },
  'credentials before a rotation are deleted when their time is over': async (store) => {
    const { account, credentials } = await connected(store);
    await store.replaceCredentials({ ...credentials, version: 2 }, CONNECTED, RETAINED);
    await store.purgePreviousCredentials(RETAINED.retainedUntilMs - 1);
    assert.notEqual(await store.findPreviousCredentials(account.accountId), null);
    assert.ok((await store.purgePreviousCredentials(RETAINED.retainedUntilMs)) >= 1);
    assert.equal(await store.findPreviousCredentials(account.accountId), null);
    assert.equal((await store.findCredentials(account.accountId))?.version, 2);
  },
  'a check is written for the version that it was of': async (store) => {
    const { account, credentials } = await connected(store, { refusal: 'revoked' });
    const { accountId } = account;
    const facts = {
      accountUid: credentials.accountUid,
      canTrade: false,
      canWithdraw: true,
      isAddressBound: false,
      expiresAtMs: 5,
      permissions: ['read'],
    };
    const state: AccountFacts = {
      status: 'read_only',
      positionMode: 'hedge',
      marginMode: 'isolated',
    };
    const note = { accountId, version: 1, facts, account: state, atMs: 8 };
    assert.equal(await store.noteCheck({ ...note, version: 2 }), false);
    assert.deepEqual(await store.findCredentials(accountId), credentials);
    assert.equal(await store.noteCheck(note), true);
    const expected = { ...credentials, ...facts, checkedAtMs: 8, refusal: null };
    assert.deepEqual(await store.findCredentials(accountId), expected);
    const found = await store.findAccount(account.userId, accountId);
    assert.deepEqual(found, { ...account, ...state, updatedAtMs: 8 });
  },
  'a refusal is written for the version that it was of': async (store) => {
    const { account, credentials } = await connected(store);
    const { accountId } = account;
    assert.equal(await store.noteRefusal(accountId, 2, 'revoked', 8), false);
    assert.equal(await statusOf(store, account), 'connected');
    assert.equal(await store.noteRefusal(accountId, 1, 'revoked', 8), true);
    assert.equal(await statusOf(store, account), 'invalid_credentials');
    const expected = { ...credentials, refusal: 'revoked', checkedAtMs: 8 };
    assert.deepEqual(await store.findCredentials(accountId), expected);
    // The same again is no news.
    await store.noteRefusal(accountId, 1, 'revoked', 8);
    while ((await store.numberEvents(100)) > 0);
    const { userId } = account;
    const { events } = await store.readEvents({ userId, after: 0, types: null, limit: 10 });
    const data = { accountId, exchange: account.exchange, reason: 'revoked' };
    const type = 'account.invalid_credentials';
    assert.deepEqual(events, [{ sequence: 1, type, objectId: accountId, atMs: 8, data }]);
  },
  "removed credentials are gone, and the venue's account stays known": async (store) => {
    const { account, credentials } = await connected(store);
    const { accountId } = account;
    await store.replaceCredentials({ ...credentials, version: 2 }, CONNECTED, RETAINED);
    assert.equal(await store.removeCredentials(accountId, 9), true);
    const expected = { ...credentials, version: 2, sealed: null };
    assert.deepEqual(await store.findCredentials(accountId), expected);
    assert.equal(await store.findPreviousCredentials(accountId), null);
    assert.equal(await statusOf(store, account), 'disabled');
    assert.equal(await store.removeCredentials(accountId, 9), false);
    assert.equal(await store.noteRefusal(accountId, 2, 'revoked', 9), false);
  },
  'after a removal the account is connected again, or another one in its place': async (store) => {
    const { account, credentials } = await connected(store);
    await store.removeCredentials(account.accountId, 9);
    const next = { ...credentials, version: 2 };
    assert.equal(await store.replaceCredentials(next, CONNECTED, RETAINED), 'replaced');
    assert.equal(await store.findPreviousCredentials(account.accountId), null);
    await store.removeCredentials(account.accountId, 9);
    await connected(store, { accountUid: credentials.accountUid });
    const last = { ...credentials, version: 3 };
    assert.equal(await store.replaceCredentials(last, CONNECTED, RETAINED), 'venue_account_taken');
  },
  'what is sealed to another key is listed, and sealed anew': async (store) => {
    const [former, current] = [sampleId('key'), sampleId('key')];
    const { account } = await connected(store, { keyId: former });
    const { accountId } = account;
    const listed = await store.listSealedOtherwise(current, 10_000);
    const own = listed.find((each) => each.accountId === accountId);
    assert.deepEqual(own, { accountId, version: 1, sealed: 'c2VhbGVk' });
    assert.equal(await store.reseal(accountId, 2, 'bmV3', current), false);
    assert.equal(await store.reseal(accountId, 1, 'bmV3', current), true);
    const found = await store.findCredentials(accountId);
    assert.deepEqual([found?.sealed, found?.keyId], ['bmV3', current]);
    const keyIds = await store.listSealingKeyIds();
    assert.deepEqual([keyIds.includes(former), keyIds.includes(current)], [false, true]);
  },
  'credentials that expire soon are listed': async (store) => {
    const soon = await connected(store, { expiresAtMs: 99 });
    const later = await connected(store, { expiresAtMs: 100 });
    const removed = await connected(store, { expiresAtMs: 99 });
    await store.removeCredentials(removed.account.accountId, 9);
    const listed = (await store.listExpiring(100, 1_000)).map(({ accountId }) => accountId);
    const ids = [soon, later, removed].map(({ account }) => listed.includes(account.accountId));
    assert.deepEqual(ids, [true, false, false]);
  },
};
