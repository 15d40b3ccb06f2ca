// Pruning by kind, in PostgreSQL (migration 0182). A slice reads the next owners of rows in the
// order of their ids, so that no kind needs an index by time, and commits together with its place.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { FIRST_OF_MONTHS } from '#adapters/postgres/rows/line-month.ts';
import { packStepsAfter } from '#adapters/postgres/stores/pack-steps.ts';
import { present } from '#lib/assert.ts';
import type { PrunedKind, RetentionStore } from '#ports/stores/retention-store.ts';

/** Owners that one slice reads. */
const OWNERS_MAX = 200;
/** A process that shows nothing for so long has died. */
const HELD_SECONDS = 30;
/** Between the end of a round and the begin of the next one. */
const REST_MINUTES = 60;

/** A round of its own, beside those of the kinds. */
const PACKING = 'packed steps';

export const CLAIM_KIND: Statement<{ readonly place: string }> = {
  text: `
    INSERT INTO retention_rounds AS r (kind, owner, held_until)
    VALUES ($1, $2, clock_timestamp() + interval '${HELD_SECONDS} seconds')
    ON CONFLICT (kind) DO UPDATE SET owner = EXCLUDED.owner, held_until = EXCLUDED.held_until
    WHERE (r.owner = EXCLUDED.owner OR r.held_until < clock_timestamp()
        OR r.held_until > clock_timestamp() + interval '${2 * HELD_SECONDS} seconds')
      AND (r.completed_at IS NULL OR r.completed_at > clock_timestamp()
        OR r.completed_at < clock_timestamp() - interval '${REST_MINUTES} minutes')
    RETURNING place`,
};

const NOTE: Statement<unknown> = {
  text: `
    UPDATE retention_rounds SET place = $2, deleted_count = deleted_count + $3,
      completed_at = CASE WHEN $4::boolean THEN clock_timestamp() ELSE completed_at END,
      held_until = CASE WHEN $4::boolean THEN clock_timestamp() ELSE held_until END
    WHERE kind = $1`,
};

type SliceRow = {
  readonly deleted_count: number;
  readonly is_full: boolean;
  /** Null: there are no more owners. */
  readonly place: string | null;
};

