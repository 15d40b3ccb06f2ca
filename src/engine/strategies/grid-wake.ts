// When a grid has something to do again: an order of it ended, a stop or a trailing line is
// reached, an interval that waits is passed, a refused order is due again.

import type { Decimal } from '#lib/decimal.ts';
import { priceOf } from '#domain/market/market-grid.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import { doubleOf } from '#engine/strategies/double-of.ts';
import type { GridNow } from '#engine/strategies/grid-orders.ts';
import { passedLines } from '#engine/strategies/grid-orders.ts';
import type { Wake } from '#engine/strategies/wake.ts';
import { AWAKE } from '#engine/strategies/wake.ts';

/** `close` is the price of the update that was made. */
export function gridWake(now: GridNow, close: number): Wake {
  const { config, state, desks } = now;
  const { takeProfitPercent, stopLossPercent } = config;
  const isWatching = takeProfitPercent !== null || stopLossPercent !== null;
  const isBusy = state.phase !== 'running' || state.stopSinceMs !== null || state.isShort;
  if (isBusy || isWatching || isTrailing(now)) return AWAKE;
  const levels = [...stopPrices(now), ...trailingPrices(now), ...nearLines(now, close)];
  const below = levels.filter((level) => level < close);
  const above = levels.filter((level) => level > close);
  const tried = state.cells.filter(({ refusals, orderId }) => refusals > 0 && orderId === null);
  return {
    endedCount: desks.orders.counts().ended,
    atOrBelow: Math.max(...below, -Infinity),
    atOrAbove: Math.min(...above, Infinity),
    atMs: tried.reduce((least, { retryAtMs }) => Math.min(least, retryAtMs), Infinity),
  };
}

function stopPrices({ config }: GridNow): readonly number[] {
  const { takeProfitPrice, stopLossPrice, stopLossHighPrice } = config;
  const chosen = [takeProfitPrice, stopLossPrice, stopLossHighPrice];
  return chosen.flatMap((price: Decimal | null) => (price === null ? [] : [doubleOf(price)]));
}

function isTrailing({ config, state, market: { priceTicks } }: GridNow): boolean {
  if (config.trailsUp && priceTicks >= state.lineAbove) return true;
  return config.trailsDown && priceTicks <= state.lineBelow;
}

function trailingPrices({ config, state, market }: GridNow): readonly number[] {
  const lines = [
    ...(config.trailsUp ? [state.lineAbove] : []),
    ...(config.trailsDown ? [state.lineBelow] : []),
  ];
  return lines.map((line) => priceAt(market, line));
}

/**
 * Where passing a price changes which orders rest: at the lines while intervals wait, and where
 * there is a limit, half way between the lines that come into it and go out of it together.
 */
function nearLines(now: GridNow, close: number): readonly number[] {
  const { config, state, market } = now;
  const isWaiting = state.cells.some(({ waits, orderId }) => waits && orderId === null);
  const isLimited = state.cells.length > config.ordersMost;
  if (!isLimited && !isWaiting) return [];
  const lines = state.lines.map((line) => priceAt(market, line));
  // On a line, the next step away from it counts.
  if (lines.includes(close)) return [close * (1 - 1e-12), close * (1 + 1e-12)];
  return isLimited ? [...lines, ...halfWays(now)] : lines;
}

function halfWays(now: GridNow): readonly number[] {
  const { config, market } = now;
  const lines = passedLines(now).map(({ line }) => priceAt(market, line));
  const sorted = lines.toSorted((left, right) => left - right);
  return sorted.flatMap((line, place) => {
    const other = sorted[place + config.ordersMost];
    return other === undefined ? [] : [(line + other) / 2];
  });
}

function priceAt({ terms }: GridNow['market'], line: Ticks): number {
  return doubleOf(priceOf(terms.grid, line));
}
