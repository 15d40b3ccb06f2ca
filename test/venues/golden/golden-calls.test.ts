// Golden calls: what is sent to an exchange is, to the byte, what was read and retained. After a
// change on purpose: node test/venues/golden/write-golden-calls.ts, and read the difference.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { goldenFile, goldenText } from './golden-calls.ts';
import { GOLDEN_DIALECTS } from './golden-dialects.ts';

for (const dialect of GOLDEN_DIALECTS)
  test(`the requests of ${dialect.name} are those that were read`, async () => {
    const file = readFileSync(goldenFile(dialect), 'utf8');
    assert.deepEqual(JSON.parse(await goldenText(dialect)), JSON.parse(file));
  });

/** Of those that have another name here. */
const CODES: { readonly [name: string]: string } = {
  'binance-spot': 'binance',
  'binance-usdm': 'binanceusdm',
};

for (const { name, calls } of GOLDEN_DIALECTS)
  test(`each request of ${name} fits the budget of an address that two processes share`, async () => {
    const { budget: settings } = await loadDialect(CODES[name] ?? name);
    for (const [title, { lane, cost }] of Object.entries(calls)) {
      const budget = makeRequestBudget(settings, handTime(1_000_000));
      budget.share(2);
      assert.equal((await budget.acquire(lane, cost, 0)).kind, 'granted', title);
    }
  });
