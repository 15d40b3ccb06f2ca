// Leases on shards of bots in PostgreSQL, by the database's clock. A lease is renewed while it has
// not run out; one that has is taken over with a higher token.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { BotLease, BotRunStore } from '#ports/stores/bot-run-store.ts';
import { BOT_SHARDS_COUNT } from '#ports/stores/bot-run-store.ts';

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

const RENEW: Statement<BotLease> = {
  name: 'renew_bot_leases',
  text: `
    UPDATE bot_leases SET expires_at = clock_timestamp() + $2::int * interval '1 millisecond'
    WHERE owner = $1 AND expires_at > clock_timestamp() RETURNING shard, token`,
};

const TAKE: Statement<BotLease> = {
  name: 'take_bot_leases',
  text: `
    UPDATE bot_leases
    SET owner = $1, token = token + 1,
      expires_at = clock_timestamp() + $2::int * interval '1 millisecond'
    WHERE shard IN (
      SELECT shard FROM bot_leases WHERE expires_at <= clock_timestamp()
      ORDER BY shard LIMIT $3 FOR UPDATE SKIP LOCKED
    ) RETURNING shard, token`,
};

const RELEASE: Statement<unknown> = {
  text: `
    UPDATE bot_leases SET expires_at = '-infinity'
    WHERE owner = $1 AND ($2::int[] IS NULL OR shard = ANY ($2))`,
};

const FORGET_RUNNER: Statement<unknown> = { text: 'DELETE FROM bot_runners WHERE owner = $1' };

export function postgresBotLeases(
  database: Database,
): Pick<BotRunStore, 'renewLeases' | 'releaseLeases'> {
  return {
    async renewLeases(owner, ttlMs) {
      return database.transaction(async (session) => renew(session, owner, ttlMs));
    },
    async releaseLeases(owner, shards) {
      await database.transaction(async (session) => {
        await session.write(RELEASE, [owner, shards]);
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
  const renewed = await session.write(RENEW, [owner, ttlMs]);
  const missing = shareCount - renewed.length;
  const taken = missing > 0 ? await session.write(TAKE, [owner, ttlMs, missing]) : [];
  return { leases: [...renewed, ...taken], shareCount };
}
