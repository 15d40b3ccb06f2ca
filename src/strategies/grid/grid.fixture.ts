// Grids for the tests: the published example's market, and configurations from plain JSON.

import assert from 'node:assert/strict';

import { decimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { ticksOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { GridConfig, GridType } from '#strategies/grid/grid-config.ts';
import { gridConfig } from '#strategies/grid/grid-config.ts';
import { readValues } from '#strategies/config/config-values.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';

/** BTC in USDT: steps 0.01 and 0.0001, fees of 0.1 percent, orders of at least 10 USDT. */
export const EXAMPLE_MARKET: Market = spotMarket(
  { amountStep: '0.0001', minOrderValue: '10' },
  { amountDecimals: 4, makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.1') },
);

type GridJson = { readonly [key: string]: Json };

/** 20,000 to 30,000 in five arithmetic grids with 1,144 USDT, changed as given. */
export function gridOf(changes: GridJson = {}, type: GridType = 'spot_grid'): GridConfig {
  const config = { ...EXAMPLE_CONFIG, ...changes };
  const values = readValues(STRATEGY_CATALOGUE[type].settings, config);
  assert.ok(values.ok, 'the configuration can be read');
  return gridConfig(type, values.value);
}

export const EXAMPLE_CONFIG: GridJson = {
  market_tag: 'm1',
  lower_price: '20000',
  upper_price: '30000',
  grid_count: 5,
  investment: '1144',
};

/** A market at a price, with a wallet. */
export function marketAt(
  price: string,
  wallet: { readonly quote?: string; readonly base?: string } = {},
  market: Market = EXAMPLE_MARKET,
): StrategyMarket {
  const terms = tradingTerms(market);
  return {
    market,
    terms,
    priceTicks: ticksOf(terms.grid, decimal(price), 'half_even'),
    freeUnits: unitsOf(terms.grid.settlementCurrency, decimal(wallet.quote ?? '1500'), 'floor'),
    freeBaseUnits: unitsOf(market.base, decimal(wallet.base ?? '0'), 'floor'),
  };
}
