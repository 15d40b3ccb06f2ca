// A real exchange's driver over a loopback venue of its own, whose clock is also the service's.

import type { MarketType } from '#venue-port/market/market.ts';
import type { Timer } from '#venue-port/world/timer.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import type { Venue } from '#venues/open-venue.ts';
import { openVenue } from '#venues/open-venue.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

export type LoopbackExchange = {
  readonly dialect: VenueDialect;
  readonly venue: Venue;
  readonly server: VenueServer;
  /** Marked as refused by the venue, with its reasons. */
  readonly refusals: readonly (readonly [string, string])[];
  /** A funded account with a key of its own. */
  addAccount(accountId: string): VenueCredentials;
  /** Tag of a market, by the venue's name for it. */
  marketTag(marketType: MarketType, symbol: string): Promise<string>;
  close(): Promise<void>;
};

type Key = Readonly<Record<'key' | 'secret', string>> & { readonly passphrase: string | null };

const NO_LIMIT = 1_000_000_000;
const ignore = (): void => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

type LoopbackOptions = {
  readonly isClockShared?: boolean;
  readonly timer?: Timer;
  /** The code of a company of the exchange, in its place. */
  readonly company?: string;
};

/** Nothing is done by time. */
const STOPPED: Timer = { every: () => ignore };

/**
 * The driver of `code` with accounts "a1" and "a2". Its clock is the venue's unless the two are to
 * differ.
 */
export async function openLoopbackExchange(
  code: VenueCode,
  { isClockShared = true, timer = STOPPED, company = code }: LoopbackOptions = {},
): Promise<LoopbackExchange> {
  const server = await startVenueServer();
  // Many accounts on one address, in less time than its limits are for.
  server.control('limits', { venue: code, max: NO_LIMIT, areAccountsLimited: false });
  const dialect = await loadDialect(company);
  const keys = new Map<string, VenueCredentials>();
  const refusals: [string, string][] = [];
  const addAccount = (accountId: string): VenueCredentials => {
    const balances = { [dollarsAt(code)]: '100000', BTC: '1', ETH: '10' };
    const content = { venue: code, id: accountId, balances };
    const { key, secret, passphrase } = server.control('account', content) as Key;
    const credentials = { apiKey: key, secret, passphrase };
    keys.set(accountId, credentials);
    return credentials;
  };
  const credentialsOf = async (accountId: string): Promise<VenueCredentials> => {
    const found = keys.get(accountId);
    if (found !== undefined) return found;
    throw new Failure('unauthorized', `The account "${accountId}" has no credentials.`);
  };
  const venue = openVenue({
    dialect: { ...dialect, budget: { ...dialect.budget, perMinute: NO_LIMIT } },
    redirect: server.address,
    clock: { nowMs: isClockShared ? () => server.state.clock.nowMs() : () => Date.now() },
    timer,
    log: LOG,
    sendByMs: () => Infinity,
    // A thread takes a tenth of a second, of which there would be hundreds.
    readsMarketsHere: true,
    credentials: {
      credentialsOf,
      credentialsToCheck: credentialsOf,
      onRefused: (accountId, _refused, detail) => void refusals.push([accountId, detail]),
    },
  });
  addAccount('a1');
  addAccount('a2');
  return {
    dialect,
    venue,
    server,
    refusals,
    addAccount,
    async marketTag(marketType, symbol) {
      const [base, quote] = [symbol.slice(0, -4), symbol.slice(-4)];
      for (const market of await venue.exchange.listMarkets())
        if (market.marketType === marketType && market.base === base && market.quote === quote)
          return market.marketTag;
      throw new Error(`the venue lists no ${marketType} ${symbol}`);
    },
    async close() {
      venue.close();
      await server.close();
    },
  };
}
