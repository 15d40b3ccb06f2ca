// Coverage of a market's minutes, wherever they come from.

import { minuteStartMs } from '#lib/time.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { CandleSource, HistorySteps, MinuteWindow } from '#ports/world/history.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { knownMarkets, namedMarkets } from '#services/exchanges/list-exchanges.ts';
import { findIn } from '#services/markets/find-market.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type MarketAtExchange = { readonly market: Market; readonly exchange: Exchange };

/** The stretch that is known of a market, and of how many minutes its candles are. */
export type Coverage = MinuteWindow & { readonly candleMinutes: number };

/**
 * The market of whichever exchange has this tag; null when none has. Looks among the markets that
 * are known, and waits for the one exchange that the tag names where they have none. Throws Failure
 * when that one does not say, and never has.
 */
export async function findMarketAnywhere(
  { exchanges }: Pick<HistoryDeps, 'exchanges'>,
  marketTag: MarketTag,
): Promise<MarketAtExchange | null> {
  const all = exchanges.list();
  const named = all.filter(({ code }) => marketTag.startsWith(`${code.toUpperCase()}_`));
  for (const exchange of [...named, ...all]) {
    const market = findIn(await knownMarkets(exchange), marketTag);
    if (market !== null) return { market, exchange };
  }
  for (const exchange of named) {
    const market = findIn(await namedMarkets(exchange), marketTag);
    if (market !== null) return { market, exchange };
  }
  return null;
}

/** Null when the exchange's minutes are in the store. */
export function candleSourceOf(
  { candleSources }: Pick<HistoryDeps, 'candleSources'>,
  exchangeCode: string,
): CandleSource | null {
  return candleSources.find(({ code }) => code === exchangeCode) ?? null;
}

/** What the figures of a market's history are counted in. */
export function stepsOf(market: Market): HistorySteps {
  const { priceStep, amountStep } = marketGrid(market);
  return { priceStep, amountStep };
}

/**
 * The stretch that is known of a listed market, up to the last closed minute; null: nothing.
 * `steps_changed`: what is stored is counted in other steps than the market has now.
 */
export async function historyCoverage(
  deps: Omit<HistoryDeps, 'archiveCode'>,
  market: Market,
): Promise<Coverage | 'steps_changed' | null> {
  const source = candleSourceOf(deps, market.exchange);
  if (source === null) {
    const stored = await deps.history.summarizeHistory(market.marketTag);
    if (stored === null) return null;
    const { priceStep, amountStep } = stepsOf(market);
    const isSame = stored.steps.priceStep === priceStep && stored.steps.amountStep === amountStep;
    const { covered, candleMinutes } = stored;
    return isSame ? { ...covered, candleMinutes } : 'steps_changed';
  }
  const toMs = minuteStartMs(deps.clock.nowMs());
  return { fromMs: source.firstOpenMs, toMs, candleMinutes: 1 };
}
