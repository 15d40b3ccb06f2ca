// Leases on shards of accounts in PostgreSQL, and the processes that trade them.

import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { shardLeases } from '#adapters/postgres/stores/shard-leases.ts';
import type {
  AccountLeaseStore,
  HeldAccountLeases,
  VenueProcess,
} from '#ports/stores/account-lease-store.ts';
import { ACCOUNT_SHARDS_COUNT } from '#ports/stores/account-lease-store.ts';

const LEASES = shardLeases('account_leases');
/** A route is found by whoever places an order: better none than one that comes too late. */
const ROUTES_MS_MAX = 2_000;

const NOTE_PROCESS: Statement<unknown> = {
  name: 'note_venue_process',
  text: `
    INSERT INTO venue_processes
      (owner, expires_at, socket_path, host, port, link_secret, egress)
    VALUES ($1, clock_timestamp() + $2::int * interval '1 millisecond', $3, $4, $5, $6, $7)
    ON CONFLICT (owner) DO UPDATE SET
      expires_at = excluded.expires_at, socket_path = excluded.socket_path, host = excluded.host,
      port = excluded.port, link_secret = excluded.link_secret, egress = excluded.egress`,
};

const FORGET_PROCESSES: Statement<unknown> = {
  text: `DELETE FROM venue_processes WHERE expires_at < clock_timestamp() - interval '1 minute'`,
};

const COUNT_PROCESSES: Statement<{ readonly all_count: number; readonly sharer_count: number }> = {
  name: 'count_venue_processes',
  text: `
    SELECT count(*) AS all_count, count(*) FILTER (WHERE egress = $1) AS sharer_count
    FROM venue_processes WHERE expires_at > clock_timestamp()`,
};

const FORGET_PROCESS: Statement<unknown> = {
  text: 'DELETE FROM venue_processes WHERE owner = $1',
};

type RouteRow = {
  readonly owner: string;
  readonly socket_path: string;
  readonly host: string | null;
  readonly port: number | null;
  readonly link_secret: string | null;
  readonly egress: string;
  readonly shards: readonly number[];
};

const FIND_ROUTES: Statement<RouteRow> = {
  name: 'find_account_routes',
  text: `
    SELECT p.owner, p.socket_path, p.host, p.port, p.link_secret, p.egress,
      ARRAY(
        SELECT l.shard FROM account_leases l
        WHERE l.owner = p.owner AND l.expires_at > clock_timestamp()
      ) AS shards
    FROM venue_processes p WHERE p.expires_at > clock_timestamp()`,
  isShared: true,
  responseMsMax: ROUTES_MS_MAX,
};

/** Store over this database; a renewal is one transaction. */
export function postgresAccountLeases(database: Database): AccountLeaseStore {
  return {
    async renewAccountLeases(process, ttlMs) {
      return database.transaction(async (session) => renew(session, process, ttlMs));
    },
    async releaseAccountLeases(owner, shards) {
      await database.transaction(async (session) => {
        await LEASES.release(session, owner, shards);
        if (shards === null) await session.write(FORGET_PROCESS, [owner]);
      });
    },
    async findAccountRoutes() {
      const rows = await database.read(FIND_ROUTES, []);
      return {
        processes: rows.map(processFromRow),
        owners: new Map(
          rows.flatMap(({ owner, shards }) => shards.map((shard) => [shard, owner] as const)),
        ),
      };
    },
  };
}

async function renew(
  session: Session,
  process: VenueProcess,
  ttlMs: number,
): Promise<HeldAccountLeases> {
  const { owner, egress } = process;
  await session.write(NOTE_PROCESS, rowOf(process, ttlMs));
  await session.write(FORGET_PROCESSES, []);
  const [counts] = await session.read(COUNT_PROCESSES, [egress]);
  const shareCount = Math.ceil(ACCOUNT_SHARDS_COUNT / Math.max(1, counts?.all_count ?? 1));
  const leases = await LEASES.renew(session, owner, ttlMs, shareCount);
  return { leases, shareCount, egressSharersCount: Math.max(1, counts?.sharer_count ?? 1) };
}

function rowOf(process: VenueProcess, ttlMs: number): readonly unknown[] {
  const { owner, socketPath, endpoint, egress } = process;
  const { host = null, port = null, secret = null } = endpoint ?? {};
  return [owner, ttlMs, socketPath, host, port, secret, egress];
}

function processFromRow(row: RouteRow): VenueProcess {
  const { owner, socket_path: socketPath, host, port, link_secret: secret, egress } = row;
  const isReachable = host !== null && port !== null && secret !== null;
  return { owner, socketPath, endpoint: isReachable ? { host, port, secret } : null, egress };
}
