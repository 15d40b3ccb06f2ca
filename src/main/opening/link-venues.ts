// The real exchanges as the processes see them that hold no credentials.

import { linkedExchange } from '#adapters/venue-link/linked-exchange.ts';
import { linkedFeed } from '#adapters/venue-link/linked-feed.ts';
import type { RetainedMarkets } from '#adapters/venue-link/retained-markets.ts';
import { SYSTEM_LINK_TIME } from '#adapters/venue-link/link-time.ts';
import type { FoundRoutes } from '#adapters/venue-link/open-venue-links.ts';
import { openVenueLinks } from '#adapters/venue-link/open-venue-links.ts';
import { SYSTEM_SOCKETS } from '#adapters/venue-link/venue-sockets.ts';
import { capabilitiesOf } from '#venues/capabilities-of.ts';
import { VENUE_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Config } from '#main/settings/config.ts';
import { promisesOf } from '#main/opening/measured-promises.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { MarketFeed } from '#venue-port/exchange/market-feed.ts';
import type { AccountLeaseStore } from '#ports/stores/account-lease-store.ts';
import type { InstallationStore } from '#ports/stores/installation-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Tracer } from '#venue-port/world/tracer.ts';

export type LinkedVenues = {
  readonly exchanges: readonly Exchange[];
  /** By the code of the exchange. */
  readonly marketFeeds: ReadonlyMap<string, MarketFeed>;
  close(this: void): void;
};

/** The venue process ends its requests by itself; this is for one that does not. */
const REPLY_GRACE_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** Five lines of status. */
const SILENCE_MS = 5_000;

/** As long as it takes until a process has what another one releases. */
const TAKEOVER_WAIT_MS = 2_500;

/** A service that serves requests has also its process for exchanges within this time. */
const START_MS = 60_000;

export type RouteStores = {
  readonly leases: Pick<AccountLeaseStore, 'findAccountRoutes'>;
  readonly installation: Pick<InstallationStore, 'listProcesses'>;
};

async function findRoutes(
  { leases, installation }: RouteStores,
  clock: Clock,
): Promise<FoundRoutes> {
  const routes = await leases.findAccountRoutes();
  if (routes.processes.length > 0) return routes;
  const startedSinceMs = clock.nowMs() - START_MS;
  const processes = await installation.listProcesses();
  const isStarting = processes.some(
    ({ role, startedAtMs }) => role === 'api' && startedAtMs > startedSinceMs,
  );
  return { ...routes, isStarting };
}

/** Connects with the first call. */
export async function linkVenues(
  config: Config,
  clock: Clock,
  stores: RouteStores,
  /** Absent: a process that runs scripts, which writes no files. */
  retained: RetainedMarkets | null = null,
  tracer: Tracer | null = null,
): Promise<LinkedVenues> {
  const codes = config.venues ?? VENUE_CODES;
  if (codes.length === 0) return { exchanges: [], marketFeeds: new Map(), close: () => undefined };
  const link = openVenueLinks({
    findRoutes: () => findRoutes(stores, clock),
    takeoverWaitMs: TAKEOVER_WAIT_MS,
    time: SYSTEM_LINK_TIME,
    sockets: SYSTEM_SOCKETS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    replyTimeoutMs: LIMITS.exchangeRequestTimeoutMs + REPLY_GRACE_MS,
    actsBeginWithinMs: LIMITS.orderSendMsMax - LIMITS.exchangeRequestTimeoutMs,
    silenceMs: SILENCE_MS,
    tracer,
  });
  const exchanges = codes.map(async (code) => {
    const dialect = await loadDialect(code);
    const { name, isTestNet = false, companyOf = null, marketTypes: offeredTypes } = dialect;
    const { orderSupport, credentialForm } = dialect;
    const identity = { code, name, isTestNet, companyOf, offeredTypes };
    const promises = promisesOf(config, dialect, clock.nowMs());
    const capabilities = capabilitiesOf(dialect);
    const venue = { ...identity, promises, orderSupport, capabilities, credentialForm };
    return linkedExchange(link, venue, SYSTEM_LINK_TIME, retained);
  });
  const marketFeeds = new Map(codes.map((code) => [code, linkedFeed(link, code)]));
  return { exchanges: await Promise.all(exchanges), marketFeeds, close: link.close };
}
