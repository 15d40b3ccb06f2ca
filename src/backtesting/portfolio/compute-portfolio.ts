// Figures of several runs together: their equity added up by time, its falls, what each contributed
// and how the days of one went with those of another.

import {
  correlationOf,
  fallPercentOf,
  returnFigures,
} from '#backtesting/statistics/return-figures.ts';
import { totalOf } from '#backtesting/statistics/total-and-mean.ts';
import type { ReturnFigures } from '#backtesting/statistics/statistics.ts';
import type { RunCloses } from '#backtesting/portfolio/day-closes.ts';
import { commonInstants, pairedReturns, valuesAt } from '#backtesting/portfolio/day-closes.ts';

export type PortfolioMember = {
  readonly startMs: number;
  readonly endMs: number;
  readonly startEquity: number;
  readonly profit: number;
  readonly returnPercent: number | null;
  readonly maxDrawdownPercent: number;
  /** Of the profit of all; null where that is zero. */
  readonly profitSharePercent: number | null;
  /** Of the variance of the daily changes of all; below zero: it evened others out. */
  readonly riskSharePercent: number | null;
  /** With each member in their order, itself included; null with fewer than ten common days. */
  readonly correlations: readonly (number | null)[];
};

export type Portfolio = {
  readonly startMs: number;
  readonly endMs: number;
  readonly startEquity: number;
  readonly endEquity: number;
  /** From closes of days. */
  readonly maxDrawdownPercent: number;
  readonly returns: ReturnFigures;
  readonly members: readonly PortfolioMember[];
  /** At the begin, at midnights and at the end. */
  readonly equity: readonly { readonly atMs: number; readonly value: number }[];
};

const DAYS_MIN = 10;

/** Of one run or more. */
export function computePortfolio(runs: readonly RunCloses[]): Portfolio {
  const instants = commonInstants(runs);
  const values = runs.map((run) => valuesAt(run, instants));
  const totals = instants.map((_, at) => totalOf(values.map((each) => each[at] ?? 0)));
  const [startEquity = 0, endEquity = 0] = [totals[0], totals.at(-1)];
  const [startMs = 0, endMs = 0] = [instants[0], instants.at(-1)];
  const maxDrawdownPercent = fallPercentOf(totals);
  const profit = endEquity - startEquity;
  const changes = changesOf(totals);
  const variance = covariance(changes, changes);
  const members = runs.map((run, index): PortfolioMember => {
    const own = values[index] ?? [];
    const earned = (own.at(-1) ?? 0) - run.startEquity;
    return {
      startMs: run.startMs,
      endMs: run.endMs,
      startEquity: run.startEquity,
      profit: earned,
      returnPercent: shareOf(earned, run.startEquity),
      maxDrawdownPercent: fallPercentOf(own),
      profitSharePercent: shareOf(earned, profit),
      riskSharePercent:
        variance > 0 ? shareOf(covariance(changesOf(own), changes), variance) : null,
      correlations: runs.map((other) => correlationBetween(run, other)),
    };
  });
  return {
    startMs,
    endMs,
    startEquity,
    endEquity,
    maxDrawdownPercent,
    returns: returnFigures({
      startMs,
      endMs,
      values: totals,
      startValue: startEquity,
      endValue: endEquity,
      maxDrawdownPercent,
    }),
    members,
    equity: instants.map((atMs, at) => ({ atMs, value: totals[at] ?? 0 })),
  };
}

function correlationBetween(run: RunCloses, other: RunCloses): number | null {
  const { left, right } = pairedReturns(run, other);
  if (left.length < DAYS_MIN) return null;
  return run === other ? 1 : correlationOf(left, right);
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : (part / whole) * 100;
}

function changesOf(values: readonly number[]): readonly number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? 0));
}

function covariance(left: readonly number[], right: readonly number[]): number {
  if (left.length < 2) return 0;
  const [leftMean, rightMean] = [left, right].map((each) => totalOf(each) / each.length) as [
    number,
    number,
  ];
  const products = left.map((value, at) => (value - leftMean) * ((right[at] ?? 0) - rightMean));
  return totalOf(products) / (left.length - 1);
}
