// An installation in memory with a user, an account on the simulated exchange, a clock driven by
// hand, and processes that run bots and can be ended at any time: for the tests of running bots.

import type { InProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { inProcessThreads } from '#adapters/memory/in-process-threads.ts';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryPartnerSignalStore } from '#adapters/memory/memory-partner-signal-store.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import type { MemoryState, TakenInput } from '#adapters/memory/memory-state.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { rememberedCandles } from '#adapters/sim/remembered-candles.fixture.ts';
import { makeSimHarness, HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimTimes, SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { assert, present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { PartnerSignalStore } from '#ports/stores/partner-signal-store.ts';
import type { BotRunStore, StoredBotLine } from '#ports/stores/bot-run-store.ts';
import type { Bot, LoadedBrain, StrategyBrain } from '#ports/stores/bot-store.ts';
import type { StatefulThreads } from '#ports/work/stateful-threads.ts';
import type { Turnover } from '#ports/stores/partner-usage-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/stores/store.fixture.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { botRunner } from '#services/live/runner/bot-runner.ts';
import { runHost } from '#services/live/run/run-host.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';
import type { RunnerOptions } from '#services/live/runner/runner-state.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

/** Two threads, as a process has at least. */
export function runThreadsInProcess(): InProcessThreads<RunRequest, RunReply> {
  const clock = { monotonicMs: () => 0, processorMs: () => 0 };
  return inProcessThreads(2, () => runHost({ digest: systemDigest, ...clock }).handle);
}

const STOPPED_AT_MS = 1_800_000_000_000;

type RunnerTimes = Omit<RunnerOptions, 'owner'>;

export type BotHarness = {
  readonly deps: LiveRunDeps;
  /** The tables of the stores. */
  readonly state: MemoryState;
  readonly store: Store;
  readonly runs: BotRunStore;
  readonly inbox: BotInbox;
  readonly signals: PartnerSignalStore;
  readonly sim: SimHarness;
  readonly prices: SimPrices;
  readonly spot: Account;
  readonly futures: Account;
  /** Another user; returns the account of its spot balances. */
  newcomer(): Promise<Account>;
  /** Stores a bot and starts it, with a script (its text, or all that it loads) or a strategy. */
  start(brain: string | LoadedBrain, changes?: Partial<Bot>): Promise<Bot>;
  restart(bot: Bot, brain: string | StrategyBrain): Promise<void>;
  /** A process that runs bots; `deps` may replace parts of what it works with. */
  runner(
    changes?: Partial<LiveRunDeps>,
    times?: Partial<RunnerTimes>,
    threads?: StatefulThreads<RunRequest, RunReply>,
  ): BotRunner;
  /** Minutes close one by one; after each, the runners renew and tick. */
  passMinutes(count: number, runners: readonly BotRunner[]): Promise<void>;
  /** Time goes by without anybody working. */
  passMs(durationMs: number): void;
  find(bot: Bot): Promise<Bot>;
  /** What reports count of it, oldest first. */
  turnoversOf(bot: Bot): readonly Turnover[];
  ordersOf(bot: Bot): Promise<readonly Order[]>;
  /** Types of what was noted of it for the log of events, oldest first. */
  eventsOf(bot: Bot): readonly string[];
  /** Types of what was noted about another object, such as the token of a signal. */
  eventsAbout(objectId: string): readonly string[];
  /** Makes it a bot of a partner's end user, with the token that it listens to. */
  lend(bot: Bot, partnerId: string, signalToken: string): void;
  /** What became of what was sent to it, oldest first. */
  effectsOf(bot: Bot): readonly TakenInput[];
  /** Oldest first, without those that say what an activation began with. */
  linesOf(bot: Bot): Promise<readonly StoredBotLine[]>;
};

/** Buys and sells as the signal "go" says. */
export const LISTENER = `
  local signal = GetRemoteSignal("go")
  if signal == SignalLong then
    PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
  elseif signal == SignalShort then
    PlaceSellOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
  end`;

/** Buys and sells in turn, one order a minute. */
export const EACH_MINUTE = `
local count = Load('count', 0) + 1
Save('count', count)
if count % 2 == 1 then PlaceBuyOrder(CurrentPrice().close, 0.001, {type = MarketOrderType})
else PlaceSellOrder(CurrentPrice().close, 0.001, {type = MarketOrderType}) end`;

export const IDLE = 'local price = CurrentPrice()';

/** `times`: other prices than the usual ones, from another instant on; `given`: another exchange. */
export async function botHarness(times?: SimTimes, given?: SimHarness): Promise<BotHarness> {
  const sim = given ?? (await makeSimHarness(makeMemorySimStore(), times));
  const prices = times?.prices ?? HARNESS_PRICES;
  const clock = { nowMs: () => sim.nowMs() };
  const state = memoryState();
  const store = memoryStore(state);
  const runs = memoryBotRunStore(state, clock);
  const { spot, futures } = await seed(store, sim);
  const inbox = memoryBotInbox(state);
  const deps = depsOf(sim, store, prices, { runs, inbox });
  let runnerCount = 0;
  const activate = async (bot: Bot, brain: string | LoadedBrain): Promise<void> => {
    const loaded: LoadedBrain =
      typeof brain === 'string' ? { kind: 'script', source: brain, libraries: [] } : brain;
    const request = {
      userId: bot.userId,
      botId: bot.botId,
      loaded,
      runningMax: null,
      atMs: sim.nowMs(),
    };
    assert((await store.activateBot(request)) === 'activated', 'a bot that stands can be started');
  };
  const find = async ({ botId, userId }: Bot): Promise<Bot> =>
    present(await store.findBot(userId, botId), 'the bot is stored');
  return {
    deps,
    state,
    store,
    runs,
    inbox,
    signals: memoryPartnerSignalStore(state, inbox),
    sim,
    prices,
    spot,
    futures,
    newcomer: () => addUser(store, sim),
    find,
    async start(brain, changes = {}) {
      const own = typeof brain === 'string' || brain.kind === 'script' ? {} : { brain };
      const bot = { ...sampleBot(spot), ...own, ...changes };
      await store.insertBot(bot, null);
      await activate(bot, brain);
      return find(bot);
    },
    async restart(bot, brain) {
      await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
      await activate(bot, brain);
    },
    runner(changes = {}, times = {}, threads = runThreadsInProcess()) {
      runnerCount += 1;
      const usual = { monotonicMs: clock.nowMs, pause: async () => undefined };
      const owner = `runner-${runnerCount}`;
      return botRunner({ ...deps, ...changes }, threads, { ...usual, ...times, owner });
    },
    ...timeOf(sim),
    ...notesOf(state),
    async ordersOf({ botId }) {
      return [...state.orders.values()].filter((order) => order.botId === botId);
    },
    async linesOf({ botId }) {
      const lines = (await runs.listLines(botId, null, 10_000)).toReversed();
      return lines.filter(({ message }) => !message.startsWith('Started '));
    },
  };
}

/** How time goes by. */
function timeOf(sim: SimHarness): Pick<BotHarness, 'passMinutes' | 'passMs'> {
  return {
    async passMinutes(count, runners) {
      for (let passed = 0; passed < count; passed += 1) {
        const nowMs = sim.nowMs();
        // Half a second after the next minute's close.
        sim.setNowMs(nowMs - (nowMs % MINUTE_MS) + MINUTE_MS + 500);
        for (const runner of runners) await runner.renew();
        for (const runner of runners) await runner.tick();
      }
    },
    passMs: (durationMs) => sim.setNowMs(sim.nowMs() + durationMs),
  };
}

/** What is noted of bots beside their rows. */
function notesOf(
  state: MemoryState,
): Pick<BotHarness, 'turnoversOf' | 'eventsOf' | 'eventsAbout' | 'lend' | 'effectsOf'> {
  return {
    turnoversOf: ({ botId }) => state.turnovers.filter((each) => each.botId === botId),
    eventsOf: ({ botId }) =>
      state.waitingEvents.flatMap(({ event }) => (event.objectId === botId ? [event.type] : [])),
    eventsAbout: (objectId) =>
      state.waitingEvents.flatMap(({ event }) => (event.objectId === objectId ? [event.type] : [])),
    lend({ botId, userId }, partnerId, signalToken) {
      const copies = { masterBotId: null, copiedBotId: null, clonedCount: 0 };
      const own = { botId, partnerId, userId, exchange: 'sim', ...copies };
      state.partnerBots.set(botId, { ...own, version: 1, signalToken, deletedAtMs: null });
    },
    effectsOf: ({ botId }) => [...state.takenInputs.values()].filter((of) => of.botId === botId),
  };
}

async function seed(store: Store, sim: SimHarness) {
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const { userId } = user;
  const spot = sampleAccount(userId, { ...sim.spot.account, exchange: 'sim' });
  const futures = sampleAccount(userId, { ...sim.futures?.account, exchange: 'sim' });
  for (const account of [spot, futures]) await store.insertAccount(account);
  return { spot, futures };
}

async function addUser(store: Store, sim: SimHarness): Promise<Account> {
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const account = sampleAccount(user.userId);
  await store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal('10000') }];
  const { accountId } = account;
  const wallet = { accountId, marketType: 'spot', deposits, nowMs: sim.nowMs() } as const;
  await openSimWallet(sim.store, wallet);
  return account;
}

function depsOf(
  sim: SimHarness,
  store: Store,
  prices: SimPrices,
  retained: Pick<LiveRunDeps, 'runs' | 'inbox'>,
): LiveRunDeps {
  return {
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    dataSeries: store,
    ...retained,
    exchanges: exchangeRegistry([{ ...sim.exchange, code: 'sim' }]),
    history: memoryHistoryStore(),
    archiveCode: 'archive',
    candleSources: [rememberedCandles(prices)],
    clock: { nowMs: () => sim.nowMs() },
    digest: systemDigest,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  };
}

function ignore(): void {
  // Nobody reads it.
}
