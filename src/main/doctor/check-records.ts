// Records that are needed while orders work and bots run, read as the service reads them: one that
// is damaged is left as it is until somebody mends it.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { BotRow } from '#adapters/postgres/rows/bot-row.ts';
import { BOT_COLUMNS, botFromRow } from '#adapters/postgres/rows/bot-row.ts';
import type { OrderRow } from '#adapters/postgres/rows/order-row.ts';
import { ORDER_COLUMNS, orderFromRow, WORKING_STATES } from '#adapters/postgres/rows/order-row.ts';
import type { Check } from '#cli/host.ts';
import { ok, warn } from '#main/checks/check.ts';

const NAME = 'records';
const SHOWN_MAX = 3;
const ROWS_PER_READ = 1_000;

const WORKING_ORDERS: Statement<OrderRow> = {
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')} FROM orders
    WHERE state IN (${WORKING_STATES}) AND order_id > $1 ORDER BY order_id LIMIT $2`,
};

const RUNNING_BOTS: Statement<BotRow> = {
  text: `
    SELECT ${BOT_COLUMNS.join(', ')} FROM bots
    WHERE is_activated AND bot_id > $1 ORDER BY bot_id LIMIT $2`,
};

/** Check of working orders and running bots that cannot be read. */
export async function checkRecords(database: Database): Promise<Check> {
  const orders = await unreadableIn(
    (after) => database.read(WORKING_ORDERS, [after, ROWS_PER_READ]),
    (row) => row.order_id,
    orderFromRow,
  );
  const bots = await unreadableIn(
    (after) => database.read(RUNNING_BOTS, [after, ROWS_PER_READ]),
    (row) => row.bot_id,
    botFromRow,
  );
  const names = [...orders.ids.map((id) => `order ${id}`), ...bots.ids.map((id) => `bot ${id}`)];
  return judgeRecords(orders.count + bots.count, names);
}

/** `names`: of those that cannot be read. */
export function judgeRecords(count: number, names: readonly string[]): Check {
  if (names.length === 0)
    return ok(NAME, `${count} of working orders and running bots can be read`);
  const shown = names.slice(0, SHOWN_MAX).join(', ');
  const others = names.length > SHOWN_MAX ? ` and ${names.length - SHOWN_MAX} more` : '';
  return warn(
    NAME,
    `cannot be read: ${shown}${others}`,
    'Everything else goes on. What to do: docs/runbooks/RecordsUnreadable.md',
  );
}

async function unreadableIn<Row>(
  read: (afterId: string) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
  fromRow: (row: Row) => unknown,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const ids: string[] = [];
  let count = 0;
  for (let afterId = ''; ;) {
    const rows = await read(afterId);
    for (const row of rows) {
      count += 1;
      try {
        fromRow(row);
      } catch {
        ids.push(idOf(row));
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_READ) return { count, ids };
    afterId = idOf(last);
  }
}
