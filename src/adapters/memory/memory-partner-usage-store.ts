// Usage of end users, counted over the maps of the store in memory.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type {
  BotUsage,
  PartnerUsageStore,
  Period,
  UsageQuestion,
  UserTurnover,
} from '#ports/stores/partner-usage-store.ts';

/** Usage over this state. */
export function memoryPartnerUsageStore(state: MemoryState): PartnerUsageStore {
  return {
    async readUsage(question) {
      const userIds = usersOf(state, question);
      return {
        users: userIds.map((userId) => botUsage(state, question, userId)),
        turnovers: userIds.flatMap((userId) => turnoversOf(state, question, userId)),
        signals: signalsOf(state, question),
      };
    },
  };
}

function usersOf({ endUsers }: MemoryState, { reach, fromMs, toMs }: UsageQuestion) {
  return sortedValues(endUsers)
    .filter(({ partnerId }) => partnerId === reach.partnerId)
    .filter(({ userId }) => reach.endUserId === null || userId === reach.endUserId)
    .filter(({ createdAtMs }) => createdAtMs < toMs)
    .filter(({ deletedAtMs }) => deletedAtMs === null || deletedAtMs >= fromMs)
    .map(({ userId }) => userId);
}

function botUsage(state: MemoryState, question: UsageQuestion, userId: string): BotUsage {
  const botIds = botsOf(state, userId);
  const ran = [...state.activations.values()]
    .filter(({ botId }) => botIds.has(botId))
    .map(({ botId, beganAtMs, endedAtMs }) => {
      return { botId, fromMs: beganAtMs, toMs: endedAtMs ?? Infinity };
    });
  const ranIn = (period: Period) =>
    new Set(ran.filter((each) => overlapMs(each, period) > 0).map(({ botId }) => botId)).size;
  const byMonth = question.months.map(ranIn);
  const made = [...botIds].map((botId) => present(state.bots.get(botId), 'its bot').createdAtMs);
  const requested = state.requestedBacktests.filter((each) => each.userId === userId);
  return {
    userId,
    botsCreated: made.filter((atMs) => isIn(question, atMs)).length,
    botsRan: ranIn(question),
    botMonths: byMonth.reduce((sum, count) => sum + count, 0),
    activeMonths: byMonth.filter((count) => count > 0).length,
    ranMs: ran.reduce((sum, each) => sum + overlapMs(each, question), 0),
    backtests: requested.filter(({ atMs }) => isIn(question, atMs)).length,
  };
}

function turnoversOf(
  state: MemoryState,
  question: UsageQuestion,
  userId: string,
): readonly UserTurnover[] {
  const botIds = botsOf(state, userId);
  const own = state.turnovers.filter(
    ({ botId, notedAtMs }) => botIds.has(botId) && isIn(question, notedAtMs),
  );
  const groups = Map.groupBy(own, ({ currency, marketType }) => `${currency}|${marketType}`);
  return sortedValues(groups).map((rows) => {
    const { currency, marketType } = present(rows[0], 'a group has rows');
    const volume = rows.reduce<Decimal>((sum, each) => addDecimal(sum, each.volume), ZERO);
    return { userId, currency, marketType, volume, ordersFilled: rows.length };
  });
}

function signalsOf({ signals, forgottenSignals }: MemoryState, question: UsageQuestion): number {
  const { partnerId, endUserId } = question.reach;
  const retained = signals.map(({ request }) => {
    return { partnerId: request.partnerId, userId: request.endUserId, atMs: request.atMs };
  });
  return [...retained, ...forgottenSignals].filter(
    (each) =>
      each.partnerId === partnerId &&
      (endUserId === null || each.userId === endUserId) &&
      isIn(question, each.atMs),
  ).length;
}

function botsOf({ partnerBots }: MemoryState, userId: string): ReadonlySet<string> {
  const own = [...partnerBots.values()].filter((each) => each.userId === userId);
  return new Set(own.map(({ botId }) => botId));
}

function isIn({ fromMs, toMs }: Period, atMs: number): boolean {
  return atMs >= fromMs && atMs < toMs;
}

function overlapMs(left: Period, right: Period): number {
  return Math.max(0, Math.min(left.toMs, right.toMs) - Math.max(left.fromMs, right.fromMs));
}
