// The bot's positions, exact to the unit. Each order's fills go to the position that the order
// names; what all of them realise is, with what is open, the change of the wallet.

import { assert } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addUnits } from '#lib/add-units.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { Direction, MarginMode, Position, PositionTrade } from '#domain/position/position.ts';
import { realizedUnits } from '#domain/position/position-figures.ts';
import { enlarge, lessen, newPosition, weightOf } from '#domain/position/position.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { BaseFees } from '#engine/run/positions/base-fees.ts';
import { noBaseFees } from '#engine/run/positions/base-fees.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';
import { onePrice } from '#engine/run/positions/tracked-position.ts';

/** What all positions of one market have realised; a cost is above zero. */
export type Tally = {
  grossUnits: Units;
  feeUnits: Units;
  fundingUnits: Units;
  liquidationFeeUnits: Units;
  insuredUnits: Units;
};

export type PositionBook = {
  /** In the order of opening. An array: a bot has few, and one per id that scripts know. */
  readonly open: TrackedPosition[];
  /** In the order of closing; those that were not forgotten. */
  readonly closed: TrackedPosition[];
  /** How many of them a script sees. */
  readonly seenMax: number;
  /** What every closed position came to, in the order of closing. */
  readonly outcomes: ClosedOutcomes;
  /** By index of the market. */
  readonly tallies: Tally[];
  /** By index of the market. */
  readonly baseFees: BaseFees[];
  /** Grows with every change. */
  version: number;
  openedCount: number;
};

/** Columns of plain numbers: figures that judge a run need each of them for ever. */
export type ClosedOutcomes = {
  readonly marketIndexes: number[];
  /** In the market's settlement currency. */
  readonly profits: number[];
  readonly margins: number[];
};

/** Closed positions that a script may still see, the newest; a live bot forgets the others. */
const CLOSED_SEEN_MAX = 1_000;

export type BookedFill = {
  readonly positionId: string;
  readonly market: RunMarket;
  readonly side: OrderSide;
  readonly trade: PositionTrade;
  /** What a position is opened with. */
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
};

export type FillOutcome = {
  /** Profit that the fill realised, the fee of what it closed deducted. */
  readonly realizedUnits: Units;
  /** The position that it closed. */
  readonly closed: TrackedPosition | null;
};

/** Book without positions, with a tally and base fees for each market. */
export function positionBook(marketCount: number): PositionBook {
  return {
    seenMax: CLOSED_SEEN_MAX,
    open: [],
    closed: [],
    outcomes: { marketIndexes: [], profits: [], margins: [] },
    tallies: Array.from({ length: marketCount }, emptyTally),
    baseFees: Array.from({ length: marketCount }, noBaseFees),
    version: 0,
    openedCount: 0,
  };
}

/** The open position of an id; null when there is none. */
export function findOpenPosition(
  { open }: PositionBook,
  positionId: string,
): TrackedPosition | null {
  for (const position of open) if (position.positionId === positionId) return position;
  return null;
}

/** Tally of a market of the run. */
export function tallyOf(book: PositionBook, market: RunMarket): Tally {
  const tally = book.tallies[market.index];
  assert(tally !== undefined, 'every market has a tally');
  return tally;
}

/** What fees have taken of the base currency of a market. */
export function baseFeesOf(book: PositionBook, market: RunMarket): BaseFees {
  const fees = book.baseFees[market.index];
  assert(fees !== undefined, 'every market has its fees');
  return fees;
}

/** Books a fee without a trade: to the position that is open, or to its market alone. */
export function bookFee(
  book: PositionBook,
  { positionId, market }: Pick<BookedFill, 'positionId' | 'market'>,
  feeUnits: Units,
): void {
  const position = findOpenPosition(book, positionId);
  if (position !== null) {
    bookCosts(book, position, { feeUnits });
    return;
  }
  const tally = tallyOf(book, market);
  tally.feeUnits = (tally.feeUnits + feeUnits) as Units;
  book.version += 1;
}

