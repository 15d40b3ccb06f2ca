// An installation in memory with something to do for the works of the background, over stores that
// a schedule fails: an order in doubt, one that is due at the simulated exchange, a deletion that
// was held up, a message for a webhook and one for a channel.

import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { memoryHookStore } from '#adapters/memory/memory-hook-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryNotificationStore } from '#adapters/memory/memory-notification-store.ts';
import { memoryRateLimitStore } from '#adapters/memory/memory-rate-limit-store.ts';
import { memoryPartnerSignalStore } from '#adapters/memory/memory-partner-signal-store.ts';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { memoryWebhookStore } from '#adapters/memory/memory-webhook-store.ts';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { HARNESS_PRICES, makeSimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { assert } from '#lib/assert.ts';
import { DEFAULT_RETENTION } from '#domain/retention/retention.ts';
import { decimal } from '#lib/decimal.ts';
import type { BackgroundDeps, BackgroundWork } from '#main/serving/background.ts';
import { backgroundWorks } from '#main/serving/background.ts';
import type { EventPartStore, StoredEvent } from '#ports/stores/event-part-store.ts';
import type { LineMonthStore, StoredLine } from '#ports/stores/line-month-store.ts';
import type { PrunedKind, RetentionStore } from '#ports/stores/retention-store.ts';
import type { PartArchive } from '#ports/stores/part-archive.ts';
import type { PartStore } from '#ports/stores/part-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleAccount, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { createChannel } from '#services/notifications/create-channel.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { watchOrders } from '#services/orders/watch-orders.ts';
import type { StoreSchedule, TroubledStores } from './troubled-stores.ts';
import { troubledStores } from './troubled-stores.ts';
import type { WaitingMessage } from './waiting-messages.ts';
import { messageQueue } from './waiting-messages.ts';

export type BackgroundWorld = {
  readonly works: readonly BackgroundWork[];
  /** The same of another process, whose stores are well. */
  readonly worksOfAnother: readonly BackgroundWork[];
  readonly schedule: StoreSchedule;
  /** Mistakes of ours that a work survives. */
  readonly defects: readonly string[];
  passMs(this: void, durationMs: number): void;
  /** All that is stored and was sent, without instants and counts of tries. */
  effects(this: void): string;
};

/** A change that breaks the law. */
export type PlantInWorks = (deps: BackgroundDeps) => BackgroundDeps;

const ignore = (): void => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const SECRETS = systemSecrets(new Uint8Array(32).fill(5));
const RANDOM = { bytes: (count: number) => new Uint8Array(count).fill(3) };
const FAR_BELOW = decimal('1000');
const MARKET_TAG = 'SIM_BTC_USDT';
const ADDRESS = {
  kind: 'telegram',
  token: '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc',
  chatId: '40721',
} as const;

/** `wrapStores` is what the stores of the first process are behind, beside the schedule. */
export async function backgroundWorld(
  plant: PlantInWorks,
  wrapStores: WrapStore = (store) => store,
): Promise<BackgroundWorld> {
  const state = memoryState();
  const store = memoryStore(state);
  const simStore = makeMemorySimStore();
  const sim = await makeSimHarness(simStore);
  const { schedule, wrapped } = troubledStores();
  const notifications = memoryNotificationStore(state);
  const sent = new Set<string>();
  const defects: string[] = [];
  const messages: WaitingMessage[] = [];
  const old = new Map<OldRows, number>([
    ['lines', 2_500],
    ['steps', 1],
    ['to be packed', 1_200],
  ]);
  const messaging = { notifications, sent, defects, messages };
  const months = new Set<string>();
  const parts = { state, store, sim, simStore, ...messaging, old, months };
  await seed(parts);
  const stores = { wrapped: <T extends object>(each: T): T => wrapStores(wrapped(each)) };
  const worksOf = (deps: BackgroundDeps) =>
    backgroundWorks(
      deps,
      watchOrders(deps.orders, () => undefined),
    );
  return {
    works: worksOf(plant(depsOf({ ...parts, stores, processId: 'this' }))),
    worksOfAnother: worksOf(plant(depsOf({ ...parts, stores: PLAIN, processId: 'another' }))),
    schedule,
    defects,
    passMs: (durationMs) => sim.setNowMs(sim.nowMs() + durationMs),
    effects: () =>
      shown({
        state: withLastWorth(state),
        sent,
        old,
        months,
        messages: messages.map(({ state: of }) => of),
      }),
  };
}

export type WrapStore = <T extends object>(store: T) => T;
const PLAIN: Pick<TroubledStores, 'wrapped'> = { wrapped: (store) => store };

type ProcessParts = WorldParts & {
  readonly stores: Pick<TroubledStores, 'wrapped'>;
  readonly processId: string;
};

type WorldParts = {
  readonly state: MemoryState;
  readonly store: Store;
  readonly sim: SimHarness;
  readonly simStore: ReturnType<typeof makeMemorySimStore>;
  readonly notifications: ReturnType<typeof memoryNotificationStore>;
  /** Ids of messages. */
  readonly sent: Set<string>;
  readonly defects: string[];
  readonly messages: WaitingMessage[];
  /** Rows that are older than they are retained for. */
  readonly old: Map<OldRows, number>;
  /** What became of old months of lines and events. */
  readonly months: Set<string>;
};

/** One that works and is due, one of unknown outcome that is there, a deletion, two messages. */
async function seed({ state, store, sim, notifications, messages }: WorldParts): Promise<void> {
  const clock = { nowMs: () => sim.nowMs() };
  const [user, leaving] = [sampleUser({ plan: 'unlimited' }), sampleUser({ plan: 'unlimited' })];
  for (const each of [user, leaving]) await store.insertUser(each);
  const { userId } = user;
  const account = sampleAccount(userId, { ...sim.spot.account, exchange: 'sim' });
  await store.insertAccount(account);
  const ports = { clock, digest: systemDigest, log: LOG };
  const exchanges = exchangeRegistry([{ ...sim.sim, code: 'sim' }]);
  const stores = { accounts: store, orders: store, idempotency: store, bots: store };
  const deps = { ...ports, ...stores, exchanges };
  for (const [index, price] of [FAR_BELOW, FAR_BELOW].entries()) {
    const placed = await placeOrder(deps, {
      caller: sampleCaller(userId),
      accountId: account.accountId,
      marketTag: MARKET_TAG,
      side: 'buy',
      type: 'limit',
      price,
      amount: decimal('0.01'),
      derivationId: `order ${index}`,
      isTakeover: false,
      completion: null,
    });
    const order = placed.ok ? state.orders.get(placed.value.orderId) : undefined;
    if (order !== undefined && index === 0)
      state.orders.set(order.orderId, { ...order, state: 'unknown' });
  }
  const nowMs = sim.nowMs();
  const plan = { cancelsOrders: true, closesPositions: false, resumesAtMs: nowMs };
  await store.beginDeletion(leaving.userId, nowMs, plan);
  const rules = { networks: [], hasMailServer: false };
  await createChannel(
    { notifications, notificationRules: rules, secrets: SECRETS, random: RANDOM, ...ports },
    {
      caller: { userId, endUserId: null },
      name: 'mine',
      address: ADDRESS,
      derivationId: 'channel',
      completion: null,
    },
  );
  await store.claim({
    claimantId: userId,
    idempotencyKey: 'of a year ago',
    fingerprint: new Uint8Array([1]),
    recordId: 'idm_old',
    ownerId: 'own_old',
    nowMs: 0,
    lockMs: 1,
    keepMs: 1,
  });
  messages.push({ id: 1, state: 'waiting', claimedUntilMs: 0, attemptsCount: 0 });
}

function depsOf(parts: ProcessParts): BackgroundDeps {
  const { state, store: plain, sim, simStore, stores, defects, old, processId } = parts;
  const [lines, events] = [oldMonths(parts.months, 'lines'), oldMonths(parts.months, 'events')];
  const lineMonths: LineMonthStore = {
    ...lines.store,
    keepMonths: async () => 0,
    claimOldMonths: lines.claimOld,
  };
  const eventParts: EventPartStore = {
    ...events.store,
    openEventPart: async () => undefined,
    claimOldEvents: events.claimOld,
  };
  const { wrapped } = stores;
  const store = wrapped(plain);
  const clock = { nowMs: () => sim.nowMs() };
  const ports = { clock, log: LOG, digest: systemDigest };
  const registry = exchangeRegistry([{ ...sim.sim, code: 'sim' }]);
  const orders: BackgroundDeps['orders'] = {
    ...ports,
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    exchanges: registry,
  };
  const updater = makeAccountUpdater({ store: wrapped(simStore), prices: HARNESS_PRICES, clock });
  const backtests = wrapped(memoryBacktestStore(memoryJobs(), plain, []));
  const outgoing = outgoingOf(parts, store, orders);
  return {
    ...ports,
    ...outgoing,
    orders,
    riskSwitch: store,
    exchanges: {
      ...NO_MARKETS,
      registry,
      history: wrapped(memoryHistoryStore()),
      settle: () => updater.settleDue(clock.nowMs()),
      settleLagMs: async () => 0,
    },
    idempotency: store,
    rateLimits: wrapped(memoryRateLimitStore()),
    credentials: store,
    backtests,
    signals: wrapped(memoryPartnerSignalStore(state, memoryBotInbox(state))),
    bots: store,
    signIns: store,
    events: store,
    equity: { ...ports, equity: store, exchanges: registry },
    exchangeHealth: store,
    deletions: deletionsOf(parts, store, orders, outgoing),
    hasEventReaders: () => false,
    eventDays: 7,
    retention: DEFAULT_RETENTION,
    stored: wrapped(oldRows(old)),
    lineMonths: wrapped(lineMonths),
    lineArchive: lines.archive,
    eventParts: wrapped(eventParts),
    eventArchive: events.archive,
    processId,
    flushKeyUses: async () => undefined,
    figures: { sample: async () => undefined, noteReconcileFailures: ignore },
    onDefect: (_place, error) => void defects.push(String(error)),
  };
}

type OldRows = PrunedKind | 'to be packed';

/** A store of nothing but rows to prune and to pack. */
function oldRows(old: Map<OldRows, number>): RetentionStore {
  const takeSome = (kind: OldRows, rowsMax: number) => {
    const count = old.get(kind) ?? 0;
    const deletedCount = Math.min(count, rowsMax);
    old.set(kind, count - deletedCount);
    return { deletedCount, isOver: count === deletedCount };
  };
  return {
    pruneSlice: async ({ kind, rowsMax }) => takeSome(kind, rowsMax),
    packSteps: async (_ownerId, rowsMax) => takeSome('to be packed', rowsMax),
  };
}

/** Two months of a kind, each of which is dropped once it is in the archive. */
function oldMonths(months: Set<string>, kind: 'lines' | 'events') {
  const names = [`${kind} 2026-01`, `${kind} 2026-02`];
  const store: PartStore<never> = {
    readPart: async () => [],
    noteArchived: async (part) => void months.add(`noted ${names[part]}`),
    async dropPart(part) {
      assert(months.has(`noted ${names[part]}`), 'it is in the archive');
      months.add(`dropped ${names[part]}`);
      return true;
    },
  };
  const archive: PartArchive<StoredEvent | StoredLine> = {
    open: async ({ name }) => ({
      add: async () => undefined,
      finish: async () => void months.add(`written ${name}`),
      abandon: async () => undefined,
    }),
  };
  const claimOld = async () =>
    names.flatMap((name, id) => {
      if (months.has(`dropped ${name}`)) return [];
      return [{ id, name, installationId: 'inst', isArchived: months.has(`noted ${name}`) }];
    });
  return { store, archive, claimOld };
}

const NO_MARKETS = {
  venues: [],
  simulatedVenues: [],
  paperVenues: [],
  ledger: { listLedger: async () => [] },
  candleSources: [],
  archiveCode: 'archive',
  futuresTerms: [],
};

/** Messages to others, whose receivers accept all. */
function outgoingOf(
  { state, sim, stores: { wrapped }, notifications, sent, messages }: ProcessParts,
  store: Store,
  orders: BackgroundDeps['orders'],
) {
  const clock = { nowMs: () => sim.nowMs() };
  const ports = { ...orders, clock, log: LOG };
  const send = ({ id }: { readonly id: string }): void => void sent.add(id);
  const webhooks: BackgroundDeps['webhooks'] = {
    ...ports,
    webhooks: wrapped({ ...memoryWebhookStore(state), ...messageQueue(messages, clock) }),
    secrets: { open: (sealed) => sealed },
    bodyOf: () => '{}',
    sender: {
      async send(message) {
        send(message);
        return { kind: 'responded', outcome: 'accepted', status: 204, text: '' };
      },
    },
  };
  return {
    webhooks,
    notifications: {
      ...ports,
      bots: store,
      notifications: wrapped(notifications),
      secrets: SECRETS,
      consoleUrl: null,
      channelSender: {
        async send(message) {
          send(message);
          return { kind: 'accepted', response: '' };
        },
      },
    } satisfies BackgroundDeps['notifications'],
  };
}

function deletionsOf(
  { state, store: plain, sim, stores: { wrapped }, notifications }: ProcessParts,
  store: Store,
  orders: BackgroundDeps['orders'],
  outgoing: Pick<BackgroundDeps, 'webhooks'>,
): BackgroundDeps['deletions'] {
  const jobs = memoryJobs();
  return {
    ...orders,
    random: RANDOM,
    timer: { every: () => ignore },
    signIns: store,
    riskSwitch: store,
    users: store,
    partners: store,
    bots: store,
    botRuns: wrapped(memoryBotRunStore(state, { nowMs: () => sim.nowMs() })),
    labs: wrapped(memoryLabStore(jobs, plain)),
    backtests: wrapped(memoryBacktestStore(jobs, plain, [])),
    scripts: store,
    hooks: wrapped(memoryHookStore(state)),
    webhooks: { ...wrapped(memoryWebhookStore(state)), ...outgoing.webhooks.webhooks },
    notifications: wrapped(notifications),
  };
}

/** Names that differ between two worlds are numbered as they come. */
const NAMES = /\b(?:world-\d+-\d+|[a-z]+_\d{8}|sim_[0-9a-z]{26})\b/g;
/** When, how often, for whom, and at which price: they differ where something is tried again. */
const PASSING = /Ms$|^grain$|[cC]ount$|[oO]wner|sequence|history|^entryId$|^value$/;

/** What an account was worth may be noted by two processes, each at its instant. */
function withLastWorth(state: MemoryState): unknown {
  const equity = [...state.equity].map(([accountId, points]) => [accountId, points.at(-1)]);
  return { ...state, equity };
}

function shown(content: unknown): string {
  const names = new Map<string, string>();
  const text = JSON.stringify(content, (key, value: unknown) => {
    if (PASSING.test(key)) return undefined;
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map) return [...value].sort(byText);
    return value instanceof Set ? [...value].sort(byText) : value;
  });
  return text.replaceAll(NAMES, (name) => {
    const known = names.get(name) ?? `name ${names.size}`;
    names.set(name, known);
    return known;
  });
}

const byText = (left: unknown, right: unknown): number =>
  String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
