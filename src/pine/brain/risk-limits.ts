// `strategy.risk.*`: limits beyond which a script opens nothing more, for the day or for good, and
// the equity that they are measured by. Losses are looked at when a bar has closed.

import type { BrokerBook } from '#pine/brain/broker-book.ts';
import { profitOf } from '#pine/brain/broker-book.ts';
import type { RiskBook } from '#pine/brain/risk-book.ts';
import type { RiskLimit } from '#pine/runtime/broker.ts';
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

/**
 * Takes in the orders that filled with this bar, of which a reversal is one, and the equity at its
 * close. A day ends with the last close of it, with which the next one begins.
 */
export function noteFills(
  { risk, initialCapital }: BrokerBook,
  count: number,
  equity: number,
): void {
  const day = dayOf(now.timeMs);
  if (day !== risk.day) {
    const { lastEquity = equity } = risk;
    if (risk.day >= 0) risk.lossDays = lastEquity < risk.dayStartEquity ? risk.lossDays + 1 : 0;
    risk.dayStartEquity = risk.day >= 0 ? lastEquity : initialCapital;
    risk.day = day;
    risk.dayFills = 0;
  }
  risk.lastEquity = equity;
  risk.dayFills += count;
}

/** Whether a bar without open trades changes nothing: of the same day, with the same equity. */
export function isNoted(book: BrokerBook): boolean {
  const { risk } = book;
  return dayOf(now.timeMs) === risk.day && risk.lastEquity === realized(book);
}

/** Whether what filled at the close of a bar of the day before is noted only now. */
export function isOfYesterday(filledAtMs: number | null, isImmediate: boolean): boolean {
  return isImmediate && filledAtMs !== null && dayOf(filledAtMs - 1) < dayOf(now.timeMs);
}

function realized({ initialCapital, grossProfit, grossLoss }: BrokerBook): number {
  return initialCapital + grossProfit - grossLoss;
}

/** With open trades at a price, or each at the worst or best of the bar. */
export function equityOf(book: BrokerBook, at: 'close' | 'worst' | 'best'): number {
  let total = realized(book);
  for (const trade of book.trades) {
    const isHigh = (trade.direction === 'long') === (at === 'best');
    const price = at === 'close' ? now.price : isHigh ? now.top : now.bottom;
    total += profitOf(trade, price, trade.size, now.facts.pointValue);
  }
  return total;
}

/** Updates highs, lows, drawdown and run-up of the equity by a closed bar. */
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
 * Notes what a limit ends, and gives the one for which everything is to be closed at this bar's
 * close; null: none. A drawdown counts only where a trade has closed on the bar.
 */
export function reachedLimit(
  book: BrokerBook,
  hasClosed: boolean,
  hasFilled: boolean,
): RiskLimit | null {
  const { risk } = book;
  if (risk.isHalted) return null;
  const { drawdown, dayLoss, dayFills, lossDays } = risk.limits;
  const equity = equityOf(book, 'close');
  const peak = Math.max(risk.mostRealized, book.initialCapital);
  if (hasClosed) risk.mostRealized = Math.max(risk.mostRealized, realized(book));
  const exceeds = (limit: RiskLimit | undefined, base: number, loss: number): boolean =>
    limit !== undefined && loss >= (limit.isPercent ? (base * limit.value) / 100 : limit.value);
  const isDrawnDown = hasClosed && exceeds(drawdown, peak, peak - equity);
  const hasLostDays = lossDays !== undefined && risk.lossDays >= lossDays.value;
  if (isDrawnDown || hasLostDays) {
    risk.isHalted = true;
    return (isDrawnDown ? drawdown : lossDays) ?? null;
  }
  const start = risk.dayStartEquity;
  const hasLost = exceeds(dayLoss, start, start - equity);
  const isFull = hasFilled && dayFills !== undefined && risk.dayFills >= dayFills.value;
  if (!hasLost && !isFull) return null;
  risk.closedDay = dayOf(now.timeMs);
  return (hasLost ? dayLoss : dayFills) ?? null;
}

/** How much of an entry the largest position leaves. */
export function withinPosition({ risk }: BrokerBook, amount: number, holding: number): number {
  const limit = risk.limits.positionSize;
  return limit === undefined ? amount : Math.max(0, Math.min(amount, limit.value - holding));
}
