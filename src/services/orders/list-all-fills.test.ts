// Fills of several accounts come page by page, each exactly once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Exchange, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listAllFills } from '#services/orders/list-all-fills.ts';

const WHOLE = { leavesOutUnread: false };
const COUNTS = { acc_1: 3, acc_2: 0, acc_3: 2, acc_4: 5, acc_40: 0, acc_41: 0 } as const;

/** The exchange does not respond for these accounts. */
function world(away: readonly string[] = [], silence: Partial<Exchange> = {}) {
  const accounts = Object.keys(COUNTS).map((accountId) =>
    sampleAccount('usr_1', { accountId, exchange: 'fake' }),
  );
  accounts.push(
    sampleAccount('usr_1', { accountId: 'acc_5', exchange: 'fake', status: 'invalid_credentials' }),
  );
  const requested: string[] = [];
  const fillsOf = ({ accountId }: Pick<Account, 'accountId'>): readonly VenueFill[] =>
    Array.from({ length: COUNTS[accountId as keyof typeof COUNTS] }, (_, index) => ({
      fillId: `${accountId}-${index}`,
      marketTag: index % 2 === 0 ? 'even' : 'odd',
      clientOrderId: 'own',
    })) as unknown as readonly VenueFill[];
  const exchange = {
    code: 'fake',
    promises: { fillLists: 'account' },
    health: () => 'open',
    ...silence,
    async fetchFills(account: Account, _tags: unknown, cursor: string | null, limit: number) {
      requested.push(account.accountId);
      if (away.includes(account.accountId)) throw new Failure('timeout', 'no response');
      const from = Number(cursor ?? 0);
      const fills = fillsOf(account).slice(from, from + limit);
      return { fills, cursor: String(from + fills.length) };
    },
  } as unknown as Exchange;
  return {
    requested,
    exchanges: exchangeRegistry([exchange]),
    orders: { listMarketsOfOrders: async () => [], findClientOrderIds: async () => [] },
    accounts: {
      findAccount: async (userId: string, accountId: string) =>
        accounts.find((each) => each.userId === userId && each.accountId === accountId) ?? null,
      listAccounts: async (userId: string, afterId: string | null, limit: number) =>
        accounts
          .filter((each) => each.userId === userId && each.accountId > (afterId ?? ''))
          .slice(0, limit),
    },
  };
}

async function readAll(limit: number, accountId: string | null, marketTag: string | null) {
  const deps = world();
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const caller = { userId: 'usr_1' };
    const page = await listAllFills(deps, { ...WHOLE, caller, accountId, marketTag, after, limit });
    assert.ok(page.ok);
    assert.ok(page.value.fills.length <= limit);
    const isFilled: boolean = page.value.fills.length > 0 || marketTag !== null || after === null;
    assert.ok(isFilled, 'no page behind the first is empty');
    ids.push(...page.value.fills.map(({ fillId }) => fillId));
    after = page.value.lastKey;
  } while (after !== null);
  return ids;
}

for (const limit of [1, 2, 3, 4, 100]) {
  test(`every fill comes once, ${limit} on a page`, async () => {
    // Also where accounts without fills come last.
    assert.deepEqual(await readAll(limit, 'acc_2', null), []);
    const wanted = Object.entries(COUNTS).flatMap(([accountId, count]) =>
      Array.from({ length: count }, (_, index) => `${accountId}-${index}`),
    );
    assert.deepEqual(await readAll(limit, null, null), wanted);
    assert.deepEqual(await readAll(limit, 'acc_3', null), ['acc_3-0', 'acc_3-1']);
    assert.deepEqual(await readAll(limit, 'acc_5', null), []);
    assert.deepEqual(
      await readAll(limit, null, 'odd'),
      wanted.filter((id) => Number(present(id.at(-1), 'an id has a number')) % 2 === 1),
    );
  });
}

test('a foreign account is treated like an unknown one', async () => {
  const query = { ...WHOLE, accountId: 'acc_1', marketTag: null, after: null, limit: 10 };
  const page = await listAllFills(world(), { ...query, caller: { userId: 'usr_2' } });
  assert.deepEqual(page, { ok: false, rejection: 'account_not_found' });
});

test('an exchange that does not respond hides no other account, and says so', async () => {
  const deps = world(['acc_3', 'acc_4']);
  const query = { caller: { userId: 'usr_1' }, marketTag: null, after: null, limit: 10 };
  const page = await listAllFills(deps, { ...query, accountId: null, leavesOutUnread: true });
  assert.ok(page.ok);
  const { fills, unread, lastKey } = page.value;
  assert.deepEqual(
    fills.map(({ accountId }) => accountId),
    ['acc_1', 'acc_1', 'acc_1'],
  );
  const reason = 'Exchange "fake" did not respond; its fills are left out.';
  assert.deepEqual(
    unread,
    ['acc_3', 'acc_4', 'acc_40', 'acc_41'].map((accountId) => ({
      accountId,
      exchange: 'fake',
      reason,
    })),
  );
  assert.equal(lastKey, null);
  assert.deepEqual(deps.requested, ['acc_1', 'acc_2', 'acc_3'], 'it is waited for once');
});

test('a list that has to be whole fails with the exchange', async () => {
  const query = { caller: { userId: 'usr_1' }, marketTag: null, after: null, limit: 10 };
  const listed = listAllFills(world(['acc_3']), { ...WHOLE, ...query, accountId: null });
  await assert.rejects(listed, Failure);
});

const SILENCES: readonly (readonly [string, Partial<Exchange>])[] = [
  ['is down', { health: () => 'down' }],
  ['has not listed its markets yet', { knownMarkets: () => null }],
];

for (const [silence, changes] of SILENCES)
  test(`an exchange that ${silence} is not asked, unless one of its accounts is named`, async () => {
    const deps = world([], changes);
    const all = { caller: { userId: 'usr_1' }, marketTag: null, after: null, limit: 100 };
    const page = await listAllFills(deps, { ...all, accountId: null, leavesOutUnread: true });
    assert.ok(page.ok);
    assert.deepEqual(deps.requested, []);
    assert.deepEqual(page.value.fills, []);
    assert.equal(page.value.unread[0]?.exchange, 'fake');
    const named = await listAllFills(deps, { ...all, ...WHOLE, accountId: 'acc_1' });
    assert.ok(named.ok);
    assert.equal(named.value.fills.length, 3);
  });
