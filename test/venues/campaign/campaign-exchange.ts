// The exchange port over Binance's dialect, the wire and the loopback venue, for campaigns: short
// deadlines, quick pauses, and clocks that a campaign moves.

import assert from 'node:assert/strict';

import type { Exchange } from '#ports/exchange/exchange.ts';
import type { Clock } from '#ports/world/clock.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { BINANCE_SPOT } from '#adapters/venues/dialects/binance-spot/binance-spot.ts';
import { makeMarketList } from '#adapters/venues/market-list.ts';
import { makeRequestBudget } from '#adapters/venues/request-budget.ts';
import { makeVenueClock } from '#adapters/venues/venue-clock.ts';
import { makeVenueExchange } from '#adapters/venues/venue-exchange.ts';
import { makeHealthRecord } from '#adapters/venues/venue-health.ts';
import { makeCcxtWire } from '#adapters/venues/wire/ccxt-wire.ts';
import type { VenueWire } from '#adapters/venues/wire/venue-wire.ts';
import { marketOf } from '../loopback/exchange/exchange.ts';
import type { VenueServer } from '../loopback/server/venue-server.ts';
import { exchangeOf } from '../loopback/server/venue-state.ts';

export type CampaignVenue = {
  readonly clock: Clock;
  readonly marketTag: string;
  /** The price of the market, in whole units of quote. */
  middle(): bigint;
  /** As a process that has just started has it. */
  openExchange(): Exchange;
  passTime(durationMs: number): void;
  close(): void;
};

type Keys = ReadonlyMap<string, { readonly key: string; readonly secret: string }>;

/** Hanging requests end early, and pauses that the venue asks for are short. */
const DEADLINE_MS = 500;
const QUICKNESS = 50;

export async function openCampaignExchange(
  server: VenueServer,
  keys: Keys,
): Promise<CampaignVenue> {
  let passedMs = 0;
  const clock = { nowMs: () => Date.now() + passedMs };
  const budget = makeRequestBudget(
    { perMinute: 10_000_000, windowSeconds: 60, usedHeader: null },
    quickTime(),
  );
  const wire = makeCcxtWire({
    exchangeId: BINANCE_SPOT.libraryId,
    hosts: { allowed: BINANCE_SPOT.hosts, redirect: server.address },
    budget,
    clock,
    venueNowMs: () => clock.nowMs(),
  });
  const listed = await readMarkets(wire);
  const market = listed.find(({ symbol }) => symbol === 'BTCUSDT');
  assert(market !== undefined, 'BTCUSDT is listed');
  const impatient: VenueWire = {
    send: async (call, credentials) => wire.send(call, credentials, DEADLINE_MS),
    openStream: async (address, onFrame, signal) => wire.openStream(address, onFrame, signal),
  };
  const find = async (accountId: string) => {
    const found = keys.get(accountId);
    assert(found !== undefined, 'the account has a key');
    return { apiKey: found.key, secret: found.secret, passphrase: null };
  };
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return {
    clock,
    marketTag: market.market.marketTag,
    middle: () => marketOf(exchangeOf(server.state, 'binance'), 'spot:BTCUSDT').middle / 10n ** 8n,
    openExchange: () =>
      makeVenueExchange({
        dialect: BINANCE_SPOT,
        wire: impatient,
        markets: makeMarketList('binance', async (onPart) => onPart(listed), log),
        venueClock: makeVenueClock(clock, async () => server.state.clock.nowMs()),
        health: makeHealthRecord(),
        time: quickTime(),
        log,
        sendByMs: () => Infinity,
        credentials: { credentialsOf: find, credentialsToCheck: find, onRefused: ignore },
        stopAddress: (durationMs) => budget.pause(durationMs),
      }),
    passTime(durationMs) {
      passedMs += durationMs;
    },
    close: () => wire.close(),
  };
}

async function readMarkets(wire: VenueWire): Promise<readonly ListedMarket[]> {
  const markets: ListedMarket[] = [];
  for (const { call, read } of BINANCE_SPOT.markets()) {
    const verdict = read(await wire.send(call, null, 10_000));
    assert(verdict.kind === 'done', 'the markets are read');
    markets.push(...verdict.value.items);
  }
  return markets;
}

function quickTime() {
  return {
    nowMs: () => performance.now() * QUICKNESS,
    after: (delayMs: number, run: () => void): (() => void) => {
      const timer = setTimeout(run, delayMs / QUICKNESS);
      return () => clearTimeout(timer);
    },
  };
}

function ignore(): void {
  // Nobody reads it here.
}
