// A service in memory whose bots run at a driver over its loopback venue: what the law of exits
// needs to see a strategy leave there, also after its process has ended.

import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type {
  ContractAccount,
  ContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { Bot, LoadedBrain } from '#ports/stores/bot-store.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/stores/store.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { syncHistory } from '#services/history/sync-history.ts';
import { runThreadsInProcess } from '#services/live/runner/bot-harness.fixture.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { botRunner } from '#services/live/runner/bot-runner.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';

export type DriverWorld = {
  /** A bot at the driver, started. */
  start(brain: LoadedBrain): Promise<Bot>;
  send(bot: Bot, input: BotInput): Promise<void>;
  /** Minutes close one by one, under whichever process runs. */
  passMinutes(count: number): Promise<void>;
  /** The process ends at once, and another begins. */
  restart(): void;
  linesOf(bot: Bot): Promise<readonly string[]>;
  /** Positions of the bot as they are stored. */
  shownBy(bot: Bot): Promise<string>;
};

const ignore = (): void => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export async function driverWorld(
  code: string,
  harness: ContractHarness,
  { account, marketTag }: ContractAccount,
  exchange: Exchange = harness.exchange,
): Promise<DriverWorld> {
  const state = memoryState();
  const store = memoryStore(state);
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const stored = sampleAccount(user.userId, { ...account, exchange: code });
  await store.insertAccount(stored);
  const clock = { nowMs: () => harness.nowMs() };
  const runs = memoryBotRunStore(state, clock);
  const inbox = memoryBotInbox(state);
  const deps: LiveRunDeps = {
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    dataSeries: store,
    runs,
    inbox,
    exchanges: exchangeRegistry([{ ...exchange, code }]),
    history: memoryHistoryStore(),
    archiveCode: 'archive',
    candleSources: [],
    clock,
    digest: systemDigest,
    log: LOG,
  };
  const processes = processesOver(deps);
  const settle = async (): Promise<void> => {
    const synced = await syncHistory(deps, { marketTag, fromMs: null }, ignore);
    if (!synced.ok) throw new Error(`minutes of the market are synced: ${synced.rejection.code}`);
    await processes.settle();
    await reconcileAccounts(deps);
  };
  return {
    async start(brain) {
      const own = brain.kind === 'script' ? {} : { brain };
      const bot: Bot = { ...sampleBot(stored), ...own, marketTag };
      await store.insertBot(bot, null);
      const { userId, botId } = bot;
      const request = { userId, botId, loaded: brain, runningMax: null, atMs: clock.nowMs() };
      if ((await store.activateBot(request)) !== 'activated') throw new Error('it can be started');
      await settle();
      return bot;
    },
    async send({ botId }, input) {
      await inbox.send([{ botId, input }], clock.nowMs(), null);
      await processes.running().receive();
      await settle();
    },
    async passMinutes(count) {
      for (let passed = 0; passed < count; passed += 1) {
        const intoMs = clock.nowMs() % MINUTE_MS;
        await harness.advanceMs?.(MINUTE_MS - intoMs + 500);
        await settle();
      }
    },
    restart: () => processes.end(),
    async linesOf({ botId }) {
      const lines = await runs.listLines(botId, null, 1_000);
      return lines.toReversed().map(({ severity, message }) => `${severity}: ${message}`);
    },
    shownBy: async ({ botId }) => (await runs.findPositions(botId))?.positions ?? '[]',
  };
}

/** A process that runs bots, and after its end another one. */
function processesOver(deps: LiveRunDeps) {
  let runner: BotRunner | null = null;
  let count = 0;
  return {
    running(): BotRunner {
      if (runner !== null) return runner;
      count += 1;
      const times = { monotonicMs: () => deps.clock.nowMs(), pause: async () => undefined };
      runner = botRunner(deps, runThreadsInProcess(), { ...times, owner: `process-${count}` });
      return runner;
    },
    async settle(): Promise<void> {
      await this.running().renew();
      await this.running().tick();
      await this.running().settled();
    },
    end(): void {
      runner = null;
    },
  };
}
