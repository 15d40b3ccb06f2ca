// Result of a search for an order of ours in a list with given rows, through the whole driver
// of an exchange whose only reply with rows is this one.

import { Failure } from '#venue-port/world/failure.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, VenueDialect } from '#venues/dialect.ts';
import { makeMarketList } from '#venues/market-list.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import { KEYS, LOG } from '#venues/scripted-venue.fixture.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';
import { makeVenueExchange } from '#venues/venue-exchange.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

type Search = {
  readonly name: string;
  readonly nowMs: number;
  /** Of the account; absent: as most are. */
  readonly mode?: string;
};

/** The kind of what was found, or the code of the Failure. */
export async function lookUpIn(
  dialect: VenueDialect,
  listed: ListedMarket,
  { name, nowMs, mode }: Search,
  page: (rows: readonly unknown[]) => WireReply,
  rows: readonly unknown[],
): Promise<string> {
  const exchange = exchangeOf(inMode(dialect, mode), listed, nowMs, page, rows);
  const account = { accountId: 'acc_1', marketType: listed.market.marketType };
  const order = { clientOrderId: name, venueOrderId: null, placedAtMs: nowMs - 1_000 };
  try {
    return (await exchange.fetchOrder(account, listed.market.marketTag, order)).kind;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

/** The dialect for accounts in this mode, which is not requested. */
function inMode(dialect: VenueDialect, mode: string | undefined): VenueDialect {
  const { mode: _query, ...account } = dialect.account;
  if (mode === undefined) return { ...dialect, account };
  const { call } = dialect.time();
  return {
    ...dialect,
    account: { ...account, mode: { call, read: () => ({ kind: 'done', value: mode }) } },
  };
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
      async send({ path }) {
        if (isShown || path === dialect.time().call.path) return page([]);
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
