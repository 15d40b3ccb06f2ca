// Contract of every store for partners and their end users.

import assert from 'node:assert/strict';
import type { EndUser, EndUserAccount, Partner } from '#ports/stores/partner-store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  lostCompletion,
  sampleAccount,
  sampleClaim,
  sampleCredentials,
  sampleHash,
  sampleId,
  sampleKey,
  sampleUser,
} from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

const NOW_MS = 1_700_000_000_000;

async function storedPartner(store: Store): Promise<Partner> {
  const user = sampleUser();
  await store.insertUser(user);
  const partner: Partner = {
    partnerId: user.userId,
    exchanges: ['archive', 'sim'],
    marketTags: [],
    createdAtMs: NOW_MS,
  };
  await store.insertPartner(partner);
  return partner;
}

function sampleEndUser(partnerId: string, changes: Partial<EndUser> = {}): EndUser {
  const userId = sampleId('usr');
  return {
    userId,
    partnerId,
    externalId: `customer ${userId}`,
    exchange: 'sim',
    isSimulated: true,
    createdAtMs: NOW_MS,
    ...changes,
  };
}

function accountOf({ userId }: EndUser): EndUserAccount {
  return { account: sampleAccount(userId), deposits: null, credentials: null };
}

function realAccountOf({ userId }: EndUser): EndUserAccount {
  const account = sampleAccount(userId, { isSimulated: false });
  return { account, deposits: null, credentials: sampleCredentials(account) };
}

async function storedEndUser(store: Store, partnerId: string): Promise<EndUser> {
  const endUser = sampleEndUser(partnerId);
  await store.insertEndUser(endUser, [accountOf(endUser)], null);
  return endUser;
}

function all(partnerId: string) {
  return { partnerId, endUserId: null };
}

