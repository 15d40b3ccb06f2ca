// One account at the venue by hand: markets, orders and minutes for examples.

import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import {
  fundedLedger,
  lots,
  SPOT_TERMS,
  TEN,
  ticks,
  VANILLA_TERMS,
} from '#domain/position/accounting.fixture.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import type { NewOrder } from '#domain/venue/place-order.ts';
import { placeOrder } from '#domain/venue/place-order.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { emptyVenue } from '#domain/venue/venue-state.ts';

export const NOW_MS = Date.UTC(2025, 0, 1);
export const SPOT: VenueMarket = {
  terms: SPOT_TERMS,
  rules: { ...MATCHING_RULES.touch, appliesMargin: true },
  tiers: null,
  liquidationFeePercent: ZERO,
  triggeredValueMin: ZERO,
};
export const VANILLA: VenueMarket = {
  ...SPOT,
  terms: VANILLA_TERMS,
  tiers: singleTier(decimal('0.01'), decimal('20')),
  liquidationFeePercent: decimal('1'),
};
export const SETTING = { leverage: TEN, marginMode: 'isolated', isReduceOnly: false } as const;

export function order(wish: Partial<NewOrder>): NewOrder {
  return {
    orderId: 'one',
    side: 'buy',
    type: 'market',
    remainingLots: lots(SPOT_TERMS, '0.1'),
    limitTicks: null,
    triggerTicks: null,
    trail: null,
    isPostOnly: false,
    expiresAtMs: null,
    positionGroup: null,
    oca: null,
    role: null,
    openLots: null,
    ...wish,
  };
}

export function place(
  state: VenueState,
  market: VenueMarket,
  wish: Partial<NewOrder>,
  price: string,
) {
  return placeOrder(state, market, order(wish), SETTING, {
    atMs: NOW_MS,
    liveFromMs: NOW_MS,
    priceTicks: ticks(market.terms, price),
    minuteOpenMs: NOW_MS,
    volumeLots: 1_000_000n as Lots,
    range: null,
  });
}

export function placed(...placing: Parameters<typeof place>): VenueStep {
  const step = place(...placing);
  assert(step.ok);
  return step.value;
}

export function minute(
  state: VenueState,
  market: VenueMarket,
  prices: readonly [open: string, high: string, low: string, close: string] | null,
  fundingRate: string | null = null,
  volume = 1_000_000n,
): VenueStep {
  const [open, high, low, close] = (prices ?? []).map((price) => ticks(market.terms, price));
  const candle = { openTimeMs: NOW_MS, open, high, low, close, volume };
  return advanceMinute(state, NOW_MS, [
    {
      market,
      candle: prices === null ? null : (candle as never),
      fundingRate: fundingRate === null ? null : decimal(fundingRate),
    },
  ]);
}

export const RICH = emptyVenue(fundedLedger(['USDT', '10000'], ['BTC', '1']));
export const limitAt = (price: string): Partial<NewOrder> => ({
  type: 'limit',
  limitTicks: ticks(SPOT_TERMS, price),
});
