// Stored JSON of one user that does not fit any more, column by column: what reads it may fail, and
// nothing else does. Then the service is killed, and loaded with all of it damaged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { OPERATIONS } from '#api/operations.ts';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { until } from '../support/until.ts';
import type { ApiResponse, Installation, Tenant } from '../tenants/installation.ts';
import { asking, makeInstallation } from '../tenants/installation.ts';
import { makeVictim } from '../tenants/victim.ts';

type Ids = Readonly<Record<string, string>>;
type Column = { readonly table: string; readonly column: string; readonly type: string };

const DAMAGES = ['{}', '[]', 'null', '"text"', '[[{"a":[1]}]]', '{"damaged":{"at":-1}}'];
const RESTART_DAMAGES = ['[]', '"text"', '{"damaged":1}'];
const DAMAGE_MS = Number(process.env['TENANTS_DAMAGE_SECONDS'] ?? 45) * 1_000;
const WINDOW = { start_at: '2026-03-01T00:00:00Z', end_at: '2026-03-01T04:00:00Z' };
const MARKET_TAG = 'SIM_BTC_USDT';
const SOURCE = `
local fast = SMA(ClosePrices(), Input('Length', 3))
if CrossOver(ClosePrices(), fast) then DoLong() elseif CrossUnder(ClosePrices(), fast) then DoExitPosition() end
Log('a minute') Plot(0, 'fast', fast)`;

test('damaged rows of a user cost others nothing', { timeout: 2_700_000 }, async () => {
  const installation = await makeInstallation();
  try {
    const victim = await makeVictim(installation);
    const partnerIds = await furnishPartner(installation);
    const ids = await furnish(installation.attacker);
    await until('its bot runs', async () => (await victim.minutes()).length > 0);
    const cluster = await attachCluster(installation.dataDir);
    const database = openDatabase({ url: cluster.url });
    try {
      await damageEach(installation, database, [ids, partnerIds]);
      await damageAllAndRestart(installation, database, [ids, partnerIds]);
    } finally {
      await database.close();
      await cluster.detach();
    }
    const before = (await victim.minutes()).at(-1) ?? 0;
    await until(
      "another's bot runs",
      async () => ((await victim.minutes()).at(-1) ?? 0) > before + 1,
      4 * MINUTE_MS,
    ).catch((error: unknown) => {
      throw new Error(importantLines(installation), { cause: error });
    });
    assert(!installation.output().includes('"reason":"defect"'), importantLines(installation));
    assert(installation.output().includes('"event":"bot.unreadable"'));
  } finally {
    await installation.end();
  }
});

async function damageEach(
  installation: Installation,
  database: Database,
  [ids, partnerIds]: readonly [Ids, Ids],
): Promise<void> {
  const calm = await readAll(installation, ids, partnerIds);
  const unwell = [...calm].filter(([, { status }]) => status >= 500);
  assert.deepEqual(unwell, []);
  let damagedCount = 0;
  const endMs = performance.now() + DAMAGE_MS;
  const columns = await jsonColumns(database);
  // Each column in one way, and in the other ways for as long as there is time.
  for (const [way] of DAMAGES.entries()) {
    for (const [index, column] of columns.entries()) {
      if (way > 0 && performance.now() > endMs) break;
      const damage = present(DAMAGES[(way + index) % DAMAGES.length], 'there are some');
      const isDamaged = await withDamage(database, column, damage, async () => {
        const what = `${column.table}.${column.column} = ${damage}`;
        for (const [path, { status, body }] of await readAll(installation, ids, partnerIds)) {
          if (status >= 500) assert.equal(typeof body['code'], 'string', `${what}: ${path}`);
        }
        await assertVictimIsWell(installation.victim, what);
      });
      if (isDamaged) damagedCount += 1;
    }
  }
  const most = columns.length * DAMAGES.length;
  process.stdout.write(`${damagedCount} damages of ${most} at most, ${calm.size} paths\n`);
  assert(damagedCount > 0);
}

async function assertVictimIsWell({ accountId, ask }: Tenant, what: string): Promise<void> {
  const paths = [`/v1/accounts/${accountId}/balance`, '/v1/bots', '/v1/scripts', '/v1/labs'];
  for (const path of paths) assert.equal((await ask('GET', path)).status, 200, `${what}: ${path}`);
}

