// The market of a running strategy, read from its API: floats become whole steps and units here.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromUnits } from '#lib/decimal.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { roundToSteps, stepScale } from '#engine/run/step-scale.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

const FEE_SCALE = 10;

/** The last price in steps; null before the first trade. */
export function priceTicksNow({ series }: CommandContext, market: Market): Ticks | null {
  const close = series.lastPrice(null);
  const steps = roundToSteps(stepScale(marketGrid(market).priceStep), close, 'half_even');
  return steps > 0 ? (BigInt(steps) as Ticks) : null;
}

/**
 * Market with its current price, fees and free balances; the free base currency is zero for
 * contracts.
 */
export function marketNow(
  { markets, wallet }: CommandContext,
  market: Market,
  priceTicks: Ticks,
): StrategyMarket {
  const facts = markets.facts(null);
  const terms = tradingTerms(market, {
    makerFeePercent: percent(facts?.makerFeePercent ?? 0),
    takerFeePercent: percent(facts?.takerFeePercent ?? 0),
  });
  const isSpot = market.contract === null;
  const free = (currency: string): Units => unitsFrom(currency, wallet.balance(currency).available);
  return {
    market,
    terms,
    priceTicks,
    freeUnits: free(terms.grid.settlementCurrency),
    freeBaseUnits: isSpot ? free(market.base) : (0n as Units),
  };
}

/** Money that an API shows as a float, in whole units again. */
export function unitsFrom(currency: string, money: number): Units {
  return BigInt(Math.round(money * 10 ** currencyScale(currency))) as Units;
}

function percent(value: number): Decimal {
  return decimalFromUnits(BigInt(Math.round(value * 10 ** FEE_SCALE)), FEE_SCALE);
}
