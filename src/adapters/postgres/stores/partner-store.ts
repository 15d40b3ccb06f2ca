// Partners and their end users in PostgreSQL.

import { insertAccount } from '#adapters/postgres/stores/account-store.ts';
import { BOT_CHANNEL, notifyOnce } from '#adapters/postgres/connection/bot-channel.ts';
import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { EndUserRow } from '#adapters/postgres/rows/end-user-row.ts';
import { END_USER_COLUMNS, endUserFromRow } from '#adapters/postgres/rows/end-user-row.ts';
import {
  insertCredentials,
  isVenueAccountTaken,
} from '#adapters/postgres/stores/credential-store.ts';
import { completeRequest } from '#adapters/postgres/stores/idempotency-store.ts';
import { lockPartnerBots, withFollowers } from '#adapters/postgres/stores/lock-partner-bots.ts';
import { makePostgresSimStore } from '#adapters/postgres/stores/postgres-sim-store.ts';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import type {
  EndUser,
  EndUserAccount,
  EndUserReach,
  EndUserStore,
  EndUserView,
  InsertEndUserOutcome,
  Partner,
  PartnerStore,
} from '#ports/stores/partner-store.ts';

type PartnerRow = {
  readonly user_id: string;
  readonly exchanges: readonly string[];
  readonly market_tags: readonly string[];
  readonly created_at_ms: number;
};

type TariffRow = { readonly from_ms: number; readonly tariff: string };

type ViewRow = EndUserRow & {
  readonly bots_count: number;
  readonly running_bots_count: number;
  readonly last_activity_at_ms: number | null;
};

const INSERT_PARTNER: Statement<unknown> = {
  text: `
    WITH made AS (
      INSERT INTO partners (user_id, exchanges, market_tags, created_at_ms)
      VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO NOTHING RETURNING user_id
    )
    SELECT ${CLEAR_CACHES} FROM made`,
};

const PARTNER_COLUMNS = 'user_id, exchanges, market_tags, created_at_ms';

const FIND_PARTNER: Statement<PartnerRow> = {
  name: 'find_partner',
  text: `SELECT ${PARTNER_COLUMNS} FROM partners WHERE user_id = $1`,
};

const LIST_PARTNERS: Statement<PartnerRow> = {
  isReadByRow: true,
  text: `SELECT ${PARTNER_COLUMNS} FROM partners ORDER BY user_id`,
};

const SET_OFFER: Statement<unknown> = {
  text: `
    UPDATE partners SET exchanges = $2, market_tags = $3 WHERE user_id = $1 RETURNING user_id`,
};

const INSERT_TARIFF: Statement<never> = {
  text: `
    INSERT INTO partner_tariffs (partner_id, from_ms, tariff) VALUES ($1, $2, $3)
    ON CONFLICT (partner_id, from_ms) DO UPDATE SET tariff = excluded.tariff`,
};

const LIST_TARIFFS: Statement<TariffRow> = {
  isReadByRow: true,
  text: 'SELECT from_ms, tariff FROM partner_tariffs WHERE partner_id = $1 ORDER BY from_ms',
};

/** With the plan of its partner, which no change of the plan passes by meanwhile. */
const INSERT_TENANT: Statement<unknown> = {
  text: `
    INSERT INTO users (user_id, name, plan, plan_until_ms, created_at_ms)
    SELECT $1, $1, plan, plan_until_ms, $3 FROM users WHERE user_id = $2 FOR SHARE`,
};

const INSERT_END_USER: Statement<unknown> = {
  text: `
    INSERT INTO end_users (
      user_id, partner_id, external_id, exchange, is_simulated, created_at_ms
    ) VALUES ($1, $2, $3, $4, $5, $6)`,
};

const FIND_KNOWN: Statement<{ readonly user_id: string }> = {
  text: `
    SELECT user_id FROM end_users
    WHERE user_id = $1 OR partner_id = $2 AND external_id = $3 AND deleted_at_ms IS NULL`,
};

const REACHED = `
  e.partner_id = $1 AND ($2::text IS NULL OR e.user_id = $2) AND e.deleted_at_ms IS NULL`;

