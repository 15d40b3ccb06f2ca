// The figures of a report as textbooks define them, from what filled and the minutes alone: slow,
// and without code of the service.

import type { Candle, Point, SlowTrade } from '../../console/figures/slow-figures.ts';
import {
  equityAtCloses,
  excursionsOf,
  monthlyReturns,
  returnFigures,
  tradeFigures,
} from '../../console/figures/slow-figures.ts';

export type Fill = {
  readonly atMs: number;
  readonly positionId: string;
  /** Sold: below zero. */
  readonly amount: number;
  readonly price: number;
  readonly fee: number;
  /** What the order was for: `line 3` of a grid. */
  readonly note: string;
};

export type RunFacts = {
  readonly startMs: number;
  readonly endMs: number;
  readonly startMoney: number;
  readonly candles: readonly (Candle & { readonly open: number })[];
  readonly fills: readonly Fill[];
  readonly isGrid: boolean;
};

const DAY_MS = 86_400_000;
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sumOf(values) / values.length;
const over = (above: number, below: number): number | null => (below === 0 ? null : above / below);

type TextbookTrade = SlowTrade & { readonly margin: number; readonly fees: number };
type OpenTrade = {
  readonly openedMs: number;
  readonly margin: number;
  /** By the part that was sold, at the average cost of all, and the fees. */
  readonly realized: number;
};

/** By position; one whose amount comes back to nothing has closed. Bought first, on spot. */
function tradesOf(fills: readonly Fill[]) {
  const closed: TextbookTrade[] = [];
  const open: OpenTrade[] = [];
  for (const parts of Map.groupBy(fills, ({ positionId }) => positionId).values()) {
    const [bought, sold] = [
      parts.filter(({ amount }) => amount > 0),
      parts.filter(({ amount }) => amount < 0),
    ];
    const held = sumOf(parts.map(({ amount }) => amount));
    const openedMs = parts[0]?.atMs ?? 0;
    const margin = mostCost(parts);
    if (Math.abs(held) > 1e-9) {
      open.push({ openedMs, margin, realized: realizedOf(parts) });
      continue;
    }
    const average = (some: readonly Fill[]): number =>
      sumOf(some.map(({ amount, price }) => amount * price)) / sumOf(some.map((of) => of.amount));
    closed.push({
      openedMs,
      closedMs: parts.at(-1)?.atMs ?? 0,
      isLong: true,
      entry: average(bought),
      exit: average(sold),
      profit: -sumOf(parts.map(({ amount, price, fee }) => amount * price + fee)),
      fees: sumOf(parts.map(({ fee }) => fee)),
      margin,
    });
  }
  return { closed, open };
}

/** What is held at its average cost, the most of it at any time. */
function mostCost(parts: readonly Fill[]): number {
  let [amount, cost, most] = [0, 0, 0];
  for (const part of parts) {
    cost += part.amount > 0 ? part.amount * part.price : (part.amount * cost) / amount;
    amount += part.amount;
    most = Math.max(most, cost);
  }
  return most;
}

function realizedOf(parts: readonly Fill[]): number {
  let [amount, cost, realized] = [0, 0, 0];
  for (const part of parts) {
    realized -= part.fee;
    if (part.amount > 0) cost += part.amount * part.price;
    else {
      realized -= part.amount * (part.price - cost / amount);
      cost += (part.amount * cost) / amount;
    }
    amount += part.amount;
  }
  return realized;
}

/** A sale on a line closes what was bought on the line below it, or with the opening order. */
function pairProfits(fills: readonly Fill[]): readonly number[] {
  const opening = fills.find(({ note }) => note === 'opening');
  const held = new Map<number, Fill>();
  const profits: number[] = [];
  for (const fill of fills) {
    const line = Number(/^line (\d+)$/.exec(fill.note)?.[1] ?? Number.NaN);
    if (Number.isNaN(line)) continue;
    if (fill.amount > 0) {
      held.set(line, fill);
      continue;
    }
    const entry = held.get(line - 1) ?? opening;
    if (entry === undefined) continue;
    held.delete(line - 1);
    const share = -fill.amount / entry.amount;
    const paid = share * (entry.amount * entry.price + entry.fee);
    profits.push(-fill.amount * fill.price - fill.fee - paid);
  }
  return profits;
}

