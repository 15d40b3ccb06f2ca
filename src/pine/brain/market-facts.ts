// Facts of a market of the run, as a chart of it has them.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';
import type { ChartMarket } from '#pine/program/market-symbol.ts';
import { findBySymbol, tickerOf } from '#pine/program/market-symbol.ts';
import type { PineFacts } from '#pine/runtime/pine-now.ts';

/** `marketTag` null: the market that is traded. */
export function factsOf(api: CommandContext, marketTag: string | null): PineFacts {
  const market = api.markets.facts(marketTag);
  const isContract = market?.marketType === 'futures';
  return {
    ticker: market === null ? '' : tickerOf(chartMarket(market)),
    prefix: market?.exchange ?? '',
    baseCurrency: market?.baseCurrency ?? '',
    quoteCurrency: market?.quoteCurrency ?? '',
    accountCurrency: 'NONE',
    type: 'crypto',
    minTick: market?.priceStep ?? 0.01,
    amountStep: market?.amountStep ?? 0,
    pointValue: isContract ? market.contractValue : 1,
    intervalMinutes: api.settings.intervalMinutes,
    version: 6,
  };
}

/** Tag of the market that a symbol names among those of the run; null: there is none. */
export function tagOfSymbol(api: CommandContext, symbol: string): string | null {
  const markets = api.markets
    .list(null)
    .map((marketTag) => api.markets.facts(marketTag))
    .filter((facts) => facts !== null);
  return findBySymbol(symbol, markets.map(chartMarket))?.marketTag ?? null;
}

function chartMarket(facts: MarketFacts): ChartMarket {
  const { marketTag, baseCurrency, quoteCurrency, marketType } = facts;
  return {
    marketTag,
    base: baseCurrency,
    quote: quoteCurrency,
    isContract: marketType === 'futures',
  };
}
