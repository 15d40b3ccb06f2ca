// Known minutes of a market, and some more of them with each request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rejected } from '#lib/result.ts';
import { DAY_MS, minuteStartMs } from '#lib/time.ts';
import {
  ARCHIVE_TAG,
  HARNESS_NOW_MS,
  historyHarness,
  STILL_TAG,
} from '#services/history/history-harness.fixture.ts';
import { fetchHistory, knownHistory } from '#services/history/known-history.ts';

const NOW_MS = minuteStartMs(HARNESS_NOW_MS);

test('minutes are fetched a few days with each request, until all are known', async () => {
  const { deps } = await historyHarness();
  const before = await knownHistory(deps, STILL_TAG);
  assert.ok(before.ok);
  assert.deepEqual([before.value.covered, before.value.canBeFetched], [null, true]);
  const command = { marketTag: STILL_TAG, fromMs: NOW_MS - 7 * DAY_MS };
  const reached: number[] = [];
  for (let request = 0; request < 4; request += 1) {
    const fetched = await fetchHistory(deps, command);
    assert.ok(fetched.ok);
    assert.equal(fetched.value.covered?.fromMs, command.fromMs);
    reached.push((NOW_MS - (fetched.value.covered?.toMs ?? 0)) / DAY_MS);
  }
  assert.deepEqual(
    reached.map((days) => Math.floor(days)),
    [4, 1, 0, 0],
  );
});

test('what is imported or computed is known and not fetched', async () => {
  const { deps } = await historyHarness();
  for (const marketTag of [ARCHIVE_TAG, 'SIM_BTC_USDT']) {
    const known = await knownHistory(deps, marketTag);
    assert.ok(known.ok && !known.value.canBeFetched, marketTag);
    const refused = await fetchHistory(deps, { marketTag, fromMs: NOW_MS - DAY_MS });
    assert.ok(!refused.ok && refused.rejection.code === 'nothing_to_fetch');
  }
  const none = await knownHistory(deps, 'NONE');
  assert.ok(!none.ok && none.rejection === 'market_not_found');
});

test('minutes that a feed stored meanwhile begin the request anew, a few times', async () => {
  const { deps } = await historyHarness();
  let [writesCount, holesCount] = [0, 2];
  const command = { marketTag: STILL_TAG, fromMs: NOW_MS - DAY_MS };
  const hole = { fromMs: NOW_MS - DAY_MS, toMs: NOW_MS };
  const history: typeof deps.history = {
    ...deps.history,
    async writeHistory(write) {
      writesCount += 1;
      if (writesCount > holesCount) return deps.history.writeHistory(write);
      return rejected({ code: 'leaves_hole', marketTag: STILL_TAG, hole });
    },
  };
  const fetched = await fetchHistory({ ...deps, history }, command);
  assert.ok(fetched.ok);
  assert.equal(fetched.value.covered?.fromMs, command.fromMs);
  holesCount = Infinity;
  writesCount = 0;
  const again = { ...command, fromMs: NOW_MS - 2 * DAY_MS };
  await assert.rejects(fetchHistory({ ...deps, history }, again), { code: 'conflict' });
  assert.equal(writesCount, 3);
});
