// The catalogue's markets with the rules by which the simulated venue trades them, computed once.

import { decimal, parseDecimal, ZERO } from '#lib/decimal.ts';
import { assert, present } from '#lib/assert.ts';
import { leverageTiers } from '#domain/margin/leverage-tier.ts';
import type { LeverageTierRow, LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import { MATCHING_RULES } from '#domain/matching/matching-rules.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { VenueMarket } from '#domain/venue/venue-state.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { ASSETS } from '#adapters/sim/assets.ts';
import type { CatalogueRow, TierClass } from '#adapters/sim/market-catalogue.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { plainTag } from '#adapters/sim/stepped-tag.ts';

export type SimMarket = {
  readonly market: Market;
  readonly grid: MarketGrid;
  readonly venue: VenueMarket;
};

/** From this value in dollars on: maintenance as a share of it, and the highest leverage. */
const TIERS: { readonly [name in TierClass]: readonly (readonly [number, string, number])[] } = {
  major: [
    [0, '0.004', 125],
    [50_000, '0.005', 100],
    [600_000, '0.0065', 75],
    [3_000_000, '0.01', 50],
    [12_000_000, '0.02', 25],
    [70_000_000, '0.025', 20],
    [100_000_000, '0.05', 10],
    [230_000_000, '0.1', 5],
  ],
  large: [
    [0, '0.005', 100],
    [20_000, '0.0065', 75],
    [100_000, '0.01', 50],
    [800_000, '0.02', 25],
    [4_000_000, '0.025', 20],
    [8_000_000, '0.05', 10],
    [40_000_000, '0.1', 5],
  ],
  small: [
    [0, '0.005', 75],
    [10_000, '0.007', 50],
    [50_000, '0.01', 40],
    [750_000, '0.02', 25],
    [1_600_000, '0.05', 10],
    [8_000_000, '0.1', 5],
  ],
};

const LIQUIDATION_FEE_PERCENT = decimal('1.25');

/** Null: no market of that tag is known. */
export type MarketOf = (marketTag: string) => SimMarket | null;

/** Throws Failure: an exchange may list a market no more that an account has traded on. */
export function listedMarket(marketOf: MarketOf, marketTag: string): SimMarket {
  const found = marketOf(marketTag);
  if (found !== null) return found;
  throw new Failure(
    'unavailable',
    `Market "${plainTag(marketTag)}" is not listed by its exchange now.`,
  );
}

/** By market tag. */
export const SIM_MARKETS: ReadonlyMap<string, SimMarket> = new Map(
  MARKET_CATALOGUE.map((row) => [row.market.marketTag, simMarket(row)] as const),
);

function simMarket(row: CatalogueRow): SimMarket {
  const { market } = row;
  const terms = tradingTerms(market);
  const { realistic } = MATCHING_RULES;
  const slippage = { ...realistic.slippage, halfSpreadTicks: halfSpreadTicks(row) };
  return {
    market,
    grid: terms.grid,
    venue: {
      terms,
      rules: { ...realistic, slippage },
      tiers: row.tierClass === null ? null : tiersOf(market, row.tierClass),
      liquidationFeePercent: market.contract === null ? ZERO : LIQUIDATION_FEE_PERCENT,
      triggeredValueMin: market.contract === null ? market.minOrderValue : ZERO,
    },
  };
}

/** At the asset's usual price; at least one step. */
function halfSpreadTicks({ market, halfSpreadBps }: CatalogueRow): Ticks {
  const price = priceUsd(market.base) / priceUsd(market.quote);
  const step = Number(market.priceStep) / 1e18;
  return BigInt(Math.max(1, Math.round((price * halfSpreadBps) / 1e4 / step))) as Ticks;
}

function tiersOf(market: Market, name: TierClass): LeverageTiers {
  const currency = settlementCurrencyOf(market);
  const highest = present(market.contract, 'a futures market has a contract').highestLeverage;
  const rows = TIERS[name].map(([floorUsd, rate, leverage]): LeverageTierRow => {
    const floor = parseDecimal((floorUsd / priceUsd(currency)).toFixed(8)) ?? ZERO;
    const own = decimal(String(leverage));
    return {
      floorUnits: unitsOf(currency, floor, 'floor'),
      maintenanceRate: decimal(rate),
      highestLeverage: own < highest ? own : highest,
    };
  });
  const tiers = leverageTiers(rows);
  assert(tiers.ok, 'the tables of tiers are well formed');
  return tiers.value;
}

function priceUsd(currency: string): number {
  return present(ASSETS[currency], `the asset table has ${currency}`).priceUsd;
}