const EACH_COLUMN = END_USER_COLUMNS.map((column) => `e.${column}`).join(', ');

const FIND_END_USER: Statement<EndUserRow> = {
  name: 'find_end_user',
  text: `SELECT ${EACH_COLUMN} FROM end_users e WHERE ${REACHED} AND e.user_id = $3`,
};

const VIEW = `
  SELECT ${EACH_COLUMN}, o.bots_count, o.running_bots_count, o.last_activity_at_ms
  FROM end_users e CROSS JOIN LATERAL (
    SELECT count(*) AS bots_count, count(*) FILTER (WHERE b.is_activated) AS running_bots_count,
      max(coalesce(b.activated_at_ms, b.created_at_ms)) AS last_activity_at_ms
    FROM partner_bots p JOIN bots b ON b.bot_id = p.bot_id
    WHERE p.user_id = e.user_id AND p.deleted_at_ms IS NULL
  ) o`;

const FIND_VIEW: Statement<ViewRow> = {
  name: 'find_end_user_view',
  text: `${VIEW} WHERE ${REACHED} AND e.user_id = $3`,
};

const LIST_VIEWS: Statement<ViewRow> = {
  isReadByRow: true,
  name: 'list_end_user_views',
  text: `${VIEW} WHERE ${REACHED} AND e.user_id > $3 ORDER BY e.user_id LIMIT $4`,
};

const MARK_DELETED: Statement<unknown> = {
  text: `
    UPDATE end_users e SET deleted_at_ms = $4 WHERE ${REACHED} AND e.user_id = $3
    RETURNING e.user_id`,
};

const LOCK_BOTS_AND_FOLLOWERS: Statement<unknown> = {
  text: lockPartnerBots(withFollowers('m.user_id = $1')),
};

const STOP_BOTS: Statement<never> = {
  text: `
    UPDATE bots SET is_activated = false, is_paused = false, stopped_at_ms = $2
    WHERE user_id = $1 AND is_activated`,
};

const MARK_BOTS_DELETED: Statement<never> = {
  text: `
    UPDATE partner_bots SET deleted_at_ms = $2, master_bot_id = NULL
    WHERE user_id = $1 AND deleted_at_ms IS NULL`,
};

const LET_FOLLOWERS_GO: Statement<never> = {
  text: `
    UPDATE partner_bots SET master_bot_id = NULL
    WHERE master_bot_id IN (SELECT bot_id FROM partner_bots WHERE user_id = $1)`,
};

const DELETE_CREDENTIALS: Statement<never> = {
  text: `
    DELETE FROM account_credentials
    WHERE account_id IN (SELECT account_id FROM accounts WHERE user_id = $1)`,
};

const REVOKE_KEYS: Statement<unknown> = {
  text: `
    WITH revoked AS (DELETE FROM api_keys WHERE end_user_id = $1 RETURNING key_id)
    SELECT ${CLEAR_CACHES} FROM revoked`,
};

/** Store over this database. */
export function postgresPartnerStore(database: Database): PartnerStore {
  return {
    async insertPartner({ partnerId, exchanges, marketTags, createdAtMs }) {
      const values = [partnerId, exchanges, marketTags, createdAtMs];
      return (await database.write(INSERT_PARTNER, values)).length === 1;
    },
    async findPartner(partnerId) {
      const [row] = await database.read(FIND_PARTNER, [partnerId]);
      return row === undefined ? null : partnerFromRow(row);
    },
    async listPartners() {
      return (await database.read(LIST_PARTNERS, [])).map(partnerFromRow);
    },
    async setPartnerOffer(partnerId, { exchanges, marketTags }) {
      const changed = await database.write(SET_OFFER, [partnerId, exchanges, marketTags]);
      return changed.length === 1;
    },
    async insertTariff(partnerId, { fromMs, tariff }) {
      await database.write(INSERT_TARIFF, [partnerId, fromMs, tariff]);
    },
    async listTariffs(partnerId) {
      const rows = await database.read(LIST_TARIFFS, [partnerId]);
      return rows.map(({ from_ms: fromMs, tariff }) => ({ fromMs, tariff }));
    },
    ...endUserStore(database),
  };
}

