// The API of markets over a run: the markets that it has minutes of.

import { ONE } from '#lib/decimal.ts';
import type { MarketApi, MarketFacts } from '#engine/run-api/market-api.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { floatOf } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';

/**
 * Market API of a run; null for a market that it has no minutes of. Facts are cached until the fees
 * change.
 */
export function makeMarketApi(run: Run): MarketApi {
  // Facts change only with the fees, which are replaced as a whole.
  const known = new Map<RunMarket['terms'], MarketFacts>();
  return {
    facts(marketTag) {
      const market = findMarket(run, marketTag);
      if (market === null) return null;
      const retained = known.get(market.terms);
      if (retained !== undefined) return retained;
      const facts = factsOf(market);
      known.set(market.terms, facts);
      return facts;
    },
    list(exchange) {
      const tags = run.markets
        .filter(({ market }) => exchange === null || market.exchange === exchange)
        .map(({ market }) => market.marketTag);
      return tags.sort();
    },
    roundPrice(marketTag, price, side) {
      const market = findMarket(run, marketTag);
      if (market === null) return price;
      const rounding = side === null ? 'half_even' : side === 'buy' ? 'floor' : 'ceil';
      return fromSteps(market.price, roundToSteps(market.price, price, rounding));
    },
    roundAmount(marketTag, amount) {
      const market = findMarket(run, marketTag);
      if (market === null) return amount;
      return fromSteps(market.amount, roundToSteps(market.amount, amount, 'toward_zero'));
    },
  };
}

function factsOf({ market, terms }: RunMarket): MarketFacts {
  const { contract } = market;
  return {
    marketTag: market.marketTag,
    exchange: market.exchange,
    baseCurrency: market.base,
    quoteCurrency: market.quote,
    contractName: contract?.name ?? '',
    marketType: market.marketType,
    contractType: contract?.type ?? null,
    contractValue: floatOf(contract?.contractValue ?? ONE),
    makerFeePercent: floatOf(terms.makerFeePercent),
    takerFeePercent: floatOf(terms.takerFeePercent),
    priceStep: floatOf(terms.grid.priceStep),
    amountStep: floatOf(terms.grid.amountStep),
    priceDecimals: market.priceDecimals,
    amountDecimals: market.amountDecimals,
    minAmount: floatOf(market.minOrderAmount),
    minVolume: floatOf(market.minOrderValue),
    profitCurrency: terms.grid.settlementCurrency,
    maxLeverage: floatOf(contract?.highestLeverage ?? ONE),
    isOpen: market.isOpen,
  };
}
