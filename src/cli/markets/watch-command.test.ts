// The watch list from the command line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { commandRunner } from '#cli/command-host.fixture.ts';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('a market is watched, listed with its price, and watched no more', async () => {
  const { harness, bot } = await tradingInstallation();
  const { store } = harness;
  const deps = { ...harness.deps, users: store, watchLists: store, candleSources: [] };
  const history = memoryHistoryStore();
  const open = async () => ({
    deps: { ...deps, history },
    close: async () => undefined,
    baseUrl: 'https://tidemill.test',
  });
  const runWords = commandRunner({ openApplication: open as never });
  const run = async (line: string) => runWords(line.split(' '));
  assert.match((await run('watch list')).out, /No market is watched/);
  assert.match((await run('watch add NO_SUCH')).error, /There is no market "NO_SUCH"/);
  const added = await run(`watch add ${bot.marketTag}`);
  assert.equal(added.out, `${bot.marketTag} is watched.\n`);
  const listed = await run('watch list --json');
  const { data } = JSON.parse(listed.out) as { data: { market_tag: string; price: string }[] };
  assert.equal(data.length, 1, listed.error);
  assert.equal(data[0]?.market_tag, bot.marketTag);
  assert.match(data[0]?.price ?? '', /^\d/);
  assert.match((await run(`prices ${bot.marketTag} NO_SUCH`)).out, /no such market/);
  const removed = await run(`watch remove ${bot.marketTag}`);
  assert.equal(removed.out, `${bot.marketTag} is watched no more.\n`);
  assert.match((await run(`watch remove ${bot.marketTag}`)).error, /is not on the watch list/);
});
