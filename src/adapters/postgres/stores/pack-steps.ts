// Packs old steps of bots: what snapshots have passed is one row for some fifty steps, compressed.
// Replays read it like before, and a run of years has few rows.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { StepPack, StepRow } from '#adapters/postgres/rows/step-pack.ts';
import { PACK_BYTES, PACK_ROWS_MAX, packsOf } from '#adapters/postgres/rows/step-pack.ts';

/** Runs that one slice reads at most; of each it reads so many rows as one pack has at most. */
const RUNS_MAX = 8;
/** A slice of fewer rows also reads fewer runs. */
const ROWS_OF_RUN = 125;

type RunRow = { readonly bot_id: string; readonly activation: number };

// A bot that is deleted waits for the slice, so that what is deleted of it is all that it wrote.
// The second bound is for the index of bots, which the planner reads from its begin otherwise.
const LOCK_RUNS: Statement<RunRow> = {
  text: `
    SELECT r.bot_id, r.activation FROM bot_runs r JOIN bots b ON b.bot_id = r.bot_id
    WHERE (r.bot_id, r.activation) > ($1, $2::int) AND b.bot_id >= $1
    ORDER BY r.bot_id, r.activation LIMIT $3 FOR KEY SHARE OF b`,
};

// From the first row on that is no pack, up to where the oldest snapshot stands: what a load from a
// snapshot reads stays small. Each run is looked up by itself: with a list all runs are read.
const LIST_ROWS: Statement<StepRow> = {
  text: `
    SELECT r.bot_id, r.activation, e.sequence, e.size
    FROM unnest($1::text[], $2::int[]) AS given (bot_id, activation) CROSS JOIN LATERAL (
      SELECT bot_id, activation, event_count FROM bot_runs
      WHERE bot_id = given.bot_id AND activation = given.activation OFFSET 0
    ) AS r CROSS JOIN LATERAL (
      SELECT coalesce((
        SELECT min(event_count) FROM bot_snapshots s
        WHERE s.bot_id = r.bot_id AND s.activation = r.activation
      ), r.event_count) AS until
    ) AS passed CROSS JOIN LATERAL (
      SELECT sequence, octet_length(event) AS size FROM bot_events
      WHERE bot_id = r.bot_id AND activation = r.activation AND sequence <= passed.until
        AND sequence >= (
          SELECT sequence FROM bot_events AS small
          WHERE small.bot_id = r.bot_id AND small.activation = r.activation
            AND octet_length(small.event) < ${PACK_BYTES}
          ORDER BY sequence LIMIT 1
        )
      ORDER BY sequence LIMIT ${PACK_ROWS_MAX}
    ) AS e
    ORDER BY r.bot_id, r.activation, e.sequence`,
};

// By their places, which the primary key has. Rows that went meanwhile with
// their run stay away: nothing is inserted.
const PACK: Statement<unknown> = {
  text: `
    WITH pack AS MATERIALIZED (
      SELECT bot_id, activation, first, last
      FROM unnest($1::text[], $2::int[], $3::int[], $4::int[])
        AS given (bot_id, activation, first, last)
    ), joined AS MATERIALIZED (
      SELECT p.bot_id, p.activation, p.first, own.event, own.places
      FROM pack p CROSS JOIN LATERAL (
        SELECT string_agg(event, E'\\n' ORDER BY sequence) AS event,
          array_agg(ctid ORDER BY sequence) AS places
        FROM bot_events e WHERE e.bot_id = p.bot_id AND e.activation = p.activation
          AND e.sequence BETWEEN p.first AND p.last
      ) AS own
    ), gone AS (
      DELETE FROM bot_events
      WHERE ctid = ANY (ARRAY(SELECT unnest(places[2:]) FROM joined))
    )
    UPDATE bot_events e SET event = joined.event FROM joined
    WHERE e.bot_id = joined.bot_id AND e.activation = joined.activation
      AND e.sequence = joined.first`,
};

/**
 * Packs steps of the runs after `place`, of so many rows at most, or else one pack; how many rows
 * fewer there are, and where the next slice begins (null: there are no more runs).
 */
export async function packStepsAfter(
  session: Session,
  place: string,
  rowsMax: number,
): Promise<{ readonly goneCount: number; readonly place: string | null }> {
  const runsMax = Math.min(RUNS_MAX, Math.ceil(rowsMax / ROWS_OF_RUN));
  const runs = await session.read(LOCK_RUNS, [...runAt(place), runsMax]);
  const ids = [runs.map((run) => run.bot_id), runs.map(({ activation }) => activation)];
  const packs = firstOf(packsOf(await session.read(LIST_ROWS, ids)), rowsMax);
  const last = runs.length < runsMax ? undefined : runs.at(-1);
  const next = last === undefined ? null : `${last.bot_id} ${last.activation}`;
  if (packs.length === 0) return { goneCount: 0, place: next };
  const values = [
    packs.map(({ botId }) => botId),
    packs.map(({ activation }) => activation),
    packs.map(({ first }) => first),
    packs.map(({ last }) => last),
  ];
  await session.write(PACK, values);
  const goneCount = packs.reduce((sum, { rowsCount }) => sum + rowsCount - 1, 0);
  // The same runs once more, as long as there is something to pack.
  return { goneCount, place };
}

/** A place that names a bot alone, as it once did, is before all of the bot's runs. */
function runAt(place: string): readonly [botId: string, activation: number] {
  const [botId = '', activation = '0'] = place.split(' ');
  return [botId, Number(activation)];
}

/** The first packs, whose rows are `rowsMax` at most; always one, if there is any. */
function firstOf(packs: readonly StepPack[], rowsMax: number): readonly StepPack[] {
  let rowsCount = 0;
  const more = packs.findIndex((pack) => (rowsCount += pack.rowsCount) > rowsMax);
  return more === -1 ? packs : packs.slice(0, Math.max(1, more));
}
