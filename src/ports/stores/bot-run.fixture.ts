// A running bot and steps of its run, for the suites of what is retained of runs and of their
// inboxes.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { PairFigures } from '#domain/position/pair-figures.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type {
  BotFence,
  BotRunRecord,
  BotRunStep,
  BotRunStore,
  CommitStepOutcome,
} from '#ports/stores/bot-run-store.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import {
  sampleAccount,
  sampleBot,
  sampleId,
  sampleOrder,
  sampleUser,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

export const ENDING = { reason: 'Done.', by: 'script' } as const;
export const REFUSAL = { activation: 1, by: 'exchange', atMs: 1 } as const;

export type BotRunHarness = {
  readonly store: Store;
  readonly runs: BotRunStore;
  readonly inbox: BotInbox;
  /** Lets so much time pass for the store. */
  passMs(this: void, durationMs: number): Promise<void>;
  close(hasFailed: boolean): Promise<void>;
};

export const LONG_MS = 60_000;
export const ALL_SHARDS = Array.from({ length: BOT_SHARDS_COUNT }, (_, shard) => shard);

/** Processes of the case under way. */
export const OWNERS: string[] = [];

export function newOwner(): string {
  const owner = sampleId('owner');
  OWNERS.push(owner);
  return owner;
}

const LOADED = { kind: 'script', source: '', libraries: [] } as const;

export async function startedBot({ store }: BotRunHarness): Promise<Bot> {
  const account = await storedAccount(store);
  const bot = sampleBot(account);
  assert.equal(await store.insertBot(bot, null), 'inserted');
  return start(store, bot);
}

/** On an account of its own. */
export async function startedBotOn(
  { store }: Pick<BotRunHarness, 'store'>,
  marketType: MarketType,
): Promise<Bot> {
  const user = sampleUser();
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { marketType });
  await store.insertAccount(account);
  const bot = sampleBot(account);
  await store.insertBot(bot, null);
  return start(store, bot);
}

export async function start(store: Store, { userId, botId }: Bot): Promise<Bot> {
  await store.activateBot({ userId, botId, loaded: LOADED, runningMax: null, atMs: 5 });
  return present(await store.findBot(userId, botId), 'the bot is there');
}

export function recordOf({ botId, activation }: Bot): BotRunRecord {
  return {
    botId,
    activation,
    setup: '{"a":"\\u0000"}',
    doneUntilMs: 60_000,
    eventCount: 0,
    placedCount: 0,
    placedDigest: '',
    fillCursor: null,
    marginCursor: null,
    openCount: 0,
  };
}

export const SAMPLE_PAIRS: PairFigures = {
  winning: 3,
  losing: 1,
  profit: decimal('20.25'),
  biggestWin: decimal('9'),
  biggestLoss: decimal('-1'),
  profitFactor: decimal('21.25'),
  winRatePercent: decimal('75'),
  averageProfit: decimal('5.0625'),
};

export const SAMPLE_BRACKET: BracketStanding = {
  phase: 'holding',
  enteredAmount: decimal('0.5'),
  heldAmount: decimal('0.25'),
  enterPrice: decimal('60000.5'),
  uncoveredAmount: decimal('0.001'),
  reason: 'too small',
  outcome: null,
};

export function stepAfter(record: BotRunRecord, changes: Partial<BotRunStep> = {}): BotRunStep {
  const events = changes.events ?? [];
  const orders = changes.orders ?? [];
  return {
    atMs: 3,
    record: {
      ...record,
      doneUntilMs: record.doneUntilMs + 60_000,
      eventCount: record.eventCount + events.length,
      placedCount: record.placedCount + orders.length,
      placedDigest: `${record.placedDigest}.`,
      fillCursor: '7',
      marginCursor: '3.1',
      openCount: 2,
    },
    eventCountBefore: record.eventCount,
    events,
    taken: [],
    signals: [],
    orders,
    lines: [],
    figures: {
      profitCurrency: 'USDT',
      realizedProfit: decimal('1.5'),
      unrealizedProfit: decimal('-2'),
      roiPercent: decimal('0.25'),
      pairs: SAMPLE_PAIRS,
      bracket: SAMPLE_BRACKET,
      isPaused: false,
    },
    positions: '[1]',
    closedPositions: [],
    filledOrders: [],
    equity: [],
    curve: null,
    isFollowing: false,
    staysFollowed: false,
    stoppedAtMs: 1_800_000_000_000,
    ending: null,
    ...changes,
  };
}

/** A started bot whose run has begun, under a lease of all shards. */
export async function begun(harness: BotRunHarness) {
  const bot = await startedBot(harness);
  const owner = newOwner();
  const fence = await fenceFor(harness, bot, owner);
  const record = recordOf(bot);
  assert.equal(await harness.runs.insertRun(fence, record), true);
  return { ...harness, bot, owner, fence, record };
}

/** Whoever held the shard is forced out. */
export async function fenceFor(
  harness: Pick<BotRunHarness, 'runs'>,
  { botId }: Bot,
  owner: string,
): Promise<BotFence> {
  const { leases } = await harness.runs.renewLeases(owner, LONG_MS);
  const shards = leases.map(({ shard }) => shard);
  const listed = await harness.runs.listRunnableBots(shards);
  const found = listed.find(({ bot }) => bot.botId === botId);
  const { shard } = present(found, 'a process that holds all shards finds every bot');
  const lease = leases.find((each) => each.shard === shard);
  return { ...present(lease, 'it holds the shard'), owner };
}

export function orderOf({ accountId, botId }: Bot, changes: Partial<Order> = {}): Order {
  const named = { botId, marketTag: 'SIM_BTC_USDT', state: 'pending' } as const;
  return { ...sampleOrder(accountId), ...named, ...changes };
}

/** One step alone. */
export async function commitStep(
  runs: BotRunStore,
  fence: BotFence,
  step: BotRunStep,
): Promise<CommitStepOutcome> {
  const [outcome] = await runs.commitSteps([{ fence, step }]);
  return present(outcome, 'each step has an outcome');
}
