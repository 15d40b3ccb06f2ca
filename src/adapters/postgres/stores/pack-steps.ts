// Packs old steps of bots: what snapshots have passed is one row for some fifty steps, compressed.
// Replays read it like before, and a run of years has few rows.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { StepRow } from '#adapters/postgres/rows/step-pack.ts';
import { PACK_BYTES, PACK_ROWS_MAX, packsOf } from '#adapters/postgres/rows/step-pack.ts';

/** Bots that one slice reads; it packs at most so many times the rows of a pack. */
const BOTS_MAX = 8;

// A bot that is deleted waits for the slice, so that what is deleted of it is all that it wrote.
const LOCK_BOTS: Statement<{ readonly bot_id: string }> = {
  text: `
    SELECT bot_id FROM bots WHERE bot_id > $1 ORDER BY bot_id LIMIT ${BOTS_MAX} FOR KEY SHARE`,
};

// From the first row on that is no pack, up to where the oldest snapshot stands: what a load from a
// snapshot reads stays small.
const LIST_ROWS: Statement<StepRow> = {
  text: `
    SELECT r.bot_id, r.activation, e.sequence, e.size
    FROM bot_runs r CROSS JOIN LATERAL (
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
    WHERE r.bot_id = ANY ($1::text[]) ORDER BY r.bot_id, r.activation, e.sequence`,
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
 * Packs steps of the bots after `place`; how many rows fewer there are, and where the next slice
 * begins (null: there are no more bots).
 */
export async function packStepsAfter(
  session: Session,
  place: string,
): Promise<{ readonly goneCount: number; readonly place: string | null }> {
  const botIds = (await session.read(LOCK_BOTS, [place])).map(({ bot_id: botId }) => botId);
  const packs = packsOf(await session.read(LIST_ROWS, [botIds]));
  const next = botIds.length < BOTS_MAX ? null : (botIds.at(-1) ?? null);
  if (packs.length === 0) return { goneCount: 0, place: next };
  const values = [
    packs.map(({ botId }) => botId),
    packs.map(({ activation }) => activation),
    packs.map(({ first }) => first),
    packs.map(({ last }) => last),
  ];
  await session.write(PACK, values);
  const goneCount = packs.reduce((sum, { rowsCount }) => sum + rowsCount - 1, 0);
  // The same bots once more, as long as there is something to pack.
  return { goneCount, place };
}
