// Result of a search for an order of ours in a list with given rows, through the whole driver
// of an exchange whose only reply with rows is this one.

import { Failure } from '#ports/world/failure.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import type { ListedMarket, VenueDialect } from '#adapters/venues/dialect.ts';
import { makeMarketList } from '#adapters/venues/market-list.ts';
import { handTime } from '#adapters/venues/monotonic-time.fixture.ts';
import { KEYS, LOG } from '#adapters/venues/scripted-venue.fixture.ts';
import { makeVenueClock } from '#adapters/venues/venue-clock.ts';
import { makeVenueExchange } from '#adapters/venues/venue-exchange.ts';
import { makeHealthRecord } from '#adapters/venues/venue-health.ts';
import type { WireReply } from '#adapters/venues/wire/venue-wire.ts';

/** The kind of what was found, or the code of the Failure. */
export async function lookUpIn(
  dialect: VenueDialect,
  listed: ListedMarket,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
  page: (rows: readonly unknown[]) => WireReply,
  rows: readonly unknown[],
): Promise<string> {
  const exchange = exchangeOf(dialect, listed, nowMs, page, rows);
  const account = { accountId: 'acc_1', marketType: listed.market.marketType };
  const order = { clientOrderId: name, venueOrderId: null, placedAtMs: nowMs - 1_000 };
  try {
    return (await exchange.fetchOrder(account, listed.market.marketTag, order)).kind;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

function exchangeOf(
  dialect: VenueDialect,
  listed: ListedMarket,
  nowMs: number,
  page: (rows: readonly unknown[]) => WireReply,
  rows: readonly unknown[],
): Exchange {
  let isShown = false;
  return makeVenueExchange({
    dialect,
    wire: {
      async send() {
        if (isShown) return page([]);
        isShown = true;
        return page(rows);
      },
      openStream: async () => Promise.reject(new Failure('unavailable', 'no streams here')),
    },
    markets: makeMarketList(dialect.code, async (onPart) => onPart([listed]), LOG),
    venueClock: measuredClock(nowMs),
    clock: { nowMs: () => nowMs },
    health: makeHealthRecord(),
    time: handTime(),
    log: LOG,
    credentials: {
      credentialsOf: async () => KEYS,
      credentialsToCheck: async () => KEYS,
      onRefused: () => undefined,
    },
    sendByMs: () => Infinity,
    stopAddress: () => undefined,
  });
}

function measuredClock(nowMs: number): ReturnType<typeof makeVenueClock> {
  return makeVenueClock({ nowMs: () => nowMs }, async () => nowMs);
}
