// Leases on shards of bots in PostgreSQL, and the processes that want some.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { shardLeases } from '#adapters/postgres/stores/shard-leases.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';

const LEASES = shardLeases('bot_leases');

const NOTE_RUNNER: Statement<unknown> = {
  name: 'note_bot_runner',
  text: `
    INSERT INTO bot_runners (owner, expires_at)
    VALUES ($1, clock_timestamp() + $2::int * interval '1 millisecond')
    ON CONFLICT (owner) DO UPDATE SET expires_at = excluded.expires_at`,
};

const COUNT_RUNNERS: Statement<{ readonly count: number }> = {
  name: 'count_bot_runners',
  text: 'SELECT count(*) AS count FROM bot_runners WHERE expires_at > clock_timestamp()',
};

const FORGET_RUNNERS: Statement<unknown> = {
  text: `DELETE FROM bot_runners WHERE expires_at < clock_timestamp() - interval '1 minute'`,
};

const FORGET_RUNNER: Statement<unknown> = { text: 'DELETE FROM bot_runners WHERE owner = $1' };

/** Leases over this database, by its own clock. */
export function postgresBotLeases(
  database: Database,
): Pick<BotRunStore, 'renewLeases' | 'releaseLeases'> {
  return {
    async renewLeases(owner, ttlMs) {
      return database.transaction(async (session) => renew(session, owner, ttlMs));
    },
    async releaseLeases(owner, shards) {
      await database.transaction(async (session) => {
        await LEASES.release(session, owner, shards);
        if (shards === null) await session.write(FORGET_RUNNER, [owner]);
      });
    },
  };
}

async function renew(session: Session, owner: string, ttlMs: number) {
  await session.write(NOTE_RUNNER, [owner, ttlMs]);
  await session.write(FORGET_RUNNERS, []);
  const [runners] = await session.read(COUNT_RUNNERS, []);
  const shareCount = Math.ceil(BOT_SHARDS_COUNT / Math.max(1, runners?.count ?? 1));
  return { leases: await LEASES.renew(session, owner, ttlMs, shareCount), shareCount };
}
