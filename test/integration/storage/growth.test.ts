// Every table of the schema says whether it grows, and operators read the same.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GROWING } from '#adapters/postgres/growth/table-growth.ts';
import { DEFAULT_RETENTION, RETENTION_KINDS } from '#domain/retention/retention.ts';
import type { Growth } from '#adapters/postgres/growth/table-growth.ts';
import { withTestDatabase } from '../../support/database.ts';

/** Tables with as many rows as there are users, accounts, bots, markets, processes or settings. */
const LEVEL_TABLES: readonly string[] = [
  'account_credentials',
  'account_days',
  'account_leases',
  'account_limits',
  'accounts',
  'api_keys',
  'bot_leases',
  'bot_line_months',
  'value_subscriptions',
  'bot_notice_counts',
  'bot_runners',
  'bot_snapshots',
  'bot_strikes',
  'data_series',
  'deleted_bots',
  'end_users',
  'equity_schedule',
  'event_counts',
  'event_days',
  'exchange_health',
  'hooks',
  'installation',
  'market_histories',
  'notification_channels',
  'notification_paces',
  'notification_rules',
  'notification_users',
  'partner_bot_activations',
  'partner_bots',
  'partner_tariffs',
  'partners',
  'passkeys',
  'recovery_codes',
  'requested_strategy_backtests',
  'retention_rounds',
  'schema_function',
  'schema_migration',
  'scripts',
  'second_factors',
  'service_processes',
  'sim_accounts',
  'sim_positions',
  'user_access',
  'users',
  'venue_key',
  'venue_processes',
  'watched_markets',
  'webhooks',
  'write_probe',
  'write_probe_pages',
];

const TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  ORDER BY 1`;

/** Each table once; what is missing from one side, by name. */
function compareTables(found: readonly string[]): readonly string[] {
  const known = [...GROWING.flatMap(({ tables }) => tables), ...LEVEL_TABLES];
  const counts = Map.groupBy([...known, ...found, ...found], (name) => name);
  return [...counts].filter(([, times]) => times.length !== 3).map(([name]) => name);
}

test('a table grows or does not, and a new one is in neither list', async () => {
  await withTestDatabase(async ({ database }) => {
    const list = async (): Promise<readonly string[]> =>
      (await database.read<{ readonly name: string }>({ text: TABLES }, [])).map(
        ({ name }) => name,
      );
    assert.deepEqual(compareTables(await list()), []);
    await database.write({ text: 'CREATE TABLE a_new_table (id int)' }, []);
    assert.deepEqual(compareTables(await list()), ['a_new_table']);
  });
});

test('each kind of TIDEMILL_RETENTION is one of what grows', () => {
  const text = JSON.stringify(GROWING);
  for (const kind of RETENTION_KINDS) assert.ok(text.includes(kind), kind);
});

/** A row of the table, as the document has it. */
function documented({ what, tables, by, kind, removed }: Growth): string {
  const days = kind === null ? null : DEFAULT_RETENTION[kind];
  const byKind = kind === null ? [] : [`\`${kind}\` (${days === null ? 'ever' : amount(days)})`];
  const names = tables.map((name) => `\`${name}\``).join(', ');
  const ends = [...byKind, ...(removed === '' ? [] : [removed])].join('; ');
  return `| ${what}: ${names} | ${by} | ${ends} |`;
}

function amount(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

test('operators read what the list says', () => {
  const path = new URL('../../../docs/operations.md', import.meta.url);
  const lines = readFileSync(path, 'utf8').split('\n');
  const rows = lines.map((line) => line.replaceAll(/ +\|/g, ' |'));
  const missing = GROWING.map(documented).filter((row) => !rows.includes(row));
  assert.deepEqual(missing, [], missing.join('\n'));
});
