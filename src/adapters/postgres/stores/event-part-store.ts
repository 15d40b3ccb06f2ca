// Days and months of events in PostgreSQL, each a slot of `events` (migrations 0143 and 0197). They
// are opened and dropped by functions of the owner, and called by the number of their opening.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { EVENT_COLUMNS, STORED_EVENT_COLUMNS } from '#adapters/postgres/rows/event-row.ts';
import { monthName } from '#adapters/postgres/rows/line-month.ts';
import { CLAIM_KIND } from '#adapters/postgres/stores/retention-store.ts';
import { DAY_MS } from '#lib/time.ts';
import type { EventPartStore, StoredEvent } from '#ports/stores/event-part-store.ts';

/** In `retention_rounds`. */
const KIND = 'event_parts';
/** Slots below are those of days. */
const FIRST_MONTH = 16;

const OPEN: Statement<unknown> = { text: 'SELECT open_event_slot($1)' };

type SlotRow = {
  readonly opened: number;
  readonly slot: number;
  readonly day: number;
  readonly is_archived: boolean;
  readonly installation_id: string;
};

const LIST_OLD: Statement<SlotRow> = {
  text: `
    SELECT opened, slot, day, archived_at IS NOT NULL AS is_archived, installation_id
    FROM event_days CROSS JOIN installation
    WHERE day < floor(extract(epoch FROM clock_timestamp()) / 86400) - $1::int
    ORDER BY opened`,
};

type PartRow = {
  readonly user_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly object_id: string;
  readonly at_ms: number;
  readonly data: string | null;
  readonly end_user_id: string | null;
};

const READ: Statement<PartRow> = {
  text: `
    WITH page AS MATERIALIZED (
      SELECT ${STORED_EVENT_COLUMNS} FROM events
      WHERE slot = (SELECT slot FROM event_days WHERE opened = $1)
        AND (user_id, sequence) > ($2::text, $3::bigint)
      ORDER BY user_id, sequence LIMIT $4
    )
    SELECT user_id, sequence, type, object_id, at_ms, data::text AS data, end_user_id
    FROM (SELECT event.user_id, ${EVENT_COLUMNS} FROM page AS event) AS whole
    ORDER BY user_id, sequence`,
};

// One that got events again, because there was no other slot, is not in the archive as a whole.
const NOTE_ARCHIVED: Statement<never> = {
  text: `
    UPDATE event_days SET archived_at = clock_timestamp()
    WHERE opened = $1 AND day < floor(extract(epoch FROM clock_timestamp()) / 86400) - 1`,
};

const DROP: Statement<{ readonly is_dropped: boolean }> = {
  text: 'SELECT drop_event_slot($1) AS is_dropped',
};

/** Store over this database; one process at a time claims old parts. */
export function postgresEventPartStore(
  database: Pick<Database, 'transaction' | 'write'>,
): EventPartStore {
  return {
    async openEventPart(days) {
      await database.write(OPEN, [days]);
    },
    claimOldEvents: (ownerId, days) =>
      database.transaction(async (session) => {
        const [claim] = await session.write(CLAIM_KIND, [KIND, ownerId]);
        if (claim === undefined) return [];
        const rows = await session.write(LIST_OLD, [days]);
        return rows.map((row) => ({
          id: row.opened,
          name: nameOf(row),
          installationId: row.installation_id,
          isArchived: row.is_archived,
        }));
      }),
    readPart: (ownerId, opened, after, limit) =>
      database.transaction(async (session) => {
        const [claim] = await session.write(CLAIM_KIND, [KIND, ownerId]);
        if (claim === undefined) return null;
        const place = [after?.userId ?? '', after?.sequence ?? 0];
        return (await session.write(READ, [opened, ...place, limit])).map(storedFromRow);
      }),
    async noteArchived(opened) {
      await database.write(NOTE_ARCHIVED, [opened]);
    },
    async dropPart(opened) {
      const [row] = await database.write(DROP, [opened]);
      return row?.is_dropped === true;
    },
  };
}

/** With the number of its opening: a clock that was wrong may have opened a day twice. */
function nameOf({ slot, day, opened }: SlotRow): string {
  const time =
    slot < FIRST_MONTH ? new Date(day * DAY_MS).toISOString().slice(0, 10) : monthName(slot);
  return `${time}-${opened}`;
}

function storedFromRow(row: PartRow): StoredEvent {
  const { user_id: userId, sequence, type, object_id: objectId, at_ms: atMs, data } = row;
  return { userId, sequence, type, objectId, atMs, data, endUserId: row.end_user_id };
}
