// Contract of every store of account leases: one process per shard, and nobody after its time.

import assert from 'node:assert/strict';
import { declareCases } from '#ports/declare-cases.contract.ts';
import type { AccountLeaseStore, VenueProcess } from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT, shardOfAccount } from '#ports/stores/account-lease-store.ts';

export type AccountLeaseHarness = {
  readonly leases: AccountLeaseStore;
  passMs(this: void, durationMs: number): Promise<void>;
  close(hasFailed: boolean): Promise<void>;
};

type Case = (harness: AccountLeaseHarness) => Promise<void>;

const LONG_MS = 3_600_000;
const TTL_MS = 400;
const ENDPOINT = { host: '10.0.0.5', port: 9_443, secret: 'c2VjcmV0' };

/** Each case releases what its processes hold. */
function processOf(owner: string, changes: Partial<VenueProcess> = {}): VenueProcess {
  return { owner, socketPath: `/run/${owner}.sock`, endpoint: null, egress: '', ...changes };
}

const [ONE, TWO] = [processOf('one'), processOf('two', { endpoint: ENDPOINT })];

async function releaseAll({ leases }: AccountLeaseHarness): Promise<void> {
  for (const { owner } of [ONE, TWO]) await leases.releaseAccountLeases(owner, null);
}

const CASES: { readonly [statement: string]: Case } = {
  'the only process gets all shards, and keeps them with their tokens': async (harness) => {
    const { leases } = harness;
    const first = await leases.renewAccountLeases(ONE, LONG_MS);
    assert.equal(first.leases.length, ACCOUNT_SHARDS_COUNT);
    assert.deepEqual([first.shareCount, first.egressSharersCount], [ACCOUNT_SHARDS_COUNT, 1]);
    const again = await leases.renewAccountLeases(ONE, LONG_MS);
    const sorted = (held: typeof first.leases) =>
      held.toSorted((left, right) => left.shard - right.shard);
    assert.deepEqual(sorted(again.leases), sorted(first.leases));
    await releaseAll(harness);
  },
  'another one waits until they are released, and gets higher tokens': async (harness) => {
    const { leases } = harness;
    const first = await leases.renewAccountLeases(ONE, LONG_MS);
    const waiting = await leases.renewAccountLeases(TWO, LONG_MS);
    assert.deepEqual([waiting.leases.length, waiting.shareCount], [0, ACCOUNT_SHARDS_COUNT / 2]);
    await leases.releaseAccountLeases(ONE.owner, [0, 1]);
    const some = await leases.renewAccountLeases(TWO, LONG_MS);
    assert.deepEqual(new Set(some.leases.map(({ shard }) => shard)), new Set([0, 1]));
    for (const { shard, token } of some.leases)
      assert.ok(token > (first.leases.find((lease) => lease.shard === shard)?.token ?? Infinity));
    const { owners } = await leases.findAccountRoutes();
    assert.deepEqual([owners.get(0), owners.get(2)], [TWO.owner, ONE.owner]);
    await releaseAll(harness);
  },
  'a lease that ran out is taken over, and is not renewed': async (harness) => {
    const { leases, passMs } = harness;
    await leases.renewAccountLeases(ONE, TTL_MS);
    await passMs(2 * TTL_MS);
    const before = await leases.findAccountRoutes();
    assert.deepEqual([before.processes.length, before.owners.size], [0, 0]);
    const taken = await leases.renewAccountLeases(TWO, LONG_MS);
    assert.equal(taken.leases.length, ACCOUNT_SHARDS_COUNT);
    assert.equal((await leases.renewAccountLeases(ONE, LONG_MS)).leases.length, 0);
    await releaseAll(harness);
  },
  'processes are found with where they are reached, while they live': async (harness) => {
    const { leases } = harness;
    await leases.renewAccountLeases(ONE, LONG_MS);
    await leases.renewAccountLeases(TWO, LONG_MS);
    const { processes, owners } = await leases.findAccountRoutes();
    const byOwner = processes.toSorted((left, right) => (left.owner < right.owner ? -1 : 1));
    assert.deepEqual(byOwner, [ONE, TWO]);
    assert.deepEqual([owners.size, new Set(owners.values()).size], [ACCOUNT_SHARDS_COUNT, 1]);
    await leases.releaseAccountLeases(ONE.owner, null);
    assert.deepEqual(await leases.findAccountRoutes(), { processes: [TWO], owners: new Map() });
    await releaseAll(harness);
  },
  'a process that was started anew is reached elsewhere': async (harness) => {
    const { leases } = harness;
    await leases.renewAccountLeases(TWO, LONG_MS);
    const moved = processOf(TWO.owner, { egress: 'other' });
    await leases.renewAccountLeases(moved, LONG_MS);
    assert.deepEqual((await leases.findAccountRoutes()).processes, [moved]);
    await releaseAll(harness);
  },
  'only live processes of one egress share it': async (harness) => {
    const { leases, passMs } = harness;
    const here = { egress: 'here' };
    const sharers = async (owner: string, ttlMs: number) =>
      (await leases.renewAccountLeases(processOf(owner, here), ttlMs)).egressSharersCount;
    assert.equal(await sharers('one', LONG_MS), 1);
    await leases.renewAccountLeases(processOf('two', { egress: 'elsewhere' }), LONG_MS);
    assert.equal(await sharers('one', LONG_MS), 1);
    assert.equal(await sharers('two', TTL_MS), 2);
    await passMs(2 * TTL_MS);
    assert.equal(await sharers('one', LONG_MS), 1);
    await releaseAll(harness);
  },
  'accounts spread over all shards, the same way everywhere': async () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `acc_${index}`);
    const shards = new Set(ids.map(shardOfAccount));
    assert.equal(shards.size, ACCOUNT_SHARDS_COUNT);
    assert.deepEqual([shardOfAccount('acc_0'), shardOfAccount('acc_1')], [27, 17]);
  },
};

/** Declares the tests; `open` is called once. */
export function accountLeaseContract(open: () => Promise<AccountLeaseHarness>): void {
  declareCases(CASES, open, (harness) => harness);
}
