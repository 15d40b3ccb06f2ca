// Markets of a real exchange as paper accounts trade on them: by the realistic rules, in the steps
// of now or, where something is still counted in them, in those of former times. Pure.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, lotsOf, marketGrid, priceOf, ticksOf } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { SimMarket } from '#adapters/sim/sim-markets.ts';
import { stepsOfTag } from '#adapters/sim/stepped-tag.ts';

/** Where an exchange does not tell its tiers; as in backtests. */
const ASSUMED_MAINTENANCE_RATE = decimal('0.005');

/** The market under a tag that may have steps: with these, and all other terms of now. */
export function tradedMarket(listed: Market, marketTag: MarketTag): SimMarket {
  const market = inStepsOf(listed, marketTag);
  const terms = tradingTerms(market);
  const { contract } = market;
  return {
    market,
    grid: terms.grid,
    venue: {
      terms,
      rules: MATCHING_RULES.realistic,
      tiers:
        contract === null ? null : singleTier(ASSUMED_MAINTENANCE_RATE, contract.highestLeverage),
      liquidationFeePercent: ZERO,
      triggeredValueMin: contract === null ? market.minOrderValue : ZERO,
    },
  };
}

function inStepsOf(listed: Market, marketTag: MarketTag): Market {
  const steps = stepsOfTag(marketTag);
  if (steps === null) return listed;
  const { priceStep, amountStep, contractValue } = steps;
  const contract =
    listed.contract === null || contractValue === null
      ? listed.contract
      : { ...listed.contract, contractValue };
  return { ...listed, marketTag, priceStep, amountStep, contract };
}

/** To the nearest step, at least one: the order of a minute's prices stays. */
export function nearestTicks({ grid }: SimMarket, price: Decimal): Ticks {
  const ticks = ticksOf(grid, price, 'half_even');
  return ticks > 0n ? ticks : (1n as Ticks);
}

/** A minute of the listed market, in the steps of `traded`. */
export function candleInSteps(traded: SimMarket, listed: Market, candle: Candle): Candle {
  const [from, to] = [marketGrid(listed), traded.grid];
  if (from.priceStep === to.priceStep && from.amountStep === to.amountStep) return candle;
  const ticks = (old: bigint): bigint => nearestTicks(traded, priceOf(from, old as Ticks));
  return {
    openTimeMs: candle.openTimeMs,
    open: ticks(candle.open),
    high: ticks(candle.high),
    low: ticks(candle.low),
    close: ticks(candle.close),
    volume: lotsOf(to, amountOf(from, candle.volume as Lots), 'floor'),
  };
}
