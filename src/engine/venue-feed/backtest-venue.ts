// The venue of a backtest: an account, its markets, and what was assumed so far. Orders are placed,
// bars passed and orders cancelled by venue-steps.ts; next-busy-bar.ts says when something can
// happen next. While at most one order works on a spot market, the single-order fast path holds the
// account (fast-steps.ts), else the exact venue does (exact-steps.ts).

import type { Ledger } from '#domain/ledger/ledger.ts';
import type { FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import { ledgerOfFastSpot, stateOfFastSpot } from '#domain/fast-spot/fast-spot-venue.ts';
import type { MatchingBar } from '#domain/fast-spot/single-outcome.ts';
import type { OpenOf } from '#domain/matching/exit-budgets.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';
import type { MatchingBars } from '#engine/venue-feed/matching-bars.ts';
import type { VenueCounts } from '#engine/venue-feed/venue-counts.ts';
import { venueCounts } from '#engine/venue-feed/venue-counts.ts';
import type { MarketBookSetup, VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import { venueMarketBook } from '#engine/venue-feed/venue-market-book.ts';

export type BacktestVenue = {
  /** Of the exact venue; behind while the fast path is open. Read stateOf. */
  state: VenueState;
  /** Null while the exact venue holds the account. */
  fast: FastSpotVenue | null;
  /** The bar that the fast path is shown, refilled for each. */
  readonly fastBar: { -readonly [field in keyof MatchingBar]: MatchingBar[field] };
  /** Whether the fast path may be opened. */
  readonly allowsFast: boolean;
  /** Whether margin calls are looked for while a position is open. */
  readonly watchesMargin: boolean;
  readonly bars: MatchingBars;
  /** The bar that is being passed. */
  barIndex: number;
  /** By index of the market. */
  readonly markets: readonly VenueMarketBook[];
  /** What is open of an order's position, which the run knows better than the venue. */
  readonly openOf: OpenOf;
  readonly counts: VenueCounts;
  /** Fills inside bars that are longer than a minute only because the history's candles are. */
  unwalkedFills: number;
};

export type VenueSetup = Pick<BacktestVenue, 'state' | 'bars' | 'watchesMargin' | 'openOf'> & {
  readonly rules: MatchingRules;
  readonly markets: readonly MarketBookSetup[];
};

/**
 * Venue without orders over these bars. The single-order fast path is permitted for one market
 * only.
 */
export function backtestVenue(setup: VenueSetup): BacktestVenue {
  const { state, bars, rules, watchesMargin, openOf } = setup;
  const markets = setup.markets.map((market) => venueMarketBook(market, bars, rules));
  return {
    state,
    fast: null,
    fastBar: { ...NO_BAR },
    allowsFast: markets.length === 1,
    watchesMargin,
    bars,
    barIndex: bars.firstBar,
    markets,
    openOf,
    counts: venueCounts(),
    unwalkedFills: 0,
  };
}

const NO_BAR: MatchingBar = {
  openTimeMs: 0,
  durationMs: 0,
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  volume: 0,
  volumeBefore: 0,
};

/** The account at the venue as it is now. */
export function stateOf({ fast, state }: BacktestVenue): VenueState {
  return fast === null ? state : stateOfFastSpot(fast);
}

/** The account's money as it is now. */
export function ledgerOf({ fast, state }: BacktestVenue): Ledger {
  return fast === null ? state.ledger : ledgerOfFastSpot(fast);
}

/** The market's book. */
export function bookOn(venue: BacktestVenue, marketTag: string): VenueMarketBook {
  return venue.markets.find(
    ({ market }) => market.market.marketTag === marketTag,
  ) as VenueMarketBook;
}
