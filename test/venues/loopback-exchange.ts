// A real exchange's driver over the loopback venue, as the contract suites of the port take it: a
// venue of its own for each test, whose clock is also the service's.

import { randomBytes } from 'node:crypto';

import { identifierFromBytes } from '#lib/identifier.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { MarketType } from '#domain/market/market.ts';
import type { ContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import { Failure } from '#ports/world/failure.ts';
import { loadDialect } from '#adapters/venues/dialects/load-dialect.ts';
import type { Venue } from '#adapters/venues/open-venue.ts';
import { openVenue } from '#adapters/venues/open-venue.ts';
import type { VenueCredentials } from '#adapters/venues/wire/venue-wire.ts';
import type { VenueServer } from './loopback/server/venue-server.ts';
import { startVenueServer } from './loopback/server/venue-server.ts';

export type LoopbackExchange = {
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

type Key = { readonly key: string; readonly secret: string };

const BALANCES = { USDT: '100000', BTC: '1', ETH: '10' };
const ignore = (): void => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The driver of `code` with accounts "a1" and "a2". */
export async function openLoopbackExchange(code: string): Promise<LoopbackExchange> {
  const server = await startVenueServer();
  const keys = new Map<string, VenueCredentials>();
  const refusals: [string, string][] = [];
  const addAccount = (accountId: string): VenueCredentials => {
    const content = { venue: code, id: accountId, balances: BALANCES };
    const { key, secret } = server.control('account', content) as Key;
    const credentials = { apiKey: key, secret, passphrase: null };
    keys.set(accountId, credentials);
    return credentials;
  };
  const credentialsOf = async (accountId: string): Promise<VenueCredentials> => {
    const found = keys.get(accountId);
    if (found !== undefined) return found;
    throw new Failure('unauthorized', `The account "${accountId}" has no credentials.`);
  };
  const venue = openVenue({
    dialect: await loadDialect(code),
    redirect: server.address,
    clock: { nowMs: () => server.state.clock.nowMs() },
    timer: { every: () => ignore },
    log: LOG,
    credentials: {
      credentialsOf,
      credentialsToCheck: credentialsOf,
      onRefused: (accountId, detail) => void refusals.push([accountId, detail]),
    },
  });
  addAccount('a1');
  addAccount('a2');
  return {
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

export type HarnessSettings = {
  readonly code: string;
  /** Its markets of these kinds, by the names of the loopback venue; null: the venue has none. */
  readonly spot: string;
  readonly futures: string | null;
};

/** Each call opens a venue of its own, which `onOpen` is given to close. */
export async function loopbackHarness(
  { code, spot, futures }: HarnessSettings,
  onOpen: (opened: LoopbackExchange) => void,
): Promise<ContractHarness> {
  const opened = await openLoopbackExchange(code);
  onOpen(opened);
  const { venue, server } = opened;
  const holder = async (marketType: MarketType, accountId: string, symbol: string) => ({
    account: { accountId, marketType },
    marketTag: await opened.marketTag(marketType, symbol),
  });
  const spotName = `spot:${spot}`;
  loadHistory(server, code, spotName);
  let turns = 0;
  return {
    exchange: venue.exchange,
    spot: await holder('spot', 'a1', spot),
    futures: futures === null ? null : await holder('futures', 'a2', futures),
    nowMs: () => server.state.clock.nowMs(),
    newClientOrderId: () => identifierFromBytes('ord', randomBytes(16)).replace('_', ''),
    async advanceMs(durationMs) {
      server.control('advance', { ms: durationMs });
      // The market moves by half a percent to and fro.
      turns += 1;
      const price = turns % 2 === 0 ? '60300' : '59700';
      server.control('price', { venue: code, market: spotName, price });
    },
    faults: null,
  };
}

/** The last half hour, in which every minute was the same. */
function loadHistory(server: VenueServer, venue: string, market: string): void {
  const startMs = Math.floor(server.state.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const minutes = Array.from({ length: 31 }, (_, index) => startMs - index * MINUTE_MS);
  const candles = minutes.map((minuteMs) =>
    [minuteMs, 60_000, 60_300, 59_700, 60_000, 1].map(String),
  );
  server.control('candles', { venue, market, candles });
}
