// A reader from outside that compares the log of events with the orders. Each order retains the
// states that it went through beside the log, written by other statements; what the log has of it
// must follow from them, whoever was killed in between.

import assert from 'node:assert/strict';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresEventLog } from '#adapters/postgres/stores/event-log.ts';

type State = readonly [state: string, filledAmount: number, atMs: number];

type OrderRow = {
  readonly order_id: string;
  readonly user_id: string;
  readonly history: readonly State[];
};

type EventRow = {
  readonly user_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly object_id: string;
  readonly at_ms: number;
};

const ORDERS = {
  text: 'SELECT order_id, user_id, history FROM orders JOIN accounts USING (account_id)',
};
const EVENTS = {
  text: `
    SELECT user_id, sequence, type, object_id, at_ms FROM events
    WHERE type LIKE 'order.%' OR type = 'fill.created' ORDER BY user_id, sequence`,
};
const NUMBERS = {
  text: `
    SELECT user_id, count(*) AS count, min(sequence) AS first, max(sequence) AS last,
      (SELECT newest FROM event_counts c WHERE c.user_id = e.user_id) AS newest
    FROM events e GROUP BY user_id`,
};

type NumbersRow = {
  readonly user_id: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly newest: number;
};

/** Numbers what waits first. Returns how many events there are; throws on any difference. */
export async function compareEvents(database: Database): Promise<number> {
  const log = postgresEventLog(database);
  while ((await log.numberEvents(1_000)) > 0);
  for (const { user_id: userId, ...numbers } of await database.read<NumbersRow>(NUMBERS, [])) {
    const { count } = numbers;
    assert.deepEqual(numbers, { count, first: 1, last: count, newest: count }, userId);
  }
  const events = await database.read<EventRow>(EVENTS, []);
  const byOrder = Map.groupBy(events, ({ object_id: objectId }) => objectId);
  const orders = await database.read<OrderRow>(ORDERS, []);
  for (const { order_id: orderId, user_id: userId, history } of orders) {
    const found = (byOrder.get(orderId) ?? []).map((event) => [
      event.user_id,
      event.type,
      event.at_ms,
    ]);
    const wanted = history.flatMap((state, index) => typesOf(history[index - 1], state));
    assert.deepEqual(
      found,
      wanted.map(([type, atMs]) => [userId, type, atMs]),
      orderId,
    );
    byOrder.delete(orderId);
  }
  assert.deepEqual([...byOrder.keys()], [], 'no event is of an order that is not there');
  return events.length;
}

function typesOf(before: State | undefined, [state, filled, atMs]: State) {
  const added = filled - (before?.[1] ?? 0);
  const types: (readonly [type: string, atMs: number])[] = [];
  if (added > 0) types.push(['fill.created', atMs]);
  if (state !== before?.[0] || added < 0) types.push([typeOf(state), atMs]);
  return types;
}

function typeOf(state: string): string {
  if (state === 'pending') return 'order.placed';
  return state === 'open' ? 'order.opened' : `order.${state}`;
}
