// A database of its own for each test that wants one, copied from a migrated template in some tens
// of milliseconds. All test processes share one throw-away cluster, which ends and is removed some
// seconds after the last of them. TEST_DATABASE_URL names another server (PostgreSQL 15 or later,
// right to create databases) to be used instead.

import { createHash, randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { memoryFolder } from './memory-folder.ts';

export type TestDatabase = {
  readonly name: string;
  /** For `openDatabase`, or as another process's DATABASE_URL. */
  readonly url: string;
  /** An open pool, closed by `drop` and `keep`. */
  readonly database: Database;
  drop(): Promise<void>;
  /** Leaves the database for finding what went wrong, and prints where it is. */
  keep(): Promise<void>;
};

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
/** Of the server that tests of this repository share. */
export const CLUSTER_FOLDER = join(
  memoryFolder(),
  `tidemill-test-${shortHash(`${REPOSITORY} ${process.getuid?.()}`)}`,
);
/** Long enough to bridge the time between two test files. */
const LINGER_MS = 8_000;
/** Nothing in it needs to survive a crash of the machine. */
const FAST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** While it is there, the keeper does not remove the cluster at its end. */
const KEEP_FILE = 'keep';
const RETAINED_MS = 24 * 3_600_000;
/** For filling tables on a machine that does much else: the service's own limit is for requests. */
const STATEMENT_TIMEOUT_MS = 600_000;
/** For twenty at once on a machine that stands still meanwhile. */
const CONNECT_TIMEOUT_MS = 120_000;
const TEMPLATE_LOCK = 1_953_064_302;

/**
 * Runs `work` on a fresh migrated database; drops it afterwards, or keeps it when `work` throws.
 */
export async function withTestDatabase(work: (test: TestDatabase) => Promise<void>): Promise<void> {
  const test = await createTestDatabase();
  try {
    await work(test);
  } catch (error) {
    await test.keep();
    throw error;
  }
  await test.drop();
}

/** A fresh migrated database. Call `drop` when the test passed, `keep` when it failed. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await findServer();
  const template = await findTemplate(server);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(server, async (client) => {
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  });
  const url = urlOf(server.url, name);
  const database = openDatabase({
    url,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  return {
    name,
    url,
    database,
    async drop() {
      await database.close();
      await administer(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      });
    },
    async keep() {
      await database.close();
      if (server.folder !== null) writeFileSync(join(server.folder, KEEP_FILE), '');
      process.stderr.write(`The database of the failed test is retained: ${url}\n`);
    },
  };
}

type Server = {
  readonly url: string;
  /** Null when the server is not ours. */
  readonly folder: string | null;
};

let server: Promise<Server> | undefined;
/** By the month in which they are used. */
const templates = new Map<string, Promise<string>>();

function findServer(): Promise<Server> {
  server ??= openServer();
  return server;
}

async function openServer(): Promise<Server> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return { url, folder: null };
  forgetOldFailures();
  const cluster = await attachCluster(CLUSTER_FOLDER, {
    settings: FAST_SETTINGS,
    lingerMs: LINGER_MS,
    isScratch: true,
  });
  cluster.unref();
  return { url: cluster.url, folder: CLUSTER_FOLDER };
}

/**
 * Databases of failed tests are retained for a day; then the cluster goes with its last process.
 */
function forgetOldFailures(): void {
  const found = statSync(join(CLUSTER_FOLDER, KEEP_FILE), { throwIfNoEntry: false });
  if (found === undefined || Date.now() - found.mtimeMs < RETAINED_MS) return;
  rmSync(join(CLUSTER_FOLDER, KEEP_FILE), { force: true });
}

function findTemplate(server: Server): Promise<string> {
  const month = new Date().toISOString().slice(0, 7);
  const template = templates.get(month) ?? makeTemplate(server, month);
  templates.set(month, template);
  return template;
}

/**
 * One per set of migrations and functions, and per month: a migrated database has parts for this
 * month and the next ones. The first process makes it and the others wait.
 */
async function makeTemplate(server: Server, month: string): Promise<string> {
  const schema = readSchema();
  const parts = [...schema.migrations, ...schema.repeatable.functions];
  const name = `template_${shortHash([month, ...parts.map((one) => one.checksum)].join())}`;
  const unfinished = `${name}_unfinished`;
  await administer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 1) return;
    await client.query(`DROP DATABASE IF EXISTS "${unfinished}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${unfinished}"`);
    await migrate(urlOf(server.url, unfinished), schema);
    await client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${name}"`);
  });
  return name;
}

async function administer(server: Server, work: (client: Client) => Promise<void>) {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
