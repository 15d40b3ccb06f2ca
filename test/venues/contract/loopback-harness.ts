// What the contract suite of exchanges is given for a dialect: the real driver, sending over the
// real wire to a loopback venue, whose clock and market are moved by hand.

import { randomBytes } from 'node:crypto';
import { identifierFromBytes } from '#lib/identifier.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { ExchangeFault, ExchangeFaults } from '#ports/exchange/exchange-fault.ts';
import type { ContractHarness } from '#ports/exchange/exchange-harness.contract.ts';
import type { Exchange, NewVenueOrder } from '#ports/exchange/exchange.ts';
import { Failure } from '#ports/world/failure.ts';
import type { Log } from '#ports/world/log.ts';
import { systemTimer } from '#adapters/system/system-ports.ts';
import type { VenueDialect } from '#adapters/venues/dialect.ts';
import { openVenue } from '#adapters/venues/open-venue.ts';
import type { VenueCredentials } from '#adapters/venues/wire/venue-wire.ts';
import { createChance } from '../loopback/seeded-chance.ts';
import type { VenueServer } from '../loopback/server/venue-server.ts';
import { startVenueServer } from '../loopback/server/venue-server.ts';

/** Where the dialect's venue is in the loopback, and on which market the suite trades. */
export type LoopbackVenue = {
  readonly dialect: VenueDialect;
  readonly venue: 'binance' | 'bybit';
  /** As the loopback and as the service name it. */
  readonly spot: { readonly key: string; readonly marketTag: string; readonly price: number };
  /** A market of the loopback on which nothing is traded. */
  readonly closedKey: string;
  /** Whether a request that was late may still be carried out after so long. */
  readonly latestMs: number;
};

export type OpenLoopback = {
  /** With a new account that has money and a key. */
  makeHarness(): Promise<ContractHarness>;
  /** The control endpoint, at the venue of the dialect. */
  control(verb: string, fields: object): unknown;
  keyOf(accountId: string): string;
  close(): Promise<void>;
};

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
const MINUTE_MS = 60_000;
const NO_LIMIT = 1_000_000_000;

/** One venue and one driver for all tests; each test has an account of its own. */
export async function openLoopback(at: LoopbackVenue): Promise<OpenLoopback> {
  const server = await startVenueServer();
  const clock = { nowMs: () => server.state.clock.nowMs() };
  const keys = new Map<string, VenueCredentials>();
  const credentialsOf = async (accountId: string): Promise<VenueCredentials> => {
    const known = keys.get(accountId);
    if (known !== undefined) return known;
    throw new Failure('unauthorized', 'The account has no credentials.');
  };
  // Many accounts on one address, in less time than its limits are for.
  server.control('limits', { venue: at.venue, max: NO_LIMIT, areAccountsLimited: false });
  server.control('market', { venue: at.venue, market: at.closedKey, isTrading: false });
  const venue = openVenue({
    dialect: { ...at.dialect, budget: { ...at.dialect.budget, perMinute: NO_LIMIT } },
    redirect: server.address,
    clock,
    timer: systemTimer,
    log: SILENT,
    credentials: { credentialsOf, credentialsToCheck: credentialsOf, onRefused: () => undefined },
  });
  const market = startMarket(server, at);
  let accountCount = 0;
  const openAccount = (): string => {
    accountCount += 1;
    const id = `account-${accountCount}`;
    const balances = { USDT: '10000', BTC: '1.5' };
    const { key, secret } = server.control('account', { venue: at.venue, id, balances }) as {
      readonly key: string;
      readonly secret: string;
    };
    keys.set(id, { apiKey: key, secret, passphrase: null });
    return id;
  };
  return {
    control: (verb, fields) => server.control(verb, { venue: at.venue, ...fields }),
    keyOf: (accountId) => keys.get(accountId)?.apiKey ?? '',
    async makeHarness() {
      server.control('calm', {});
      market.begin();
      const { exchange, faults } = withFaults(venue.exchange, server, at);
      return {
        exchange,
        faults,
        spot: {
          account: { accountId: openAccount(), marketType: 'spot' },
          marketTag: at.spot.marketTag,
        },
        futures: null,
        nowMs: clock.nowMs,
        newClientOrderId: () => identifierFromBytes('ord', randomBytes(16)).replace('_', ''),
        advanceMs: async (durationMs) => market.advanceMs(durationMs),
      };
    },
    async close() {
      venue.close();
      await server.close();
    },
  };
}

