// Contract of every store for watch lists.

import assert from 'node:assert/strict';
import type { Store } from '#ports/stores/store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { DELETION_PLAN, storedAccount } from '#ports/stores/store.fixture.ts';

const at = (marketTag: string, watchedAtMs: number) => ({ marketTag, watchedAtMs });

async function withUser(store: Store): Promise<string> {
  return (await storedAccount(store)).userId;
}

export const WATCH_LIST_CASES: StoreCases = {
  'markets are listed as they were chosen, and only to whom they belong': async (store) => {
    const [userId, otherId] = [await withUser(store), await withUser(store)];
    assert.deepEqual(await store.listWatchedMarkets(userId), []);
    for (const market of [at('B', 1), at('A', 2), at('C', 2)])
      assert.equal(await store.watchMarket(userId, market, 9), true);
    assert.deepEqual(await store.listWatchedMarkets(userId), [at('B', 1), at('A', 2), at('C', 2)]);
    assert.deepEqual(await store.listWatchedMarkets(otherId), []);
    assert.equal(await store.unwatchMarket(otherId, 'A'), false);
    assert.equal(await store.unwatchMarket(userId, 'A'), true);
    assert.equal(await store.unwatchMarket(userId, 'A'), false);
    assert.deepEqual(await store.listWatchedMarkets(userId), [at('B', 1), at('C', 2)]);
  },
  'a market that is watched stays as it is, also in a list that is full': async (store) => {
    const userId = await withUser(store);
    assert.equal(await store.watchMarket(userId, at('A', 1), 1), true);
    assert.equal(await store.watchMarket(userId, at('A', 5), 1), true);
    assert.equal(await store.watchMarket(userId, at('B', 5), 1), false);
    assert.deepEqual(await store.listWatchedMarkets(userId), [at('A', 1)]);
  },
  'markets that are chosen at once are counted one by one': async (store) => {
    const userId = await withUser(store);
    const tries = ['A', 'B', 'C', 'D'].map((tag) => store.watchMarket(userId, at(tag, 1), 3));
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 3);
    assert.equal((await store.listWatchedMarkets(userId)).length, 3);
  },
  'the list of a user goes with it': async (store) => {
    const userId = await withUser(store);
    assert.equal(await store.watchMarket(userId, at('A', 1), 9), true);
    await store.beginDeletion(userId, 1_000, DELETION_PLAN);
    assert.equal(await store.watchMarket(userId, at('B', 1), 9), false);
    await store.endDeletion(userId, 2_000);
    assert.deepEqual(await store.listWatchedMarkets(userId), []);
    assert.equal(await store.watchMarket('usr_none', at('B', 1), 9), false);
  },
};
