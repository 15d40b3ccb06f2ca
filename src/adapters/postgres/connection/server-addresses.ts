// The servers that an address names, and which of them takes changes: after a failover it is
// another one. An address of one server is taken as it is. Of several all are tried at once; where
// two take changes, the one that was promoted later is right.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { translateDatabaseError } from '#adapters/postgres/connection/translate-database-error.ts';

export type ServerAddresses = {
  /** The address of one server, which took changes when it was tried last. Throws Failure. */
  find(): Promise<string>;
  /** It may be another one by now: the next look tries all of them. */
  doubt(): void;
  readonly isOne: boolean;
};

type Primary = { readonly url: string; readonly timeline: string };

const TRY_MS_MAX = 2_000;
/**
 * Others that respond within are compared with the first one that takes changes: a former primary
 * that came back may be quicker than the one that was promoted since, on a machine that is busy.
 */
const COMPARED_MS = 1_000;

const URL_PARTS = /^([a-z]+:\/\/)([^/?#@]*@)?([^/?#]*)(.*)$/s;

/** The address of each server, in the order given. */
export function serversOf(url: string): readonly string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = URL_PARTS.exec(url) ?? [];
  if (scheme === '') return [url];
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}

/**
 * Addresses of the servers in a URL. `find` throws when none of them takes changes; `doubt` makes
 * it search again.
 */
export function serverAddresses(url: string): ServerAddresses {
  const servers = serversOf(url);
  const isOne = servers.length === 1;
  const state = { known: isOne ? url : null, trying: null as Promise<string> | null };
  return {
    isOne,
    async find() {
      if (state.known !== null) return state.known;
      state.trying ??= findPrimary(servers).finally(() => (state.trying = null));
      state.known = await state.trying;
      return state.known;
    },
    doubt() {
      if (!isOne) state.known = null;
    },
  };
}

/** The address of a server that takes changes now. Throws Failure. */
export async function findServer(url: string): Promise<string> {
  return serverAddresses(url).find();
}

async function findPrimary(servers: readonly string[]): Promise<string> {
  const found: Primary[] = [];
  const tries = servers.map(async (url) => {
    found.push({ url, timeline: await timelineOf(url) });
  });
  try {
    await Promise.any(tries);
  } catch (error) {
    throw translateDatabaseError(mostTelling((error as AggregateError).errors), 'connect');
  }
  const others = new AbortController();
  const rest = Promise.allSettled(tries);
  const { signal } = others;
  await Promise.race([rest, sleep(COMPARED_MS, undefined, { signal }).catch(() => undefined)]);
  others.abort();
  const [newest] = found.toSorted((one, other) => (one.timeline < other.timeline ? 1 : -1));
  return newest?.url ?? '';
}

/** A standby is there and says so; of the others nothing is known. */
function mostTelling(errors: readonly unknown[]): unknown {
  return errors.find((error) => error instanceof Error && 'isStandby' in error) ?? errors[0];
}

// Its name begins with the timeline, which grows with each promotion.
const SELECT_STATE = `
  SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isStandby",
    CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END AS "walFile"`;

type ServerState = { readonly isStandby: boolean; readonly walFile: string | null };

/** Throws what the driver throws, or that it is a standby. */
async function timelineOf(url: string): Promise<string> {
  const client = new Client({
    connectionString: url,
    application_name: 'tidemill start',
    connectionTimeoutMillis: TRY_MS_MAX,
    query_timeout: TRY_MS_MAX,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(SELECT_STATE);
    const { isStandby = true, walFile = null } = rows[0] ?? {};
    if (isStandby || walFile === null) {
      const message = 'of the servers that respond none takes changes: they are standbys';
      throw Object.assign(new Error(message), { code: '57P03', isStandby: true });
    }
    return walFile.slice(0, 8);
  } finally {
    await client.end().catch(() => undefined);
  }
}
