// Hooks in PostgreSQL. A signal is noted and put into the inbox of its bot in one transaction; its
// unique name keeps a second one of that name waiting until it is known whether the first counts.

import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/connection/bot-channel.ts';
import { storedRows } from '#adapters/postgres/rows/stored-rows.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { isUnread, sendToBots } from '#adapters/postgres/stores/bot-inbox.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { UNREAD_SIGNAL } from '#ports/stores/bot-inbox.ts';
import type { Hook, HookCall, HookSignal, HookStore } from '#ports/stores/hook-store.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

type HookRow = {
  readonly hook_id: string;
  readonly user_id: string;
  readonly bot_id: string;
  readonly signal: string;
  readonly template: string | null;
  readonly addresses: readonly string[];
  readonly created_at_ms: number;
  readonly rotated_at_ms: number | null;
  readonly sells_enter_short: boolean;
  readonly repeat_window_ms: number;
  readonly is_signed: boolean;
};

const COLUMNS =
  'hook_id, user_id, bot_id, signal, template, addresses, created_at_ms, rotated_at_ms, ' +
  'sells_enter_short, repeat_window_ms, is_signed';

// The user's row is locked, so that hooks that are made at once are counted one by one.
const INSERT: Statement<{ readonly hook_id: string }> = {
  text: `
    WITH owner AS (
      SELECT user_id FROM users
      WHERE user_id = $2 AND deletion_began_at_ms IS NULL FOR UPDATE
    )
    INSERT INTO hooks (${COLUMNS}, secret_hash)
    SELECT $1, user_id, $3, $4, $5, $6::text[], $7::bigint, $8::bigint,
      $9::boolean, $10::bigint, $11::boolean, $12::bytea FROM owner
    WHERE (SELECT count(*) FROM hooks WHERE user_id = $2) < $13
    RETURNING hook_id`,
};

const FIND: Statement<HookRow> = {
  name: 'find_hook',
  text: `
    SELECT ${COLUMNS} FROM hooks
    WHERE secret_hash = $1 AND EXISTS (
      SELECT FROM users
      WHERE users.user_id = hooks.user_id AND deletion_began_at_ms IS NULL
    )`,
};

const LIST: Statement<HookRow> = {
  isReadByRow: true,
  text: `SELECT ${COLUMNS} FROM hooks WHERE user_id = $1 ORDER BY created_at_ms, hook_id`,
};

const ROTATE: Statement<{ readonly hook_id: string }> = {
  text: `
    UPDATE hooks SET secret_hash = $3, rotated_at_ms = $4
    WHERE user_id = $1 AND hook_id = $2 RETURNING hook_id`,
};

const DELETE: Statement<{ readonly hook_id: string }> = {
  text: 'DELETE FROM hooks WHERE user_id = $1 AND hook_id = $2 RETURNING hook_id',
};

const NOTE: Statement<{ readonly sequence: number }> = {
  name: 'note_hook_call',
  text: `
    INSERT INTO hook_calls (hook_id, at_ms, address, action, outcome, detail, call_id, message_hash)
    SELECT hook_id, $2::bigint, $3, $4, $5, $6, $7, $8::bytea FROM hooks WHERE hook_id = $1
    ON CONFLICT DO NOTHING RETURNING sequence`,
};

// Equal messages that come at once wait for one another.
const LOCK_HOOK: Statement<never> = {
  name: 'lock_hook',
  text: 'SELECT FROM hooks WHERE hook_id = $1 FOR UPDATE',
};

const FIND_EQUAL: Statement<{ readonly sequence: number }> = {
  name: 'find_equal_hook_call',
  text: `
    SELECT sequence FROM hook_calls
    WHERE hook_id = $1 AND message_hash = $2::bytea AND at_ms > $3::bigint LIMIT 1`,
};

const FORGET: Statement<never> = {
  name: 'forget_hook_calls',
  text: `
    DELETE FROM hook_calls WHERE hook_id = $1 AND sequence <= (
      SELECT sequence FROM hook_calls WHERE hook_id = $1
      ORDER BY sequence DESC OFFSET $2 LIMIT 1
    )`,
};

/** Of the call that was noted just now. */
const NAME_INPUT: Statement<never> = {
  name: 'name_hook_input',
  text: `
    UPDATE hook_calls SET inbox_sequence = $2::bigint WHERE sequence = (
      SELECT sequence FROM hook_calls WHERE hook_id = $1 AND outcome = 'queued'
      ORDER BY sequence DESC LIMIT 1
    )`,
};

type CallRow = {
  readonly at_ms: number | null;
  readonly address: string | null;
  readonly action: string | null;
  readonly outcome: HookCall['outcome'];
  readonly detail: string;
};

const LIST_CALLS: Statement<CallRow> = {
  text: `
    SELECT c.at_ms, c.address, c.action,
      CASE WHEN c.is_lost THEN 'unheard' ELSE c.outcome END AS outcome,
      CASE WHEN c.is_lost THEN '${UNREAD_SIGNAL}' ELSE c.detail END AS detail
    FROM hooks h LEFT JOIN LATERAL (
      SELECT sequence, at_ms, address, action, outcome, detail, outcome = 'queued' AND inbox_sequence IS NOT NULL
        AND ${isUnread('h.bot_id', 'hook_calls.inbox_sequence')} AS is_lost
      FROM hook_calls WHERE hook_id = h.hook_id ORDER BY sequence DESC LIMIT $3
    ) c ON true
    WHERE h.user_id = $1 AND h.hook_id = $2
    ORDER BY c.sequence DESC`,
};