function mostUsed(trades: readonly { openedMs: number; closedMs: number; margin: number }[]) {
  return Math.max(
    0,
    ...trades.map(({ openedMs: atMs }) =>
      sumOf(
        trades.filter((of) => of.openedMs <= atMs && atMs < of.closedMs).map((of) => of.margin),
      ),
    ),
  );
}

/** Between two changes something is open, or nothing. */
function openMs(trades: readonly { openedMs: number; closedMs: number }[]): number {
  const changes = [...new Set(trades.flatMap((of) => [of.openedMs, of.closedMs]))].toSorted(
    (one, other) => one - other,
  );
  return sumOf(
    changes.slice(1).map((toMs, index) => {
      const fromMs = changes[index] ?? toMs;
      const isOpen = trades.some((of) => of.openedMs <= fromMs && toMs <= of.closedMs);
      return isOpen ? toMs - fromMs : 0;
    }),
  );
}

/** Pearson's. */
function correlation(left: readonly number[], right: readonly number[]): number {
  const centred = (values: readonly number[]): readonly number[] =>
    values.map((value) => value - (meanOf(values) ?? 0));
  const [a, b] = [centred(left), centred(right)];
  const product = (one: readonly number[], other: readonly number[]): number =>
    sumOf(one.map((value, index) => value * (other[index] ?? 0)));
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

function changesOf(values: readonly number[]): readonly number[] {
  return values.slice(1).map((value, index) => value / (values[index] ?? 1) - 1);
}

function shapeFigures(returns: readonly number[]) {
  const mean = meanOf(returns) ?? 0;
  const moment = (power: number): number => meanOf(returns.map((of) => (of - mean) ** power)) ?? 0;
  const sorted = returns.toSorted((one, other) => one - other);
  const place = 0.05 * (sorted.length - 1);
  const [below = 0, above = 0] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return {
    skewness: moment(3) / moment(2) ** 1.5,
    excess_kurtosis: moment(4) / moment(2) ** 2 - 3,
    value_at_risk: (below + (above - below) * (place - Math.floor(place))) * 100,
  };
}

function curveFigures(points: readonly Point[], start: number, startMs: number) {
  const of = returnFigures(points, start, startMs);
  const ends = [start, ...points.filter(({ atMs }) => atMs % DAY_MS === 0).map((at) => at.value)];
  return {
    cagr: of.cagr,
    volatility: of.volatility,
    sharpe_ratio: of.sharpe,
    sortino_ratio: of.sortino,
    calmar_ratio: of.calmar,
    best_day: of.best,
    worst_day: of.worst,
    positive_days: of.gains,
    ...shapeFigures(changesOf(ends)),
  };
}

function closedFigures(closed: readonly TextbookTrade[], start: number, facts: RunFacts) {
  const of = tradeFigures(closed);
  const profits = closed.map(({ profit }) => profit);
  const [won, lost] = [profits.filter((each) => each > 0), profits.filter((each) => each < 0)];
  const [averageWin, averageLoss] = [meanOf(won), over(-sumOf(lost), lost.length)];
  const excursions = closed.map((trade) => excursionsOf(trade, facts.candles));
  return {
    win_rate: over(won.length * 100, profits.length),
    net_profit: of.net,
    net_profit_percent: (of.net / start) * 100,
    gross_win: sumOf(won),
    gross_loss: -sumOf(lost),
    profit_factor: over(sumOf(won), -sumOf(lost)),
    average_trade: meanOf(profits),
    average_trade_percent: meanOf(closed.map(({ margin, profit }) => (profit / margin) * 100)),
    average_win: averageWin,
    average_loss: averageLoss,
    payoff_ratio: averageWin === null ? null : over(averageWin, averageLoss ?? 0),
    expectancy: profits.length === 0 ? null : over(meanOf(profits) ?? 0, averageLoss ?? 0),
    largest_win: Math.max(0, ...profits),
    largest_loss: Math.min(0, ...profits),
    average_favorable_excursion: meanOf(excursions.map(({ favorable }) => favorable)),
    average_adverse_excursion: meanOf(excursions.map(({ adverse }) => adverse)),
    fees: sumOf(closed.map(({ fees }) => fees)),
  };
}

export type Textbook = Readonly<Record<string, Readonly<Record<string, number | null>>>>;

/** By shape of the API and its field; what a shape has more than once is named by its place. */
export function textbookFigures(facts: RunFacts): Textbook {
  const { candles, endMs, fills, startMoney: start, startMs } = facts;
  const { closed, open } = tradesOf(fills);
  const points = equityAtCloses(candles, fills, start);
  const end = points.at(-1)?.value ?? start;
  const first = candles[0]?.open ?? 1;
  const prices = candles.map(({ startMs: atMs, close }) => ({ atMs: atMs + 60_000, value: close }));
  const hold = (prices.at(-1)?.value ?? first) / first - 1;
  const all = closedFigures(closed, start, facts);
  const realized = sumOf(closed.map(({ profit }) => profit)) + sumOf(open.map((of) => of.realized));
  const stillOpen = open.map((of) => ({ ...of, closedMs: endMs }));
  const days = (of: readonly Point[], begin: number): readonly number[] =>
    changesOf([begin, ...of.filter(({ atMs }) => atMs % DAY_MS === 0).map((at) => at.value)]);
  const curve = returnFigures(points, start, startMs);
  const midnights = prices.filter(({ atMs }) => atMs % DAY_MS === 0);
  const held = returnFigures(midnights, first, startMs);
  const falls = fallsOf(points, start);
  const totals = {
    start_equity: start,
    net_profit_percent: (realized / start) * 100,
    total_return: (end / start - 1) * 100,
    max_drawdown: falls.most,
    max_drawdown_percent: curve.drawdown,
  };
  return {
    BacktestStatistics: {
      ...totals,
      end_equity: end,
      net_profit: realized,
      total_profit: end - start,
      open_profit: end - start - all.net_profit,
      most_used: (mostUsed([...closed, ...stillOpen]) / start) * 100,
      correlation: correlation(days(points, start), days(prices, first)),
      exposure: (openMs([...closed, ...stillOpen]) / (endMs - startMs)) * 100,
    },
    BacktestPerformance: {
      ...totals,
      price_change: hold * 100,
      gross_profit: realized + sumOf(fills.map(({ fee }) => fee)),
      unrealized_profit: end - start - realized,
      funding: 0,
      profit_factor: all.profit_factor ?? 1_000,
      sharpe_ratio: curve.sharpe,
      sortino_ratio: curve.sortino,
      biggest_win: all.largest_win,
      biggest_loss: all.largest_loss,
      highest_profit: falls.highest - start,
      lowest_profit: falls.lowest - start,
      average_profit: all.average_trade,
      average_margin: meanOf(closed.map(({ margin }) => margin)),
    },
    TradeStatistics: all,
    BacktestReturns: curveFigures(points, start, startMs),
    BuyAndHold: {
      ...curveFigures(prices, first, startMs),
      return: hold * 100,
      profit: start * hold,
      max_drawdown: held.drawdown,
      calmar_ratio: over(held.cagr, held.drawdown),
    },
    GridPairs: pairFigures(pairProfits(fills)),
    'PeriodReturn.return': Object.fromEntries(monthlyReturns(points, start)),
    'PeriodReturn.buy_and_hold': Object.fromEntries(monthlyReturns(prices, first)),
  };
}

function pairFigures(profits: readonly number[]) {
  const [won, lost] = [profits.filter((of) => of > 0), profits.filter((of) => of < 0)];
  return {
    profit: sumOf(profits),
    win_rate: over(won.length * 100, profits.length) ?? 0,
    profit_factor: over(sumOf(won), -sumOf(lost)),
    average_profit: meanOf(profits) ?? 0,
  };
}

function fallsOf(points: readonly Point[], start: number) {
  let [highest, lowest, most] = [start, start, 0];
  for (const { value } of points) {
    highest = Math.max(highest, value);
    lowest = Math.min(lowest, value);
    most = Math.max(most, highest - value);
  }
  return { highest, lowest, most };
}
