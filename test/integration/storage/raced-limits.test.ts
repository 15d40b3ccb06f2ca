// Limits of a user hold when many ask at once: each is checked in the transaction of what it
// limits, under a lock on the user.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { credentialSealer } from '#adapters/system/credential-box.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { sampleLab } from '#ports/stores/lab.fixture.ts';
import { sampleAccount, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { requestBacktest } from '#services/backtests/request-backtest.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { createLab } from '#services/labs/create-lab.ts';
import { createPartnerKey } from '#services/partners/create-partner-key.ts';
import { createScript } from '#services/scripts/create-script.ts';
import { withTestDatabase } from '../../support/database.ts';
import { SPOT_TAG, stillExchange } from '../../support/still-exchange.ts';

const DAY_MS = 86_400_000;
const REQUESTED_AT_ONCE = 20;
/** So many more are allowed when they ask. */
const LEFT = 3;
const VALID = { isValid: true, errors: [], warnings: [], inputs: [], commandName: null };
const SCRIPT_ID = identifierFromBytes('scr', new Uint8Array(20));

async function openHarness(database: Database) {
  const store = postgresStore(database);
  const report = (): void => undefined;
  const { jobs, close } = await openJobs(database, { isRunning: false, report });
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { exchange: 'still', marketType: 'spot' });
  await store.insertAccount(account);
  const deps = {
    accounts: store,
    scripts: store,
    bots: store,
    keys: store,
    partners: store,
    backtests: postgresBacktestStore(database, jobs),
    labs: postgresLabStore(database, jobs),
    exchanges: exchangeRegistry([stillExchange()]),
    simulatedVenues: [],
    paperVenues: [],
    credentials: store,
    sealerFor: credentialSealer,
    checker: { check: async () => VALID },
    clock: { nowMs: () => 400 * DAY_MS },
    random: systemRandom,
    digest: systemDigest,
  };
  return { store, deps, close, account, caller: sampleCaller(user.userId) };
}

type Harness = Awaited<ReturnType<typeof openHarness>>;

async function acceptedOf(
  ask: (derivationId: string) => Promise<Result<unknown, unknown>>,
): Promise<number> {
  const requested = Array.from({ length: REQUESTED_AT_ONCE }, (_, index) => ask(`idm_${index}`));
  return (await Promise.all(requested)).filter(({ ok }) => ok).length;
}

async function withHarness(work: (harness: Harness, database: Database) => Promise<void>) {
  await withTestDatabase(async ({ database }) => {
    const harness = await openHarness(database);
    try {
      await work(harness, database);
    } finally {
      await harness.close();
    }
  });
}

test('no more backtests of a user wait than may', async () => {
  await withHarness(async ({ deps, caller, account }) => {
    const ask = (derivationId: string) =>
      requestBacktest(deps, {
        caller,
        scriptId: SCRIPT_ID,
        accountId: account.accountId,
        marketTag: SPOT_TAG,
        intervalMinutes: 1,
        startMs: 0,
        endMs: DAY_MS,
        choices: NO_CHOICES,
        derivationId,
        completion: null,
      });
    const already = LIMITS.backtestsWaitingPerUserMax - LEFT;
    for (let index = 0; index < already; index += 1) assert.ok((await ask(`one_${index}`)).ok);
    assert.equal(await acceptedOf(ask), LEFT);
    assert.ok((await ask('one_0')).ok, 'one that is there may be requested again');
  });
});

test('a user has no more labs than may be', async () => {
  await withHarness(async ({ deps, caller, store }, database) => {
    const lab = sampleLab(caller.userId);
    await deps.labs.insertLab(lab, null);
    await copyRows(database, 'labs', 'lab_id', lab.labId, LIMITS.labsPerUserMax - LEFT - 1);
    const named = { scriptId: SCRIPT_ID, userId: caller.userId, name: 'a', description: null };
    const times = { createdAtMs: 0, updatedAtMs: 0 };
    await store.insertScript({ ...named, type: 'lua', source: '', check: VALID, ...times });
    const ask = (derivationId: string) =>
      createLab(deps, {
        caller,
        name: 'a lab',
        scriptId: SCRIPT_ID,
        algorithm: 'brute_force',
        derivationId,
        completion: null,
      });
    assert.equal(await acceptedOf(ask), LEFT);
  });
});

test('no more labs of a user are at work than may be', async () => {
  await withHarness(async ({ deps, caller }) => {
    const { userId } = caller;
    const labs = Array.from({ length: REQUESTED_AT_ONCE }, () => sampleLab(userId));
    for (const lab of labs) await deps.labs.insertLab(lab, null);
    const start = {
      number: 0,
      startMs: 0,
      endMs: DAY_MS,
      startedAtMs: 0,
      scheduledCount: 1,
      completedCount: 0,
      cancelReason: null,
      parameters: '[]',
      plan: '{}',
      summary: null,
    };
    const started = await Promise.all(
      labs.map(({ labId }) => deps.labs.startLab(userId, labId, start, null, LEFT)),
    );
    assert.equal(started.filter((lab) => lab !== null).length, LEFT);
  });
});

test('a user has no more scripts than may be', async () => {
  await withHarness(async ({ deps, caller, store }, database) => {
    const { userId } = caller;
    const named = { scriptId: SCRIPT_ID, userId, name: 'a', description: null };
    const times = { createdAtMs: 0, updatedAtMs: 0 };
    await store.insertScript({ ...named, type: 'lua', source: '', check: VALID, ...times });
    await copyRows(
      database,
      'scripts',
      'script_id',
      SCRIPT_ID,
      LIMITS.scriptsPerUserMax - LEFT - 1,
    );
    const ask = (derivationId: string) =>
      createScript(deps, { userId, name: 'one', description: null, source: '', derivationId });
    assert.equal(await acceptedOf(ask), LEFT);
  });
});

test('a partner has no more keys than may be', async () => {
  await withHarness(async ({ deps, caller }, database) => {
    const wish = { caller, name: 'a key', scopes: [], expiresAtMs: null, addresses: [] } as const;
    const ask = (derivationId: string) =>
      createPartnerKey(deps, { ...wish, endUserId: null, derivationId, completion: null });
    const first = await ask('first');
    assert.ok(first.ok);
    const { keyId } = first.value;
    await copyRows(database, 'api_keys', 'key_id', keyId, LIMITS.keysPerUserMax - LEFT - 1);
    assert.equal(await acceptedOf(ask), LEFT);
  });
});

/** As often as given, each under an id of its own. */
async function copyRows(
  database: Database,
  table: string,
  idColumn: string,
  id: string,
  count: number,
): Promise<void> {
  const own = [idColumn, ...(table === 'api_keys' ? ['secret_hash'] : [])];
  const [row] = await database.read<{ readonly columns: string }>(
    {
      text: `
        SELECT string_agg(quote_ident(column_name), ', ') AS columns
        FROM information_schema.columns
        WHERE table_name = $1 AND column_name <> ALL ($2::text[]) AND is_generated = 'NEVER'
          AND is_identity = 'NO'`,
    },
    [table, own],
  );
  const columns = row?.columns ?? '';
  const values = [`'copy_' || n`, ...(table === 'api_keys' ? [`sha256(n::text::bytea)`] : [])];
  await database.write(
    {
      text: `
        INSERT INTO ${table} (${own.join(', ')}, ${columns})
        SELECT ${values.join(', ')}, ${columns} FROM ${table}, generate_series(1, ${count}) n
        WHERE ${idColumn} = $1`,
    },
    [id],
  );
}