function endUserStore(database: Database): EndUserStore {
  const notifyStopped = notifyOnce(database, BOT_CHANNEL, 'bots');
  return {
    insertEndUser: (endUser, accounts, completion) =>
      database.transaction(async (session) => {
        const outcome = await insert(session, endUser, accounts);
        const isWritten = outcome === 'inserted' || outcome === 'exists';
        if (isWritten && completion !== null) await completeRequest(session, completion);
        return outcome;
      }),
    async findEndUser(reach, userId) {
      const [row] = await database.read(FIND_END_USER, [...valuesOf(reach), userId]);
      return row === undefined ? null : endUserFromRow(row);
    },
    async findEndUserView(reach, userId) {
      const [row] = await database.read(FIND_VIEW, [...valuesOf(reach), userId]);
      return row === undefined ? null : viewFromRow(row);
    },
    async listEndUsers(reach, afterId, limit) {
      const values = [...valuesOf(reach), afterId ?? '', limit];
      return (await database.read(LIST_VIEWS, values)).map(viewFromRow);
    },
    async deleteEndUser(reach, userId, atMs) {
      const isDeleted = await database.transaction(async (session) => {
        const marked = await session.write(MARK_DELETED, [...valuesOf(reach), userId, atMs]);
        if (marked.length === 0) return false;
        await session.write(LOCK_BOTS_AND_FOLLOWERS, [userId]);
        await session.write(MARK_BOTS_DELETED, [userId, atMs]);
        await session.write(LET_FOLLOWERS_GO, [userId]);
        await session.write(STOP_BOTS, [userId, atMs]);
        await session.write(DELETE_CREDENTIALS, [userId]);
        await session.write(REVOKE_KEYS, [userId]);
        return true;
      });
      if (isDeleted) await notifyStopped();
      return isDeleted;
    },
  };
}

async function insert(
  session: Session,
  endUser: EndUser,
  accounts: readonly EndUserAccount[],
): Promise<InsertEndUserOutcome> {
  const { userId, partnerId, externalId, exchange, isSimulated, createdAtMs } = endUser;
  // Takes the lock first, so that of two that want one external id the second sees the first.
  await session.write(LOCK_PARTNER, [partnerId]);
  const known = await session.read(FIND_KNOWN, [userId, partnerId, externalId]);
  if (known.length > 0)
    return known.some((row) => row.user_id === userId) ? 'exists' : 'external_id_taken';
  for (const { credentials } of accounts)
    if (credentials !== null && (await isVenueAccountTaken(session, credentials)))
      return 'venue_account_taken';
  await session.write(INSERT_TENANT, [userId, partnerId, createdAtMs]);
  const values = [userId, partnerId, externalId, exchange, isSimulated, createdAtMs];
  await session.write(INSERT_END_USER, values);
  const wallets = makePostgresSimStore(session);
  for (const { account, deposits, credentials } of accounts) {
    await insertAccount(session, account);
    const { accountId, marketType } = account;
    if (deposits !== null)
      await openSimWallet(wallets, { accountId, marketType, deposits, nowMs: createdAtMs });
    if (credentials !== null) await insertCredentials(session, credentials);
  }
  return 'inserted';
}

const LOCK_PARTNER: Statement<unknown> = {
  text: 'SELECT user_id FROM partners WHERE user_id = $1 FOR NO KEY UPDATE',
};

function valuesOf({ partnerId, endUserId }: EndUserReach): readonly unknown[] {
  return [partnerId, endUserId];
}

function partnerFromRow(row: PartnerRow): Partner {
  return {
    partnerId: row.user_id,
    exchanges: row.exchanges,
    marketTags: row.market_tags,
    createdAtMs: row.created_at_ms,
  };
}

function viewFromRow(row: ViewRow): EndUserView {
  return {
    ...endUserFromRow(row),
    botsCount: row.bots_count,
    runningBotsCount: row.running_bots_count,
    lastActivityAtMs: row.last_activity_at_ms,
  };
}
