// Snapshots of runs in PostgreSQL, compressed. What cannot be unpacked any more counts as empty.

import { zstdCompress, zstdDecompress } from 'node:zlib';
import { promisify } from 'node:util';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { BotFence } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot, BotSnapshotStore } from '#ports/stores/bot-snapshot-store.ts';
import { SNAPSHOTS_RETAINED } from '#ports/stores/bot-snapshot-store.ts';

const SAVE: Statement<unknown> = {
  name: 'save_bot_snapshot',
  text: `
    WITH saved AS (
      INSERT INTO bot_snapshots (
        bot_id, activation, format, compiler, script_hash, window_start_ms, done_until_ms, event_count,
        inputs_digest, state_digest, whole_digest, packed
      )
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
      FROM bot_runs r JOIN bots b ON b.bot_id = r.bot_id AND b.activation = r.activation
      WHERE r.bot_id = $1 AND r.activation = $2 AND r.event_count >= $8 AND r.done_until_ms >= $7
      RETURNING bot_id
    ), old AS (
      DELETE FROM bot_snapshots s USING saved
      WHERE s.bot_id = saved.bot_id AND s.sequence IN (
        SELECT sequence FROM bot_snapshots WHERE bot_id = $1
        ORDER BY sequence DESC OFFSET ${SNAPSHOTS_RETAINED - 1}
      )
    )
    SELECT bot_id FROM saved`,
};

export type SnapshotRow = {
  readonly bot_id: string;
  readonly activation: number;
  readonly format: number;
  readonly compiler: string;
  readonly script_hash: string;
  readonly window_start_ms: number;
  readonly done_until_ms: number;
  readonly event_count: number;
  readonly inputs_digest: string;
  readonly state_digest: string;
  readonly whole_digest: string;
  readonly packed: Uint8Array;
};

/** As they are read. */
export const SNAPSHOT_COLUMNS = [
  'bot_id',
  'activation',
  'format',
  'compiler',
  'script_hash',
  'window_start_ms',
  'done_until_ms',
  'event_count',
  'inputs_digest',
  'state_digest',
  'whole_digest',
  'packed',
] as const satisfies readonly (keyof SnapshotRow)[];

const DROP: Statement<unknown> = {
  text: 'DELETE FROM bot_snapshots WHERE bot_id = $1 AND activation = $2',
};

const REFUSE: Statement<unknown> = {
  text: `
    UPDATE bot_runs SET snapshot_refusal = $3 WHERE bot_id = $1 AND activation = $2
    RETURNING bot_id`,
};

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

type HoldsLease = (session: Session, fence: BotFence) => Promise<boolean>;

/** Snapshots over this database; a snapshot is written only while its fence holds the lease. */
export function postgresBotSnapshots(
  database: Database,
  holdsLease: HoldsLease,
): Omit<BotSnapshotStore, 'findSnapshots'> {
  return {
    async saveSnapshot(fence, snapshot) {
      const packed = await compress(snapshot.text);
      const { botId, activation, format, compiler, scriptHash } = snapshot;
      const { windowStartMs, doneUntilMs, eventCount, inputsDigest, stateDigest, wholeDigest } =
        snapshot;
      const madeBy = [botId, activation, format, compiler, scriptHash];
      const place = [
        windowStartMs,
        doneUntilMs,
        eventCount,
        inputsDigest,
        stateDigest,
        wholeDigest,
      ];
      return database.transaction(async (session) => {
        if (!(await holdsLease(session, fence))) return false;
        return (await session.write(SAVE, [...madeBy, ...place, packed])).length === 1;
      });
    },
    async dropSnapshots(fence, { botId, activation, refusal }) {
      return database.transaction(async (session) => {
        if (!(await holdsLease(session, fence))) return false;
        await session.write(DROP, [botId, activation]);
        return (await session.write(REFUSE, [botId, activation, refusal])).length === 1;
      });
    },
  };
}

/** Snapshot of a row, unpacked; its text is empty when it cannot be. */
export async function snapshotFromRow(row: SnapshotRow): Promise<BotSnapshot> {
  return {
    botId: row.bot_id,
    activation: row.activation,
    format: row.format,
    compiler: row.compiler,
    scriptHash: row.script_hash,
    windowStartMs: row.window_start_ms,
    doneUntilMs: row.done_until_ms,
    eventCount: row.event_count,
    inputsDigest: row.inputs_digest,
    stateDigest: row.state_digest,
    wholeDigest: row.whole_digest,
    text: await unpacked(row.packed),
  };
}

async function unpacked(packed: Uint8Array): Promise<string> {
  try {
    return (await decompress(packed)).toString();
  } catch {
    return '';
  }
}
