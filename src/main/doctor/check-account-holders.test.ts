// Findings of the doctor about the processes that trade accounts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAccountHolders } from '#main/doctor/check-account-holders.ts';
import type { VenueProcess } from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT } from '#ports/stores/account-lease-store.ts';

const HERE: VenueProcess = { owner: 'here', socketPath: '/here', endpoint: null, egress: '' };
const FAR: VenueProcess = { ...HERE, owner: 'far', socketPath: '/far' };
const ENDPOINT = { host: '10.0.0.5', port: 9_443, secret: 'c2VjcmV0' };
const ALL = ACCOUNT_SHARDS_COUNT;

/** Accounts, live processes, shards that are held, and what is said. */
const CASES: readonly (readonly [number, readonly VenueProcess[], number, string])[] = [
  [0, [], 0, 'ok: no account at a real exchange is connected'],
  [3, [], 0, 'warn: none trades the 3 accounts at real exchanges'],
  [3, [HERE], ALL, 'ok: 1 trade 3 accounts at real exchanges'],
  [3, [HERE], ALL - 32, `warn: nobody trades 32 of ${ALL} shards of accounts`],
  [3, [HERE, FAR], ALL, 'warn: 1 of 2 cannot be reached from here'],
  [3, [HERE, { ...FAR, endpoint: ENDPOINT }], ALL, 'ok: 2 trade 3 accounts at real exchanges'],
];

for (const [accountsCount, processes, heldCount, said] of CASES)
  test(`${accountsCount} accounts, ${processes.length} processes: ${said}`, () => {
    const owners = new Map(Array.from({ length: heldCount }, (_, shard) => [shard, 'here']));
    const isHere = (path: string): boolean => path === '/here';
    const { result, detail, advice } = judgeAccountHolders(
      accountsCount,
      { processes, owners },
      isHere,
    );
    assert.equal(`${result}: ${detail}`, said);
    assert.equal(advice === null, result === 'ok');
  });