export const PARTNER_CASES: StoreCases = {
  'a partner is found by its user, whole, and made once': async (store) => {
    const partner = await storedPartner(store);
    assert.deepEqual(await store.findPartner(partner.partnerId), partner);
    assert.equal(await store.insertPartner(partner), false);
    assert.equal(await store.findPartner('usr_none'), null);
    assert((await store.listPartners()).some((each) => each.partnerId === partner.partnerId));
  },
  'keys of a partner are distinguished from those of others': async (store) => {
    const user = sampleUser();
    const hash = sampleHash();
    await store.insertUser(user);
    await store.insertKey(sampleKey(user.userId), hash, null);
    assert.equal((await store.findPrincipal(hash))?.isPartner, false);
    const offer = { exchanges: [], marketTags: [] };
    await store.insertPartner({ partnerId: user.userId, ...offer, createdAtMs: NOW_MS });
    assert.equal((await store.findPrincipal(hash))?.isPartner, true);
  },
  'what is enabled is replaced': async (store) => {
    const partner = await storedPartner(store);
    const offer = { exchanges: ['sim'], marketTags: ['a', 'b'] };
    assert.equal(await store.setPartnerOffer(partner.partnerId, offer), true);
    assert.deepEqual(await store.findPartner(partner.partnerId), { ...partner, ...offer });
    assert.equal(await store.setPartnerOffer('usr_none', offer), false);
  },
  'tariffs are retained by the instant from which they hold': async (store) => {
    const { partnerId } = await storedPartner(store);
    for (const [fromMs, tariff] of [
      [20, 'b'],
      [10, 'a'],
      [20, 'c'],
    ] as const)
      await store.insertTariff(partnerId, { fromMs, tariff });
    assert.deepEqual(await store.listTariffs(partnerId), [
      { fromMs: 10, tariff: 'a' },
      { fromMs: 20, tariff: 'c' },
    ]);
  },
  'an end user is a tenant with accounts and the plan of its partner': async (store) => {
    const { partnerId } = await storedPartner(store);
    const endUser = sampleEndUser(partnerId);
    const [spot, futures] = [realAccountOf(endUser), accountOf(endUser)];
    assert.equal(await store.insertEndUser(endUser, [spot, futures], null), 'inserted');
    assert.deepEqual(await store.findEndUser(all(partnerId), endUser.userId), endUser);
    const accounts = await store.listAccounts(endUser.userId, null, 10);
    assert.deepEqual(accounts, [spot.account, futures.account]);
    assert.deepEqual(await store.findCredentials(spot.account.accountId), spot.credentials);
    assert.equal(await store.findCredentials(futures.account.accountId), null);
    assert.equal(await store.findAccount(partnerId, spot.account.accountId), null);
  },
  'end users are not among the users': async (store) => {
    const { partnerId } = await storedPartner(store);
    const { userId } = await storedEndUser(store, partnerId);
    const ids = (await store.listUsers()).map((user) => user.userId);
    assert(ids.includes(partnerId) && !ids.includes(userId));
  },
  'a repeated end user changes nothing, and completes the request': async (store) => {
    const { partnerId } = await storedPartner(store);
    const endUser = await storedEndUser(store, partnerId);
    const claim = sampleClaim();
    await store.claim(claim);
    const { recordId, ownerId } = claim;
    const completion = { recordId, ownerId, outcome: new Uint8Array([7]) };
    assert.equal(await store.insertEndUser(endUser, [], completion), 'exists');
    assert.equal((await store.claim(claim)).kind, 'completed');
  },
  'a request that was taken over writes no end user': async (store) => {
    const { partnerId } = await storedPartner(store);
    const endUser = { ...(await storedEndUser(store, partnerId)), userId: sampleId('user') };
    const wished = { ...endUser, externalId: sampleId('external') };
    const inserting = store.insertEndUser(wished, [], await lostCompletion(store));
    await assert.rejects(inserting, { code: 'conflict' });
    const reach = { partnerId, endUserId: null };
    assert.equal(await store.findEndUser(reach, wished.userId), null);
  },
  'an external id belongs to one end user of a partner, until that is deleted': async (store) => {
    const [one, other] = [await storedPartner(store), await storedPartner(store)];
    const first = await storedEndUser(store, one.partnerId);
    const { externalId } = first;
    const second = sampleEndUser(one.partnerId, { externalId });
    assert.equal(await store.insertEndUser(second, [], null), 'external_id_taken');
    const foreign = sampleEndUser(other.partnerId, { externalId });
    assert.equal(await store.insertEndUser(foreign, [], null), 'inserted');
    await store.deleteEndUser(all(one.partnerId), first.userId, NOW_MS);
    assert.equal(await store.insertEndUser(second, [], null), 'inserted');
  },
  'of ten that want an external id at once, one gets it': async (store) => {
    const { partnerId } = await storedPartner(store);
    const wishes = Array.from({ length: 10 }, () => sampleEndUser(partnerId, { externalId: 'x' }));
    const outcomes = await Promise.all(wishes.map((each) => store.insertEndUser(each, [], null)));
    assert.equal(outcomes.filter((outcome) => outcome === 'inserted').length, 1);
  },
  'a foreign, an unknown and an unreached end user are found by nobody': async (store) => {
    const [one, other] = [await storedPartner(store), await storedPartner(store)];
    const { userId } = await storedEndUser(store, one.partnerId);
    const reaches = [
      [all(other.partnerId), userId],
      [all(one.partnerId), 'usr_none'],
      [{ partnerId: one.partnerId, endUserId: 'usr_else' }, userId],
    ] as const;
    for (const [reach, named] of reaches) {
      assert.equal(await store.findEndUser(reach, named), null);
      assert.equal(await store.findEndUserView(reach, named), null);
      assert.equal(await store.deleteEndUser(reach, named, NOW_MS), false);
    }
    assert.deepEqual(await store.listEndUsers(all(other.partnerId), null, 10), []);
    assert.equal((await store.listEndUsers(all(one.partnerId), null, 10)).length, 1);
  },
  'end users are listed by id in pages': async (store) => {
    const { partnerId } = await storedPartner(store);
    const made = [await storedEndUser(store, partnerId), await storedEndUser(store, partnerId)];
    const [first, second] = made as [EndUser, EndUser];
    const page = await store.listEndUsers(all(partnerId), null, 1);
    assert.deepEqual(page, [
      { ...first, botsCount: 0, runningBotsCount: 0, lastActivityAtMs: null },
    ]);
    assert.deepEqual(await store.listEndUsers(all(partnerId), first.userId, 10), [
      { ...second, botsCount: 0, runningBotsCount: 0, lastActivityAtMs: null },
    ]);
    const view = await store.findEndUserView(all(partnerId), second.userId);
    assert.equal(view?.externalId, second.externalId);
  },
  'a deleted end user loses its credentials and its keys': async (store) => {
    const { partnerId } = await storedPartner(store);
    const endUser = sampleEndUser(partnerId);
    const { account, ...rest } = realAccountOf(endUser);
    await store.insertEndUser(endUser, [{ account, ...rest }], null);
    const { userId } = endUser;
    const hash = sampleHash();
    await store.insertKey(sampleKey(partnerId, { endUserId: userId }), hash, null);
    assert.equal((await store.findPrincipal(hash))?.endUserId, userId);
    assert.equal(await store.deleteEndUser(all(partnerId), userId, NOW_MS), true);
    assert.equal(await store.findEndUser(all(partnerId), userId), null);
    assert.equal(await store.findCredentials(account.accountId), null);
    assert.equal(await store.findPrincipal(hash), null);
    assert.equal(await store.deleteEndUser(all(partnerId), userId, NOW_MS), false);
  },
  'a new plan of a partner is that of its end users too': async (store) => {
    const { partnerId } = await storedPartner(store);
    const { userId } = await storedEndUser(store, partnerId);
    assert.equal(await store.setPlan(partnerId, 'starter', 5), true);
    const tenant = await store.findUserByName(userId);
    assert.deepEqual([tenant?.plan, tenant?.planUntilMs], ['starter', 5]);
  },
};
