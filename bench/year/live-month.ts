// One month of an installation: copies of real rows, spread evenly over it, written by SQL. Events
// are left out, because they are retained for days.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { firstOfMonth, monthOf } from '#adapters/postgres/rows/line-month.ts';
import { DAY_MS } from '#lib/time.ts';
import type { Installation, Sizes } from './installation.ts';

export const MONTHS = 12;
const MONTH_MS = 30 * DAY_MS;
/** Rows of one statement, which takes seconds. */
const ROWS_MAX = 10_000;

/** Columns of a table that are copied as they are: all but those that are generated or given. */
async function columnsOf(database: Database, table: string, given: readonly string[]) {
  const text = `SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = ''
      AND attgenerated = '' AND NOT attname = ANY ($2::text[]) ORDER BY attnum`;
  const rows = await database.read<{ readonly name: string }>({ text }, [table, given]);
  return rows.map(({ name }) => name).join(', ');
}

/** More bots like the one that there is, never started. */
export async function copyBots({ database }: Installation, count: number): Promise<void> {
  const columns = await columnsOf(database, 'bots', ['bot_id', 'name']);
  const text = `INSERT INTO bots (bot_id, name, ${columns})
    SELECT 'bot_y' || lpad(n::text, 8, '0'), 'bot ' || n, ${columns}
    FROM bots, generate_series(2, $1::int) AS n`;
  await database.write({ text }, [count]);
}

/** As many rows as `count`, some at once: `text` writes those of $1 to $2. */
async function inPortions(
  database: Database,
  count: number,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  for (let from = 1; from <= count; from += ROWS_MAX) {
    const to = Math.min(count, from + ROWS_MAX - 1);
    await database.transaction(async (session) => {
      await session.write({ text: 'SET LOCAL session_replication_role = replica' }, []);
      await session.write({ text: 'SET LOCAL statement_timeout = 0' }, []);
      await session.write({ text }, [from, to, ...values]);
    });
  }
}

export async function liveMonth(
  { database, accountId }: Installation,
  month: number,
  sizes: Sizes,
): Promise<void> {
  const beganMs = Date.now() - (MONTHS - month + 1) * MONTH_MS - 3_600_000;
  const times = ['placed_at_ms', 'updated_at_ms'];
  const names = ['client_order_id', 'venue_order_id'];
  const orders = await columnsOf(database, 'orders', ['order_id', 'bot_id', ...names, ...times]);
  const simulated = await columnsOf(database, 'sim_orders', [...names, ...times]);
  const name = `lpad(($5::int)::text, 2, '0') || lpad(n::text, 9, '0')`;
  const at = `$4::bigint + n * (${MONTH_MS}::bigint / ${Math.max(1, sizes.orders)})`;
  const bot = `JOIN (SELECT bot_id, row_number() OVER () AS place FROM bots) AS b
      ON b.place = 1 + n % ${sizes.bots}`;
  await inPortions(
    database,
    sizes.orders,
    `INSERT INTO orders (order_id, client_order_id, venue_order_id, bot_id, placed_at_ms,
        updated_at_ms, ${orders})
      SELECT 'ord_y' || ${name}, 'y' || ${name}, 'v' || ${name}, b.bot_id, ${at}, ${at}, ${orders}
      FROM (SELECT ${orders} FROM orders WHERE account_id = $3 AND bot_id IS NULL LIMIT 1) AS t,
        generate_series($1::int, $2::int) AS n ${bot}`,
    [accountId, beganMs, month],
  );
  await inPortions(
    database,
    sizes.orders,
    `INSERT INTO sim_orders (client_order_id, venue_order_id, placed_at_ms, updated_at_ms,
        ${simulated})
      SELECT 'y' || ${name}, 'v' || ${name}, ${at}, ${at}, ${simulated}
      FROM (SELECT ${simulated} FROM sim_orders WHERE account_id = $3 LIMIT 1) AS t,
        generate_series($1::int, $2::int) AS n`,
    [accountId, beganMs, month],
  );
  await liveLines(database, beganMs, sizes, bot);
  await database.write({ text: 'ANALYZE' }, []);
}

/** In the part of their month. */
async function liveLines(
  database: Database,
  beganMs: number,
  sizes: Sizes,
  bot: string,
): Promise<void> {
  const month = monthOf(beganMs);
  const add = `SELECT add_bot_line_month($1)
    WHERE NOT EXISTS (SELECT FROM bot_line_months WHERE month = $1)`;
  await database.write({ text: add }, [month]);
  await inPortions(
    database,
    sizes.lines,
    `INSERT INTO bot_log_lines (bot_id, sequence, at_ms, severity, message)
      SELECT b.bot_id, $4::bigint | nextval('bot_line_numbers'),
        $3::bigint + n * (${MONTH_MS}::bigint / ${Math.max(1, sizes.lines)}), 'info',
        'bought 0.0001 at 65000.1 because the average of 20 minutes was crossed, line ' || n
      FROM generate_series($1::int, $2::int) AS n ${bot}`,
    [beganMs, firstOfMonth(month)],
  );
}
