// Limits of accounts in PostgreSQL. Whoever writes an order of an account that has limits holds the
// lock on their row meanwhile, so that orders are judged one after the other.

import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import { ACCOUNT_COLUMNS, accountFromRow } from '#adapters/postgres/rows/account-row.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import { WORKING_STATES } from '#adapters/postgres/rows/order-row.ts';
import { jsonText } from '#adapters/postgres/connection/storable-values.ts';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimalFromInteger, formatDecimal, parseDecimal, ZERO } from '#lib/decimal.ts';
import type { AccountLimits } from '#domain/risk/account-limits.ts';
import { NO_LIMITS } from '#domain/risk/account-limits.ts';
import type { Judgement, NotedValue, OrderRisk } from '#domain/risk/judge-orders.ts';
import { judgeOrders } from '#domain/risk/judge-orders.ts';
import { loosenedLimits } from '#domain/risk/loosened-limits.ts';
import { shareOfValue } from '#domain/risk/order-value.ts';
import type { OrderSide, OrderState } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { AccountLimitStore } from '#ports/stores/account-limit-store.ts';
import { Failure } from '#venue-port/world/failure.ts';

type StoredCurrency = {
  readonly currency: string;
  readonly max_order_value: string | null;
  readonly max_exposure: string | null;
  readonly max_daily_loss: string | null;
};

export type LimitsRow = {
  readonly account_id: string;
  readonly max_orders_per_minute: number | null;
  readonly currencies: readonly StoredCurrency[];
};

/** Stands for the currency of an order that is not judged although its account has limits. */
export const EXEMPT = '';

export const LIMITS_COLUMNS = 'account_id, max_orders_per_minute, currencies';

export const FIND_LIMITS: Statement<LimitsRow> = {
  name: 'find_account_limits',
  text: `SELECT ${LIMITS_COLUMNS} FROM account_limits WHERE account_id = $1`,
};

export const LOCK_LIMITS: Statement<LimitsRow> = {
  name: 'lock_account_limits',
  text: `${FIND_LIMITS.text} FOR NO KEY UPDATE`,
};

/** Locks the row; one is made for two who set the first limits at once. */
const OPEN_LIMITS: Statement<LimitsRow> = {
  text: `
    INSERT INTO account_limits (account_id, max_orders_per_minute, currencies)
    VALUES ($1, NULL, '[]')
    ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id
    RETURNING account_limits.account_id, account_limits.max_orders_per_minute,
      account_limits.currencies`,
};

const SET_LIMITS: Statement<unknown> = {
  text: `
    INSERT INTO account_limits (account_id, max_orders_per_minute, currencies)
    VALUES ($1, $2, $3::jsonb)
    ON CONFLICT (account_id) DO UPDATE SET
      max_orders_per_minute = excluded.max_orders_per_minute, currencies = excluded.currencies`,
};

const DROP_LIMITS: Statement<unknown> = {
  text: 'DELETE FROM account_limits WHERE account_id = $1',
};

const LIST_WITH_LOSS_LIMIT: Statement<AccountRow> = {
  text: `
    SELECT ${ACCOUNT_COLUMNS.map((column) => `a.${column}`).join(', ')}
    FROM accounts a JOIN account_limits l ON l.account_id = a.account_id
    WHERE EXISTS (
      SELECT FROM jsonb_array_elements(l.currencies) AS each
      WHERE each ->> 'max_daily_loss' IS NOT NULL
    )
    ORDER BY a.account_id`,
};

const LAST_JUDGED: Statement<{ readonly sequence: number }> = {
  name: 'last_judged_order',
  text: `
    SELECT coalesce(max(sequence), 0) AS sequence FROM orders
    WHERE account_id = $1 AND judged_at_ms IS NOT NULL`,
};

const OPEN_DAY: Statement<unknown> = {
  text: `
    INSERT INTO account_days (account_id, currency, day, worth) VALUES ($1, $2, $3, $4::numeric)
    ON CONFLICT (account_id, currency) DO UPDATE SET
      day = excluded.day, worth = excluded.worth, latched_loss = NULL
    WHERE account_days.day < excluded.day`,
};

const READ_DAY: Statement<{ readonly worth: string; readonly latched_loss: string | null }> = {
  text: 'SELECT worth, latched_loss FROM account_days WHERE account_id = $1 AND currency = $2',
};

const LATCH_LOSS: Statement<unknown> = {
  text: `
    UPDATE account_days SET latched_loss = greatest(latched_loss, $4::numeric)
    WHERE account_id = $1 AND currency = $2 AND day = $3`,
};

const RESET_LOSSES: Statement<unknown> = {
  text: 'DELETE FROM account_days WHERE account_id = $1',
};

/**
 * By the database's clock; newest first, so many as can matter. Orders that were placed before the
 * limits were set count from when they were placed; those that are exempt do not count.
 */
const COUNT_RECENT: Statement<{ readonly count: number }> = {
  name: 'count_recent_orders',
  text: `
    SELECT count(*)::int AS count FROM (
      ${newestPlaced(`state IN (${WORKING_STATES})`)}
      UNION ALL
      ${newestPlaced(`state NOT IN (${WORKING_STATES})`)}
    ) AS newest
    WHERE at_ms > extract(epoch FROM clock_timestamp()) * 1000 - 60000`,
};

/** Each part has an index of its own. */
function newestPlaced(condition: string): string {
  return `(
    SELECT coalesce(judged_at_ms, placed_at_ms) AS at_ms FROM orders
    WHERE account_id = $1 AND ${condition} AND risk_currency IS DISTINCT FROM '${EXEMPT}'
    ORDER BY sequence DESC LIMIT $2
  )`;
}

