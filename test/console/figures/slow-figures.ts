// The figures of a run as textbooks define them, from what was traded and the candles of minutes
// alone: a second implementation, slow, and without any code of the service.

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAYS_A_YEAR = 365;

export type Candle = {
  readonly startMs: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};
/** Something that was bought (above zero) or sold. */
export type TradeRow = {
  readonly atMs: number;
  readonly amount: number;
  readonly price: number;
  readonly fee: number;
};
export type SlowTrade = {
  readonly openedMs: number;
  readonly closedMs: number;
  readonly isLong: boolean;
  readonly entry: number;
  readonly exit: number;
  readonly profit: number;
};
export type Point = { readonly atMs: number; readonly value: number };

/** What the account was worth at each close: money, and what is held at that close. */
export function equityAtCloses(
  candles: readonly Candle[],
  trades: readonly TradeRow[],
  start: number,
): readonly Point[] {
  return candles.map(({ startMs, close }) => {
    const atMs = startMs + MINUTE_MS;
    const before = trades.filter((of) => of.atMs < atMs);
    const money = before.reduce((sum, of) => sum - of.amount * of.price - of.fee, start);
    const held = before.reduce((sum, of) => sum + of.amount, 0);
    return { atMs, value: money + held * close };
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

/** Of equity between ends of days in UTC; the first day begins with `start`. */
export function dailyReturns(points: readonly Point[], start: number): readonly number[] {
  const ends = [start, ...points.filter(({ atMs }) => atMs % DAY_MS === 0).map((of) => of.value)];
  return ends.slice(1).map((value, index) => value / (ends[index] ?? 0) - 1);
}

export function returnFigures(points: readonly Point[], start: number, startMs: number) {
  const returns = dailyReturns(points, start);
  const end = points.at(-1) ?? { atMs: startMs, value: start };
  const years = (end.atMs - startMs) / DAY_MS / DAYS_A_YEAR;
  const cagr = (end.value / start) ** (1 / years) - 1;
  const downside = Math.sqrt(meanOf(returns.map((each) => Math.min(each, 0) ** 2)));
  const year = Math.sqrt(DAYS_A_YEAR);
  const fall = largestFall([{ atMs: startMs, value: start }, ...points]);
  return {
    total: (end.value / start - 1) * 100,
    cagr: cagr * 100,
    volatility: deviationOf(returns) * year * 100,
    sharpe: (meanOf(returns) / deviationOf(returns)) * year,
    sortino: (meanOf(returns) / downside) * year,
    calmar: cagr / fall.share,
    drawdown: fall.share * 100,
    drawdownMs: fall.toMs - fall.fromMs,
    best: Math.max(...returns) * 100,
    worst: Math.min(...returns) * 100,
    gains: (returns.filter((each) => each > 0).length / returns.length) * 100,
  };
}

/** From the last point at a high to the lowest after it. */
function largestFall(points: readonly Point[]) {
  let [high, highMs] = [0, 0];
  let fall = { share: 0, fromMs: 0, toMs: 0 };
  for (const { atMs, value } of points) {
    if (value >= high) [high, highMs] = [value, atMs];
    const share = 1 - value / high;
    if (share > fall.share) fall = { share, fromMs: highMs, toMs: atMs };
  }
  return fall;
}

/** By month, in percent: the end of each against the end of the one before. */
export function monthlyReturns(
  points: readonly Point[],
  start: number,
): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const { atMs, value } of points)
    ends.set(new Date(atMs - 1).toISOString().slice(0, 7), value);
  let before = start;
  const returns = new Map<string, number>();
  for (const [month, value] of ends) {
    returns.set(month, (value / before - 1) * 100);
    before = value;
  }
  return returns;
}

/** Percent of the window in which something was open; `openMs` up to now where it still is. */
export function exposureOf(
  trades: readonly Pick<SlowTrade, 'openedMs' | 'closedMs'>[],
  startMs: number,
  endMs: number,
): number {
  let open = 0;
  for (let atMs = startMs; atMs < endMs; atMs += MINUTE_MS)
    if (trades.some((of) => of.openedMs <= atMs && atMs < of.closedMs)) open += 1;
  return (open / ((endMs - startMs) / MINUTE_MS)) * 100;
}

export function tradeFigures(trades: readonly SlowTrade[]) {
  const inOrder = [...trades].sort((one, other) => one.closedMs - other.closedMs);
  const profits = inOrder.map(({ profit }) => profit);
  const won = profits.filter((profit) => profit > 0);
  const lost = profits.filter((profit) => profit < 0);
  const streakOf = (isOfIt: (profit: number) => boolean): number => {
    const text = profits.map((profit) => (isOfIt(profit) ? 'x' : ' ')).join('');
    return Math.max(0, ...text.split(' ').map((part) => part.length));
  };
  return {
    count: profits.length,
    won: won.length,
    lost: lost.length,
    net: sumOf(profits),
    factor: sumOf(won) / -sumOf(lost),
    average: meanOf(profits),
    expectancy: meanOf(profits) / -meanOf(lost),
    payoff: meanOf(won) / -meanOf(lost),
    wonStreak: streakOf((profit) => profit > 0),
    lostStreak: streakOf((profit) => profit < 0),
    held: meanOf(trades.map((of) => of.closedMs - of.openedMs)),
  };
}

/** How far it went for and against a trade, in percent of its entry. */
export function excursionsOf(trade: SlowTrade, candles: readonly Candle[]) {
  const { openedMs, closedMs, entry, exit, isLong } = trade;
  const prices = [entry, exit];
  for (const { startMs, high, low, close } of candles) {
    const endMs = startMs + MINUTE_MS;
    if (startMs >= openedMs && endMs <= closedMs) prices.push(high, low);
    // Within the minute of the entry only its close is certain to come later.
    else if (startMs < openedMs && openedMs < endMs && endMs <= closedMs) prices.push(close);
  }
  const [most, least] = [Math.max(...prices) / entry - 1, 1 - Math.min(...prices) / entry];
  const [favorable, adverse] = isLong ? [most, least] : [least, most];
  return { favorable: favorable * 100, adverse: adverse * 100 };
}
