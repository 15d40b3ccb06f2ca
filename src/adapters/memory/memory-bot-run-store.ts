// Runs of bots in memory, over the maps of the store in memory. Nothing waits, so each call is a
// transaction.

import { judgeInMemory, noteJudged } from '#adapters/memory/memory-account-limit-store.ts';
import { endedByLimit, stoppedByLimit } from '#domain/risk/ended-by-limit.ts';
import { ZERO } from '#lib/decimal.ts';
import { noteDeactivation } from '#adapters/memory/note-activation.ts';
import { noteLoggedLine } from '#adapters/memory/note-logged-line.ts';
import { noteUnheardSignal } from '#adapters/memory/note-unheard-signal.ts';
import type { MemoryBotLeases } from '#adapters/memory/memory-bot-leases.ts';
import { memoryBotLeases } from '#adapters/memory/memory-bot-leases.ts';
import { memoryBotValues } from '#adapters/memory/memory-bot-values.ts';
import { memoryBotSnapshots } from '#adapters/memory/memory-bot-snapshots.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { isUnresolved, isWorking } from '#venue-port/order/order.ts';
import type { Order } from '#venue-port/order/order.ts';
import { present } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import { storableText } from '#lib/storable-text.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type {
  BotLine,
  BotRunRecord,
  BotRunStep,
  BotRunStore,
  FencedStep,
  FilledBotOrder,
  StoredClosedPosition,
  StoredPositions,
  CommitStepOutcome,
} from '#ports/stores/bot-run-store.ts';
import {
  BOT_SHARDS_COUNT,
  EFFECTS_OF_SIGNAL_MAX,
  HELD_NOTHING,
} from '#ports/stores/bot-run-store.ts';
import type { BotEquityPoint, BotEquityStore } from '#ports/stores/bot-equity-store.ts';
import { BOT_EQUITY_RETAINED_MS } from '#ports/stores/bot-equity-store.ts';
import type { BotValueStore } from '#ports/stores/bot-value-store.ts';
import type { BotSnapshotStore } from '#ports/stores/bot-snapshot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

type Run = {
  record: BotRunRecord;
  readonly events: string[];
  positions: string;
  /** A step has been written since the bot was stopped. */
  isSettled: boolean;
  staysFollowed: boolean;
  readonly filled: (FilledBotOrder & { readonly notedAtMs: number })[];
  equity: readonly BotEquityPoint[];
  curve: string | null;
};

type Tables = MemoryState & {
  readonly leases: MemoryBotLeases;
  /** By bot and activation, in the order in which they began. */
  readonly runs: Map<string, Run>;
  readonly closed: (StoredClosedPosition & { readonly botId: string })[];
  readonly strikes: { readonly botId: string; readonly userId: string; readonly atMs: number }[];
  readonly clock: Clock;
};

/** Store over this state, with snapshots and values of its own. */
export function memoryBotRunStore(state: MemoryState, clock: Clock): BotRunStore {
  const leases = memoryBotLeases(clock);
  const tables: Tables = { ...state, leases, runs: new Map(), closed: [], strikes: [], clock };
  return {
    renewLeases: leases.renewLeases,
    releaseLeases: leases.releaseLeases,
    ...writing(tables),
    ...reading(tables),
    ...memoryBotSnapshots({
      holds: (fence) => leases.holds(fence),
      findRun: (botId, activation) => runOf(tables, botId, activation)?.record ?? null,
      activationOf: (botId) => state.bots.get(botId)?.activation ?? null,
    }),
    ...memoryBotValues({ bots: state.bots, clock, holds: (fence) => leases.holds(fence), shardOf }),
  };
}

type Writing = 'insertRun' | 'refuseRun' | 'noteStrike' | 'commitSteps';

