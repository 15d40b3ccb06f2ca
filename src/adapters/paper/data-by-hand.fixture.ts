// A paper account on prices and minutes that a test sets by hand.

import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import { decimal } from '#lib/decimal.ts';
import type { MarketData, MinutesKnown } from '#ports/exchange/market-data.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { paperHarness } from '#adapters/paper/paper-harness.fixture.ts';

function dataByHand(nowMs: () => number) {
  const hand = {
    price: decimal('50000'),
    best: null as BestPrices | null,
    areBestPricesRefused: false,
    candles: new Map<number, Candle>(),
    untilMs: Infinity,
    isDown: false,
    /** Minutes before it are listed no more. */
    knownFromMs: -Infinity,
    funding: [] as FundingRate[],
    markets: [...SIM_MARKETS.values()].map(({ market }) => market),
  };
  const data: MarketData = {
    code: 'sim',
    listMarkets: async () => hand.markets,
    async fetchPrice() {
      if (hand.isDown) throw new Failure('unavailable', 'the exchange is down');
      return hand.price;
    },
    async fetchBestPrices() {
      if (hand.areBestPricesRefused) throw new Failure('rate_limited', 'not now');
      return hand.best;
    },
    async fetchFundingRates(_tag, fromMs, toMs) {
      return hand.funding.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    },
    async fetchMinutes(_tag, fromMs, toMs): Promise<MinutesKnown> {
      if (hand.isDown) throw new Failure('unavailable', 'the exchange is down');
      const candles = [...hand.candles.values()]
        .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
        .sort((left, right) => left.openTimeMs - right.openTimeMs);
      const knownFromMs = Math.min(toMs, Math.max(fromMs, hand.knownFromMs));
      return { candles, knownFromMs, untilMs: Math.min(toMs, hand.untilMs, nowMs()) };
    },
  };
  return { hand, data };
}

export type Hand = ReturnType<typeof dataByHand>['hand'];

/** Prices in whole dollars, of which a step is a hundredth. */
export function setMinute(hand: Hand, openTimeMs: number, low: number, high: number): void {
  const ticks = (price: number): bigint => BigInt(price * 100);
  const open = ticks(high);
  const candle = { open, high: open, low: ticks(low), close: open, volume: 10_000_000n };
  hand.candles.set(openTimeMs, { openTimeMs, ...candle });
}

export async function byHand() {
  let hand: Hand | null = null;
  const harness = await paperHarness((nowMs) => {
    const made = dataByHand(nowMs);
    hand = made.hand;
    return made.data;
  });
  return { harness, hand: hand as unknown as Hand };
}
