// A dialect, a wire and the loopback venue put together: what campaigns send orders through, and
// the truth that they compare with.

import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { inspect } from 'node:util';

import { makeRequestBudget } from '#venues/request-budget.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  Page,
  Query,
  VenueDialect,
  Verdict,
} from '#venues/dialect.ts';
import { makeCcxtWire } from '#venues/wire/ccxt-wire.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import type { AccountTruth } from '#loopback/control/truth.ts';
import type { VenueClient } from '#loopback/venue-client.ts';
import { openVenue } from '#loopback/venue-client.ts';

export type VenueUnderTest = {
  readonly venue: VenueClient;
  readonly listed: ListedMarket;
  context(): AccountContext;
  ask<T>(query: Query<T>, deadlineMs?: number): Promise<Verdict<T>>;
  /** All pages; fails unless each one is read. */
  all<T>(query: ListQuery<T>): Promise<readonly T[]>;
  truth(): AccountTruth;
  /** The states of the orders of this name, as they truly are now. */
  statesOf(name: string): readonly string[];
};

const DEADLINE_MS = 10_000;
const QUICKNESS = 50;

/** The loopback account "a" seen through a dialect, on one of its markets. */
export async function putUnderTest(
  t: TestContext,
  dialect: VenueDialect,
  marketType: MarketType,
  symbol: string,
): Promise<VenueUnderTest> {
  const code = dialect.libraryId as 'binance' | 'bybit';
  const venue = await openVenue(t);
  venue.control('limits', { venue: code, max: 1_000_000, areAccountsLimited: false });
  const wire = makeCcxtWire({
    exchangeId: dialect.libraryId,
    hosts: { allowed: dialect.hosts, redirect: venue.server.address },
    budget: makeRequestBudget(
      { perMinute: 1_000_000, windowSeconds: 60, usedHeader: null },
      quickTime(),
    ),
    clock: { nowMs: () => Date.now() },
    venueNowMs: () => venue.server.state.clock.nowMs(),
  });
  t.after(() => wire.close());
  const { key, secret } = venue[code];
  const credentials = { apiKey: key, secret, passphrase: null };
  const ask = async <T>(query: Query<T>, deadlineMs = DEADLINE_MS): Promise<Verdict<T>> => {
    const signed = query.call.access === 'public' ? null : credentials;
    return query.read(await wire.send(query.call, signed, deadlineMs));
  };
  const all = async <T>(query: ListQuery<T>): Promise<readonly T[]> => {
    const items: T[] = [];
    for (let next: ListQuery<T> | null = query; next !== null;) {
      const verdict: Verdict<Page<T>> = await ask(next);
      assert(verdict.kind === 'done', inspect(verdict));
      items.push(...verdict.value.items);
      ({ next } = verdict.value);
    }
    return items;
  };
  const markets = (await Promise.all(dialect.markets().map(all))).flat();
  const find = (type: MarketType, name: string): ListedMarket | null =>
    markets.find((item) => item.market.marketType === type && item.symbol === name) ?? null;
  const listed = find(marketType, symbol);
  assert(listed !== null, `${symbol} is listed`);
  return {
    venue,
    listed,
    ask,
    all,
    context: () => ({
      marketType,
      findMarket: find,
      nowMs: venue.server.state.clock.nowMs(),
    }),
    truth: () => accountTruth(venue, code),
    statesOf: (name) =>
      (accountOf(exchangeOf(venue.server.state, code), 'a').names.get(name) ?? []).map(
        ({ state }) => state,
      ),
  };
}

function accountTruth(venue: VenueClient, code: string): AccountTruth {
  const { accounts } = venue.control('truth', { venue: code, account: 'a' }) as {
    readonly accounts: readonly AccountTruth[];
  };
  const [account] = accounts;
  assert(account !== undefined);
  return account;
}

/** Faster than the machine's, so that pauses that the venue asks for are short. */
function quickTime() {
  return {
    nowMs: () => performance.now() * QUICKNESS,
    after: (delayMs: number, run: () => void): (() => void) => {
      const timer = setTimeout(run, delayMs / QUICKNESS);
      return () => clearTimeout(timer);
    },
  };
}