function writing(tables: Tables): Pick<BotRunStore, Writing> {
  const { bots, runs, leases } = tables;
  return {
    async insertRun(fence, record, line) {
      const { botId, activation } = record;
      const key = keyOf(botId, activation);
      if (!leases.holds(fence) || !isRunning(tables, botId, activation) || runs.has(key))
        return false;
      const fresh = { events: [], filled: [], isSettled: false, staysFollowed: false };
      runs.set(key, { record, positions: HELD_NOTHING, equity: [], curve: null, ...fresh });
      if (line !== undefined) noteBotLines(tables, botId, [line]);
      return true;
    },
    async refuseRun(fence, { botId, activation, reason, by, atMs }) {
      const bot = bots.get(botId);
      if (!leases.holds(fence) || bot === undefined || !isRunning(tables, botId, activation))
        return false;
      const retained = storableText(reason);
      const ended = { isActivated: false, isPaused: false, startsAnew: true };
      bots.set(botId, { ...bot, ...ended, stopReason: retained, stoppedBy: by });
      noteDeactivation(tables, botId, atMs);
      noteBotLines(tables, botId, [{ atMs, severity: 'error', message: reason }]);
      return true;
    },
    async noteStrike(fence, { botId, activation, reason, atMs }) {
      const bot = bots.get(botId);
      if (!leases.holds(fence) || bot === undefined || !isRunning(tables, botId, activation))
        return null;
      tables.strikes.push({ botId, userId: bot.userId, atMs: tables.clock.nowMs() });
      noteBotLines(tables, botId, [{ atMs, severity: 'error', message: reason }]);
      return recentStrikes(tables, (strike) => strike.botId === botId);
    },
    async commitSteps(steps) {
      return steps.map((fenced) => commit(tables, fenced));
    },
  };
}

type Leasing = 'renewLeases' | 'releaseLeases';

type Apart = Writing | Leasing | keyof BotSnapshotStore | keyof BotValueStore;

function reading(tables: Tables): Omit<BotRunStore, Apart> {
  const { bots, orders, users, botLines } = tables;
  return {
    async listRunnableBots(shards) {
      return sortedValues(bots)
        .filter((bot) => bot.isActivated || isFollowed(tables, bot))
        .filter(({ botId }) => shards.includes(shardOf(botId)))
        .map((bot) => {
          const { plan, planUntilMs } = present(users.get(bot.userId), 'a bot has an owner');
          const isOwn = ({ userId }: { userId: string }): boolean => userId === bot.userId;
          const ownerStrikesCount = recentStrikes(tables, isOwn);
          const stoppedAtMs = tables.stoppedAtMs.get(bot.botId) ?? null;
          const shard = shardOf(bot.botId);
          return { bot, stoppedAtMs, shard, plan, planUntilMs, ownerStrikesCount };
        });
    },
    async findRun(botId, activation) {
      return runOf(tables, botId, activation)?.record ?? null;
    },
    async findEarlierRun(botId, activation) {
      return latestRun(tables, botId, activation)?.record ?? null;
    },
    async listEvents(botId, activation, earlierCount = 0) {
      return (runOf(tables, botId, activation)?.events ?? []).slice(earlierCount);
    },
    async findBotOrders(botId, orderIds) {
      const found = orderIds.map((orderId) => orders.get(orderId));
      return found.filter((order) => order?.botId === botId) as readonly Order[];
    },
    async findProgress(botIds) {
      const found = botIds.flatMap((botId) => {
        const run = runOf(tables, botId, bots.get(botId)?.activation ?? 0);
        if (run === null) return [];
        return [[botId, { doneUntilMs: run.record.doneUntilMs }] as const];
      });
      return new Map(found);
    },
    async listHolders(userId, accountId) {
      return sortedValues(bots).flatMap((bot) => {
        const positions = latestRun(tables, bot.botId, Infinity)?.positions ?? HELD_NOTHING;
        const isOwn = bot.userId === userId && bot.accountId === accountId;
        return isOwn && positions !== HELD_NOTHING ? [{ botId: bot.botId, positions }] : [];
      });
    },
    async listWorkingBotOrders(botId) {
      const own = [...orders.values()].filter((order) => order.botId === botId);
      return own.filter(isWorking).toReversed();
    },
    async listLines(botId, beforeSequence, limit) {
      const retained = (bots.has(botId) ? botLines.get(botId) : undefined) ?? [];
      const before = beforeSequence ?? Infinity;
      const earlier = retained.filter(({ sequence }) => sequence < before);
      return earlier.toReversed().slice(0, limit);
    },
    async findPositions(botId) {
      const run = latestRun(tables, botId, Infinity);
      if (run === null) return null;
      return storedPositions(tables, run);
    },
    async listClosedPositions(botId, beforeSequence, limit) {
      const before = beforeSequence ?? Infinity;
      const all = bots.has(botId) ? tables.closed : [];
      const retained = all.filter((each) => each.botId === botId && each.sequence < before);
      const newest = retained.toReversed().slice(0, limit);
      return newest.map(({ botId: _botId, ...closed }) => closed);
    },
    ...filledOrders(tables),
    ...equityOfRuns(tables),
  };
}

