// Trades accounts in a venue process: it holds accounts, listens for the processes that trade
// through it, and takes over at once what a dead process of its machine held.

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import { serveVenueLink } from '#adapters/venue-link/serve-venue-link.ts';
import type { Venue } from '#venues/open-venue.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { poolAddressOf, openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresAccountLeases } from '#adapters/postgres/stores/account-lease-store.ts';
import { LIMITS } from '#lib/limits.ts';
import type { OpenedFeeds } from '#main/venues/open-feeds.ts';
import { withLivePrices } from '#main/venues/open-feeds.ts';
import { explainListening } from '#main/process/probe-port.ts';
import { repeat } from '#main/process/repeat.ts';
import type { Config } from '#main/settings/config.ts';
import { clearDeadVenueProcesses, takeVenueSocket } from '#main/opening/venue-socket.ts';
import type { AccountLeaseStore } from '#ports/stores/account-lease-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';
import type { AccountHolder } from '#services/exchanges/hold-accounts.ts';
import { holdAccounts } from '#services/exchanges/hold-accounts.ts';

/** A renewal without a response is given up well before the lease ends. */
const LEASE_CONNECTIONS = {
  applicationName: 'tidemill account leases',
  connectionsMax: 2,
  statementTimeoutMs: 1_000,
  responseGraceMs: 200,
} as const;
const STATUS_EVERY_MS = 1_000;
const SECRET_BYTES = 32;

const monotonicMs = (): number => SYSTEM_LINK_TIME.nowMs();

/** Filled when the process listens; until then it holds nothing. */
export type HolderPlace = { holder: AccountHolder | null };

type Parts = {
  readonly database: Database;
  readonly tracer: Tracer | null;
  readonly log: Log;
  readonly venues: readonly Venue[];
  readonly feeds: OpenedFeeds;
  readonly place: HolderPlace;
  /** Hears of a call that threw what an exchange does not throw. */
  readonly onCallDefect: (method: string, error: unknown) => void;
  /** Hears of a defect that ends the process. */
  readonly onDefect: (error: unknown) => void;
};

export type AccountTrading = {
  readonly owner: string;
  readonly holder: AccountHolder;
  /** Lets what is under way end and hands the accounts over; best effort. */
  stop(this: void): Promise<void>;
};

/** Throws CommandFailed when it may not listen where it should. */
export async function tradeAccounts(config: Config, parts: Parts): Promise<AccountTrading> {
  const { log, venues, place } = parts;
  const owner = randomUUID();
  const socket = takeVenueSocket(config.dataDir, owner);
  const secret = randomBytes(SECRET_BYTES).toString('base64');
  const { venueAddress } = config;
  const link = await serveVenueLink({
    socketPath: socket.path,
    endpoint: venueAddress === null ? null : { ...venueAddress, secret },
    exchanges: venues.map(({ exchange }) => withLivePrices(exchange, parts.feeds)),
    feeds: parts.feeds,
    accounts: { enter: (accountId) => place.holder?.enter(accountId) ?? null },
    time: SYSTEM_LINK_TIME,
    statusEveryMs: STATUS_EVERY_MS,
    onDefect: parts.onCallDefect,
    tracer: parts.tracer,
  }).catch((error: unknown) => {
    socket.remove();
    throw explainListening(error, venueAddress?.host ?? '', venueAddress?.port ?? 0);
  });
  const database = openDatabase({ ...LEASE_CONNECTIONS, ...poolAddressOf(parts.database) });
  const leases = postgresAccountLeases(database);
  const endpoint =
    venueAddress === null || link.port === null
      ? null
      : { host: venueAddress.host, port: link.port, secret };
  const venueProcess = { owner, socketPath: socket.path, endpoint, egress: config.venueEgress };
  const holder = holdAccounts({ leases, venueProcess, monotonicMs, pause });
  place.holder = holder;
  const round = async (): Promise<void> => {
    await releaseDead(config.dataDir, owner, leases, log);
    await holder.renew();
    const { egressSharersCount } = holder.figures();
    for (const venue of venues) venue.shareBudget(egressSharersCount);
  };
  const pauseMs = LIMITS.accountLeaseRenewMs;
  const renewing = repeat(
    { name: 'account_leases', pauseMs, round, onDefect: parts.onDefect },
    log,
  );
  return {
    owner,
    holder,
    async stop() {
      await renewing.stop();
      // What has not been sent is refused in words, rather than cut off with the link.
      for (const venue of venues) venue.stopSending();
      await handOver(holder, log);
      await link.close();
      await database.close();
      socket.remove();
    },
  };
}

/** What they held would be free only when their leases run out. Throws Failure. */
async function releaseDead(
  dataDir: string,
  owner: string,
  leases: AccountLeaseStore,
  log: Log,
): Promise<void> {
  for (const dead of clearDeadVenueProcesses(dataDir, owner)) {
    log.warn('venues.dead_process', { owner: dead });
    await leases.releaseAccountLeases(dead, null);
  }
}

/** Without it the leases run out by themselves. */
async function handOver(holder: AccountHolder, log: Log): Promise<void> {
  try {
    await holder.close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn('venues.not_handed_over', { cause: error.message });
  }
}
