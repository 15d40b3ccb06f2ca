// Worker processes on one database, and backtests and labs for them: a user with an account and
// scripts.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decimal } from '#lib/decimal.ts';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import type { Backtest, BacktestProgress, BacktestStore } from '#ports/stores/backtest-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { LabStore } from '#ports/stores/lab-store.ts';
import { sampleAccount, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import { choicesToText, NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import type { TestDatabase } from './database.ts';
import { withTestDatabase } from './database.ts';
import type { StartedProgram } from './start-program.ts';
import { startProgram } from './start-program.ts';
import { until } from './until.ts';
import { removeFolder } from './remove-folder.ts';

export const QUICK_SCRIPT = 'local price = CurrentPrice() -- quick';
/** Some seconds of work in a run of a month. */
export const SLOW_SCRIPT = 'local sum = 0\nfor step = 1, 20000 do sum = sum + step end -- slow';
export const SLOW_DAYS = 31;

const OPTIONS = { isRunning: false, report: () => undefined } as const;

export type WorkerUnderTest = StartedProgram;

export type FleetUser = { readonly userId: string; readonly accountId: string };

export type WorkerFleet = {
  readonly backtests: BacktestStore;
  readonly labs: LabStore;
  readonly scripts: Pick<ScriptStore, 'findScript'>;
  readonly userId: string;
  readonly accountId: string;
  readonly databaseUrl: string;
  /** Settles when it takes jobs. */
  startWorker(): Promise<WorkerUnderTest>;
  /** Returns its id. */
  storeScript(source: string): Promise<string>;
  queue(source: string, days?: number, owner?: FleetUser): Promise<Backtest>;
  /** Somebody else with an account. */
  anotherUser(): Promise<FleetUser>;
  progressOf(backtest: Backtest): Promise<BacktestProgress | null>;
  readonly until: typeof until;
  /** Waits until the query has so many rows. */
  untilRows(what: string, query: string, count: number): Promise<void>;
  close(): Promise<void>;
};

/** Runs `work` with workers on a database of their own, and ends whatever is left. */
export async function withWorkerFleet(
  work: (fleet: WorkerFleet) => Promise<void>,
  threads = 1,
): Promise<void> {
  await withTestDatabase(async (database) => {
    const fleet = await workerFleet(database, threads);
    try {
      await work(fleet);
    } finally {
      await fleet.close();
    }
  });
}

/** `threads` is how many backtests each worker runs at once. */
async function workerFleet(test: TestDatabase, threads = 1): Promise<WorkerFleet> {
  const { database } = test;
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-workers-'));
  const opened = await openJobs(database, OPTIONS);
  const backtests = postgresBacktestStore(database, opened.jobs);
  const first = await seed(test);
  const { userId, accountId } = first;
  const workers = new Set<WorkerUnderTest>();
  const environment = {
    PATH: process.env['PATH'],
    DATABASE_URL: test.url,
    TIDEMILL_DATA_DIR: dataDir,
    TIDEMILL_WORKER_THREADS: String(threads),
  };
  return {
    backtests,
    labs: postgresLabStore(database, opened.jobs),
    scripts: postgresStore(database),
    userId,
    accountId,
    databaseUrl: test.url,
    storeScript: (source) => storeScript(test, userId, source),
    async startWorker() {
      const worker = startProgram(['serve', '--worker'], environment);
      workers.add(worker);
      await until('a worker starts', () => worker.output().includes('"worker.started"'));
      return worker;
    },
    anotherUser: () => seed(test),
    async queue(source, days = 1, owner = first) {
      const scriptId = await storeScript(test, owner.userId, source);
      const startMs = Date.UTC(2024, 0, 1);
      const backtest: Backtest = {
        backtestId: sampleId('bt'),
        ...owner,
        scriptId,
        marketTag: 'SIM_BTC_USDT',
        intervalMinutes: 1,
        startMs,
        endMs: startMs + days * 86_400_000,
        choices: choicesToText(NO_CHOICES),
        queuedAtMs: Date.now(),
      };
      await backtests.insertBacktest(backtest, null);
      return backtest;
    },
    async progressOf({ backtestId, userId: ownerId }) {
      return (await backtests.findBacktest(ownerId, backtestId))?.progress ?? null;
    },
    until,
    untilRows: (what, text, count) =>
      until(what, async () => (await database.read({ text }, [])).length === count),
    async close() {
      await Promise.all([...workers].map((worker) => worker.end('SIGKILL')));
      await opened.close();
      await removeFolder(dataDir);
    },
  };
}

async function seed({ database }: TestDatabase): Promise<FleetUser> {
  const store = postgresStore(database);
  const user = sampleUser();
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { exchange: 'sim' });
  await store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal('10000') }];
  const venue = makeSimulatedVenue(makePostgresSimStore(database), 'sim');
  await venue.openWallet(account, deposits, Date.now());
  return { userId: user.userId, accountId: account.accountId };
}

async function storeScript(
  { database }: TestDatabase,
  userId: string,
  source: string,
): Promise<string> {
  const scriptId = sampleId('scr');
  const check = { isValid: true, errors: [], warnings: [], inputs: [], commandName: null };
  const named = { scriptId, userId, name: scriptId, description: null, type: 'lua' } as const;
  const times = { createdAtMs: 0, updatedAtMs: 0 };
  await postgresStore(database).insertScript({ ...named, source, check, ...times });
  return scriptId;
}
