// Reads that load bot runs: record, snapshots and events. Hundreds are loaded when a process
// begins, so those that are requested at once are read together.

import type { BotRunRow } from '#adapters/postgres/rows/bot-run-row.ts';
import { BOT_RUN_COLUMNS, botRunFromRow } from '#adapters/postgres/rows/bot-run-row.ts';
import type { SnapshotRow } from '#adapters/postgres/stores/bot-snapshot-store.ts';
import { SNAPSHOT_COLUMNS, snapshotFromRow } from '#adapters/postgres/stores/bot-snapshot-store.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { coalesceWithFallback } from '#lib/coalesce.ts';
import type { BotRunRecord, BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot, RetainedSnapshots } from '#ports/stores/bot-snapshot-store.ts';
import { SNAPSHOTS_RETAINED } from '#ports/stores/bot-snapshot-store.ts';
import { mayBeOfOne } from '#venue-port/world/failure.ts';

/** Of a run; which of the questions a row is for stands in it. */
type Question = { readonly botId: string; readonly activation: number; readonly count: number };
type PositionedRow<Row> = Row & { readonly position: number };

const QUESTIONS = `
    unnest($1::text[], $2::int[], $3::int[])
      WITH ORDINALITY AS q (bot_id, activation, count, position)`;

const FIND_RUNS: Statement<PositionedRow<BotRunRow>> = {
  name: 'find_bot_runs',
  text: `
    SELECT q.position, ${BOT_RUN_COLUMNS.map((column) => `r.${column}`).join(', ')}
    FROM ${QUESTIONS}
    JOIN bot_runs r ON r.bot_id = q.bot_id AND r.activation = q.activation`,
};

type FoundSnapshot = { readonly snapshot_refusal: string | null } & (
  | SnapshotRow
  | { readonly packed: null }
);

const FIND_SNAPSHOTS: Statement<PositionedRow<FoundSnapshot>> = {
  name: 'find_bot_snapshots',
  text: `
    SELECT q.position, r.snapshot_refusal, s.sequence,
      ${SNAPSHOT_COLUMNS.map((column) => `s.${column}`).join(', ')}
    FROM ${QUESTIONS}
    JOIN bot_runs r ON r.bot_id = q.bot_id AND r.activation = q.activation
    LEFT JOIN LATERAL (
      SELECT ${SNAPSHOT_COLUMNS.join(', ')}, sequence FROM bot_snapshots s
      WHERE s.bot_id = q.bot_id AND s.activation = q.activation
      ORDER BY sequence DESC LIMIT q.count
    ) s ON true
    ORDER BY q.position, s.sequence DESC`,
};

type EventRow = { readonly sequence: number; readonly event: string };

const LIST_EVENTS: Statement<PositionedRow<EventRow>> = {
  name: 'list_bot_events',
  text: `
    SELECT q.position, e.sequence, e.event
    FROM ${QUESTIONS}
    JOIN bot_events e ON e.bot_id = q.bot_id AND e.activation = q.activation
      AND e.sequence >= coalesce((
        SELECT max(sequence) FROM bot_events b
        WHERE b.bot_id = q.bot_id AND b.activation = q.activation AND b.sequence <= q.count + 1
      ), 0)
    ORDER BY q.position, e.sequence`,
};

/** Few at once: a snapshot may be large. */
const GROUPS = { itemsMax: 16, groupsMax: 2 };

/** Reads over this database; calls of one tick share a statement. */
export function postgresBotRunReads(
  database: Database,
): Pick<BotRunStore, 'findRun' | 'findSnapshots' | 'listEvents'> {
  const findRun = together(database, FIND_RUNS, async (rows) => runOf(rows));
  const findSnapshots = together(database, FIND_SNAPSHOTS, retainedOf);
  const listEvents = together(database, LIST_EVENTS, async (rows, { count }) =>
    eventsOf(rows, count),
  );
  const listAll = alone(database, LIST_EVENTS);
  return {
    findRun: (botId, activation) => findRun({ botId, activation, count: 1 }),
    findSnapshots: (botId, activation, countMax = SNAPSHOTS_RETAINED) =>
      findSnapshots({ botId, activation, count: countMax }),
    async listEvents(botId, activation, earlierCount = 0) {
      // The events of a whole life fill a response of their own.
      const question = { botId, activation, count: earlierCount };
      return earlierCount > 0 ? listEvents(question) : eventsOf(await listAll([question]), 0);
    },
  };
}

function alone<Row>(database: Database, statement: Statement<PositionedRow<Row>>) {
  return async (questions: readonly Question[]): Promise<readonly PositionedRow<Row>[]> =>
    database.read(statement, [
      questions.map(({ botId }) => botId),
      questions.map(({ activation }) => activation),
      questions.map(({ count }) => count),
    ]);
}

function together<Row, Output>(
  database: Database,
  statement: Statement<PositionedRow<Row>>,
  resultOf: (rows: readonly Row[], question: Question) => Promise<Output>,
): (question: Question) => Promise<Output> {
  const read = alone(database, statement);
  const many = async (questions: readonly Question[]): Promise<readonly Output[]> => {
    const rows = Map.groupBy(await read(questions), ({ position }) => position);
    return Promise.all(questions.map((question, at) => resultOf(rows.get(at + 1) ?? [], question)));
  };
  const one = async (question: Question): Promise<Output> =>
    resultOf(await read([question]), question);
  return coalesceWithFallback({ one, many, isOfOne: mayBeOfOne }, GROUPS);
}

function runOf([row]: readonly BotRunRow[]): BotRunRecord | null {
  return row === undefined ? null : botRunFromRow(row);
}

async function retainedOf(rows: readonly FoundSnapshot[]): Promise<RetainedSnapshots> {
  const snapshots = rows.flatMap((row): Promise<BotSnapshot>[] =>
    row.packed === null ? [] : [snapshotFromRow(row)],
  );
  const refusal = rows[0]?.snapshot_refusal ?? null;
  return { snapshots: await Promise.all(snapshots), refusal };
}

/** A row holds all events of a step under the number of its first one, which may be earlier. */
function eventsOf(rows: readonly EventRow[], earlierCount: number): readonly string[] {
  const events = rows.flatMap(({ event }) => event.split('\n'));
  const first = rows[0]?.sequence ?? 1;
  return events.slice(Math.max(0, earlierCount + 1 - first));
}
