// Data series in PostgreSQL.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { AddedPoints, DataSeriesStore, NewPoints } from '#ports/stores/data-series-store.ts';

// The user's row is locked, so that what is added at once is counted one by one.
const LOCK_OWNER: Statement<{ readonly user_id: string }> = {
  text: `
    SELECT user_id FROM users WHERE user_id = $1 AND deletion_began_at_ms IS NULL FOR UPDATE`,
};

const FIND: Statement<{ readonly series_id: string }> = {
  text: 'SELECT series_id::text FROM data_series WHERE user_id = $1 AND name = $2',
};

const MAKE: Statement<{ readonly series_id: string }> = {
  text: `
    INSERT INTO data_series (user_id, name, created_at_ms) SELECT $1, $2, $3::bigint
    WHERE (SELECT count(*) FROM data_series WHERE user_id = $1) < $4
    RETURNING series_id::text`,
};

const FIND_OTHER: Statement<{ readonly at_ms: number; readonly value: number }> = {
  text: `
    SELECT p.at_ms, p.value
    FROM unnest($2::bigint[], $3::double precision[]) AS given (at_ms, value)
      JOIN data_points p ON p.series_id = $1::bigint AND p.at_ms = given.at_ms
    WHERE p.value <> given.value ORDER BY p.at_ms LIMIT 1`,
};

const ADD: Statement<{ readonly at_ms: number }> = {
  text: `
    INSERT INTO data_points (series_id, at_ms, value, recorded_at_ms)
    SELECT $1::bigint, given.at_ms, given.value, $4::bigint
    FROM unnest($2::bigint[], $3::double precision[]) AS given (at_ms, value)
    ON CONFLICT DO NOTHING RETURNING at_ms`,
};

/** Counted as they come: the points themselves may be many. */
const COUNT: Statement<{ readonly count: number }> = {
  text: `
    UPDATE data_series s SET points_count = s.points_count + added.count,
      first_at_ms = least(s.first_at_ms, added.first_at_ms),
      last_at_ms = greatest(s.last_at_ms, added.last_at_ms)
    FROM (
      SELECT count(*)::int AS count, min(at_ms) AS first_at_ms, max(at_ms) AS last_at_ms
      FROM unnest($2::bigint[]) AS given (at_ms)
    ) AS added
    WHERE s.series_id = $1::bigint RETURNING s.points_count AS count`,
};

type SeriesRow = {
  readonly name: string;
  readonly created_at_ms: number;
  readonly points_count: number;
  readonly first_at_ms: number | null;
  readonly last_at_ms: number | null;
};

const LIST: Statement<SeriesRow> = {
  text: `
    SELECT name, created_at_ms, points_count, first_at_ms, last_at_ms
    FROM data_series WHERE user_id = $1 ORDER BY name`,
};

const LOAD: Statement<{ readonly at_ms: number; readonly value: number }> = {
  text: `
    SELECT at_ms, value FROM data_points
    WHERE series_id = $1::bigint AND recorded_at_ms <= $2::bigint AND at_ms <= $3::bigint
      AND at_ms > coalesce($4::bigint, -9223372036854775808)
    ORDER BY at_ms LIMIT $5`,
};

const DELETE: Statement<{ readonly name: string }> = {
  text: 'DELETE FROM data_series WHERE user_id = $1 AND name = $2 RETURNING name',
};

/** Undoes what was written. */
class NotAdded extends Error {
  readonly reason: AddedPoints;
  constructor(reason: AddedPoints) {
    super();
    this.reason = reason;
  }
}

/** Store over this database; rejections by its bounds are values. */
export function postgresDataSeriesStore(database: Database): DataSeriesStore {
  return {
    async addDataPoints(added, bounds) {
      try {
        return await database.transaction(async (session) => {
          if ((await session.write(LOCK_OWNER, [added.userId])).length === 0)
            throw new NotAdded({ code: 'no_user' });
          const seriesId = await openSeries(session, added, bounds.seriesMax);
          return addTo(session, seriesId, added, bounds.pointsMax);
        });
      } catch (error) {
        if (error instanceof NotAdded) return error.reason;
        throw error;
      }
    },
    async listDataSeries(userId) {
      const rows = await database.read(LIST, [userId]);
      return rows.map((row) => ({
        name: row.name,
        createdAtMs: row.created_at_ms,
        pointsCount: row.points_count,
        firstAtMs: row.first_at_ms,
        lastAtMs: row.last_at_ms,
      }));
    },
    async loadDataPoints(userId, name, { recordedUntilMs, untilMs, afterMs, limit }) {
      const [series] = await database.read(FIND, [userId, name]);
      if (series === undefined) return null;
      const values = [series.series_id, recordedUntilMs, untilMs, afterMs, limit];
      const rows = await database.read(LOAD, values);
      return {
        atMs: Float64Array.from(rows, (row) => row.at_ms),
        values: Float64Array.from(rows, (row) => row.value),
      };
    },
    deleteDataSeries: async (userId, name) =>
      (await database.write(DELETE, [userId, name])).length > 0,
  };
}

async function openSeries(
  session: Session,
  { userId, name, recordedAtMs }: NewPoints,
  seriesMax: number,
): Promise<string> {
  const [known] = await session.read(FIND, [userId, name]);
  if (known !== undefined) return known.series_id;
  const [made] = await session.write(MAKE, [userId, name, recordedAtMs, seriesMax]);
  if (made === undefined) throw new NotAdded({ code: 'too_many_series' });
  return made.series_id;
}

async function addTo(
  session: Session,
  seriesId: string,
  { points, recordedAtMs }: NewPoints,
  pointsMax: number,
): Promise<AddedPoints> {
  const [instants, values] = [[...points.atMs], [...points.values]];
  const [other] = await session.read(FIND_OTHER, [seriesId, instants, values]);
  if (other !== undefined)
    throw new NotAdded({ code: 'differs', atMs: other.at_ms, value: other.value });
  const added = await session.write(ADD, [seriesId, instants, values, recordedAtMs]);
  const news = added.map((row) => row.at_ms);
  const [counted] = await session.write(COUNT, [seriesId, news]);
  if ((counted?.count ?? 0) > pointsMax) throw new NotAdded({ code: 'too_many_points' });
  return { code: 'added', addedCount: added.length };
}