/** Each time with bots that are to run, and are taken up with whatever is stored of them. */
async function damageAllAndRestart(
  installation: Installation,
  database: Database,
  [ids, partnerIds]: readonly [Ids, Ids],
): Promise<void> {
  for (const damage of RESTART_DAMAGES) {
    await database.write({ text: ACTIVATE_OTHERS }, []);
    for (const column of await jsonColumns(database)) {
      await database
        .transaction(async (session) => session.write({ text: damageText(column) }, [damage]))
        // A constraint of the table refuses it.
        .catch(() => undefined);
    }
    await installation.attacker.ask('POST', `/v1/bots/${ids['bot_id'] ?? ''}/start`);
    await installation.restart();
    await readAll(installation, ids, partnerIds);
  }
}

// An activation of a partner's bot begins once.
const ACTIVATE_OTHERS = `UPDATE bots SET is_activated = true, activated_at_ms = 1,
    activation = activation + CASE WHEN strategy IS NULL THEN 0 ELSE 1 END
  WHERE user_id <> (SELECT user_id FROM users WHERE name = 'victim')`;

/** What the service said, without what each second repeats. */
function importantLines(installation: Installation): string {
  const lines = installation.output().split('\n');
  return lines
    .filter((line) => !line.includes('"work":"settle"'))
    .slice(-100)
    .join('\n');
}

/** Rows of the attacker and of the partner alone, where the table says whose they are. */
function damageText({ table, column, type }: Column): string {
  const own = `SELECT user_id FROM users WHERE name = 'victim'`;
  return `UPDATE ${table} SET ${column} = $1::${type} WHERE ${column} IS NOT NULL AND
    coalesce(to_jsonb(${table}) ->> 'user_id', '') NOT IN (${own}) AND
    coalesce(to_jsonb(${table}) ->> 'account_id', '') NOT IN
      (SELECT account_id FROM accounts WHERE user_id IN (${own})) AND
    coalesce(to_jsonb(${table}) ->> 'bot_id', '') NOT IN
      (SELECT bot_id FROM bots WHERE user_id IN (${own})) AND
    coalesce(to_jsonb(${table}) ->> 'backtest_id', '') NOT IN
      (SELECT backtest_id FROM backtests WHERE user_id IN (${own}))`;
}

/** False where the table refuses such a value, or has none. */
async function withDamage(
  database: Database,
  column: Column,
  damage: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const { table } = column;
  const keys = await primaryKeyOf(database, table);
  if (keys.length === 0) return false;
  await database.write({ text: `CREATE TABLE IF NOT EXISTS undamaged AS TABLE ${table}` }, []);
  const isDamaged = await database.write({ text: damageText(column) }, [damage]).then(
    () => true,
    () => false,
  );
  try {
    if (isDamaged) await work();
  } finally {
    const same = keys.map((key) => `${table}.${key} = undamaged.${key}`).join(' AND ');
    const text = `UPDATE ${table} SET ${column.column} = undamaged.${column.column}
      FROM undamaged WHERE ${same} AND
        ${table}.${column.column}::text IS DISTINCT FROM undamaged.${column.column}::text`;
    if (isDamaged) await database.write({ text }, []);
    await database.write({ text: 'DROP TABLE undamaged' }, []);
  }
  return isDamaged;
}

async function jsonColumns(database: Database): Promise<readonly Column[]> {
  const text = `SELECT table_name AS "table", column_name AS "column", data_type AS "type"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND data_type IN ('json', 'jsonb', 'text') ORDER BY 1, 2`;
  const all = await database.read<Column>({ text }, []);
  const found: Column[] = [];
  for (const column of all) {
    const { column: name, table } = column;
    const sample = `SELECT FROM ${table} WHERE ltrim(${name}::text) ~ '^[{\\[]' LIMIT 1`;
    if ((await database.read({ text: sample }, [])).length > 0) found.push(column);
  }
  return found;
}

async function primaryKeyOf(database: Database, table: string): Promise<readonly string[]> {
  const text = `SELECT a.attname AS name FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = $1::regclass AND i.indisprimary`;
  const rows = await database.read<{ readonly name: string }>({ text }, [table]);
  return rows.map(({ name }) => name);
}

