// The log of events in PostgreSQL. Triggers write events, in the transaction of each change
// (migration 0143); this numbers and reads them, and writes what changes no row.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import type { EventRow } from '#adapters/postgres/rows/event-row.ts';
import {
  EVENT_COLUMNS,
  eventFromRow,
  STORED_EVENT_COLUMNS,
} from '#adapters/postgres/rows/event-row.ts';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import { present } from '#lib/assert.ts';
import type { EventLog } from '#ports/stores/event-log.ts';
import { EVENTS_SEARCHED_MAX } from '#ports/stores/event-log.ts';

/** Where `number_events` says whose events are new. */
export const EVENT_CHANNEL = 'tidemill_events';

const NUMBER: Statement<{ readonly count: number }> = {
  name: 'number_events',
  text: 'SELECT number_events($1) AS count',
  isShared: true,
};

const NOTE_CUT: Statement<unknown> = { text: 'SELECT note_cut_stream($1, $2, $3, $4, $5)' };

type SliceRow = {
  readonly newest: number;
  readonly oldest: number | null;
  readonly last_sequence: number;
  readonly events: readonly EventRow[] | null;
};

// One statement, so that the bounds are those of what it read. Numbers have no gap, so a number
// says how many events were looked at; where many are wanted of rare types, the search ends.
const READ: Statement<SliceRow> = {
  name: 'read_events',
  text: `
    WITH bounds AS MATERIALIZED (
      SELECT newest, oldest,
        least(newest, greatest($2::bigint, oldest - 1) + ${EVENTS_SEARCHED_MAX}) AS searched
      FROM (
        SELECT coalesce((SELECT newest FROM event_counts WHERE user_id = $1), 0) AS newest,
          (SELECT min(sequence) FROM events WHERE user_id = $1) AS oldest
      ) AS retained
    ), wanted AS MATERIALIZED (
      SELECT ${STORED_EVENT_COLUMNS} FROM events
      WHERE user_id = $1 AND sequence > $2 AND type = ANY ($3::text[])
        AND sequence <= (SELECT searched FROM bounds)
      ORDER BY sequence LIMIT $4
    )
    SELECT b.newest, b.oldest,
      greatest($2::bigint, CASE WHEN (SELECT count(*) FROM wanted) = $4
        THEN (SELECT max(sequence) FROM wanted) ELSE b.searched END) AS last_sequence,
      (
        SELECT json_agg(e ORDER BY sequence) FROM (
          SELECT ${EVENT_COLUMNS} FROM wanted AS event
        ) AS e
      ) AS events
    FROM bounds b`,
  isShared: true,
};

const READ_NEWEST: Statement<{ readonly user_id: string; readonly newest: number }> = {
  name: 'read_newest_events',
  text: 'SELECT user_id, newest FROM event_counts WHERE user_id = ANY ($1::text[])',
  isShared: true,
};

function sequenceOf({ sequence }: EventRow): number {
  return sequence;
}

/** Log over this database; events that cannot be read are reported and left out. */
export function postgresEventLog(database: Database): EventLog {
  return {
    async numberEvents(eventsMax) {
      const [row] = await database.write(NUMBER, [eventsMax]);
      return present(row, 'a count is one row').count;
    },
    async noteCutStream({ userId, keyId, path, reason, atMs }) {
      await database.write(NOTE_CUT, [userId, keyId, path, reason, atMs]);
    },
    async readEvents({ userId, after, types, limit }) {
      // Types that this release does not know are left out.
      const values = [userId, after, types ?? EVENT_TYPES, limit];
      const [row] = await database.read(READ, values);
      const { newest, oldest, last_sequence: lastSequence, events } = present(row, 'one row');
      const read = storedRows(database, 'events', events ?? [], sequenceOf, eventFromRow);
      return { newest, oldest, lastSequence, events: read };
    },
    async newestEvents(userIds) {
      const rows = await database.read(READ_NEWEST, [userIds]);
      return new Map(rows.map((row) => [row.user_id, row.newest]));
    },
  };
}
