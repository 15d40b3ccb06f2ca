// A database of its own with a user, accounts and bots for a benchmark.

import { mkdtemp } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { migrate } from '#adapters/postgres/connection/migrate.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import { decimal } from '#lib/decimal.ts';
import { coalesce } from '#lib/coalesce.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { NEVER_RUN, UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleAccount, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';

const BOTS_PER_ACCOUNT = 10;
const MADE_TOGETHER = 8;

/** The scripts of bench/script, and one that waits for signals and buys or sells a little. */
export type ScriptName = 'sma-cross' | 'three-indicators' | 'plain-lua' | 'listener' | 'idle';

const LISTENER = `
  local signal = GetRemoteSignal("go")
  if signal == SignalLong then
    PlaceBuyOrder(0, 2 * MinimumTradeAmount(), {type = MarketOrderType})
  elseif signal == SignalShort then
    PlaceSellOrder(0, 2 * MinimumTradeAmount(), {type = MarketOrderType})
  end`;

/** Reads indicators and stores tables from update to update, and never trades. */
const IDLE = `
  local closes = ClosePrices()
  local fast, slow, strength = EMA(closes, 12), EMA(closes, 26), RSI(closes, 14)
  seen = seen or {}
  seen[#seen + 1] = {fast = fast[1], slow = slow[1], strength = strength[1]}
  if #seen > 50 then table.remove(seen, 1) end
  Save('updates', Load('updates', 0) + 1)`;

export type BenchWorld = {
  readonly database: Database;
  readonly url: string;
  /** Of the cluster; a service may be started on it. */
  readonly dataDir: string;
  readonly store: Store;
  readonly inbox: BotInbox;
  /** Makes bots and starts them, in turn with these scripts, now or at instants by their number. */
  startBots(
    count: number,
    scripts: readonly ScriptName[],
    atMs?: (index: number) => number,
  ): Promise<readonly Bot[]>;
  end(): Promise<void>;
};

/** With these settings of the database's server, `name=value`. */
export async function makeWorld(settings: readonly string[] = []): Promise<BenchWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-bench-'));
  const cluster = await attachCluster(dataDir, { settings });
  const database = openDatabase({ url: cluster.url });
  await migrate(cluster.url);
  const store = postgresStore(database);
  const user = sampleUser({ plan: 'unlimited' });
  // With the first bots: a service that starts before them has its own first start.
  let inserted: Promise<unknown> | null = null;
  return {
    database,
    url: cluster.url,
    dataDir,
    store,
    inbox: postgresBotInbox(database),
    async startBots(count, scripts, atMs = Date.now) {
      await (inserted ??= store.insertUser(user));
      return startBots({ database, store, userId: user.userId }, count, scripts, atMs);
    },
    async end() {
      await database.close();
      await cluster.detach();
      await removeFolder(dataDir);
    },
  };
}

type Owner = {
  readonly database: Database;
  readonly store: Store;
  readonly userId: string;
};

async function startBots(
  { database, store, userId }: Owner,
  count: number,
  scripts: readonly ScriptName[],
  atMs: (index: number) => number,
): Promise<readonly Bot[]> {
  const accounts: Account[] = [];
  while (accounts.length * BOTS_PER_ACCOUNT < count)
    accounts.push(await makeAccount(database, store, userId));
  const markets = MARKET_CATALOGUE.map(({ market }) => market).filter(
    ({ marketType, quote, isOpen }) => marketType === 'spot' && quote === 'USDT' && isOpen,
  );
  const make = coalesce(
    async ([index = 0]: readonly number[]) => {
      const account = accounts[Math.floor(index / BOTS_PER_ACCOUNT)];
      const market = markets[Math.floor(index / scripts.length) % markets.length];
      const script = scripts[index % scripts.length] ?? 'plain-lua';
      const bot = newBot(userId, account?.accountId ?? '', market?.marketTag ?? '', script, index);
      await store.insertBot(bot, null);
      const loaded = { kind: 'script', source: sourceOf(script), libraries: [] } as const;
      const request = { userId, botId: bot.botId, loaded, runningMax: null, atMs: atMs(index) };
      await store.activateBot(request);
      return [{ ...bot, activation: 1 }];
    },
    { itemsMax: 1, groupsMax: MADE_TOGETHER },
  );
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

async function makeAccount(database: Database, store: Store, userId: string): Promise<Account> {
  const account = sampleAccount(userId, { exchange: 'sim' });
  await store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal('1000000') }];
  const venue = makeSimulatedVenue(makePostgresSimStore(database), 'sim');
  await venue.openWallet(account, deposits, Date.now());
  return account;
}

function sourceOf(script: ScriptName): string {
  if (script === 'listener') return LISTENER;
  if (script === 'idle') return IDLE;
  return readFileSync(new URL(`../script/${script}.lua`, import.meta.url), 'utf8');
}

/** Averages of many lengths, so that bots of one market do not all trade in the same minute. */
function newBot(
  userId: string,
  accountId: string,
  marketTag: string,
  script: ScriptName,
  index: number,
): Bot {
  const isCross = script === 'sma-cross';
  const inputs: Record<string, number> = isCross
    ? { Fast: 2 + (index % 4), Slow: 7 + (index % 11) }
    : {};
  return {
    botId: sampleId('bot'),
    userId,
    name: script,
    accountId,
    marketTag,
    brain: { kind: 'script', scriptId: `scr_${script}` },
    settings: { ...UNCHOSEN_SETTINGS, inputs },
    ...NEVER_RUN,
    createdAtMs: 0,
  };
}