type JudgedRow = {
  readonly sequence: number;
  readonly market_tag: string;
  readonly side: OrderSide;
  readonly risk_currency: string;
  readonly risk_value: string;
  readonly amount: string;
  readonly filled_amount: string;
  readonly state: OrderState;
};

const LIST_JUDGED: Statement<JudgedRow> = {
  name: 'list_judged_orders',
  text: `
    SELECT sequence, market_tag, side, risk_currency, risk_value, amount, filled_amount, state
    FROM orders WHERE account_id = $1 AND judged_at_ms IS NOT NULL AND sequence > $2`,
};

/** Store over this database. */
export function postgresAccountLimitStore(database: Database): AccountLimitStore {
  return {
    async findLimits(accountId) {
      const [row] = await database.read(FIND_LIMITS, [accountId]);
      return row === undefined ? null : limitsFromRow(row);
    },
    setLimits: (accountId, limits, claim = null, mayLoosen = true) =>
      database.transaction(async (session) => {
        if (claim !== null) await insistOnClaim(session, claim);
        const next = limits ?? NO_LIMITS;
        const loosened = mayLoosen
          ? []
          : loosenedLimits(await lockFormer(session, accountId), next);
        if (loosened.length > 0) return loosened;
        if (limits === null) await session.write(DROP_LIMITS, [accountId]);
        else {
          const currencies = jsonText(limits.currencies.map(currencyToColumn));
          await session.write(SET_LIMITS, [accountId, limits.maxOrdersPerMinute, currencies]);
        }
        return [];
      }),
    async listAccountsWithLossLimit() {
      return (await database.read(LIST_WITH_LOSS_LIMIT, [])).map(accountFromRow);
    },
    async lastJudgedSequence(accountId) {
      const [row] = await database.read(LAST_JUDGED, [accountId]);
      return row?.sequence ?? 0;
    },
    async openDay(accountId, { currency, day, worth }) {
      await database.write(OPEN_DAY, [accountId, currency, day, formatDecimal(worth)]);
      const [row] = await database.read(READ_DAY, [accountId, currency]);
      const opened = present(row, 'the day was opened');
      return {
        worth: valueFromColumn(opened.worth),
        latchedLoss: nullableDecimal(opened.latched_loss) ?? ZERO,
      };
    },
    async latchLoss(accountId, { currency, day, loss }) {
      await database.write(LATCH_LOSS, [accountId, currency, day, formatDecimal(loss)]);
    },
    async resetLosses(accountId) {
      await database.write(RESET_LOSSES, [accountId]);
    },
  };
}

async function lockFormer(session: Session, accountId: string): Promise<AccountLimits> {
  const [row] = await session.write(OPEN_LIMITS, [accountId]);
  return limitsFromRow(present(row, 'the row was made or is there'));
}

/**
 * Judges orders that one account is about to write. The caller holds the lock on its limits.
 * `unwritten`: those that were allowed before in the same transaction.
 */
export async function judgeIntents(
  session: Session,
  row: LimitsRow,
  risks: readonly OrderRisk[],
  unwritten: readonly NotedValue[],
): Promise<Judgement> {
  const limits = limitsFromRow(row);
  const { maxOrdersPerMinute } = limits;
  const recent =
    maxOrdersPerMinute === null
      ? []
      : await session.read(COUNT_RECENT, [row.account_id, maxOrdersPerMinute]);
  const sequences = risks.flatMap(({ standing }) => standing?.afterSequence ?? []);
  const since = Math.min(...sequences);
  const judged =
    sequences.length === 0 ? [] : await session.read(LIST_JUDGED, [row.account_id, since]);
  return judgeOrders(limits, risks, {
    recentCount: (recent[0]?.count ?? 0) + unwritten.length,
    values: [...judged.map(notedFromRow), ...unwritten],
  });
}

function limitsFromRow(row: LimitsRow): AccountLimits {
  return {
    maxOrdersPerMinute: row.max_orders_per_minute,
    currencies: row.currencies.map((each) => ({
      currency: each.currency,
      maxOrderValue: nullableDecimal(each.max_order_value),
      maxExposure: nullableDecimal(each.max_exposure),
      maxDailyLoss: nullableDecimal(each.max_daily_loss),
    })),
  };
}

function currencyToColumn(limits: AccountLimits['currencies'][number]): StoredCurrency {
  const text = (value: Decimal | null): string | null =>
    value === null ? null : formatDecimal(value);
  return {
    currency: limits.currency,
    max_order_value: text(limits.maxOrderValue),
    max_exposure: text(limits.maxExposure),
    max_daily_loss: text(limits.maxDailyLoss),
  };
}

function nullableDecimal(text: string | null): Decimal | null {
  return text === null ? null : valueFromColumn(text);
}

/** Of a working order all that it may add still counts, of another what it has filled. */
function notedFromRow(row: JudgedRow): NotedValue {
  const [value, amount] = [valueFromColumn(row.risk_value), valueFromColumn(row.amount)];
  const filled = valueFromColumn(row.filled_amount);
  return {
    marketTag: row.market_tag,
    currency: row.risk_currency,
    side: row.side,
    value: isWorking(row) ? value : shareOfValue(value, filled, amount),
  };
}

/** A value may have more digits before the point than a decimal on the wire. */
function valueFromColumn(text: string): Decimal {
  const [whole = '', fraction = '0'] = text.replace('-', '').split('.');
  const part = parseDecimal(`0.${fraction.padEnd(1, '0')}`);
  if (!/^\d+$/.test(whole) || part === null)
    throw new Failure('corrupt_reply', `The stored value "${text}" is no decimal number.`);
  const magnitude = decimalFromInteger(BigInt(whole)) + part;
  return (text.startsWith('-') ? -magnitude : magnitude) as Decimal;
}
