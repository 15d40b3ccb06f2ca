// Values of running bots, and subscriptions to them, in PostgreSQL.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { BotValueStore } from '#ports/stores/bot-value-store.ts';
import type { BotFence } from '#ports/stores/bot-run-store.ts';

type SubscriptionRow = {
  readonly script_version: number;
  readonly updated_at_ms: number | null;
  readonly block_values: string | null;
};

const RENEW: Statement<SubscriptionRow> = {
  text: `
    UPDATE value_subscriptions SET subscribed_until = clock_timestamp() + $3::int * interval '1 millisecond'
    WHERE bot_id = $1 AND activation = $2 AND subscribed_until > clock_timestamp()
    RETURNING script_version, updated_at_ms, block_values`,
};

// The owner's row is locked, so that those that begin at once are counted one by one.
const LOCK_OWNER: Statement<{ readonly user_id: string }> = {
  text: `
    SELECT u.user_id FROM bots b JOIN users u ON u.user_id = b.user_id
    WHERE b.bot_id = $1 AND b.activation = $2 FOR NO KEY UPDATE OF u`,
};

// What ended an hour ago is of no use to anybody.
const DROP_OLD: Statement<unknown> = {
  text: `
    DELETE FROM value_subscriptions WHERE bot_id IN (
      SELECT bot_id FROM value_subscriptions WHERE subscribed_until < clock_timestamp() - interval '1 hour'
      FOR UPDATE SKIP LOCKED
    )`,
};

const BEGIN: Statement<unknown> = {
  text: `
    INSERT INTO value_subscriptions (bot_id, activation, subscribed_until, script_version, traced)
    SELECT $1, $2, clock_timestamp() + $3::int * interval '1 millisecond', $4, $5
    WHERE (
      SELECT count(*) FROM value_subscriptions l JOIN bots b ON b.bot_id = l.bot_id
      WHERE b.user_id = $6 AND l.bot_id <> $1 AND l.subscribed_until > clock_timestamp()
    ) < $7
    ON CONFLICT (bot_id) DO UPDATE SET activation = excluded.activation,
      subscribed_until = excluded.subscribed_until, script_version = excluded.script_version,
      traced = excluded.traced, updated_at_ms = NULL, block_values = NULL
    RETURNING bot_id`,
};

const LIST: Statement<{ readonly bot_id: string; readonly activation: number }> = {
  name: 'list_value_subscriptions',
  text: `
    SELECT l.bot_id, l.activation FROM value_subscriptions l JOIN bots b ON b.bot_id = l.bot_id
    WHERE l.subscribed_until > clock_timestamp() AND b.shard = ANY ($1::int[])`,
};

const FIND_TRACED: Statement<{ readonly traced: string }> = {
  text: `
    SELECT traced FROM value_subscriptions
    WHERE bot_id = $1 AND activation = $2 AND subscribed_until > clock_timestamp()`,
};

const NOTE: Statement<unknown> = {
  text: `
    UPDATE value_subscriptions SET updated_at_ms = $3, block_values = $4
    WHERE bot_id = $1 AND activation = $2 AND subscribed_until > clock_timestamp() RETURNING bot_id`,
};

type HoldsLease = (session: Session, fence: BotFence) => Promise<boolean>;

/** Store over this database; values are written only while the fence holds the lease. */
export function postgresBotValues(database: Database, holdsLease: HoldsLease): BotValueStore {
  return {
    async renewSubscription(botId, activation, ttlMs) {
      const [row] = await database.write(RENEW, [botId, activation, ttlMs]);
      if (row === undefined) return null;
      const { script_version: scriptVersion, updated_at_ms: atMs, block_values: values } = row;
      return { scriptVersion, newest: atMs === null || values === null ? null : { atMs, values } };
    },
    subscribe: ({ botId, activation, scriptVersion, traced }, ttlMs, subscriptionsMax) =>
      database.transaction(async (session) => {
        const [owner] = await session.write(LOCK_OWNER, [botId, activation]);
        if (owner === undefined) return false;
        await session.write(DROP_OLD, []);
        const begun = [botId, activation, ttlMs, scriptVersion, traced];
        return (
          (await session.write(BEGIN, [...begun, owner.user_id, subscriptionsMax])).length === 1
        );
      }),
    async listSubscribed(shards) {
      const rows = await database.read(LIST, [shards]);
      return rows.map(({ bot_id: botId, activation }) => ({ botId, activation }));
    },
    async findTraced(botId, activation) {
      return (await database.read(FIND_TRACED, [botId, activation]))[0]?.traced ?? null;
    },
    noteValues: (fence, { botId, activation }, { atMs, values }) =>
      database.transaction(async (session) => {
        if (!(await holdsLease(session, fence))) return false;
        return (await session.write(NOTE, [botId, activation, atMs, values])).length === 1;
      }),
  };
}
