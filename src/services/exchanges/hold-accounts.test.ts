// Two processes and their accounts, over leases in memory and clocks that the test moves.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { memoryAccountLeases } from '#adapters/memory/memory-account-leases.ts';
import { LIMITS } from '#lib/limits.ts';
import type { AccountLeaseStore } from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT } from '#ports/stores/account-lease-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountHolder } from '#services/exchanges/hold-accounts.ts';
import { holdAccounts } from '#services/exchanges/hold-accounts.ts';

const ACCOUNTS = Array.from({ length: 500 }, (_, index) => `acc_${index}`);
const [ACCOUNT = ''] = ACCOUNTS;
const LEASE_MS = LIMITS.accountLeaseMs;
const GOOD_MS = LEASE_MS - LIMITS.accountLeaseMarginMs;

function harness() {
  let nowMs = 1_000;
  const clock = { nowMs: () => nowMs };
  const leases = memoryAccountLeases(clock);
  const open = (owner: string, store: AccountLeaseStore = leases): AccountHolder => {
    const venueProcess = { owner, socketPath: '/run/s', endpoint: null, egress: '' };
    const pause = async (durationMs: number) => void (nowMs += durationMs);
    return holdAccounts({ leases: store, venueProcess, monotonicMs: clock.nowMs, pause });
  };
  return { leases, open, clock, passMs: (durationMs: number) => void (nowMs += durationMs) };
}

/** Which of the holders would take a call for the account, or may still send for it. */
function tradersOf(holders: readonly AccountHolder[], accountId: string, nowMs: number) {
  return holders.filter((holder) => {
    const entry = holder.enter(accountId);
    entry?.leave();
    return entry !== null || holder.sendByMs(accountId) > nowMs;
  });
}

