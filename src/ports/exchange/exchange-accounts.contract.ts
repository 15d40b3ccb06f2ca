// The part of the exchange contract about the exchange itself and an account at it: what is
// promised, whether it can be reached, what its key may do, and news.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { AccountNews, Exchange, VenueAccount } from '#venue-port/exchange/exchange.ts';
import type { MakeContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import { nameOf, placed, restingBuy } from '#ports/exchange/exchange-harness.contract.ts';

export function exchangeAccountContract(makeHarness: MakeContractHarness): void {
  test('what it promises are durations that agree with one another', async () => {
    const { promises } = (await makeHarness()).exchange;
    const { requestHorizonMs, visibilityLagMs, endedRetainedMs } = promises;
    for (const durationMs of [requestHorizonMs, visibilityLagMs]) {
      assert(Number.isSafeInteger(durationMs) && durationMs >= 0);
      for (const retainedMs of [endedRetainedMs.filled, endedRetainedMs.unfilled])
        assert(Number.isSafeInteger(retainedMs) && retainedMs > durationMs);
    }
  });

  test('it is open, and knows its clock after the first request', async () => {
    const { exchange, spot } = await makeHarness();
    await exchange.fetchPrice(spot.marketTag);
    assert.equal(exchange.health(), 'open');
    const skewMs = exchange.clockSkewMs();
    assert(skewMs !== null && Math.abs(skewMs) < 1_000);
  });

  test('the key of an account may trade; an account without one is refused', async () => {
    const { exchange, spot, futures } = await makeHarness();
    const report = await exchange.checkCredentials(spot.account);
    assert(report.canTrade && report.accountUid !== '');
    assert.deepEqual(await exchange.checkCredentials(spot.account), report);
    if (futures !== null) {
      const { positionMode } = await exchange.checkCredentials(futures.account);
      assert.equal(positionMode, 'one_way');
    }
    const stranger = { ...spot.account, accountId: 'never-connected' };
    await assert.rejects(exchange.checkCredentials(stranger), { code: 'unauthorized' });
  });

  test('an order that is absent is so by a clock that does not run back', async () => {
    const harness = await makeHarness();
    const { exchange, spot } = harness;
    const name = nameOf(await restingBuy(harness, spot));
    let lastMs = 0;
    for (let count = 0; count < 3; count += 1) {
      const seen = await exchange.fetchOrder(spot.account, spot.marketTag, name);
      assert(seen.kind === 'absent' && seen.asOfMs >= lastMs);
      lastMs = seen.asOfMs;
    }
  });

  test('an account that is watched has news of its orders until nobody watches it', async () => {
    const harness = await makeHarness();
    const { exchange, spot } = harness;
    const watch = watched(exchange, spot.account);
    await watch.heard(({ kind }) => kind === 'connected');
    const wish = await restingBuy(harness, spot);
    await placed(harness, spot, wish);
    await watch.heard((news) => {
      return news.kind === 'order' && news.order.clientOrderId === wish.clientOrderId;
    });
    await watch.stop();
    const count = watch.news.length;
    await exchange.cancelOrder(spot.account, spot.marketTag, nameOf(wish));
    assert.equal(watch.news.length, count);
  });

  test('all who watch an account hear its news, and one who stops ends no other', async () => {
    const harness = await makeHarness();
    const { exchange, spot } = harness;
    const first = watched(exchange, spot.account);
    await first.heard(({ kind }) => kind === 'connected');
    const second = watched(exchange, spot.account);
    await second.heard(({ kind }) => kind === 'connected');
    await first.stop();
    const wish = await restingBuy(harness, spot);
    await placed(harness, spot, wish);
    await second.heard((news) => {
      return news.kind === 'order' && news.order.clientOrderId === wish.clientOrderId;
    });
    assert(first.news.every(({ kind }) => kind !== 'order'));
    await second.stop();
  });
}

function watched(exchange: Exchange, account: VenueAccount) {
  const news: AccountNews[] = [];
  const waiting = new Set<() => void>();
  const aborting = new AbortController();
  const ended = exchange.watchAccount(
    account,
    (item) => {
      news.push(item);
      for (const look of waiting) look();
    },
    aborting.signal,
  );
  return {
    news,
    /** Settles once there is such news. */
    heard: (isWanted: (item: AccountNews) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!news.some(isWanted)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stop(): Promise<void> {
      aborting.abort();
      return ended;
    },
  };
}
