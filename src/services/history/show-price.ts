// Price of a market now.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import type { ListedCandle } from '#services/history/list-candles.ts';

export type ShownPrice = {
  readonly marketTag: MarketTag;
  /** Null while the market is closed; so is the instant. */
  readonly price: Decimal | null;
  readonly atMs: number | null;
  /** The candle of the minute that has not ended; null: its stream does not show it. */
  readonly forming: ListedCandle | null;
  /** Null: its exchange does not tell it with the price. */
  readonly best: BestPrices | null;
};

type Deps = { readonly exchanges: ExchangeRegistry };
type PriceResult = Promise<Result<ShownPrice, 'market_not_found'>>;

/** Throws Failure. */
export async function showPrice(deps: Deps, marketTag: MarketTag): PriceResult {
  const found = await findMarketAnywhere(deps, marketTag);
  return found === null ? rejected('market_not_found') : accepted(await priceOfMarket(found));
}

/**
 * The same with the best bid and ask, by another request where the price comes without. Throws
 * Failure.
 */
export async function showPriceWithBest(deps: Deps, marketTag: MarketTag): PriceResult {
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return rejected('market_not_found');
  const shown = await priceOfMarket(found);
  if (shown.best !== null || shown.price === null) return accepted(shown);
  return accepted({ ...shown, best: await bestPricesIfStated(found) });
}

async function bestPricesIfStated({
  exchange,
  market,
}: MarketAtExchange): Promise<BestPrices | null> {
  try {
    return await exchange.fetchBestPrices(market.marketTag);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Throws Failure. */
export async function priceOfMarket({ exchange, market }: MarketAtExchange): Promise<ShownPrice> {
  const { isOpen, marketTag } = market;
  if (!isOpen) return { marketTag, price: null, atMs: null, forming: null, best: null };
  const now = await exchange.fetchPrice(marketTag);
  const { price, atMs, forming = null, best = null } = now;
  const candle = forming === null ? null : shownCandle(forming, market);
  return { marketTag, price, atMs, forming: candle, best };
}

function shownCandle({ openTimeMs, ...candle }: Candle, market: Market): ListedCandle {
  const grid = marketGrid(market);
  const priceOfTicks = (ticks: bigint): Decimal => priceOf(grid, ticks as Ticks);
  return {
    startMs: openTimeMs,
    open: priceOfTicks(candle.open),
    high: priceOfTicks(candle.high),
    low: priceOfTicks(candle.low),
    close: priceOfTicks(candle.close),
    volume: amountOf(grid, candle.volume as Lots),
  };
}
