// `strategy.risk.*`: limits beyond which a script opens nothing more, for the day or for good, and
// the equity that they are measured by. Losses are looked at when a bar has closed.

import type { BrokerBook } from '#pine/brain/broker-book.ts';
import { profitOf } from '#pine/brain/broker-book.ts';
import type { RiskBook, RiskLimit } from '#pine/brain/risk-book.ts';
import { now } from '#pine/runtime/pine-now.ts';

const DAY_MS = 86_400_000;

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Whether no entry that is requested now may open. */
export function isClosedForEntries({ risk }: BrokerBook): boolean {
  const day = dayOf(now.closeMs);
  const { dayFills } = risk.limits;
  const isFull = dayFills !== undefined && fillsOn(risk, day) >= dayFills.value;
  return risk.isHalted || risk.closedDay === day || isFull;
}

function fillsOn({ day, dayFills }: RiskBook, wanted: number): number {
  return day === wanted ? dayFills : 0;
}

/** Whether the next market order is the last of its day. */
export function fillsTheDay({ risk, working }: BrokerBook): boolean {
  const limit = risk.limits.dayFills;
  if (limit === undefined) return false;
  const coming = new Set(
    working.filter(({ isMarket, bar }) => isMarket && bar === now.bar).map(({ id }) => id),
  );
  return fillsOn(risk, dayOf(now.closeMs)) + coming.size >= limit.value;
}

/** Takes in the orders that filled with this bar; a reversal is one. */
export function noteFills({ risk }: BrokerBook, count: number, equity: number): void {
  const day = dayOf(now.timeMs);
  if (day !== risk.day) {
    if (risk.day >= 0) risk.lossDays = equity < risk.dayStartEquity ? risk.lossDays + 1 : 0;
    risk.day = day;
    risk.dayFills = 0;
    risk.dayStartEquity = equity;
  }
  risk.dayFills += count;
}

function realized({ initialCapital, grossProfit, grossLoss }: BrokerBook): number {
  return initialCapital + grossProfit - grossLoss;
}

/** With open trades at a price, or each at the worst or best of the bar. */
export function equityOf(book: BrokerBook, at: 'close' | 'worst' | 'best'): number {
  let total = realized(book);
  for (const trade of book.trades) {
    const isHigh = (trade.direction === 'long') === (at === 'best');
    const price = at === 'close' ? now.close : isHigh ? now.high : now.low;
    total += profitOf(trade, price, trade.size, now.facts.pointValue);
  }
  return total;
}

export function noteEquity(book: BrokerBook): void {
  const { risk, initialCapital } = book;
  if (Number.isNaN(risk.mostEquity)) risk.mostEquity = risk.leastEquity = initialCapital;
  if (Number.isNaN(risk.mostRealized)) risk.mostRealized = initialCapital;
  const [worst, best] = [equityOf(book, 'worst'), equityOf(book, 'best')];
  const [drawdown, runup] = [risk.mostEquity - worst, best - risk.leastEquity];
  risk.mostDrawdown = Math.max(risk.mostDrawdown, drawdown);
  risk.mostDrawdownPercent = Math.max(risk.mostDrawdownPercent, (100 * drawdown) / risk.mostEquity);
  risk.mostRunup = Math.max(risk.mostRunup, runup);
  risk.mostRunupPercent = Math.max(risk.mostRunupPercent, (100 * runup) / risk.leastEquity);
  const equity = equityOf(book, 'close');
  risk.mostEquity = Math.max(risk.mostEquity, equity);
  risk.leastEquity = Math.min(risk.leastEquity, equity);
}

/**
 * Notes what a limit ends, and gives whether everything is to be closed at this bar's close. A
 * drawdown counts only where a trade has closed on the bar.
 */
export function reachesLimit(book: BrokerBook, hasClosed: boolean, hasFilled: boolean): boolean {
  const { risk } = book;
  if (risk.isHalted) return false;
  const { drawdown, dayLoss, dayFills, lossDays } = risk.limits;
  const equity = equityOf(book, 'close');
  const peak = Math.max(risk.mostRealized, book.initialCapital);
  if (hasClosed) risk.mostRealized = Math.max(risk.mostRealized, realized(book));
  const exceeds = (limit: RiskLimit | undefined, base: number, loss: number): boolean =>
    limit !== undefined && loss >= (limit.isPercent ? (base * limit.value) / 100 : limit.value);
  if (
    (hasClosed && exceeds(drawdown, peak, peak - equity)) ||
    (lossDays !== undefined && risk.lossDays >= lossDays.value)
  ) {
    risk.isHalted = true;
    return true;
  }
  const start = risk.dayStartEquity;
  const isOver =
    exceeds(dayLoss, start, start - equity) ||
    (hasFilled && dayFills !== undefined && risk.dayFills >= dayFills.value);
  if (isOver) risk.closedDay = dayOf(now.timeMs);
  return isOver;
}

/** How much of an entry the largest position leaves. */
export function withinPosition({ risk }: BrokerBook, amount: number, holding: number): number {
  const limit = risk.limits.positionSize;
  return limit === undefined ? amount : Math.max(0, Math.min(amount, limit.value - holding));
}
