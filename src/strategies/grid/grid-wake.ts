// Next wake of a grid: an order of it ended, a stop or a trailing line is reached, an interval that
// waits is passed, a refused order is due again.

import type { Decimal } from '#lib/decimal.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import type { GridNow } from '#strategies/grid/grid-orders.ts';
import { passedLines } from '#strategies/grid/grid-orders.ts';
import type { Wake } from '#strategies/shared/wake.ts';
import { AWAKE } from '#strategies/shared/wake.ts';

/** `close` is the price of the update that was made. */
export function gridWake(now: GridNow, close: number): Wake {
  const { config, state, api } = now;
  const { takeProfitPercent, stopLossPercent } = config;
  const isWatching = takeProfitPercent !== null || stopLossPercent !== null;
  const isBusy = state.phase !== 'running' || state.stopSinceMs !== null || state.isShort;
  if (isBusy || isWatching || isTrailing(now)) return AWAKE;
  const edges = edgesAround(now, [...trailingLevels(now), ...nearLevels(now)]);
  const stops = stopPrices(now);
  const below = stops.filter((price) => price < close);
  const above = stops.filter((price) => price > close);
  const tried = state.cells.filter(({ refusals, orderId }) => refusals > 0 && orderId === null);
  return {
    endedCount: api.orders.counts().ended,
    atOrBelow: Math.max(...below, edges.below),
    atOrAbove: Math.min(...above, edges.above),
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

/** Twice the price steps of a line, so that the middle of two lines is whole as well. */
type HalfSteps = bigint;

function trailingLevels({ config, state }: GridNow): readonly HalfSteps[] {
  return [
    ...(config.trailsUp ? [2n * state.lineAbove] : []),
    ...(config.trailsDown ? [2n * state.lineBelow] : []),
  ];
}

/**
 * Where passing a price changes which orders rest: at the lines while intervals wait, and where
 * there is a limit, half way between the lines that come into it and go out of it together.
 */
function nearLevels(now: GridNow): readonly HalfSteps[] {
  const { config, state } = now;
  const isWaiting = state.cells.some(({ waits, orderId }) => waits && orderId === null);
  const isLimited = state.cells.length > config.ordersMost;
  if (!isLimited && !isWaiting) return [];
  const lines = state.lines.map((line) => 2n * line);
  return isLimited ? [...lines, ...halfWays(now)] : lines;
}

function halfWays(now: GridNow): readonly HalfSteps[] {
  const lines = passedLines(now).map(({ line }) => line);
  const sorted = lines.toSorted((left, right) => Number(left - right));
  return sorted.flatMap((line, place) => {
    const other = sorted[place + now.config.ordersMost];
    return other === undefined ? [] : [line + other];
  });
}

/**
 * The prices next to the price now at which it is another one to the grid, which rounds it to
 * steps. Where it is on a level, the next step to either side counts.
 */
function edgesAround(
  { market: { priceTicks, terms } }: GridNow,
  levels: readonly HalfSteps[],
): { readonly below: number; readonly above: number } {
  const price = 2n * priceTicks;
  let below: HalfSteps | null = null;
  let above: HalfSteps | null = null;
  for (const level of levels) {
    const under = level === price ? level - 1n : level;
    const over = level === price ? level + 1n : level;
    if (under < price && (below === null || under > below)) below = under;
    if (over > price && (above === null || over < above)) above = over;
  }
  // A price is rounded to the step of a level from half a step away; a middle is that already.
  const { priceStep } = terms.grid;
  return {
    below: below === null ? -Infinity : halfStepsPrice(priceStep, below | 1n),
    above: above === null ? Infinity : halfStepsPrice(priceStep, (above - 1n) | 1n),
  };
}

/** Half a step may need one more decimal than the step has, which a decimal may not hold. */
function halfStepsPrice(priceStep: Decimal, halfSteps: HalfSteps): number {
  return doubleOf((halfSteps * priceStep) as Decimal) / 2;
}