function equityOfRuns(tables: Tables): BotEquityStore {
  return {
    async findCurve(botId, activation) {
      return runOf(tables, botId, activation)?.curve ?? null;
    },
    async listBotEquity({ botId, activation }, afterMs, limit) {
      const points = runOf(tables, botId, activation)?.equity ?? [];
      return points.filter(({ atMs }) => atMs > (afterMs ?? -Infinity)).slice(0, limit);
    },
  };
}

/** As a step leaves them: of each instant the first, and no old ones once a day has ended. */
function withPoints(
  known: readonly BotEquityPoint[],
  added: readonly BotEquityPoint[],
): readonly BotEquityPoint[] {
  const fresh = added.filter(({ atMs }) => !known.some((point) => point.atMs === atMs));
  const all = [...known, ...fresh].toSorted((left, right) => left.atMs - right.atMs);
  const day = added.findLast(({ atMs, isLasting }) => isLasting && atMs % DAY_MS === 0);
  const beforeMs = (day?.atMs ?? -Infinity) - BOT_EQUITY_RETAINED_MS;
  const isOld = ({ atMs, isLasting }: BotEquityPoint): boolean =>
    !isLasting && atMs < beforeMs && atMs >= beforeMs - 2 * DAY_MS;
  return all.filter((point) => !isOld(point));
}

function filledOrders(
  tables: Tables,
): Pick<BotRunStore, 'listFilledOrders' | 'listOrdersFilledWithin'> {
  return {
    async listFilledOrders(botId, activation, positionId, limit) {
      const filled = runOf(tables, botId, activation)?.filled ?? [];
      return filled
        .filter((order) => order.positionId === positionId)
        .slice(0, limit)
        .map(withoutInstant);
    },
    async listOrdersFilledWithin({ botId, activation }, { fromMs, toMs }, limit) {
      const filled = runOf(tables, botId, activation)?.filled ?? [];
      return filled
        .filter(({ notedAtMs }) => notedAtMs >= fromMs && notedAtMs < toMs)
        .slice(0, limit)
        .map(withoutInstant);
    },
  };
}

function withoutInstant({ positionId, orderId, filled }: FilledBotOrder): FilledBotOrder {
  return { positionId, orderId, filled };
}

/** Strikes within a day. */
function recentStrikes(
  { strikes, clock }: Tables,
  isMeant: (strike: Tables['strikes'][number]) => boolean,
): number {
  const fromMs = clock.nowMs() - DAY_MS;
  return strikes.filter((strike) => strike.atMs > fromMs && isMeant(strike)).length;
}

function commit(tables: Tables, fenced: FencedStep): CommitStepOutcome {
  const { fence, step } = fenced;

  const { bots, leases, inbox } = tables;
  if (!leases.holds(fence)) return { kind: 'stale' };
  const { botId, activation } = step.record;
  const bot = bots.get(botId);
  const isSame = bot?.activation === activation && bot.isActivated !== step.isFollowing;
  if (bot === undefined || !isSame) return { kind: 'deactivated' };
  const run = runOf(tables, botId, activation);
  // One that ends its bot is not written while the bot runs.
  if (run !== null && isAt(run.record, step.record) && step.ending === null)
    return written(tables, step);
  if (run === null || !follows(run.record, step)) return { kind: 'stale' };
  if (!step.taken.every((sequence) => inbox.has(sequence))) return { kind: 'stale' };
  const limit = limitOf(tables, fenced);
  if (limit === null) return write(tables, run, bot, fenced);
  if (limit.kind === 'limits_unknown') return limit;
  const ended = endedByLimit(fenced, limit.reason);
  write(tables, run, bot, ended);
  const ids = ended.step.orders.map(({ orderId }) => orderId);
  return { ...limit, placed: ids.filter((orderId) => tables.orders.has(orderId)) };
}

