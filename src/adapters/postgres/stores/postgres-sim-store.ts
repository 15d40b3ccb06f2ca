// The simulated exchange's accounts in PostgreSQL. Reading an account is one statement and changing
// it is one call of a function of the database, so that an order costs one round trip and one
// commit; what is requested while earlier calls are under way shares the next of both.

import { assert, present } from '#lib/assert.ts';
import type { Calls } from '#lib/coalesce.ts';
import { coalesceWithFallback } from '#lib/coalesce.ts';
import { jsonText } from '#adapters/postgres/connection/storable-values.ts';
import { mayBeOfOne } from '#venue-port/world/failure.ts';
import type { SimStore, SimWallet } from '#adapters/sim/sim-store.ts';
import type { SimCommit } from '#adapters/sim/sim-commit.ts';
import type { SimReading, CommitResult, DueAccount } from '#adapters/sim/sim-store.ts';
import type { AccountRow } from '#adapters/postgres/rows/sim-account-row.ts';
import {
  accountFromRow,
  accountToRow,
  bookFromCells,
  POSITION_NUMBER_COLUMNS,
  positionToRow,
} from '#adapters/postgres/rows/sim-account-row.ts';
import type { SimFill } from '#adapters/sim/sim-account.ts';
import { dueAtMs } from '#adapters/sim/sim-account.ts';
import { SIM_COMMIT, SIM_COMMIT_ALL } from '#adapters/postgres/stores/sim-commit-statements.ts';
import type {
  BookingRow,
  FillRow,
  MarginEventRow,
  OrderRow,
} from '#adapters/postgres/rows/sim-order-row.ts';
import {
  bookingFromRow,
  bookingToRow,
  fillFromRow,
  fillToRow,
  marginEventFromRow,
  marginEventToRow,
  ORDER_COLUMNS,
  orderFromRow,
  orderToRow,
  updateToRow,
} from '#adapters/postgres/rows/sim-order-row.ts';

type Statement = {
  readonly name: string;
  readonly text: string;
  /** Made for callers of all kinds, so that it does not wait with those of low priority. */
  readonly isShared?: boolean;
};

/**
 * A connection, a pool or a transaction: bigint columns come back as numbers, numeric ones as text.
 */
export type SimSession = {
  read<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
  write<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
};

const ACCOUNT_COLUMNS = `a.account_id, a.market_type, a.leverage, a.margin_mode, a.fees_in,
      a.version, a.settled_until_ms, a.funded_until_ms, a.due_at_ms, a.next_sequence,
      a.minute_use, a.updated_at_ms, a.wallets`;
