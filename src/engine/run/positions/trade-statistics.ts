// Figures that judge closed positions and an equity curve. Floats, defined with their sources in
// docs/backtests.md.

type Numbers = readonly number[] | Float64Array;

const DAYS_PER_YEAR = 365;

/** A ratio whose denominator is zero although there is something above it. */
const RATIO_MAX = 1_000;

/** Net profits of closed positions, and the margins that they used. */
export type TradeOutcomes = {
  readonly profits: Numbers;
  readonly margins: Numbers;
};

export type TradeStatistics = {
  readonly count: number;
  readonly winning: number;
  readonly losing: number;
  readonly winShare: number;
  readonly averageProfit: number;
  readonly averageMargin: number;
  readonly totalMargin: number;
  readonly biggestWin: number;
  readonly biggestLoss: number;
  /** Mean win over mean loss. */
  readonly profitRatio: number;
  /** Sum of wins over sum of losses. */
  readonly profitFactor: number;
  readonly cpcIndex: number;
  readonly tailRatio: number;
  readonly commonSenseRatio: number;
  readonly outlierWinRatio: number;
  readonly outlierLossRatio: number;
  /** Net profit over the sum of wins. */
  readonly profitMarginRatio: number;
};

/** Statistics of closed positions; all zero without one. */
export function tradeStatistics(outcomes: TradeOutcomes): TradeStatistics {
  const profits = new Float64Array(outcomes.profits).sort();
  const losses = profits.subarray(0, countBelow(profits, 0));
  // The least number above zero: what is below it is no win.
  const wins = profits.subarray(countBelow(profits, Number.MIN_VALUE));
  const [won, lost] = [addUnits(wins), -addUnits(losses)];
  const count = profits.length;
  const winShare = count === 0 ? 0 : wins.length / count;
  const profitRatio = ratioOf(meanOf(wins), -meanOf(losses));
  const profitFactor = ratioOf(won, lost);
  const tailRatio = ratioOf(
    Math.abs(quantileOf(profits, 0.95)),
    Math.abs(quantileOf(profits, 0.05)),
  );
  const totalMargin = addUnits(outcomes.margins);
  return {
    count,
    winning: wins.length,
    losing: losses.length,
    winShare,
    averageProfit: meanOf(profits),
    averageMargin: count === 0 ? 0 : totalMargin / count,
    totalMargin,
    biggestWin: wins.at(-1) ?? 0,
    biggestLoss: losses[0] ?? 0,
    profitRatio,
    profitFactor,
    cpcIndex: profitFactor * winShare * profitRatio,
    tailRatio,
    commonSenseRatio: profitFactor * tailRatio,
    outlierWinRatio: ratioOf(Math.max(quantileOf(profits, 0.99), 0), meanOf(wins)),
    outlierLossRatio: ratioOf(Math.max(-quantileOf(profits, 0.01), 0), -meanOf(losses)),
    profitMarginRatio: ratioOf(won - lost, won),
  };
}

/** How many of sorted values are below a bound. */
function countBelow(sorted: Float64Array, bound: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}

export type CurveRatios = { readonly sharpe: number; readonly sortino: number };

/**
 * Annualised ratios of daily returns against a return of zero, from the values at the closes of
 * days, oldest first. Zero with fewer than two returns or when they do not vary.
 */
export function curveRatios(values: readonly number[]): CurveRatios {
  const returns: number[] = [];
  for (let index = 1; index < values.length; index += 1) {
    const before = values[index - 1] as number;
    if (before > 0) returns.push((values[index] as number) / before - 1);
  }
  if (returns.length < 2) return { sharpe: 0, sortino: 0 };
  const mean = meanOf(returns);
  const squares = addUnits(returns.map((value) => (value - mean) ** 2));
  const deviation = Math.sqrt(squares / (returns.length - 1));
  const downside = Math.sqrt(meanOf(returns.map((value) => Math.min(value, 0) ** 2)));
  const yearly = Math.sqrt(DAYS_PER_YEAR);
  return {
    sharpe: deviation === 0 ? 0 : (mean / deviation) * yearly,
    sortino: downside === 0 ? 0 : (mean / downside) * yearly,
  };
}

function addUnits(values: Numbers): number {
  let sum = 0;
  // By place: an iterator over a typed array costs more than the sum.
  for (let place = 0; place < values.length; place += 1) sum += values[place] as number;
  return sum;
}

function meanOf(values: Numbers): number {
  return values.length === 0 ? 0 : addUnits(values) / values.length;
}

/** Between the two nearest of sorted values; zero without any. */
export function quantileOf(sorted: Numbers, share: number): number {
  if (sorted.length === 0) return 0;
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
}

/** 0 for nothing above, and bounded where there is nothing below. */
export function ratioOf(above: number, below: number): number {
  if (above === 0) return 0;
  return below === 0
    ? Math.sign(above) * RATIO_MAX
    : Math.max(-RATIO_MAX, Math.min(RATIO_MAX, above / below));
}
