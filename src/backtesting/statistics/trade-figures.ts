// Figures of closed trades: what they won and lost, in which order, and how long they lasted.

import { quantileOf } from '#engine/run/positions/trade-statistics.ts';
import { meanOf, quotientOf, totalOf } from '#backtesting/statistics/total-and-mean.ts';
import type { Trade, TradeFigures } from '#backtesting/statistics/statistics.ts';

/** Open trades are not counted. */
export function tradeFigures(trades: readonly Trade[], startEquity: number): TradeFigures {
  const closed = trades.filter(isClosed).sort((left, right) => left.closedAtMs - right.closedAtMs);
  const profits = closed.map(({ profit }) => profit);
  const winners = closed.filter(({ profit }) => profit > 0);
  const losers = closed.filter(({ profit }) => profit < 0);
  const [grossWin, grossLoss] = [winners, losers].map((each) =>
    Math.abs(totalOf(each.map(({ profit }) => profit))),
  ) as [number, number];
  const netProfit = totalOf(profits);
  const averageTrade = meanOf(profits);
  const averageWin = quotientOf(grossWin, winners.length);
  const averageLoss = quotientOf(grossLoss, losers.length);
  return {
    count: closed.length,
    winning: winners.length,
    losing: losers.length,
    winRatePercent: quotientOf(winners.length * 100, closed.length),
    netProfit,
    netProfitPercent: startEquity > 0 ? (netProfit / startEquity) * 100 : null,
    grossWin,
    grossLoss,
    profitFactor: quotientOf(grossWin, grossLoss),
    averageTrade,
    averageTradePercent: meanOf(closed.map(({ returnPercent }) => returnPercent)),
    averageWin,
    averageLoss,
    payoffRatio: quotientOf(averageWin, averageLoss),
    expectancy: quotientOf(averageTrade, averageLoss),
    largestWin: profits.reduce((most, profit) => Math.max(most, profit), 0),
    largestLoss: profits.reduce((least, profit) => Math.min(least, profit), 0),
    longestWinningStreak: longestStreak(profits, (profit) => profit > 0),
    longestLosingStreak: longestStreak(profits, (profit) => profit < 0),
    ...holdingOf(closed, winners, losers),
    averageFavorablePercent: meanOfKnown(closed.map(({ favorablePercent }) => favorablePercent)),
    averageAdversePercent: meanOfKnown(closed.map(({ adversePercent }) => adversePercent)),
    fees: totalOf(closed.map(({ fees }) => fees)),
  };
}

type ClosedTrade = Trade & { readonly closedAtMs: number };

function isClosed(trade: Trade): trade is ClosedTrade {
  return trade.closedAtMs !== null;
}

function longestStreak(profits: readonly number[], isOfIt: (profit: number) => boolean): number {
  let [longest, current] = [0, 0];
  for (const profit of profits) {
    current = isOfIt(profit) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

const heldMs = ({ openedAtMs, closedAtMs }: ClosedTrade): number => closedAtMs - openedAtMs;

function holdingOf(
  closed: readonly ClosedTrade[],
  winners: readonly ClosedTrade[],
  losers: readonly ClosedTrade[],
) {
  const sorted = Float64Array.from(closed, heldMs).sort();
  return {
    averageHoldingMs: meanOf(sorted),
    medianHoldingMs: sorted.length === 0 ? null : quantileOf(sorted, 0.5),
    longestHoldingMs: sorted.at(-1) ?? null,
    averageWinnerHoldingMs: meanOf(winners.map(heldMs)),
    averageLoserHoldingMs: meanOf(losers.map(heldMs)),
  };
}

function meanOfKnown(values: readonly (number | null)[]): number | null {
  return meanOf(values.filter((value) => value !== null));
}

type Span = Pick<Trade, 'openedAtMs' | 'closedAtMs'>;

/** Milliseconds of the window in which at least one trade was open. */
export function exposedMs(trades: readonly Span[], startMs: number, endMs: number): number {
  const sorted = trades.toSorted((left, right) => left.openedAtMs - right.openedAtMs);
  let [sum, coveredToMs] = [0, startMs];
  for (const { openedAtMs, closedAtMs } of sorted) {
    const toMs = Math.min(closedAtMs ?? endMs, endMs);
    sum += Math.max(0, toMs - Math.max(openedAtMs, coveredToMs));
    coveredToMs = Math.max(coveredToMs, toMs);
  }
  return sum;
}

/** The most that was put into trades at one time. */
export function mostMargin(trades: readonly Trade[]): number {
  const changes = trades.flatMap(({ openedAtMs, closedAtMs, margin }) => [
    { atMs: openedAtMs, margin },
    { atMs: closedAtMs ?? Infinity, margin: -margin },
  ]);
  // What is closed in an instant is free for what is opened in it.
  changes.sort((left, right) => left.atMs - right.atMs || left.margin - right.margin);
  let [used, most] = [0, 0];
  for (const { margin } of changes) {
    used += margin;
    most = Math.max(most, used);
  }
  return most;
}
