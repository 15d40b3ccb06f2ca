// Processes that run bots on one database, and a user with an account for the bots.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot, LoadedBrain } from '#ports/stores/bot-store.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/stores/store.fixture.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { TestDatabase } from './database.ts';
import type { OwnServer } from './own-server.ts';
import { withOwnServer } from './own-server.ts';
import { withTestDatabase } from './database.ts';
import type { StartedProgram } from './start-program.ts';
import { startProgram } from './start-program.ts';
import { until } from './until.ts';
import { removeFolder } from './remove-folder.ts';

export type BotProcess = StartedProgram & {
  /** Whether it said that it runs the bot, and how often. */
  timesTaken(bot: Bot): number;
};

export type BotFleet = {
  readonly store: Store;
  readonly runs: BotRunStore;
  readonly database: TestDatabase['database'];
  readonly inbox: BotInbox;
  /** Of its processes. */
  readonly dataDir: string;
  /** `isSlow`: one whose threads hang on command (slow-run-thread.ts). */
  startProcess(isSlow?: boolean, settings?: NodeJS.ProcessEnv): Promise<BotProcess>;
  /** Of the fleet's user unless another is given; a text is a script's. */
  startBot(brain: string | LoadedBrain, account?: Account): Promise<Bot>;
  /** Another user's, with money. */
  openAccount(): Promise<Account>;
  ordersOf(bot: Bot): Promise<readonly Order[]>;
  readonly until: typeof until;
};

/** Runs `work` with a database of its own, and ends whatever processes are left. */
export async function withBotFleet(work: (fleet: BotFleet) => Promise<void>): Promise<void> {
  await withTestDatabase((test) => withFleetOn(test, work));
}

/** The same on a database server that can be stopped. */
export async function withStoppableFleet(
  work: (fleet: BotFleet, server: OwnServer) => Promise<void>,
): Promise<void> {
  await withOwnServer(async (server) => {
    const { url } = server;
    const database = openDatabase({ url });
    try {
      await withFleetOn({ database, url }, (fleet) => work(fleet, server));
    } finally {
      await database.close();
    }
  });
}

type OpenedDatabase = Pick<TestDatabase, 'database' | 'url'>;

async function withFleetOn(
  opened: OpenedDatabase,
  work: (fleet: BotFleet) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-bots-'));
  const processes = new Set<BotProcess>();
  try {
    await work(await botFleet(opened, dataDir, processes));
  } finally {
    await Promise.all([...processes].map((each) => each.end('SIGKILL')));
    await removeFolder(dataDir);
  }
}

async function botFleet(
  { database, url }: OpenedDatabase,
  dataDir: string,
  processes: Set<BotProcess>,
): Promise<BotFleet> {
  const store = postgresStore(database);
  const openAccount = () => openOwnAccount(database, store);
  const own = await openAccount();
  return {
    store,
    database,
    runs: postgresBotRunStore(database),
    inbox: postgresBotInbox(database),
    dataDir,
    openAccount,
    async startProcess(isSlow = false, settings = {}) {
      const started = startProcess(isSlow, {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        TIDEMILL_DATA_DIR: dataDir,
        ...settings,
      });
      processes.add(started);
      await until('a process runs bots', () => {
        if (started.child.exitCode !== null) throw new Error(`It ended:\n${started.output()}`);
        return started.output().includes('"bots.started"');
      });
      return started;
    },
    async startBot(brain, account = own) {
      const { userId } = account;
      const loaded: LoadedBrain =
        typeof brain === 'string' ? { kind: 'script', source: brain, libraries: [] } : brain;
      const bot = {
        ...sampleBot(account),
        ...(loaded.kind === 'strategy' ? { brain: loaded } : {}),
      };
      await store.insertBot(bot, null);
      const request = { userId, botId: bot.botId, loaded, runningMax: null, atMs: Date.now() };
      await store.activateBot(request);
      return { ...bot, activation: 1 };
    },
    async ordersOf({ botId, userId }) {
      const rows = await database.read<{ readonly order_id: string }>(
        { text: 'SELECT order_id FROM orders WHERE bot_id = $1 ORDER BY sequence' },
        [botId],
      );
      const found = rows.map((row) => store.findOrder(userId, row.order_id));
      return (await Promise.all(found)).filter((order) => order !== null);
    },
    until,
  };
}

async function openOwnAccount(database: Database, store: Store): Promise<Account> {
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { exchange: 'sim' });
  await store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal('10000000') }];
  const venue = makeSimulatedVenue(makePostgresSimStore(database), 'sim');
  await venue.openWallet(account, deposits, Date.now());
  return account;
}

const SLOW_ENTRY = fileURLToPath(new URL('./slow-bots.ts', import.meta.url));

function startProcess(isSlow: boolean, environment: NodeJS.ProcessEnv): BotProcess {
  const started = isSlow
    ? startProgram([], environment, SLOW_ENTRY)
    : startProgram(['serve', '--bots'], environment);
  return {
    ...started,
    timesTaken: ({ botId }) =>
      started
        .output()
        .split('\n')
        .filter((line) => line.includes('"bot.running"') && line.includes(botId)).length,
  };
}
