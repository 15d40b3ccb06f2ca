// The store of running bots as the simulation sees it: each lease, each step and each line of a
// diary is compared with those before it, whatever the store itself has checked.

import { MINUTE_MS } from '#lib/time.ts';
import type { BotInbox, BotInput } from '#ports/stores/bot-inbox.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type {
  BotFence,
  BotLease,
  BotRunRecord,
  BotRunStep,
  BotRunStore,
} from '#ports/stores/bot-run-store.ts';
import { DIARY_LINE } from './scripts.ts';

export type BotLedger = {
  /** By shard: who was given it last. */
  readonly holders: BotFence[];
  /** Shards of bots. */
  readonly shards: Map<string, number>;
  /** Runs as they were written last, by bot and activation. */
  readonly records: Map<string, BotRunRecord>;
  /** The last line of its diary, by bot. */
  readonly diaries: Map<string, Diary>;
  /** Numbers of the signals that a run was sent, by bot and activation. */
  readonly signals: Map<string, number[]>;
  readonly counts: { runs: number; updates: number; takeovers: number };
};

type Diary = {
  readonly activation: number;
  readonly count: number;
  /** Of the last update as a minute closed; null before the first. */
  readonly closeMs: number | null;
};

type Watch = {
  readonly runs: BotRunStore;
  /** As they are stored. */
  readonly bots: ReadonlyMap<string, Bot>;
  readonly faults: string[];
  readonly ledger: BotLedger;
};

export function botLedger(): BotLedger {
  const counts = { runs: 0, updates: 0, takeovers: 0 };
  return {
    holders: [],
    shards: new Map(),
    records: new Map(),
    diaries: new Map(),
    signals: new Map(),
    counts,
  };
}

export function watchedRuns(watch: Watch): BotRunStore {
  const { runs, ledger, faults } = watch;
  return {
    ...runs,
    async renewLeases(owner, ttlMs) {
      const held = await runs.renewLeases(owner, ttlMs);
      for (const lease of held.leases) noteLease(ledger, owner, lease);
      return held;
    },
    async listRunnableBots(shards, onUnreadable) {
      const listed = await runs.listRunnableBots(shards, onUnreadable);
      for (const { bot, shard } of listed) ledger.shards.set(bot.botId, shard);
      return listed;
    },
    async insertRun(fence, record, line) {
      const found = faultsOfWriter(watch, fence, record);
      const isInserted = await runs.insertRun(fence, record, line);
      if (!isInserted) return false;
      ledger.counts.runs += 1;
      ledger.records.set(keyOf(record), record);
      faults.push(...found);
      return true;
    },
    async commitSteps(steps) {
      // Before the write, which may end activations.
      const found = steps.map(({ fence, step }) => faultsOfStep(watch, fence, step));
      const outcomes = await runs.commitSteps(steps);
      for (const [index, { step }] of steps.entries()) {
        if (outcomes[index]?.kind !== 'committed') continue;
        faults.push(...(found[index] ?? []));
        noteStep(watch, step);
      }
      return outcomes;
    },
  };
}

/** What reaches an inbox is remembered, to be compared with what the run made of it. */
export function watchedInbox(
  inbox: BotInbox,
  bots: ReadonlyMap<string, Bot>,
  { signals }: BotLedger,
): BotInbox {
  return {
    ...inbox,
    async send(deliveries, atMs, completion) {
      const reached = await inbox.send(deliveries, atMs, completion);
      for (const { botId, input } of deliveries) {
        const bot = bots.get(botId);
        const number = signalNumber(input);
        if (bot === undefined || number === null || !reached.includes(botId)) continue;
        const key = keyOf(bot);
        signals.set(key, [...(signals.get(key) ?? []), number]);
      }
      return reached;
    },
  };
}

/** Null for what is no signal of ours. */
export function signalNumber(input: BotInput): number | null {
  const payload = input.kind === 'signal' ? input.payload : null;
  return typeof payload === 'object' && payload !== null && 'number' in payload
    ? Number(payload['number'])
    : null;
}

