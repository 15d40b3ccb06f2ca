// Market of a strategy, and the account on it: exact steps, fees, and the price now. The same
// record is made from a running bot's API and for a preview.

import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

export type StrategyMarket = {
  readonly market: Market;
  /** With the fees of the account. */
  readonly terms: TradingTerms;
  readonly priceTicks: Ticks;
  /** Free money in the settlement currency; free base on spot, zero elsewhere. */
  readonly freeUnits: Units;
  readonly freeBaseUnits: Units;
};
