// Keys of one company of a group, given as those of another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { findKeyCompany } from '#services/credentials/find-key-company.ts';
import { venueFailure } from '#services/credentials/keyed-venue.fixture.ts';

const ACCOUNT = { accountId: 'acc_1', marketType: 'spot' } as const;
/** What it says matters to nobody here. */
const REPORT = {
  accountUid: 'uid-1',
  canTrade: true,
  canWithdraw: false,
  isAddressBound: true,
  expiresAtMs: null,
  permissions: [],
  positionMode: null,
  marginMode: null,
};
const CANDIDATE = { version: 1, sealed: 'sealed' };
type Reply = 'takes' | 'refuses' | 'cannot be reached' | 'has a defect';

/** Each by its code, its group, and what it says of the key. */
async function setUp(all: readonly (readonly [string, string | null, Reply])[]) {
  const { exchange } = await makeSimHarness(makeMemorySimStore());
  const requested: string[] = [];
  const exchanges: readonly Exchange[] = all.map(([code, companyOf, reply]) => ({
    ...exchange,
    code,
    companyOf,
    async checkCredentials() {
      requested.push(code);
      if (reply === 'takes') return REPORT;
      if (reply === 'has a defect') throw new TypeError('a mistake of ours');
      throw venueFailure(reply === 'refuses' ? 'unauthorized' : 'timeout', 'no');
    },
  }));
  const refusing = exchanges[0];
  assert.ok(refusing !== undefined);
  const list = () => exchanges;
  const found = await findKeyCompany({ list }, refusing, ACCOUNT, CANDIDATE);
  return { found: found?.code ?? null, requested };
}

test('the company that takes the key is found, whichever of the group was named', async () => {
  const group = [
    ['main', null, 'refuses'],
    ['left', 'main', 'cannot be reached'],
    ['right', 'main', 'takes'],
    ['other', null, 'takes'],
  ] as const;
  assert.deepEqual(await setUp(group), { found: 'right', requested: ['left', 'right'] });
  const named = await setUp([
    ['right', 'main', 'refuses'],
    ['main', null, 'takes'],
  ]);
  assert.deepEqual(named, { found: 'main', requested: ['main'] });
});

test('a key that no company takes is of none', async () => {
  const { found, requested } = await setUp([
    ['main', null, 'refuses'],
    ['left', 'main', 'refuses'],
    ['other', null, 'takes'],
  ]);
  assert.deepEqual([found, requested], [null, ['left']]);
});

test('a defect of ours is no refusal', async () => {
  const group = [
    ['main', null, 'refuses'],
    ['left', 'main', 'has a defect'],
  ] as const;
  await assert.rejects(setUp(group), /a mistake of ours/);
});
