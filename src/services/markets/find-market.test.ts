// A market that was made a moment ago is found though the list that is retained lacks it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { namedMarkets } from '#services/exchanges/list-exchanges.ts';
import { historyHarness } from '#services/history/history-harness.fixture.ts';
import { findMarket } from '#services/markets/find-market.ts';

const OLD = { ...spotMarket(), marketTag: 'OLD' };
const NEW = { ...spotMarket(), marketTag: 'NEW' };

async function exchangeWithOlderList() {
  const { deps } = await historyHarness();
  const archive = deps.exchanges.find(deps.archiveCode) ?? assert.fail('no archive');
  let readCount = 0;
  const exchange = {
    ...archive,
    listMarkets: async () => [OLD],
    readMarkets: async () => {
      readCount += 1;
      return [OLD, NEW];
    },
  };
  return { exchange, readCount: () => readCount };
}

test('a tag that the retained list lacks is looked up among those of this instant', async () => {
  const { exchange, readCount } = await exchangeWithOlderList();
  assert.equal(await findMarket(exchange, 'OLD'), OLD);
  assert.equal(readCount(), 0);
  assert.equal(await findMarket(exchange, 'NEW'), NEW);
  assert.equal(await findMarket(exchange, 'NONE'), null);
  assert.equal(readCount(), 2);
});

test('the markets of an exchange that is named are those of this instant', async () => {
  const { exchange } = await exchangeWithOlderList();
  assert.deepEqual(await namedMarkets(exchange), [OLD, NEW]);
});
