// Runs of bots in memory, over the maps that the store in memory keeps. Nothing in it waits, so each
// call is a transaction.

import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { WORKING_ORDER_STATES } from '#domain/order/order.ts';
import type { Order } from '#domain/order/order.ts';
import { present } from '#lib/assert.ts';
import type {
  BotFence,
  BotLease,
  BotLine,
  BotRunRecord,
  BotRunStep,
  BotRunStore,
  CommitStepOutcome,
  StoredBotLine,
} from '#ports/bot-run-store.ts';
import { BOT_SHARDS_COUNT } from '#ports/bot-run-store.ts';
import type { Clock } from '#ports/clock.ts';

type Lease = { owner: string; token: number; expiresAtMs: number };
type Run = { record: BotRunRecord; readonly events: string[]; positions: string };

export function memoryBotRunStore(state: MemoryState, clock: Clock): BotRunStore {
  const { bots, orders, users } = state;
  const leases = Array.from({ length: BOT_SHARDS_COUNT }, (): Lease => {
    return { owner: '', token: 0, expiresAtMs: -Infinity };
  });
  const runners = new Map<string, number>();
  const runs = new Map<string, Run>();
  const lines = new Map<string, StoredBotLine[]>();
  let lineSequence = 0;

  function holds({ shard, owner, token }: BotFence): boolean {
    const lease = leases[shard];
    return lease?.owner === owner && lease.token === token;
  }

  function earlierRun(botId: string, before: number): Run | null {
    const found = [...runs.values()].filter(
      ({ record }) => record.botId === botId && record.activation < before,
    );
    return found.toSorted((a, b) => b.record.activation - a.record.activation)[0] ?? null;
  }

  function refusesIntent(order: Order): boolean {
    return [...orders.values()].some(
      (other) =>
        other.accountId === order.accountId &&
        other.marketTag === order.marketTag &&
        other.state === 'unknown',
    );
  }

  function note(botId: string, written: readonly BotLine[]): void {
    const kept = lines.get(botId) ?? [];
    lines.set(botId, kept);
    for (const line of written) kept.push({ ...line, sequence: (lineSequence += 1) });
  }

  function commit(fence: BotFence, step: BotRunStep): CommitStepOutcome {
    if (!holds(fence)) return { kind: 'stale' };
    const { botId, activation } = step.record;
    const bot = bots.get(botId);
    if (bot === undefined || !bot.isActivated || bot.activation !== activation)
      return { kind: 'deactivated' };
    const run = runs.get(keyOf(botId, activation));
    if (run === undefined || !follows(run.record, step)) return { kind: 'stale' };
    const { ending, figures } = step;
    const isActivated = ending === null;
    const isPaused = isActivated && figures.isPaused;
    const stopReason = ending?.reason ?? null;
    bots.set(botId, { ...bot, ...figures, isActivated, isPaused, stopReason });
    run.record = step.record;
    run.positions = step.positions;
    run.events.push(...step.events);
    note(botId, step.lines);
    const refused = step.orders.filter(refusesIntent).map(({ orderId }) => orderId);
    for (const order of step.orders)
      if (!refused.includes(order.orderId)) orders.set(order.orderId, order);
    return { kind: 'committed', refused };
  }

  return {
    async renewLeases(owner, ttlMs) {
      const nowMs = clock.nowMs();
      runners.set(owner, nowMs + ttlMs);
      const wanting = [...runners.values()].filter((expiresAtMs) => expiresAtMs > nowMs);
      const shareCount = Math.ceil(BOT_SHARDS_COUNT / wanting.length);
      const held: BotLease[] = [];
      for (const [shard, lease] of leases.entries()) {
        if (lease.owner !== owner || lease.expiresAtMs <= nowMs) continue;
        lease.expiresAtMs = nowMs + ttlMs;
        held.push({ shard, token: lease.token });
      }
      for (const [shard, lease] of leases.entries()) {
        if (held.length >= shareCount || lease.expiresAtMs > nowMs) continue;
        Object.assign(lease, { owner, token: lease.token + 1, expiresAtMs: nowMs + ttlMs });
        held.push({ shard, token: lease.token });
      }
      return { leases: held, shareCount };
    },
    async releaseLeases(owner, shards) {
      for (const [shard, lease] of leases.entries())
        if (lease.owner === owner && (shards === null || shards.includes(shard)))
          lease.expiresAtMs = -Infinity;
      if (shards === null) runners.delete(owner);
    },
    async listRunnableBots(shards) {
      return sortedValues(bots)
        .filter(({ isActivated, botId }) => isActivated && shards.includes(shardOf(botId)))
        .map((bot) => {
          const { plan, planUntilMs } = present(users.get(bot.userId), 'a bot has an owner');
          return { bot, shard: shardOf(bot.botId), plan, planUntilMs };
        });
    },
    async findRun(botId, activation) {
      return bots.has(botId) ? (runs.get(keyOf(botId, activation))?.record ?? null) : null;
    },
    async findEarlierRun(botId, activation) {
      return earlierRun(botId, activation)?.record ?? null;
    },
    async insertRun(fence, record) {
      const { botId, activation } = record;
      const bot = bots.get(botId);
      const isRunning = bot?.isActivated === true && bot.activation === activation;
      const key = keyOf(botId, activation);
      if (!holds(fence) || !isRunning || runs.has(key)) return false;
      runs.set(key, { record, events: [], positions: '[]' });
      return true;
    },
    async refuseRun(fence, { botId, activation, reason, atMs }) {
      const bot = bots.get(botId);
      const isRunning = bot?.isActivated === true && bot.activation === activation;
      if (!holds(fence) || !isRunning) return false;
      bots.set(botId, { ...bot, isActivated: false, isPaused: false, stopReason: reason });
      note(botId, [{ atMs, severity: 'error', message: reason }]);
      return true;
    },
    async commitStep(fence, step) {
      return commit(fence, step);
    },
    async listEvents(botId, activation) {
      return bots.has(botId) ? [...(runs.get(keyOf(botId, activation))?.events ?? [])] : [];
    },
    async findBotOrders(botId, orderIds) {
      const found = orderIds.map((orderId) => orders.get(orderId));
      return found.filter((order) => order?.botId === botId) as readonly Order[];
    },
    async listWorkingBotOrders(botId) {
      const own = [...orders.values()].filter((order) => order.botId === botId);
      return own.filter(isWorking).toReversed();
    },
    async listLines(botId, beforeSequence, limit) {
      const kept = (bots.has(botId) ? lines.get(botId) : undefined) ?? [];
      const before = beforeSequence ?? Infinity;
      return kept
        .filter(({ sequence }) => sequence < before)
        .toReversed()
        .slice(0, limit);
    },
    async findPositions(botId) {
      return earlierRun(botId, Infinity)?.positions ?? null;
    },
  };
}

function keyOf(botId: string, activation: number): string {
  return `${botId}|${activation}`;
}

function shardOf(botId: string): number {
  let sum = 0;
  for (const character of botId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % BOT_SHARDS_COUNT;
}

function follows(stored: BotRunRecord, step: BotRunStep): boolean {
  const { record, eventCountBefore, orders } = step;
  return (
    stored.eventCount === eventCountBefore &&
    stored.doneUntilMs <= record.doneUntilMs &&
    stored.placedCount === record.placedCount - orders.length
  );
}

function isWorking(order: Order): boolean {
  return WORKING_ORDER_STATES.some((state) => state === order.state);
}