/** Undoes what was written: the bot did not get the signal. */
class NotTaken extends Error {}

/** Store over this database; bots are notified after the commit. */
export function postgresHookStore(database: Database): HookStore {
  const notify = notifyOnce(database, BOT_CHANNEL, 'inbox');
  /** False: there is nothing to change, and the request is not completed. */
  const changeWith = (
    statement: typeof INSERT,
    values: readonly unknown[],
    completion: Completion | null,
  ): Promise<boolean> =>
    database.transaction(async (session) => {
      if ((await session.write(statement, values)).length === 0) return false;
      if (completion !== null) await completeRequest(session, completion);
      return true;
    });
  return {
    async insertHook(hook, secretHash, hooksMax, completion) {
      const { hookId, userId, botId, signal, template, addresses, createdAtMs } = hook;
      const of = [hookId, userId, botId, signal, template, addresses, createdAtMs];
      const rules = [hook.sellsEnterShort, hook.repeatWindowMs, hook.isSigned];
      const values = [...of, hook.rotatedAtMs, ...rules, secretHash, hooksMax];
      return changeWith(INSERT, values, completion);
    },
    async findHook(secretHash) {
      const [row] = await database.read(FIND, [secretHash]);
      return row === undefined ? null : hookFromRow(row);
    },
    async listHooks(userId) {
      const rows = await database.read(LIST, [userId]);
      return storedRows(database, 'hooks', rows, (row) => row.hook_id, hookFromRow);
    },
    rotateHook: (userId, hookId, secretHash, atMs, completion) =>
      changeWith(ROTATE, [userId, hookId, secretHash, atMs], completion),
    deleteHook: async (userId, hookId) =>
      (await database.write(DELETE, [userId, hookId])).length > 0,
    async takeHookSignal(signal, callsRetained) {
      const { hook, atMs, address, input, callId, detail } = signal;
      const name = { callId, messageHash: callId === null ? signal.messageHash : null };
      const call = { atMs, address, action: input.action, outcome: 'queued', detail } as const;
      try {
        const isNew = await database.transaction(async (session) => {
          if (callId === null && (await isRepeated(session, signal))) return false;
          if (!(await note(session, hook.hookId, call, name, callsRetained))) return false;
          const [sent] = await sendToBots(session, [{ botId: hook.botId, input }], atMs);
          if (sent === undefined) throw new NotTaken();
          await session.write(NAME_INPUT, [hook.hookId, sent.sequence]);
          return true;
        });
        if (!isNew) return 'duplicate';
      } catch (error) {
        if (error instanceof NotTaken) return 'refused';
        throw error;
      }
      await notify();
      return 'queued';
    },
    async noteHookCall(hookId, call, callsRetained) {
      await database.transaction((session) => note(session, hookId, call, UNNAMED, callsRetained));
    },
    async listHookCalls(userId, hookId, limit) {
      const rows = await database.read(LIST_CALLS, [userId, hookId, limit]);
      if (rows.length === 0) return null;
      return rows.flatMap(({ at_ms: atMs, ...call }) => (atMs === null ? [] : { atMs, ...call }));
    },
  };
}

/** An equal message was taken within the window of the hook. */
async function isRepeated(
  session: Session,
  { hook, atMs, messageHash }: HookSignal,
): Promise<boolean> {
  if (hook.repeatWindowMs === 0) return false;
  await session.read(LOCK_HOOK, [hook.hookId]);
  const values = [hook.hookId, messageHash, atMs - hook.repeatWindowMs];
  return (await session.read(FIND_EQUAL, values)).length > 0;
}

/** By which a call that was taken is known again. */
type CallName = { readonly callId: string | null; readonly messageHash: Uint8Array | null };
const UNNAMED: CallName = { callId: null, messageHash: null };

/** False when a call of that name is there, or the hook is not. */
async function note(
  session: Session,
  hookId: string,
  { atMs, address, action, outcome, detail }: HookCall,
  { callId, messageHash }: CallName,
  callsRetained: number,
): Promise<boolean> {
  const values = [hookId, atMs, address, action, outcome, detail, callId, messageHash];
  const noted = await session.write(NOTE, values);
  if (noted.length > 0) await session.write(FORGET, [hookId, callsRetained]);
  return noted.length > 0;
}

function hookFromRow(row: HookRow): Hook {
  return {
    hookId: row.hook_id,
    userId: row.user_id,
    botId: row.bot_id,
    signal: row.signal,
    template: row.template,
    addresses: row.addresses,
    sellsEnterShort: row.sells_enter_short,
    repeatWindowMs: row.repeat_window_ms,
    isSigned: row.is_signed,
    createdAtMs: row.created_at_ms,
    rotatedAtMs: row.rotated_at_ms,
  };
}