/** A market that moves only when time is advanced, with a price in every minute. */
function startMarket(server: VenueServer, { venue, spot }: LoopbackVenue) {
  const chance = createChance(1);
  const { key: market } = spot;
  let price = spot.price;
  const show = (next: number): void => {
    price = next;
    server.control('price', { venue, market, price: price.toFixed(1) });
  };
  const nowMs = (): number => server.state.clock.nowMs();
  return {
    /** Early in a minute, with the past hour behind it. */
    begin(): void {
      const intoMs = nowMs() % MINUTE_MS;
      if (intoMs > MINUTE_MS / 2) server.control('advance', { ms: MINUTE_MS - intoMs + 1 });
      show(spot.price);
      const startMs = nowMs() - (nowMs() % MINUTE_MS);
      const row = [0, 1, -1, 0].map((change) => (spot.price + change).toFixed(1));
      const candles = Array.from({ length: 60 }, (_, index) => [
        String(startMs - (index + 1) * MINUTE_MS),
        ...row,
        '3.5',
      ]);
      server.control('candles', { venue, market, candles });
    },
    async advanceMs(durationMs: number): Promise<void> {
      for (let leftMs = durationMs; leftMs > 0; leftMs -= MINUTE_MS) {
        show(price);
        server.control('advance', { ms: Math.min(leftMs, MINUTE_MS) });
        show(price * (1 + (chance.below(201) - 100) / 100_000));
      }
    },
  };
}

type Faulty = { readonly exchange: Exchange; readonly faults: ExchangeFaults };

/** Refusals cannot be ordered from a venue, nor can it keep itself from being connected to. */
function withFaults(
  exchange: Exchange,
  server: VenueServer,
  { venue, spot, latestMs }: LoopbackVenue,
): Faulty {
  let late = 0;
  let share: number | null = null;
  const add = (kind: string, fields: object = {}): void => {
    server.control('fault', { venue, kind, times: 1, ...fields });
  };
  const faults: ExchangeFaults = {
    lacks: ['reject', 'disconnect', 'maintenance'],
    inject(fault: ExchangeFault): void {
      switch (fault.kind) {
        case 'slow':
          return add('slow', { delayMs: fault.delayMs });
        case 'lost_request':
          return add('reset_before');
        case 'lost_answer':
          return add('reset_after');
        case 'rate_limit':
          return add('trouble_before', { trouble: 'rate_limited' });
        case 'late_landing':
          late += 1;
          return add('late', { delayMs: Math.min(fault.delayMs, latestMs) });
        case 'partial_fill':
          share = fault.sharePercent;
          return;
        case 'reject':
        case 'disconnect':
          throw new Error(`"${fault.kind}" cannot be ordered here`);
      }
    },
    setMaintenance: () => {
      throw new Error('maintenance cannot be ordered here');
    },
    async landLate() {
      const landing = late;
      late = 0;
      if (landing > 0) server.control('advance', { ms: latestMs });
      return landing;
    },
  };
  const narrow = (order: NewVenueOrder, sharePercent: number): void => {
    const amount = ((order.amount * BigInt(sharePercent)) / 100n) as Decimal;
    const levelQuantity = formatDecimal(amount);
    server.control('market', { venue, market: spot.key, levels: 1, levelQuantity });
  };
  return {
    faults,
    exchange: {
      ...exchange,
      async placeOrder(account, order) {
        if (share !== null) narrow(order, share);
        try {
          return await exchange.placeOrder(account, order);
        } finally {
          if (share !== null)
            server.control('market', {
              venue,
              market: spot.key,
              levels: 20,
              levelQuantity: '1000',
            });
          share = null;
        }
      },
    },
  };
}