function noteLease({ holders }: BotLedger, owner: string, { shard, token }: BotLease): void {
  const before = holders[shard];
  if (before?.token !== token || before.owner !== owner) holders[shard] = { owner, shard, token };
}

/** Only who holds the shard writes, and only of a bot that runs, or of one that is followed. */
function faultsOfWriter(
  { ledger, bots }: Watch,
  fence: BotFence,
  record: BotRunRecord,
  isFollowing = false,
) {
  const { botId, activation } = record;
  const holder = ledger.holders[fence.shard];
  const bot = bots.get(botId);
  const found: string[] = [];
  if (holder?.owner !== fence.owner || holder.token !== fence.token)
    found.push(`${nameOf(fence)} wrote of ${botId}, which ${nameOf(holder)} holds`);
  if (bot === undefined || bot.isActivated === isFollowing || bot.activation !== activation)
    found.push(`${fence.owner} wrote of ${botId} in activation ${activation}, which is over`);
  return found;
}

function nameOf(fence: BotFence | undefined): string {
  return fence === undefined ? 'nobody' : `${fence.owner} with token ${fence.token}`;
}

/** A step begins where the one before it ended; one that is written already may be given again. */
function faultsOfStep(watch: Watch, fence: BotFence, step: BotRunStep): readonly string[] {
  const { record, events, orders } = step;
  const name = keyOf(record);
  const before = watch.ledger.records.get(name);
  const found = faultsOfWriter(watch, fence, record, step.isFollowing);
  if (before === undefined) return [...found, `${name} took a step before it began`];
  if (isWritten(before, record)) return found;
  const isNext =
    step.eventCountBefore === before.eventCount &&
    record.eventCount === before.eventCount + events.length &&
    record.placedCount === before.placedCount + orders.length &&
    record.doneUntilMs >= before.doneUntilMs;
  return isNext ? found : [...found, `${name}: a step does not follow from the one before it`];
}

function isWritten(before: BotRunRecord, record: BotRunRecord): boolean {
  return (
    before.eventCount === record.eventCount &&
    before.placedCount === record.placedCount &&
    before.doneUntilMs === record.doneUntilMs
  );
}

export function keyOf({ botId, activation }: Pick<Bot, 'botId' | 'activation'>): string {
  return `${botId}/${activation}`;
}

function noteStep({ ledger, faults }: Watch, step: BotRunStep): void {
  const { record } = step;
  const before = ledger.records.get(keyOf(record));
  if (before !== undefined && isWritten(before, record)) return;
  ledger.records.set(keyOf(record), record);
  ledger.counts.updates += 1;
  faults.push(...readDiary(ledger, step));
}

/** Every minute once, every update once, over all of the bot's life. */
function readDiary({ diaries }: BotLedger, step: BotRunStep) {
  const { record, lines, figures, isFollowing } = step;
  const { botId, activation, doneUntilMs } = record;
  // An update between closes may fall on a whole minute.
  const isIntrabar = step.events.some((text) => text.includes('"kind":"moment"'));
  const name = keyOf(record);
  const found: string[] = [];
  for (const { message, atMs } of lines) {
    const count = Number(DIARY_LINE.exec(message)?.[1]);
    if (Number.isNaN(count)) continue;
    const last = diaries.get(botId);
    if (count !== (last?.count ?? 0) + 1)
      found.push(`${name}: update ${count} after ${last?.count ?? 'none'}`);
    const before = last?.activation === activation ? last.closeMs : null;
    const isClose = !isIntrabar && atMs % MINUTE_MS === 0;
    if (isClose && before !== null && atMs !== before + MINUTE_MS)
      found.push(`${name}: ${atMs - before} ms between two updates`);
    diaries.set(botId, { activation, count, closeMs: isClose ? atMs : before });
  }
  const last = diaries.get(botId);
  const closeMs = last?.activation === activation ? last.closeMs : null;
  // While it is paused or was stopped, minutes are passed over.
  const isRun = !figures.isPaused && !isFollowing;
  if (closeMs !== null && closeMs !== doneUntilMs && isRun)
    found.push(`${name}: run until ${doneUntilMs}, its diary until ${closeMs}`);
  return found;
}