type LimitFound =
  | { readonly kind: 'limited'; readonly reason: string }
  | { readonly kind: 'limits_unknown' };

/** Null when the orders of the step keep to the limits of their account. */
function limitOf(tables: Tables, { step, risks }: FencedStep): LimitFound | null {
  const [order] = step.orders;
  if (order === undefined) return null;
  const judgement = judgeInMemory(tables, order.accountId, risks ?? [], order.updatedAtMs);
  if (judgement === null) return null;
  if (risks === undefined || judgement.kind === 'unknown') return { kind: 'limits_unknown' };
  if (judgement.kind === 'allowed') return null;
  return { kind: 'limited', reason: stoppedByLimit(judgement.reason) };
}

function write(tables: Tables, run: Run, bot: Bot, { step, risks }: FencedStep): CommitStepOutcome {
  const { bots, orders, inbox } = tables;
  const { botId, activation } = step.record;
  const taken = step.taken.map((sequence) => [sequence, isSignal(inbox, sequence)] as const);
  for (const sequence of step.taken) inbox.delete(sequence);
  const { ending, figures, isFollowing, staysFollowed } = step;
  const isActivated = ending === null && !isFollowing;
  const isPaused = isActivated && figures.isPaused;
  const ended = ending === null ? null : storableText(ending.reason);
  const stopReason = isFollowing ? bot.stopReason : ended;
  const stoppedBy = isFollowing ? bot.stoppedBy : (ending?.by ?? null);
  const { profitCurrency } = bot;
  const isSameMoney = profitCurrency === null || profitCurrency === figures.profitCurrency;
  const earlierProfit = isSameMoney ? bot.earlierProfit : ZERO;
  const startsAnew = bot.startsAnew || (!isFollowing && ended !== null);
  const stopped = { isActivated, isPaused, stopReason, stoppedBy, startsAnew };
  bots.set(botId, { ...bot, ...figures, earlierProfit, ...stopped });
  if (!isActivated) noteDeactivation(tables, botId, step.atMs);
  const isOfLastStop = (tables.stoppedAtMs.get(botId) ?? 0) <= step.stoppedAtMs;
  if (isFollowing && !staysFollowed && isOfLastStop) tables.followedBots.delete(botId);
  run.isSettled = isFollowing && isOfLastStop;
  run.staysFollowed = staysFollowed;
  run.record = step.record;
  run.positions = step.positions;
  run.equity = withPoints(run.equity, step.equity);
  run.curve = step.curve ?? run.curve;
  run.events.push(...step.events);
  for (const { turnover, ...filled } of step.filledOrders) {
    run.filled.push({ ...filled, notedAtMs: step.atMs });
    tables.turnovers.push({ ...turnover, botId, notedAtMs: step.atMs });
  }
  for (const closed of step.closedPositions)
    tables.closed.push({ ...closed, botId, activation, sequence: tables.closed.length + 1 });
  noteTaken(tables, step, taken);
  noteBotLines(tables, botId, step.lines);
  const refused = step.orders.filter((order) => refusesIntent(tables, order));
  for (const [index, order] of step.orders.entries()) {
    if (refused.includes(order)) continue;
    orders.set(order.orderId, order);
    const risk = risks?.[index];
    if (risk !== undefined) noteJudged(tables, order, risk, order.updatedAtMs);
  }
  return written(tables, step);
}

function storedPositions({ leftReasons }: Tables, { record, positions }: Run): StoredPositions {
  const { botId, activation } = record;
  return { activation, positions, leftReasons: leftReasons.get(`${botId} ${activation}`) ?? {} };
}

function isSignal(inbox: Tables['inbox'], sequence: number): boolean {
  return inbox.get(sequence)?.input.kind === 'signal';
}

