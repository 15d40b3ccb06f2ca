// Processes that run bots on one database, and a user with an account for the bots.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decimal } from '#lib/decimal.ts';
import type { Order } from '#domain/order/order.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import { postgresBotRunStore } from '#adapters/postgres/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { makePostgresSimStore } from '#adapters/sim/postgres-sim-store.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import type { BotRunStore } from '#ports/bot-run-store.ts';
import type { Bot } from '#ports/bot-store.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/store.sample.ts';
import type { Store } from '#ports/store.ts';
import type { TestDatabase } from './database.ts';
import type { OwnServer } from './own-server.ts';
import { withOwnServer } from './own-server.ts';
import { withTestDatabase } from './database.ts';
import type { StartedProgram } from './start-program.ts';
import { startProgram } from './start-program.ts';
import { until } from './until.ts';

export type BotProcess = StartedProgram & {
  /** Whether it said that it runs the bot, and how often. */
  timesTaken(bot: Bot): number;
};

export type BotFleet = {
  readonly store: Store;
  readonly runs: BotRunStore;
  readonly database: TestDatabase['database'];
  startProcess(): Promise<BotProcess>;
  startBot(source: string): Promise<Bot>;
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
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function botFleet(
  { database, url }: OpenedDatabase,
  dataDir: string,
  processes: Set<BotProcess>,
): Promise<BotFleet> {
  const store = postgresStore(database);
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const { userId } = user;
  const account = sampleAccount(userId, { exchange: 'sim' });
  await store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal('10000000') }];
  const venue = makeSimulatedVenue(makePostgresSimStore(database), 'sim');
  await venue.openWallet(account, deposits, Date.now());
  return {
    store,
    database,
    runs: postgresBotRunStore(database),
    async startProcess() {
      const started = startProcess({
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        TIDEMILL_DATA_DIR: dataDir,
      });
      processes.add(started);
      await until('a process runs bots', () => started.output().includes('"bots.started"'));
      return started;
    },
    async startBot(source) {
      const bot = sampleBot(account);
      await store.insertBot(bot, null);
      const loaded = { kind: 'script', source, libraries: [] } as const;
      const request = { userId, botId: bot.botId, loaded, runningMax: null, atMs: Date.now() };
      await store.activateBot(request);
      return { ...bot, activation: 1 };
    },
    async ordersOf({ botId }) {
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

function startProcess(environment: NodeJS.ProcessEnv): BotProcess {
  const started = startProgram(['serve', '--bots'], environment);
  return {
    ...started,
    timesTaken: ({ botId }) =>
      started
        .output()
        .split('\n')
        .filter((line) => line.includes('"bot.running"') && line.includes(botId)).length,
  };
}
