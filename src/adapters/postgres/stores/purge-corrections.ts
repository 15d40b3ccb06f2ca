// Deletes corrections of minutes that no run reads any more.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';

/** SQL: zero where there is no number, of which nothing is deleted too early. */
const wholeIn = (key: string): string => `(
          CASE jsonb_typeof(setup -> '${key}') WHEN 'number'
            THEN trunc((setup -> '${key}')::numeric) ELSE 0 END
        )`;

/**
 * A run reads the minutes of its markets from its window's beginning on, as they were before the
 * corrections that came after it began. The latest run of a stopped bot is still replayed: for what
 * its script has saved, or because somebody wants to see it; it reads no minute after its last one.
 * One whose setup is damaged cannot be replayed, and reads none.
 */
const PURGE: Statement<{ readonly number: number }> = {
  text: `
    WITH latest AS MATERIALIZED (
      SELECT b.is_activated, r.done_until_ms, read_stored_json(r.setup) AS setup
      FROM bots b CROSS JOIN LATERAL (
        SELECT done_until_ms, setup FROM bot_runs
        WHERE bot_runs.bot_id = b.bot_id ORDER BY activation DESC LIMIT 1
      ) AS r
    ), readers AS MATERIALIZED (
      SELECT market_tag, ${wholeIn('seenCorrection')} AS seen,
        floor(${wholeIn('startMs')} / 60000) AS from_minute,
        CASE WHEN NOT is_activated THEN done_until_ms / 60000 END AS until_minute
      FROM latest CROSS JOIN LATERAL jsonb_array_elements_text(
        CASE jsonb_typeof(setup -> 'marketTags') WHEN 'array' THEN setup -> 'marketTags' END
      ) AS market_tag
    )
    DELETE FROM candle_corrections WHERE number IN (
      SELECT number FROM candle_corrections AS corrected
      WHERE corrected_at < to_timestamp($1::float8 / 1000) AND NOT EXISTS (
        SELECT FROM readers
        WHERE readers.market_tag = corrected.market_tag AND seen < corrected.number
          AND corrected.minute >= from_minute
          AND (until_minute IS NULL OR corrected.minute < until_minute)
      )
      ORDER BY number LIMIT $2
    )
    RETURNING number`,
};

/** See HistoryStore. */
export async function purgeCorrections(
  session: Pick<Session, 'write'>,
  beforeMs: number,
  rowsMax: number,
): Promise<number> {
  return (await session.write(PURGE, [beforeMs, rowsMax])).length;
}
