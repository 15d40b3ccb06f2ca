// Limits of accounts in memory.

import { insistOnClaim } from '#adapters/memory/memory-idempotency-store.ts';
import type { JudgedOrder, MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { present } from '#lib/assert.ts';
import { ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { isWorking } from '#venue-port/order/order.ts';
import { NO_LIMITS } from '#domain/risk/account-limits.ts';
import type { Judgement, NotedValue, OrderRisk } from '#domain/risk/judge-orders.ts';
import { judgeOrders } from '#domain/risk/judge-orders.ts';
import { loosenedLimits } from '#domain/risk/loosened-limits.ts';
import { shareOfValue } from '#domain/risk/order-value.ts';
import type { AccountLimitStore } from '#ports/stores/account-limit-store.ts';

/** Store over this state; the same contract as in PostgreSQL. */
export function memoryAccountLimitStore(state: MemoryState): AccountLimitStore {
  const { accounts, accountLimits, accountDays } = state;
  return {
    async findLimits(accountId) {
      return accountLimits.get(accountId) ?? null;
    },
    async setLimits(accountId, limits, claim = null, mayLoosen = true) {
      if (claim !== null) insistOnClaim(state, claim);
      const former = accountLimits.get(accountId) ?? NO_LIMITS;
      const loosened = mayLoosen ? [] : loosenedLimits(former, limits ?? NO_LIMITS);
      if (loosened.length > 0) return loosened;
      if (limits === null) accountLimits.delete(accountId);
      else accountLimits.set(accountId, limits);
      return [];
    },
    async listAccountsWithLossLimit() {
      return sortedValues(accounts).filter(({ accountId }) =>
        accountLimits.get(accountId)?.currencies.some(({ maxDailyLoss }) => maxDailyLoss !== null),
      );
    },
    async lastJudgedSequence(accountId) {
      return judgedOf(state, accountId).at(-1)?.sequence ?? 0;
    },
    async openDay(accountId, { currency, day, worth }) {
      const name = `${accountId} ${currency}`;
      const known = accountDays.get(name);
      if (known === undefined || known.day < day)
        accountDays.set(name, { day, worth, latchedLoss: ZERO });
      const opened = present(accountDays.get(name), 'the day was opened');
      return { worth: opened.worth, latchedLoss: opened.latchedLoss };
    },
    async latchLoss(accountId, { currency, day, loss }) {
      const name = `${accountId} ${currency}`;
      const known = accountDays.get(name);
      if (known?.day !== day || known.latchedLoss >= loss) return;
      accountDays.set(name, { ...known, latchedLoss: loss });
    },
    async resetLosses(accountId) {
      for (const name of accountDays.keys())
        if (name.startsWith(`${accountId} `)) accountDays.delete(name);
    },
  };
}

/** As if they were written at `atMs`; null when the account has no limits. */
export function judgeInMemory(
  state: MemoryState,
  accountId: string,
  risks: readonly OrderRisk[],
  atMs: number,
): Judgement | null {
  const limits = state.accountLimits.get(accountId);
  if (limits === undefined) return null;
  const judged = judgedOf(state, accountId);
  const since = Math.min(...risks.flatMap(({ standing }) => standing?.afterSequence ?? []));
  return judgeOrders(limits, risks, {
    recentCount: countRecent(state, judged, accountId, atMs - MINUTE_MS),
    values: judged.filter(({ sequence }) => sequence > since).map((each) => valueNow(state, each)),
  });
}

/** Those of before the limits count from when they were placed; exempt ones do not count. */
function countRecent(
  { exemptOrderIds, orders }: MemoryState,
  judged: readonly JudgedOrder[],
  accountId: string,
  afterMs: number,
): number {
  const known = new Set(judged.map(({ orderId }) => orderId));
  const others = [...orders.values()].filter(
    (order) =>
      order.accountId === accountId &&
      (order.placedAtMs ?? 0) > afterMs &&
      !known.has(order.orderId) &&
      !exemptOrderIds.has(order.orderId),
  );
  return judged.filter(({ judgedAtMs }) => judgedAtMs > afterMs).length + others.length;
}

/** Notes what an order that was judged and written may add. */
export function noteJudged(
  { judgedOrders }: MemoryState,
  order: Pick<JudgedOrder, 'orderId' | 'accountId'>,
  risk: OrderRisk,
  judgedAtMs: number,
): void {
  const { orderId, accountId } = order;
  const sequence = (judgedOrders.at(-1)?.sequence ?? 0) + 1;
  // One that is tried again is judged anew, and counts once.
  const earlier = judgedOrders.findIndex((each) => each.orderId === orderId);
  if (earlier >= 0) judgedOrders.splice(earlier, 1);
  judgedOrders.push({ orderId, accountId, sequence, judgedAtMs, value: risk });
}

function judgedOf({ judgedOrders }: MemoryState, accountId: string): readonly JudgedOrder[] {
  return judgedOrders.filter((each) => each.accountId === accountId);
}

/** Of a working order all that it may add still counts, of another what it has filled. */
function valueNow({ orders }: MemoryState, { orderId, value }: JudgedOrder): NotedValue {
  const order = orders.get(orderId);
  if (order === undefined || isWorking(order)) return value;
  return { ...value, value: shareOfValue(value.value, order.filledAmount, order.amount) };
}
