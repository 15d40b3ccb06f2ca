// Watch lists in PostgreSQL.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { WatchListStore } from '#ports/stores/watch-list-store.ts';

// The user's row is locked, so that markets that are chosen at once are counted one by one.
const LOCK_OWNER: Statement<{ readonly user_id: string }> = {
  text: `
    SELECT user_id FROM users WHERE user_id = $1 AND deletion_began_at_ms IS NULL FOR UPDATE`,
};

const WATCH: Statement<never> = {
  text: `
    INSERT INTO watched_markets (user_id, market_tag, watched_at_ms)
    SELECT $1, $2, $3::bigint
    WHERE (SELECT count(*) FROM watched_markets WHERE user_id = $1) < $4
    ON CONFLICT DO NOTHING`,
};

const IS_WATCHED: Statement<{ readonly market_tag: string }> = {
  text: 'SELECT market_tag FROM watched_markets WHERE user_id = $1 AND market_tag = $2',
};

const UNWATCH: Statement<{ readonly market_tag: string }> = {
  text: 'DELETE FROM watched_markets WHERE user_id = $1 AND market_tag = $2 RETURNING market_tag',
};

const LIST: Statement<{ readonly market_tag: string; readonly watched_at_ms: number }> = {
  text: `
    SELECT market_tag, watched_at_ms FROM watched_markets
    WHERE user_id = $1 ORDER BY watched_at_ms, market_tag`,
};

/** Store over this database; `watchMarket` is false when the list is full or the user is gone. */
export function postgresWatchListStore(database: Database): WatchListStore {
  return {
    watchMarket: (userId, { marketTag, watchedAtMs }, marketsMax) =>
      database.transaction(async (session) => {
        if ((await session.write(LOCK_OWNER, [userId])).length === 0) return false;
        await session.write(WATCH, [userId, marketTag, watchedAtMs, marketsMax]);
        return (await session.read(IS_WATCHED, [userId, marketTag])).length > 0;
      }),
    unwatchMarket: async (userId, marketTag) =>
      (await database.write(UNWATCH, [userId, marketTag])).length > 0,
    async listWatchedMarkets(userId) {
      const rows = await database.read(LIST, [userId]);
      return rows.map(({ market_tag: marketTag, watched_at_ms: watchedAtMs }) => {
        return { marketTag, watchedAtMs };
      });
    },
  };
}