/** `rows` are the ctids of what is old of `owner.id`; $2: before which instant, $3: at most. */
function slice(owners: string, id: string, table: string, rows: string): Statement<SliceRow> {
  const removed = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM old)) RETURNING 1`;
  return sliceBy(owners, id, { rows, key: 'ctid', removed });
}

/** `removed` deletes those whose `id` and `key` are in `old`. */
function sliceBy(
  owners: string,
  id: string,
  { rows, key, removed }: Readonly<Record<'rows' | 'key' | 'removed', string>>,
): Statement<SliceRow> {
  return {
    text: `
      WITH owner_page AS MATERIALIZED (
        SELECT ${id} AS id FROM ${owners} WHERE ${id} > $1::text ORDER BY ${id} LIMIT ${OWNERS_MAX}
      ), old AS MATERIALIZED (
        SELECT owner.id, o.${key}
        FROM owner_page AS owner CROSS JOIN LATERAL (${rows} LIMIT $3) AS o LIMIT $3
      ), gone AS (${removed})
      SELECT (SELECT count(*) FROM gone)::int AS deleted_count,
        (SELECT count(*) FROM old) = $3 AS is_full,
        CASE WHEN (SELECT count(*) FROM owner_page) = ${OWNERS_MAX}
          THEN (SELECT max(id) FROM owner_page) END AS place`,
  };
}

/** Those of before lines had months. */
const LINES = slice(
  'bots',
  'bot_id',
  'bot_lines',
  `SELECT ctid FROM bot_lines
    WHERE bot_id = owner.id AND sequence < coalesce((
      SELECT sequence FROM bot_lines AS newer
      WHERE newer.bot_id = owner.id AND newer.at_ms >= $2 ORDER BY sequence LIMIT 1
    ), 9223372036854775807) ORDER BY sequence`,
);

/** Retained for at least so long, lines are dropped by whole months (`line-month-store.ts`). */
const DROPPED_BY_MONTH_DAYS = 60;
// The places of a row in the parts of a table are no key.
const LINES_OF_MONTHS = sliceBy('bots', 'bot_id', {
  key: 'sequence',
  rows: `SELECT sequence FROM bot_log_lines
    WHERE bot_id = owner.id AND sequence >= ${FIRST_OF_MONTHS} AND sequence < coalesce((
      SELECT sequence FROM bot_log_lines AS newer
      WHERE newer.bot_id = owner.id AND newer.sequence >= ${FIRST_OF_MONTHS} AND newer.at_ms >= $2
      ORDER BY sequence LIMIT 1
    ), 9223372036854775807)
      AND to_timestamp($2::bigint / 1000.0)
        > clock_timestamp() - interval '${DROPPED_BY_MONTH_DAYS} days'
    ORDER BY sequence`,
  removed: `DELETE FROM bot_log_lines AS line USING old
    WHERE line.bot_id = old.id AND line.sequence = old.sequence RETURNING 1`,
});

// The latest run is replayed from its beginning where its snapshots do not serve, as after an
// upgrade that writes them otherwise; no earlier one ever is.
const STEPS = slice(
  'bots',
  'bot_id',
  'bot_events',
  `SELECT e.ctid FROM bot_runs r CROSS JOIN LATERAL (
      SELECT ctid FROM bot_events
      WHERE bot_id = r.bot_id AND activation = r.activation LIMIT $3
    ) AS e
    WHERE r.bot_id = owner.id AND r.done_until_ms < $2 AND r.activation < (
      SELECT max(activation) FROM bot_runs AS latest WHERE latest.bot_id = owner.id
    )`,
);

// One that has ended holds nothing and works nowhere; its orders and fills stay those of its
// account, and what it wrote is deleted as that of any bot.
const BRACKETS = slice(
  'bots',
  'bot_id',
  'bots',
  `SELECT ctid FROM bots WHERE bot_id = owner.id AND strategy = 'bracket'
    AND NOT is_activated AND NOT is_followed AND stopped_at_ms < $2`,
);

const BACKTESTS = slice(
  'backtests',
  'backtest_id',
  'backtests',
  'SELECT ctid FROM backtests WHERE backtest_id = owner.id AND ended_at_ms < $2',
);

const OLD_LAB = `SELECT FROM labs
  WHERE lab_id = owner.id AND status IN ('completed', 'cancelled', 'failed') AND updated_at_ms < $2`;

const LAB_RESULTS = slice(
  'labs',
  'lab_id',
  'lab_results',
  `SELECT ctid FROM lab_results WHERE lab_id = owner.id AND EXISTS (${OLD_LAB})`,
);

const LABS = slice(
  'labs',
  'lab_id',
  'labs',
  `SELECT ctid FROM labs WHERE lab_id = owner.id AND EXISTS (${OLD_LAB})
    AND NOT EXISTS (SELECT FROM lab_results WHERE lab_id = owner.id)`,
);

const USAGE = slice(
  'partners',
  'user_id',
  'partner_signal_counts',
  `SELECT ctid FROM partner_signal_counts
    WHERE partner_id = owner.id AND minute_ms < $2 ORDER BY minute_ms`,
);

/** With what each kind is pruned, in this order; of large rows few at once. */
const SLICES: {
  readonly [kind in PrunedKind]: {
    readonly statements: readonly Statement<SliceRow>[];
    readonly rowsMax?: number;
  };
} = {
  lines: { statements: [LINES, LINES_OF_MONTHS] },
  steps: { statements: [STEPS] },
  brackets: { statements: [BRACKETS], rowsMax: 100 },
  backtests: { statements: [BACKTESTS], rowsMax: 20 },
  labs: { statements: [LAB_RESULTS, LABS] },
  usage: { statements: [USAGE] },
};

/** Store over this database; one process at a time prunes a kind. */
export function postgresRetentionStore(database: Pick<Database, 'transaction'>): RetentionStore {
  return {
    pruneSlice: ({ kind, ownerId, beforeMs, rowsMax }) =>
      database.transaction(async (session) => {
        const [claim] = await session.write(CLAIM_KIND, [kind, ownerId]);
        if (claim === undefined) return { deletedCount: 0, isOver: true };
        const found = await pruneAfter(session, kind, claim.place, { beforeMs, rowsMax });
        const { deletedCount, place } = found;
        await session.write(NOTE, [kind, place ?? '', deletedCount, place === null]);
        return { deletedCount, isOver: place === null };
      }),
    packSteps: (ownerId, rowsMax) =>
      database.transaction(async (session) => {
        const [claim] = await session.write(CLAIM_KIND, [PACKING, ownerId]);
        if (claim === undefined) return { deletedCount: 0, isOver: true };
        const { goneCount, place } = await packStepsAfter(session, claim.place, rowsMax);
        await session.write(NOTE, [PACKING, place ?? '', goneCount, place === null]);
        return { deletedCount: goneCount, isOver: place === null };
      }),
  };
}

/** `place` is where the next slice begins; null: all was looked through. */
async function pruneAfter(
  session: Session,
  kind: PrunedKind,
  place: string,
  { beforeMs, rowsMax }: { readonly beforeMs: number; readonly rowsMax: number },
): Promise<{ readonly deletedCount: number; readonly place: string | null }> {
  const { statements, rowsMax: own = rowsMax } = SLICES[kind];
  let deletedCount = 0;
  let next: string | null = null;
  for (const statement of statements) {
    const [row] = await session.write(statement, [place, beforeMs, Math.min(own, rowsMax)]);
    const { deleted_count: count, is_full: isFull, place: end } = present(row, 'one row');
    deletedCount += count;
    // The same owners once more, as long as they have old rows left.
    if (isFull) return { deletedCount, place };
    next = end;
  }
  return { deletedCount, place: next };
}