/** Everything that can be read, by its path. */
async function readAll(
  { attacker, partnerKey, url }: Installation,
  ids: Ids,
  partnerIds: Ids,
): Promise<ReadonlyMap<string, ApiResponse>> {
  const found = new Map<string, ApiResponse>();
  for (const { method, path } of OPERATIONS) {
    if (method !== 'GET') continue;
    const isPartners = path.startsWith('/v1/whitelabel');
    const filled = fill(path, isPartners ? partnerIds : ids);
    if (filled === null) continue;
    const ask = isPartners ? asking(url, partnerKey) : attacker.ask;
    found.set(filled, await ask('GET', filled));
  }
  return found;
}

function fill(path: string, ids: Ids): string | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  if (names.some((name) => ids[name] === undefined)) return null;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
}

async function furnish({ accountId, ask }: Tenant): Promise<Ids> {
  const post = async (path: string, body?: object): Promise<ApiResponse['body']> => {
    const { body: returned, status } = await ask('POST', path, body);
    assert(status < 300, `${path}: ${status} ${JSON.stringify(returned)}`);
    return returned;
  };
  const script = await post('/v1/scripts', { name: 's', source: SOURCE });
  const script_id = String(script['script_id']);
  const place = { account_id: accountId, market_tag: MARKET_TAG, script_id };
  const order = { side: 'buy', type: 'limit', price: '1000', amount: '0.01' };
  const { order_id } = await post('/v1/orders', { ...place, script_id: undefined, ...order });
  const bot = await post('/v1/bots', { ...place, name: 'b', settings: { interval: 1 } });
  const bot_id = String(bot['bot_id']);
  await post(`/v1/bots/${bot_id}/start`);
  const { backtest_id } = await post('/v1/backtests', { ...place, interval: 1, ...WINDOW });
  const lab = await post('/v1/labs', { name: 'l', script_id, algorithm: 'brute_force' });
  const lab_id = String(lab['lab_id']);
  const design = { algorithm: 'brute_force', interval: 1, ...place, script_id: undefined };
  const parameters = [{ key: 'Length', enabled: true, values: [2, 3, 4] }];
  const configured = await ask('PUT', `/v1/labs/${lab_id}`, { ...design, parameters });
  assert.equal(configured.status, 200, JSON.stringify(configured.body));
  await post(`/v1/labs/${lab_id}/start`, WINDOW);
  const statusOf = async (path: string) => (await ask('GET', path)).body['status'];
  await until(
    'its backtest is over',
    async () => (await statusOf(`/v1/backtests/${String(backtest_id)}`)) === 'finished',
  );
  await until(
    'its lab is over',
    async () => (await statusOf(`/v1/labs/${lab_id}`)) === 'completed',
  );
  await until('its bot has run', async () => {
    const { body } = await ask('GET', `/v1/bots/${bot_id}/logs`);
    return JSON.stringify(body).includes('a minute');
  });
  await post(`/v1/bots/${bot_id}/stop`);
  await pause(2_000);
  const ids = { account_id: accountId, script_id, bot_id, lab_id };
  return { ...ids, backtest_id: String(backtest_id), order_id: String(order_id) };
}

/** A grid bot of an end user. */
async function furnishPartner({ partnerKey, url }: Installation): Promise<Ids> {
  const ask = asking(url, partnerKey);
  const user = await ask('POST', '/v1/whitelabel/users', {
    external_id: 'customer',
    exchange: 'sim',
  });
  assert.equal(user.status, 201, JSON.stringify(user.body));
  const user_id = String(user.body['user_id']);
  const config = {
    market_tag: MARKET_TAG,
    lower_price: '20000',
    upper_price: '200000',
    grid_count: 8,
    investment: '500',
  };
  const made = await ask('POST', `/v1/whitelabel/users/${user_id}/bots`, {
    name: 'g',
    type: 'spot_grid',
    config,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const bot_id = String(made.body['bot_id']);
  const started = await ask('POST', `/v1/whitelabel/users/${user_id}/bots/${bot_id}/start`);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  await pause(5_000);
  await ask('POST', `/v1/whitelabel/users/${user_id}/bots/${bot_id}/stop`);
  return { user_id, bot_id };
}