/** What became of inputs, for whoever sent them. */
function noteTaken(
  tables: Tables,
  { record, signals, atMs }: BotRunStep,
  taken: readonly (readonly [sequence: number, isSignal: boolean])[],
): void {
  const { takenInputs } = tables;
  const fresh = { botId: record.botId, takenAtMs: atMs, reception: null };
  for (const [sequence, isOne] of taken)
    takenInputs.set(sequence, { ...fresh, isSignal: isOne, orderIds: [], messages: [] });
  for (const { sequence, reception, orderIds, messages } of signals) {
    const known = takenInputs.get(sequence);
    if (known === undefined) continue;
    if (reception === 'unheard') noteUnheard(tables, known, sequence, messages[0] ?? '');
    takenInputs.set(sequence, {
      ...known,
      reception: reception ?? known.reception,
      orderIds: [...known.orderIds, ...orderIds].slice(0, EFFECTS_OF_SIGNAL_MAX),
      messages: [...known.messages, ...messages].slice(0, EFFECTS_OF_SIGNAL_MAX),
    });
  }
}

function noteUnheard(
  tables: Tables,
  { botId, takenAtMs: atMs }: { readonly botId: string; readonly takenAtMs: number },
  sequence: number,
  said: string,
): void {
  const { userId } = present(tables.bots.get(botId), 'a bot that runs is there');
  const reason = storableText(said).slice(0, 1_000);
  const about = { botId, signalId: String(sequence), signalToken: null, reason };
  noteUnheardSignal(tables, userId, { objectId: botId, atMs, ...about });
}

function written({ orders }: Tables, step: BotRunStep): CommitStepOutcome {
  const refused = step.orders.filter(({ orderId }) => !orders.has(orderId));
  return { kind: 'committed', refused: refused.map(({ orderId }) => orderId) };
}

/** Whether the run stands where a step would bring it: each step moves one of these. */
function isAt(stored: BotRunRecord, record: BotRunRecord): boolean {
  return (
    stored.eventCount === record.eventCount &&
    stored.doneUntilMs === record.doneUntilMs &&
    stored.placedCount === record.placedCount &&
    stored.placedDigest === record.placedDigest
  );
}

/** Appends lines of a bot and the event of the newest one. */
export function noteBotLines(state: MemoryState, botId: string, written: readonly BotLine[]): void {
  const { botLines } = state;
  noteLoggedLine(state, botId, written.at(-1));
  const retained = botLines.get(botId) ?? [];
  botLines.set(botId, retained);
  for (const line of written) {
    const message = storableText(line.message);
    retained.push({ ...line, message, sequence: retained.length + 1 });
  }
}

function isRunning({ bots }: Tables, botId: string, activation: number): boolean {
  const bot = bots.get(botId);
  return bot?.isActivated === true && bot.activation === activation;
}

/**
 * Stopped, and orders of its latest run may still fill, or futures that it held or traded may have
 * been paid for before it was.
 */
function isFollowed(tables: Tables, { botId, accountId, activation, isActivated }: Bot): boolean {
  if (isActivated) return false;
  if (tables.followedBots.has(botId)) return true;
  const run = runOf(tables, botId, activation);
  if (run === null) return false;
  const isFutures = tables.accounts.get(accountId)?.marketType === 'futures';
  const hasHeld = run.record.placedCount > 0 || run.positions !== HELD_NOTHING;
  const isPaidFor = isFutures && !run.isSettled && hasHeld;
  return run.record.openCount > 0 || isPaidFor || run.staysFollowed;
}

function runOf({ bots, runs }: Tables, botId: string, activation: number): Run | null {
  return bots.has(botId) ? (runs.get(keyOf(botId, activation)) ?? null) : null;
}

function latestRun({ runs }: Tables, botId: string, before: number): Run | null {
  const found = [...runs.values()].filter(
    ({ record }) => record.botId === botId && record.activation < before,
  );
  return found.toSorted((a, b) => b.record.activation - a.record.activation)[0] ?? null;
}

function refusesIntent({ orders }: Tables, order: Order): boolean {
  return [...orders.values()].some(
    (other) =>
      other.accountId === order.accountId &&
      other.marketTag === order.marketTag &&
      isUnresolved(other),
  );
}

function keyOf(botId: string, activation: number): string {
  return `${botId}|${activation}`;
}

/** The shard of a bot. */
export function shardOf(botId: string): number {
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