/** Books funding to a market alone. */
export function bookFunding(book: PositionBook, market: RunMarket, fundingUnits: Units): void {
  const tally = tallyOf(book, market);
  tally.fundingUnits = (tally.fundingUnits + fundingUnits) as Units;
  book.version += 1;
}

/** Books a fill: it reduces the position that it is against, opens with what is left, or both. */
export function bookFill(book: PositionBook, fill: BookedFill): FillOutcome {
  const { positionId, side, trade } = fill;
  book.version += 1;
  const position = findOpenPosition(book, positionId);
  const direction: Direction = side === 'buy' ? 'long' : 'short';
  if (position === null || position.exact.direction === direction) {
    increase(book, position ?? openPosition(book, fill, direction), trade);
    return NOTHING_REALIZED;
  }
  const openLots = position.exact.lots;
  if (trade.lots <= openLots) return reduce(book, position, trade);
  const [closing, opening] = splitTrade(trade, openLots);
  const outcome = reduce(book, position, closing);
  increase(book, openPosition(book, fill, direction), opening);
  return outcome;
}

const NOTHING_REALIZED: FillOutcome = { realizedUnits: NO_UNITS, closed: null };

/** Changes the costs of a position and of its market alike. */
export function bookCosts(
  book: PositionBook,
  position: TrackedPosition,
  costs: Partial<
    Pick<Position, 'fundingUnits' | 'liquidationFeeUnits' | 'insuredUnits' | 'feeUnits'>
  >,
): void {
  const tally = tallyOf(book, position.market);
  const { exact } = position;
  for (const [name, units] of Object.entries(costs) as [keyof typeof costs, Units][]) {
    exact[name] = (exact[name] + units) as Units;
    tally[name] = (tally[name] + units) as Units;
  }
  position.view = null;
  book.version += 1;
  if (position.closedAtMs !== null) noteOutcome(book, position);
}

/** How many positions of the run have closed. */
export function closedCount({ outcomes }: PositionBook): number {
  return outcomes.profits.length;
}

/** The closed positions that a script sees and that pass, the newest first, at most so many. */
export function seenClosed(
  { closed, seenMax }: PositionBook,
  passes: (position: TrackedPosition) => boolean,
  most = seenMax,
): readonly TrackedPosition[] {
  const found: TrackedPosition[] = [];
  const first = Math.max(0, closed.length - seenMax);
  for (let index = closed.length - 1; index >= first && found.length < most; index -= 1) {
    const position = closed[index] as TrackedPosition;
    if (passes(position)) found.push(position);
  }
  return found;
}

function noteOutcome({ outcomes }: PositionBook, position: TrackedPosition): void {
  const { exact, market, closedPlace } = position;
  outcomes.marketIndexes[closedPlace] = market.index;
  outcomes.profits[closedPlace] = Number(realizedUnits(exact)) / market.unitsPerOne;
  outcomes.margins[closedPlace] = Number(exact.usedMarginUnits) / market.unitsPerOne;
}

function emptyTally(): Tally {
  return {
    grossUnits: NO_UNITS,
    feeUnits: NO_UNITS,
    fundingUnits: NO_UNITS,
    liquidationFeeUnits: NO_UNITS,
    insuredUnits: NO_UNITS,
  };
}

function openPosition(
  book: PositionBook,
  { positionId, market, trade, leverage, marginMode }: BookedFill,
  direction: Direction,
): TrackedPosition {
  book.openedCount += 1;
  const { marketTag } = market.market;
  const opening = { positionId, marketTag, direction, leverage, marginMode };
  const position: TrackedPosition = {
    positionId,
    reportId: `p${book.openedCount}`,
    market,
    exact: newPosition(opening, trade.atMs),
    exitedLots: 0n as Lots,
    exitWeight: 0n,
    entryTicks: null,
    exitTicks: null,
    mostLots: 0n as Lots,
    leftReason: null,
    closedAtMs: null,
    closedPlace: -1,
    view: null,
  };
  book.open.push(position);
  return position;
}