suite('a process that holds accounts', () => {
  test('trades none before its first lease, then all, until shortly before it ends', async () => {
    const { open, passMs, clock } = harness();
    const holder = open('one');
    assert.equal(holder.enter(ACCOUNT), null);
    assert.equal(holder.sendByMs(ACCOUNT), -Infinity);
    await holder.renew();
    for (const accountId of ACCOUNTS) assert.ok(holder.enter(accountId) !== null);
    assert.equal(holder.sendByMs(ACCOUNT), clock.nowMs() + GOOD_MS);
    passMs(GOOD_MS - 1);
    assert.ok(holder.enter(ACCOUNT) !== null);
    passMs(1);
    assert.equal(holder.enter(ACCOUNT), null);
    assert.ok(holder.sendByMs(ACCOUNT) <= clock.nowMs());
  });

  test('shares the accounts with another one, each traded by one of them', async () => {
    const { open, clock } = harness();
    const holders = [open('one'), open('two')] as const;
    for (let round = 0; round < 3; round++) for (const holder of holders) await holder.renew();
    for (const accountId of ACCOUNTS)
      assert.equal(tradersOf(holders, accountId, clock.nowMs()).length, 1);
    const counts = holders.map((holder) => holder.figures().shardsCount);
    assert.deepEqual(counts, [ACCOUNT_SHARDS_COUNT / 2, ACCOUNT_SHARDS_COUNT / 2]);
    assert.equal(holders[0].figures().egressSharersCount, 2);
  });

  test('gives accounts away only when what is under way for them has ended', async () => {
    const { open, clock } = harness();
    const [one, two] = [open('one'), open('two')];
    await one.renew();
    const entries = ACCOUNTS.map((accountId) => one.enter(accountId) ?? assert.fail());
    for (let round = 0; round < 3; round++) for (const each of [two, one]) await each.renew();
    const moving = ACCOUNTS.filter((accountId) => one.enter(accountId) === null);
    assert.ok(moving.length > 0);
    for (const accountId of moving) {
      assert.equal(two.enter(accountId), null);
      assert.ok(one.sendByMs(accountId) > clock.nowMs(), 'what it began it may end');
    }
    assert.ok(
      entries.some(({ lost }) => lost.aborted),
      'what follows them ends',
    );
    for (const { leave } of entries) leave();
    await one.renew();
    await two.renew();
    for (const accountId of moving) {
      assert.ok(two.enter(accountId) !== null);
      assert.equal(one.sendByMs(accountId), -Infinity);
    }
  });

  test('gives accounts away although something for them hangs', async () => {
    const { open, clock, passMs } = harness();
    const [one, two] = [open('one'), open('two')];
    await one.renew();
    for (const accountId of ACCOUNTS) assert.ok(one.enter(accountId) !== null);
    const passRounds = async (durationMs: number) => {
      for (const untilMs = clock.nowMs() + durationMs; clock.nowMs() < untilMs; passMs(1_000))
        for (const each of [two, one]) await each.renew();
    };
    await passRounds(LIMITS.orderSendMsMax);
    const moving = ACCOUNTS.filter((accountId) => one.enter(accountId) === null);
    assert.ok(moving.length > 0);
    assert.ok(moving.every((accountId) => two.enter(accountId) === null));
    await passRounds(LIMITS.orderSendMsMax + 3_000);
    for (const accountId of moving) {
      assert.ok(two.enter(accountId) !== null);
      assert.equal(one.sendByMs(accountId), -Infinity);
    }
  });

  test('that was frozen sends nothing when it wakes, and follows nothing', async () => {
    const { open, passMs, clock } = harness();
    const [one, two] = [open('one'), open('two')];
    await one.renew();
    const entry = one.enter(ACCOUNT) ?? assert.fail();
    passMs(LEASE_MS);
    await two.renew();
    assert.ok(two.enter(ACCOUNT) !== null);
    assert.ok(one.sendByMs(ACCOUNT) <= clock.nowMs());
    assert.equal(one.enter(ACCOUNT), null);
    await one.renew();
    assert.ok(entry.lost.aborted);
    assert.equal(one.sendByMs(ACCOUNT), -Infinity);
  });

  test('that was frozen while it renewed does not believe the late response', async () => {
    const { open, leases, passMs, clock } = harness();
    const late: AccountLeaseStore = {
      ...leases,
      async renewAccountLeases(...given) {
        const held = await leases.renewAccountLeases(...given);
        passMs(LEASE_MS);
        return held;
      },
    };
    const one = open('one', late);
    await one.renew();
    const two = open('two');
    await two.renew();
    assert.ok(two.enter(ACCOUNT) !== null);
    assert.equal(one.enter(ACCOUNT), null);
    assert.ok(one.sendByMs(ACCOUNT) <= clock.nowMs());
  });

  test('that took an account again while a call was under way still counts that call', async () => {
    const { open, passMs } = harness();
    const [one, two] = [open('one'), open('two')];
    await one.renew();
    const entries = ACCOUNTS.map((accountId) => one.enter(accountId) ?? assert.fail());
    passMs(LEASE_MS);
    await one.renew();
    for (let round = 0; round < 3; round++) for (const each of [two, one]) await each.renew();
    const moving = ACCOUNTS.filter((accountId) => one.enter(accountId) === null);
    assert.ok(moving.every((accountId) => two.enter(accountId) === null));
    for (const { leave } of entries) leave();
    await one.renew();
    await two.renew();
    assert.ok(moving.every((accountId) => two.enter(accountId) !== null));
  });

  test('follows nothing without a store, and goes on when the store is back in time', async () => {
    const { open, leases, passMs } = harness();
    let isAway = false;
    const store: AccountLeaseStore = {
      ...leases,
      renewAccountLeases: async (...given) => {
        if (isAway) throw new Failure('unavailable', 'away');
        return leases.renewAccountLeases(...given);
      },
    };
    const holder = open('one', store);
    await holder.renew();
    const entry = holder.enter(ACCOUNT) ?? assert.fail();
    isAway = true;
    passMs(1_000);
    await assert.rejects(holder.renew(), Failure);
    assert.ok(!entry.lost.aborted && holder.enter(ACCOUNT) !== null);
    passMs(GOOD_MS);
    await assert.rejects(holder.renew(), Failure);
    assert.ok(entry.lost.aborted && holder.enter(ACCOUNT) === null);
    isAway = false;
    await holder.renew();
    const again = holder.enter(ACCOUNT) ?? assert.fail();
    assert.ok(!again.lost.aborted);
  });

  test('that closes waits for what is under way, and another one has all at once', async () => {
    const { open } = harness();
    const [one, two] = [open('one'), open('two')];
    await one.renew();
    const entry = one.enter(ACCOUNT) ?? assert.fail();
    const closing = one.close();
    assert.equal(one.enter(ACCOUNT), null);
    entry.leave();
    await closing;
    assert.equal(one.sendByMs(ACCOUNT), -Infinity);
    await two.renew();
    assert.equal(two.figures().shardsCount, ACCOUNT_SHARDS_COUNT);
  });
});