const LOAD = {
  name: 'sim_load',
  text: `
    SELECT ${ACCOUNT_COLUMNS},
      coalesce((
        SELECT jsonb_agg(working) FROM sim_orders
        WHERE account_id = a.account_id AND state = 'open'
      ), '[]') AS orders,
      coalesce((
        SELECT jsonb_agg(to_jsonb(p) || jsonb_build_object(
          'leverage', p.leverage::text,
          ${POSITION_NUMBER_COLUMNS.map((column) => `'${column}', p.${column}::text`).join(', ')}
        ) ORDER BY p.market_tag)
        FROM sim_positions p WHERE p.account_id = a.account_id
      ), '[]') AS positions
    FROM sim_accounts a WHERE a.account_id = $1`,
};
/** The wallet of a spot account with nothing due: the whole of a balance, in one read. */
export const LOAD_WALLET = {
  name: 'sim_load_wallet',
  text: `
    SELECT market_type, due_at_ms, updated_at_ms, wallets
    FROM sim_accounts WHERE account_id = $1`,
  isShared: true,
};
const LOAD_WALLETS = {
  name: 'sim_load_wallets',
  text: `
    SELECT account_id, market_type, due_at_ms, updated_at_ms, wallets
    FROM sim_accounts WHERE account_id = ANY ($1::text[])`,
  isShared: true,
};
const OPEN = { name: 'sim_open', text: 'SELECT sim_open($1, $2) AS is_opened' };
// Those below respond with one row of nulls, but for the due time, when there is nothing to
// list.
const FIND_ORDER = {
  name: 'sim_find_order',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')}, due_at_ms FROM sim_accounts a
    LEFT JOIN sim_orders o ON o.account_id = a.account_id AND o.venue_order_id = $2
    WHERE a.account_id = $1`,
};
const LIST_OPEN_ORDERS = {
  name: 'sim_list_open_orders',
  text: `
    SELECT ${ORDER_COLUMNS.join(', ')}, due_at_ms FROM sim_accounts a
    LEFT JOIN sim_orders o ON o.account_id = a.account_id AND o.state = 'open'
    WHERE a.account_id = $1 ORDER BY placed_at_ms, venue_order_id`,
};
const FILL_COLUMNS = `f.sequence, f.venue_order_id, f.market_tag, f.side, f.price_ticks,
        f.lots, f.fee_units, f.fee_currency, f.is_maker, f.filled_at_ms`;
const FILL_RECORD = `AS f (
        sequence bigint, venue_order_id text, market_tag text, side text, price_ticks numeric,
        lots numeric, fee_units numeric, fee_currency text, is_maker boolean, filled_at_ms bigint
      )`;
const CLIENT_ORDER_ID = `(
        SELECT client_order_id FROM sim_orders o WHERE o.venue_order_id = f.venue_order_id
      ) AS client_order_id`;
// The arguments are SQL: where the account, the sequence and the limit are found.
const fillsOf = (accountId: string, afterSequence: string, fillsMax: string): string => `
      SELECT ${FILL_COLUMNS}, ${CLIENT_ORDER_ID}
      FROM sim_journal j CROSS JOIN jsonb_to_recordset(j.fills) ${FILL_RECORD}
      WHERE j.account_id = ${accountId} AND j.next_sequence > ${afterSequence}
        AND f.sequence > ${afterSequence}
      ORDER BY j.next_sequence, f.sequence LIMIT ${fillsMax}`;
const LIST_FILLS = {
  name: 'sim_list_fills',
  text: `
    SELECT ${FILL_COLUMNS}, client_order_id, due_at_ms
    FROM sim_accounts a LEFT JOIN LATERAL (${fillsOf('$1', '$2', '$3')}) f ON true
    WHERE a.account_id = $1 ORDER BY f.sequence`,
  isShared: true,
};
// All of the account's journal is looked through: it is requested by people, one order at a time.
const LIST_ORDER_FILLS = {
  name: 'sim_list_order_fills',
  text: `
    SELECT ${FILL_COLUMNS}, client_order_id, due_at_ms
    FROM sim_accounts a LEFT JOIN LATERAL (
      SELECT ${FILL_COLUMNS}, ${CLIENT_ORDER_ID}
      FROM sim_journal j CROSS JOIN jsonb_to_recordset(j.fills) ${FILL_RECORD}
      WHERE j.account_id = $1 AND f.venue_order_id = $2
        AND j.fills @> jsonb_build_array(jsonb_build_object('venue_order_id', $2::text))
    ) f ON true
    WHERE a.account_id = $1 ORDER BY f.sequence`,
};
// For several accounts, each looked up by itself.
const LIST_FILLS_OF_ALL = {
  name: 'sim_list_fills_of_all',
  text: `
    SELECT g.position, ${FILL_COLUMNS}, client_order_id, due_at_ms
    FROM unnest($1::text[], $2::bigint[], $3::int[])
      WITH ORDINALITY AS g (account_id, after_sequence, fills_max, position)
    CROSS JOIN LATERAL (
      SELECT due_at_ms FROM sim_accounts WHERE account_id = g.account_id OFFSET 0
    ) a
    LEFT JOIN LATERAL (${fillsOf('g.account_id', 'g.after_sequence', 'g.fills_max')}) f ON true
    ORDER BY g.position, f.sequence`,
  isShared: true,
};
const LIST_MARGIN_EVENTS = {
  name: 'sim_list_margin_events',
  text: `
    SELECT m.sequence, m.index, m.event, due_at_ms FROM sim_accounts a LEFT JOIN LATERAL (
      SELECT j.next_sequence AS sequence, e.index, e.event
      FROM sim_journal j
      CROSS JOIN jsonb_array_elements(j.margin_events) WITH ORDINALITY AS e (event, index)
      WHERE j.account_id = $1 AND j.margin_events IS NOT NULL
        AND (j.next_sequence, e.index) > ($2::bigint, $3::bigint)
        AND j.next_sequence >= $2
      ORDER BY j.next_sequence, e.index LIMIT $4
    ) m ON true
    WHERE a.account_id = $1 ORDER BY m.sequence, m.index`,
};
const LIST_DUE = {
  name: 'sim_list_due',
  text: `
    SELECT account_id, version, due_at_ms FROM sim_accounts
    WHERE due_at_ms <= $1 ORDER BY due_at_ms LIMIT $2`,
};
// What is being changed now is passed by: it gets another version, or is still due.
const MOVE_ON = {
  name: 'sim_move_on',
  text: `
    WITH moved AS MATERIALIZED (
      SELECT a.account_id, m.settled_until_ms, m.due_at_ms
      FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
        AS m (account_id, version, settled_until_ms, due_at_ms)
      JOIN sim_accounts a ON a.account_id = m.account_id AND a.version = m.version
      FOR NO KEY UPDATE OF a SKIP LOCKED
    )
    UPDATE sim_accounts a SET
      settled_until_ms = greatest(a.settled_until_ms, m.settled_until_ms),
      due_at_ms = greatest(a.due_at_ms, m.due_at_ms)
    FROM moved m WHERE a.account_id = m.account_id`,
};
const BOOKING_COLUMNS =
  'b.sequence, b.currency, b.debit, b.credit, b.units, b.kind, b.reference, b.at_ms';
const BOOKING_RECORD = `sequence bigint, currency text, debit text, credit text, units text,
      kind text, reference text, at_ms bigint`;
const LIST_BOOKINGS = {
  name: 'sim_list_bookings',
  text: `
    SELECT ${BOOKING_COLUMNS} FROM sim_journal, jsonb_to_recordset(bookings) AS b (
      ${BOOKING_RECORD}
    ) WHERE account_id = $1 ORDER BY sequence`,
};
// Each row of the journal that is read has one booking at least.
const LIST_NAMED_BOOKINGS = {
  name: 'sim_list_named_bookings',
  text: `
    SELECT ${BOOKING_COLUMNS}, o.client_order_id FROM (
      SELECT bookings FROM sim_journal
      WHERE account_id = $1 AND next_sequence > $2 AND bookings IS NOT NULL
      ORDER BY next_sequence LIMIT $3 + 1
    ) AS j, jsonb_to_recordset(j.bookings) AS b (
      ${BOOKING_RECORD}
    ) LEFT JOIN sim_orders o ON o.venue_order_id = b.reference
    WHERE b.sequence > $2 ORDER BY b.sequence LIMIT $3`,
};
const LIST_ACCOUNT_IDS = {
  name: 'sim_list_account_ids',
  text: `
    SELECT account_id FROM sim_accounts
    WHERE $1::text IS NULL OR account_id > $1 ORDER BY account_id LIMIT $2`,
};

/** Store over this session; a failed change leaves an account as it was. */
export function makePostgresSimStore(session: SimSession): SimStore {
  return { ...accountStatements(session), ...listStatements(session) };
}

function accountStatements(
  session: SimSession,
): Pick<SimStore, 'open' | 'load' | 'loadWallet' | 'commit' | 'moveOn'> {
  return {
    async open(account, bookings) {
      const rows = await session.write<{ readonly is_opened: boolean }>(OPEN, [
        jsonText(accountToRow(account)),
        jsonOrNull(bookings.map(bookingToRow)),
      ]);
      return rows[0]?.is_opened === true;
    },
    async load(accountId) {
      const [row] = await session.read<AccountRow>(LOAD, [accountId]);
      return row === undefined ? null : accountFromRow(row);
    },
    loadWallet: coalesceWithFallback(walletReads(session), READ_GROUPS),
    commit: coalesceWithFallback(commits(session), COMMIT_GROUPS),
    async moveOn(accounts) {
      await session.write(MOVE_ON, [
        accounts.map((account) => account.accountId),
        accounts.map((account) => account.version),
        accounts.map((account) => account.settledUntilMs),
        accounts.map(dueAtMs),
      ]);
    },
  };
}

/** One at once, so that each is large while there is much to ask. */
const READ_GROUPS = { itemsMax: 250, groupsMax: 1 };
const COMMIT_GROUPS = { itemsMax: 100, groupsMax: 2 };

function walletReads(session: SimSession): Calls<string, SimWallet | null> {
  return {
    async one(accountId) {
      const [row] = await session.read<WalletRow>(LOAD_WALLET, [accountId]);
      return row === undefined ? null : walletFromRow(row);
    },
    async many(accountIds) {
      type Named = WalletRow & { readonly account_id: string };
      const rows = await session.read<Named>(LOAD_WALLETS, [accountIds]);
      const wallets = new Map(rows.map((row) => [row.account_id, walletFromRow(row)]));
      return accountIds.map((accountId) => wallets.get(accountId) ?? null);
    },
    isOfOne: mayBeOfOne,
  };
}

/** Sorted, so that groups of several processes do not wait for one another crosswise. */
function commits(session: SimSession): Calls<SimCommit, CommitResult> {
  type CommitRow = { readonly response: CommitResult };
  return {
    async one(commit) {
      const [row] = await session.write<CommitRow>(SIM_COMMIT, commitValues(commit));
      assert(row !== undefined, 'a function returns a row');
      return row.response;
    },
    async many(all) {
      const sorted = all.toSorted((left, right) =>
        left.account.accountId < right.account.accountId ? -1 : 1,
      );
      const rows = sorted.map(commitValues);
      const columns = rows[0]?.map((_, column) => rows.map((values) => values[column])) ?? [];
      const results = await session.write<CommitRow>(SIM_COMMIT_ALL, columns);
      const byCommit = new Map(sorted.map((commit, index) => [commit, results[index]?.response]));
      return all.map((commit) => present(byCommit.get(commit), 'each commit has a response'));
    },
    isOfOne: mayBeOfOne,
  };
}

type FillQuestion = {
  readonly accountId: string;
  readonly afterSequence: number;
  readonly limit: number;
};

function fillReads(session: SimSession): Calls<FillQuestion, SimReading<SimFill>> {
  const response = (rows: readonly DueAccountRow<FillRow>[]) =>
    readingFrom(rows, (row) => row.sequence, fillFromRow);
  return {
    async one({ accountId, afterSequence, limit }) {
      const values = [accountId, afterSequence, limit];
      return response(await session.read<DueAccountRow<FillRow>>(LIST_FILLS, values));
    },
    async many(questions) {
      const rows = await session.read<DueAccountRow<FillRow> & { readonly position: number }>(
        LIST_FILLS_OF_ALL,
        [
          questions.map(({ accountId }) => accountId),
          questions.map(({ afterSequence }) => afterSequence),
          questions.map(({ limit }) => limit),
        ],
      );
      const byPosition = Map.groupBy(rows, ({ position }) => position);
      return questions.map((_, index) => response(byPosition.get(index + 1) ?? []));
    },
    isOfOne: mayBeOfOne,
  };
}

type DueRow = {
  readonly account_id: string;
  readonly version: number;
  readonly due_at_ms: number;
};

type WalletRow = {
  readonly market_type: SimWallet['marketType'];
  readonly due_at_ms: number | null;
  readonly updated_at_ms: number;
  readonly wallets: readonly (readonly string[])[];
};

function walletFromRow(row: WalletRow): SimWallet {
  const { market_type: marketType, due_at_ms: due, updated_at_ms: updatedAtMs } = row;
  return { marketType, dueAtMs: due, updatedAtMs, books: row.wallets.map(bookFromCells) };
}

function listStatements(
  session: SimSession,
): Omit<SimStore, 'open' | 'load' | 'loadWallet' | 'commit' | 'moveOn'> {
  const findFills = coalesceWithFallback(fillReads(session), READ_GROUPS);
  return {
    async findOrder(accountId, venueOrderId) {
      const values = [accountId, venueOrderId];
      const rows = await session.read<DueAccountRow<OrderRow>>(FIND_ORDER, values);
      return readingFrom(rows, (row) => row.venue_order_id, orderFromRow);
    },
    async listOpenOrders(accountId) {
      const rows = await session.read<DueAccountRow<OrderRow>>(LIST_OPEN_ORDERS, [accountId]);
      return readingFrom(rows, (row) => row.venue_order_id, orderFromRow);
    },
    listFills: (accountId, afterSequence, limit) => findFills({ accountId, afterSequence, limit }),
    async listOrderFills(accountId, venueOrderId) {
      const rows = await session.read<DueAccountRow<FillRow>>(LIST_ORDER_FILLS, [
        accountId,
        venueOrderId,
      ]);
      return readingFrom(rows, (row) => row.sequence, fillFromRow);
    },
    async listMarginEvents(accountId, after, limit) {
      const values = [accountId, after.sequence, after.index, limit];
      const rows = await session.read<DueAccountRow<MarginEventRow>>(LIST_MARGIN_EVENTS, values);
      return readingFrom(rows, (row) => row.sequence, marginEventFromRow);
    },
    async listDue(nowMs, limit) {
      const rows = await session.read<DueRow>(LIST_DUE, [nowMs, limit]);
      return rows.map((row): DueAccount => ({
        accountId: row.account_id,
        version: row.version,
        dueAtMs: row.due_at_ms,
      }));
    },
    async listBookings(accountId) {
      const rows = await session.read<BookingRow>(LIST_BOOKINGS, [accountId]);
      return rows.map(bookingFromRow);
    },
    async listNamedBookings(accountId, afterSequence, limit) {
      type Named = BookingRow & { readonly client_order_id: string | null };
      const values = [accountId, afterSequence, limit];
      const rows = await session.read<Named>(LIST_NAMED_BOOKINGS, values);
      return rows.map(({ client_order_id: clientOrderId, ...row }) => ({
        ...bookingFromRow(row),
        clientOrderId,
      }));
    },
    async listAccountIds(afterId, limit) {
      type Named = { readonly account_id: string };
      const rows = await session.read<Named>(LIST_ACCOUNT_IDS, [afterId, limit]);
      return rows.map((row) => row.account_id);
    },
  };
}

/** A row with the account's due time; its other columns are null when there is nothing to list. */
type DueAccountRow<Row> = Row & { readonly due_at_ms: number | null };

function readingFrom<Row, T>(
  rows: readonly DueAccountRow<Row>[],
  keyOf: (row: Row) => unknown,
  toItem: (row: Row) => T,
): SimReading<T> {
  const [first] = rows;
  if (first === undefined) return null;
  const items = keyOf(first) === null ? [] : rows.map(toItem);
  return { items, dueAtMs: first.due_at_ms };
}

function commitValues(commit: SimCommit): readonly unknown[] {
  const { account, placed, fills, bookings } = commit;
  const row = accountToRow(account);
  const { accountId } = account;
  return [
    accountId,
    commit.expectedVersion,
    row['leverage'],
    row['margin_mode'],
    row['settled_until_ms'],
    row['due_at_ms'],
    row['next_sequence'],
    jsonText(row['minute_use']),
    row['updated_at_ms'],
    jsonText(row['wallets']),
    placed === null ? null : jsonText(orderToRow(accountId, placed.order, placed.working)),
    jsonOrNull(fills.map(fillToRow)),
    jsonOrNull(bookings.map(bookingToRow)),
    changeOf(commit),
    row['funded_until_ms'],
    jsonOrNull(commit.marginEvents.map(marginEventToRow)),
  ];
}

/** What became of older orders and of positions; null when nothing did, as with most orders. */
function changeOf({ account, updates, positions, closedPositionIds }: SimCommit): string | null {
  if (updates.length + positions.length + closedPositionIds.length === 0) return null;
  const own = <T>(items: readonly T[], toRow: (item: T) => object) =>
    items.length === 0 ? undefined : items.map(toRow);
  return jsonText({
    updates: own(updates, updateToRow),
    positions: own(positions, (position) => positionToRow(account.accountId, position)),
    closed: closedPositionIds.length === 0 ? undefined : closedPositionIds,
  });
}

function jsonOrNull(rows: readonly object[]): string | null {
  return rows.length === 0 ? null : jsonText(rows);
}