function increase(book: PositionBook, position: TrackedPosition, trade: PositionTrade): void {
  const { market, exact, entryTicks } = position;
  position.entryTicks = onePrice(entryTicks, trade.priceTicks, exact.enteredLots === 0n);
  enlarge(market.terms.grid, exact, trade);
  position.view = null;
  position.leftReason = null;
  if (exact.lots > position.mostLots) position.mostLots = exact.lots;
  const tally = tallyOf(book, market);
  tally.feeUnits = addUnits(tally.feeUnits, trade.feeUnits) as Units;
}

function reduce(book: PositionBook, position: TrackedPosition, trade: PositionTrade): FillOutcome {
  const { market } = position;
  const { grid } = market.terms;
  const { exact } = position;
  const grossUnits = lessen(grid, exact, trade);
  position.view = null;
  const isFirst = position.exitedLots === 0n;
  position.exitTicks = onePrice(position.exitTicks, trade.priceTicks, isFirst);
  position.exitedLots = addUnits(position.exitedLots, trade.lots) as Lots;
  const weight = weightOf(grid, trade.priceTicks, trade.lots);
  position.exitWeight = addUnits(position.exitWeight, weight);
  const tally = tallyOf(book, market);
  tally.grossUnits = (tally.grossUnits + grossUnits) as Units;
  tally.feeUnits = addUnits(tally.feeUnits, trade.feeUnits) as Units;
  if (exact.lots === 0n) close(book, position, trade.atMs);
  const realizedUnits = (grossUnits - trade.feeUnits) as Units;
  return { realizedUnits, closed: exact.lots === 0n ? position : null };
}

function close(book: PositionBook, position: TrackedPosition, atMs: number): void {
  position.closedAtMs = atMs;
  position.view = null;
  // Most bots have one open, which no splice has to make a list for.
  if (book.open.at(-1) === position) book.open.pop();
  else book.open.splice(book.open.indexOf(position), 1);
  position.closedPlace = closedCount(book);
  noteOutcome(book, position);
  book.closed.push(position);
  book.version += 1;
}

/** The first so many lots of a trade and the rest, with their shares of value and fee. */
function splitTrade(trade: PositionTrade, lots: Lots): readonly [PositionTrade, PositionTrade] {
  const valueUnits = ((trade.valueUnits * lots) / trade.lots) as Units;
  const feeUnits = ((trade.feeUnits * lots) / trade.lots) as Units;
  const rest = {
    lots: (trade.lots - lots) as Lots,
    valueUnits: (trade.valueUnits - valueUnits) as Units,
    feeUnits: (trade.feeUnits - feeUnits) as Units,
  };
  return [
    { ...trade, lots, valueUnits, feeUnits },
    { ...trade, ...rest },
  ];
}

/** Signed lots of all that is open on a market: what the venue holds, less than a lot excepted. */
export function netLots(book: PositionBook, market: RunMarket): bigint {
  let net = 0n;
  for (const position of positionsOn(book, market))
    net += position.exact.direction === 'long' ? position.exact.lots : -position.exact.lots;
  return net;
}

/** Everything of a market that the venue may still hold. */
export function positionsOn(book: PositionBook, market: RunMarket): TrackedPosition[] {
  return book.open.filter((position) => position.market === market);
}

/** Closes so many lots of a position at a price and a value. */
export function closeAt(
  book: PositionBook,
  position: TrackedPosition,
  lots: Lots,
  priceTicks: Ticks,
  valueUnits: Units,
  atMs: number,
): void {
  const trade = { priceTicks, lots, valueUnits, feeUnits: NO_UNITS, atMs };
  book.version += 1;
  reduce(book, position, trade);
}
