// Equity history of an account of the caller, and of all of them together.

import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { EquityAdder, EquityPoint, EquitySum } from '#domain/equity/sum-equity.ts';
import { equityAdder } from '#domain/equity/sum-equity.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { EquityStore } from '#ports/stores/equity-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

export type { EquityPoint };

export type ListEquityDeps = {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
  readonly equity: Pick<EquityStore, 'listEquity' | 'listEquityOfAccounts' | 'hastenEquity'>;
  readonly clock: Clock;
};

type Caller = Pick<Principal, 'userId'>;

export type EquityPage = {
  readonly points: readonly EquityPoint[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

export type ListEquityQuery = {
  readonly caller: Caller;
  readonly accountId: string;
  /** Null: from the first that is retained. */
  readonly fromMs: number | null;
  /** Null: up to now. */
  readonly toMs: number | null;
  /** Of each interval the last one; null: all. */
  readonly intervalMinutes: number | null;
  readonly after: string | null;
  readonly limit: number;
};

/** Oldest first. The account's worth is noted anew soon, for whoever asks again. Throws Failure. */
export async function listEquity(
  deps: ListEquityDeps,
  query: ListEquityQuery,
): Promise<Result<EquityPage, 'account_not_found'>> {
  const { accountId, after, caller, limit } = query;
  const account = await deps.accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected('account_not_found');
  const nowMs = deps.clock.nowMs();
  await hasten(deps, caller, [account], nowMs);
  const intervalMs = query.intervalMinutes === null ? null : query.intervalMinutes * MINUTE_MS;
  const found = await deps.equity.listEquity({
    accountId,
    fromMs: Math.max(query.fromMs ?? 0, after === null ? 0 : behind(Number(after), intervalMs)),
    toMs: query.toMs ?? nowMs + 1,
    intervalMs,
    limit: limit + 1,
  });
  const points = found.slice(0, limit);
  const last = found.length > limit ? points.at(-1) : undefined;
  return accepted({ points, lastKey: last === undefined ? null : String(last.atMs) });
}

/** The first instant whose interval is another one. */
function behind(atMs: number, intervalMs: number | null): number {
  return intervalMs === null ? atMs + 1 : atMs - (atMs % intervalMs) + intervalMs;
}

/** Accounts that can be added up: in one currency, with real money or without. */
export type EquityOfAccounts = EquitySum & {
  readonly currency: string;
  /** Whether they trade without real money: simulated, on paper, or at a test net. */
  readonly isPlayMoney: boolean;
};

export type SumEquityQuery = {
  readonly caller: Caller;
  readonly fromMs: number;
  readonly toMs: number;
  readonly intervalMinutes: number;
};

/** Whose points are in memory at once. */
const ACCOUNTS_PER_PAGE = 20;

/**
 * Real money first, then by currency. The window begins with the interval that has `fromMs`, and
 * has no more than `equityPointsMax` intervals. Throws Failure.
 */
export async function sumEquity(
  deps: ListEquityDeps,
  { caller, fromMs, toMs, intervalMinutes }: SumEquityQuery,
): Promise<readonly EquityOfAccounts[]> {
  const intervalMs = intervalMinutes * MINUTE_MS;
  const window = { fromMs: fromMs - (fromMs % intervalMs), toMs, intervalMs };
  const sums = new Map<string, Sum>();
  let afterId: string | null = null;
  for (;;) {
    const page: readonly Account[] = await deps.accounts.listAccounts(
      caller.userId,
      afterId,
      ACCOUNTS_PER_PAGE,
    );
    await hasten(deps, caller, page, deps.clock.nowMs());
    await addAccounts(deps, sums, window, page);
    if (page.length < ACCOUNTS_PER_PAGE) break;
    afterId = page.at(-1)?.accountId ?? null;
  }
  return [...sums.values()]
    .toSorted(byMoney)
    .map(({ adder, currency, isPlayMoney }) => ({ ...adder.sum(), currency, isPlayMoney }))
    .filter(({ values }) => values.length > 0);
}

type Sum = Pick<EquityOfAccounts, 'currency' | 'isPlayMoney'> & { readonly adder: EquityAdder };

function byMoney(left: Sum, right: Sum): number {
  if (left.isPlayMoney !== right.isPlayMoney) return left.isPlayMoney ? 1 : -1;
  return left.currency < right.currency ? -1 : 1;
}

type Window = Parameters<typeof equityAdder>[0];

async function addAccounts(
  { equity }: ListEquityDeps,
  sums: Map<string, Sum>,
  window: Window,
  page: readonly Account[],
): Promise<void> {
  for (const isPlayMoney of [false, true]) {
    const accountIds = page
      .filter(({ isSimulated, isTestNet }) => (isSimulated || isTestNet) === isPlayMoney)
      .map(({ accountId }) => accountId);
    if (accountIds.length === 0) continue;
    for (const points of await equity.listEquityOfAccounts({ ...window, accountIds })) {
      const currency = present(points[0], 'accounts without points are left out').currency;
      const name = `${currency} ${isPlayMoney}`;
      const sum = sums.get(name) ?? { currency, isPlayMoney, adder: equityAdder(window) };
      sums.set(name, sum);
      sum.adder.add(points);
    }
  }
}

async function hasten(
  { equity }: ListEquityDeps,
  { userId }: Caller,
  accounts: readonly Account[],
  nowMs: number,
): Promise<void> {
  const ids = accounts.map(({ accountId }) => accountId);
  if (ids.length > 0) await equity.hastenEquity(userId, ids, nowMs, LIMITS.equityWatchedMs);
}
