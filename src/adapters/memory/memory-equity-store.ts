// Equity history of accounts, in memory.

import type { MemoryState, ScheduledEquity, StoredEquity } from '#adapters/memory/memory-state.ts';
import { present } from '#lib/assert.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { NewEvent } from '#domain/event-log/event.ts';
import type { EquityPoint } from '#domain/equity/sum-equity.ts';
import type { EquityStore } from '#ports/stores/equity-store.ts';
import { EQUITY_CHANGE_MS } from '#ports/stores/equity-store.ts';

type Tables = Pick<MemoryState, 'accounts' | 'equity' | 'equitySchedule'>;

const AT_ONCE: ScheduledEquity = { dueAtMs: 0, begunAtMs: 0, isChanged: false, currency: null };

/** Store over this state; an account without a schedule is due at once. */
export function memoryEquityStore({ accounts, equity, equitySchedule }: Tables): EquityStore {
  const scheduleOf = (accountId: string): ScheduledEquity =>
    equitySchedule.get(accountId) ?? AT_ONCE;
  const of = (accountId: string): readonly StoredEquity[] => equity.get(accountId) ?? [];
  return {
    async claimEquity(nowMs, claimedUntilMs, limit) {
      const due = [...accounts.values()]
        .filter(({ accountId }) => scheduleOf(accountId).dueAtMs <= nowMs)
        .toSorted((a, b) => scheduleOf(a.accountId).dueAtMs - scheduleOf(b.accountId).dueAtMs);
      return due.slice(0, limit).map((account) => {
        const { currency } = scheduleOf(account.accountId);
        const claim = { dueAtMs: claimedUntilMs, begunAtMs: nowMs, isChanged: false, currency };
        equitySchedule.set(account.accountId, claim);
        return { account, currency };
      });
    },
    async storeEquity({ accountId, point, nextDueMs, changedDueMs }) {
      const before = scheduleOf(accountId);
      const dueAtMs = before.isChanged ? Math.min(nextDueMs, changedDueMs) : nextDueMs;
      const currency = point?.currency ?? before.currency;
      equitySchedule.set(accountId, { ...before, dueAtMs, currency });
      const points = of(accountId);
      if (point === null || points.some(({ atMs }) => atMs === point.atMs)) return;
      equity.set(accountId, [...points, { ...point, grain: grainOf(points, point) }]);
    },
    async hastenEquity(userId, accountIds, nowMs, spacingMs) {
      for (const accountId of accountIds) {
        if (accounts.get(accountId)?.userId !== userId) continue;
        const before = scheduleOf(accountId);
        const wantedMs = Math.max(nowMs, before.begunAtMs + spacingMs);
        equitySchedule.set(accountId, { ...before, dueAtMs: Math.min(before.dueAtMs, wantedMs) });
      }
    },
    async listEquity({ accountId, fromMs, toMs, intervalMs, limit }) {
      return lastOfIntervals(of(accountId), fromMs, toMs, intervalMs ?? 1).slice(0, limit);
    },
    async listEquityOfAccounts({ accountIds, fromMs, toMs, intervalMs }) {
      const lists = accountIds.toSorted().map((accountId) => {
        const before = of(accountId).findLast(({ atMs }) => atMs < fromMs);
        const within = lastOfIntervals(of(accountId), fromMs, toMs, intervalMs);
        return before === undefined ? within : [withoutGrain(before), ...within];
      });
      return lists.filter((points) => points.length > 0);
    },
    async purgeEquity(changesBeforeMs, hoursBeforeMs, limit) {
      let count = 0;
      const isOld = ({ grain, atMs }: StoredEquity): boolean =>
        (grain === 2 && atMs < changesBeforeMs) || (grain === 1 && atMs < hoursBeforeMs);
      for (const [accountId, points] of equity) {
        const left = points.filter((point) => {
          if (count >= limit || !isOld(point)) return true;
          count += 1;
          return false;
        });
        equity.set(accountId, left);
      }
      return count;
    },
  };
}

function lastOfIntervals(
  points: readonly StoredEquity[],
  fromMs: number,
  toMs: number,
  intervalMs: number,
): readonly EquityPoint[] {
  const within = points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const intervals = Map.groupBy(within, ({ atMs }) => Math.floor(atMs / intervalMs));
  return [...intervals.values()].map((each) =>
    withoutGrain(present(each.at(-1), 'no group is empty')),
  );
}

/** As `number_events` does in the database. */
export function hastenTraded({ equitySchedule }: Tables, { type, objectId, data, atMs }: NewEvent) {
  const accountId = tradedAccount(type, objectId, data);
  const before = accountId === null ? AT_ONCE : (equitySchedule.get(accountId) ?? AT_ONCE);
  if (accountId === null || before.isChanged) return;
  const wantedMs = Math.max(atMs, before.begunAtMs + EQUITY_CHANGE_MS);
  const dueAtMs = Math.min(before.dueAtMs, wantedMs);
  equitySchedule.set(accountId, { ...before, dueAtMs, isChanged: true });
}

function tradedAccount(type: string, objectId: string, data: object): string | null {
  if (type === 'balance.changed') return objectId;
  const isTrade = type === 'fill.created' || type.startsWith('position.');
  return isTrade && 'accountId' in data ? String(data.accountId) : null;
}

function grainOf(points: readonly StoredEquity[], { atMs }: EquityPoint): StoredEquity['grain'] {
  const newestMs = Math.max(0, ...points.map((point) => point.atMs).filter((at) => at < atMs));
  if (newestMs >= atMs - (atMs % HOUR_MS)) return 2;
  return newestMs >= atMs - (atMs % DAY_MS) ? 1 : 0;
}

function withoutGrain({ grain: _grain, ...point }: StoredEquity): EquityPoint {
  return point;
}
