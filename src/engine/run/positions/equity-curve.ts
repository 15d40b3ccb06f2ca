// Equity of the bot at each minute's close: the wallet of the profit currency at the start, and all
// that was realised and is unrealised since. Marked in stretches in which no position changes, so
// that a quiet minute costs a multiplication and two comparisons. Floats, but for the samples,
// which are exact in units: nothing is booked by it.

import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { append } from '#lib/append.ts';
import type { Direction } from '#domain/position/position.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { realizedUnits, unrealizedUnits } from '#domain/position/position-figures.ts';
import type { PositionBook } from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { closeTicks } from '#engine/run/run-market.ts';

const SAMPLES_MAX = 2_000;
const DAY_ROWS = DAY_MS / MINUTE_MS;

/** Values are units of the profit currency. */
export type EquityCurve = {
  readonly startUnits: number;
  readonly startExact: bigint;
  /** Rows between two samples. */
  readonly strideRows: number;
  readonly sampleRows: number[];
  readonly sampleUnits: number[];
  /** Closes of whole UTC days, the start first. */
  readonly dayUnits: number[];
  /** The next row to mark. */
  markedRow: number;
  nextSampleRow: number;
  nextDayRow: number;
  lastUnits: number;
  peakUnits: number;
  lowestUnits: number;
  maxDrawdownUnits: number;
  /** Of the peak before it, 0 to 1. */
  maxDrawdownShare: number;
  /** The newest row at whose close the value was its highest; the row before the first at first. */
  peakRow: number;
  /** When the fall to `maxDrawdownShare` began, was deepest and was made good. */
  readonly deepest: FallRows;
  /** The longest time below a highest value that was made good. */
  readonly longest: { fromRow: number; toRow: number };
};

/** Rows of a fall of the value below its highest; at first there is none. */
export type FallRows = {
  peakRow: number;
  troughRow: number;
  /** Null until the value is as high again. */
  recoveredRow: number | null;
};

type CurveSetup = {
  readonly firstOpenMs: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly startUnits: bigint;
};

/** How the value depends on a market's close: `slope * close + ...`, or `slope / close + ...`. */
type Exposure = { readonly market: RunMarket; slope: number };

/** Curve without samples; its stride grows with the window, so that its size is bounded. */
export function equityCurve({
  firstOpenMs,
  firstRow,
  lastRow,
  startUnits,
}: CurveSetup): EquityCurve {
  const start = Number(startUnits);
  const rows = lastRow - firstRow + 1;
  const firstCloseMs = firstOpenMs + (firstRow + 1) * MINUTE_MS;
  const rowsToDay = (DAY_MS - (firstCloseMs % DAY_MS)) % DAY_MS;
  return {
    startUnits: start,
    startExact: startUnits,
    strideRows: Number.isFinite(rows) ? Math.max(1, Math.ceil(rows / (SAMPLES_MAX - 1))) : DAY_ROWS,
    sampleRows: [],
    sampleUnits: [],
    dayUnits: [start],
    markedRow: firstRow,
    nextSampleRow: firstRow,
    nextDayRow: firstRow + rowsToDay / MINUTE_MS,
    lastUnits: start,
    peakUnits: start,
    lowestUnits: start,
    maxDrawdownUnits: 0,
    maxDrawdownShare: 0,
    peakRow: firstRow - 1,
    deepest: { peakRow: firstRow - 1, troughRow: firstRow - 1, recoveredRow: firstRow - 1 },
    longest: { fromRow: firstRow - 1, toRow: firstRow - 1 },
  };
}

/** Marks the rows up to, not including, `toRow` with the positions as they are. */
export function markEquity(
  curve: EquityCurve,
  positions: PositionBook,
  markets: readonly RunMarket[],
  toRow: number,
): void {
  if (curve.markedRow >= toRow) return;
  const constant = constantOf(curve, positions, markets);
  const exposures = exposuresOf(positions, markets);
  while (curve.markedRow < toRow) {
    const row = markToPoint(curve, exposures, constant, toRow);
    if (row === curve.nextSampleRow) {
      const isExact = isWholeSum(exposures, constant, curve.lastUnits, row);
      noteSample(curve, isExact ? curve.lastUnits : wholeEquity(curve, positions, markets, row));
    }
    noteDay(curve, row);
  }
}

/** Marks up to the next sample or day, or to `toRow`; returns the last row that was marked. */
function markToPoint(
  curve: EquityCurve,
  exposures: readonly Exposure[],
  constant: number,
  toRow: number,
): number {
  const end = Math.min(toRow, Math.min(curve.nextSampleRow, curve.nextDayRow) + 1);
  markStretch(curve, exposures, constant, curve.markedRow, end);
  curve.markedRow = end;
  return end - 1;
}

function noteSample(curve: EquityCurve, units: number): void {
  curve.sampleRows.push(curve.nextSampleRow);
  curve.sampleUnits.push(units);
  curve.nextSampleRow += curve.strideRows;
}

function noteDay(curve: EquityCurve, row: number): void {
  if (row !== curve.nextDayRow) return;
  curve.dayUnits.push(curve.lastUnits);
  curve.nextDayRow += DAY_ROWS;
}

/**
 * What the bot is worth at a row's close in whole units: the start, what was realised, and what is
 * open as the report's unrealised profit has it.
 */
export function wholeEquity(
  { startExact }: Pick<EquityCurve, 'startExact'>,
  { open, tallies }: PositionBook,
  markets: readonly RunMarket[],
  row: number,
): number {
  const currency = markets[0]?.terms.grid.settlementCurrency;
  let units = startExact + realizedOn(tallies, markets);
  for (const { market, exact } of open) {
    const { grid } = market.terms;
    if (grid.settlementCurrency !== currency) continue;
    units += unrealizedUnits(grid, exact, BigInt(closeTicks(market, row)) as Ticks);
  }
  return Number(units);
}

/** Whether `units`, the float at a row's close, is whole because all that it is made of is. */
function isWholeSum(
  exposures: readonly Exposure[],
  constant: number,
  units: number,
  row: number,
): boolean {
  if (!Number.isSafeInteger(constant) || !Number.isSafeInteger(units)) return false;
  let sum = constant;
  for (const { market, slope } of exposures) {
    if (!market.isLinear || !Number.isInteger(market.unitsPerLotTick)) return false;
    const part = slope * (market.candles.close[row + market.rowOffset] as number);
    sum += part;
    if (!Number.isSafeInteger(slope) || !Number.isSafeInteger(part)) return false;
    if (!Number.isSafeInteger(sum)) return false;
  }
  return true;
}

/**
 * The start and the part of the profit that does not depend on prices, rounded once. It is
 * requested with each event: plain numbers come to the same as bigints as long as all of them are
 * safe.
 */
function constantOf(curve: EquityCurve, book: PositionBook, markets: readonly RunMarket[]): number {
  const currency = markets[0]?.terms.grid.settlementCurrency;
  let units = curve.startUnits;
  let isSafe = Number.isSafeInteger(units);
  for (const market of markets) {
    const tally = book.tallies[market.index];
    if (tally === undefined || market.terms.grid.settlementCurrency !== currency) continue;
    const realized = Number(realizedUnits(tally));
    units += realized;
    isSafe &&= Number.isSafeInteger(realized) && Number.isSafeInteger(units);
  }
  for (const { market, exact } of book.open) {
    if (market.terms.grid.settlementCurrency !== currency) continue;
    const cost = Number(exact.costUnits);
    units -= signOf(market, exact.direction) * cost;
    isSafe &&= Number.isSafeInteger(cost) && Number.isSafeInteger(units);
  }
  return isSafe ? units : Number(curve.startExact + unexposed(book, markets));
}

/** The part of the profit that does not depend on prices. */
function unexposed({ open, tallies }: PositionBook, markets: readonly RunMarket[]): bigint {
  const currency = markets[0]?.terms.grid.settlementCurrency;
  let units = realizedOn(tallies, markets);
  for (const { market, exact } of open) {
    if (market.terms.grid.settlementCurrency !== currency) continue;
    units += signOf(market, exact.direction) === 1 ? -exact.costUnits : exact.costUnits;
  }
  return units;
}

/** What was realised on the markets that settle in the profit currency. */
function realizedOn(tallies: PositionBook['tallies'], markets: readonly RunMarket[]): bigint {
  const currency = markets[0]?.terms.grid.settlementCurrency;
  let units = 0n;
  for (const market of markets) {
    const tally = tallies[market.index];
    if (market.terms.grid.settlementCurrency === currency && tally !== undefined)
      units += realizedUnits(tally);
  }
  return units;
}

const NO_EXPOSURES: readonly Exposure[] = [];

function exposuresOf({ open }: PositionBook, markets: readonly RunMarket[]): readonly Exposure[] {
  const currency = markets[0]?.terms.grid.settlementCurrency;
  let exposures = NO_EXPOSURES;
  for (const { market, exact } of open) {
    if (market.terms.grid.settlementCurrency !== currency) continue;
    const sign = signOf(market, exact.direction);
    const slope = sign * Number(exact.lots) * market.unitsPerLotTick;
    const known = exposures.find((exposure) => exposure.market === market);
    if (known === undefined) exposures = append(exposures, { market, slope });
    else known.slope += slope;
  }
  return exposures;
}

/** One if a position gains with the value of what it holds, else minus one. */
function signOf({ isLinear }: RunMarket, direction: Direction): number {
  return isLinear === (direction === 'long') ? 1 : -1;
}

function markStretch(
  curve: EquityCurve,
  exposures: readonly Exposure[],
  constant: number,
  from: number,
  to: number,
): void {
  const [only] = exposures;
  if (only === undefined) {
    noteUnits(curve, constant, from, to - 1);
    curve.lastUnits = constant;
  } else if (exposures.length === 1 && only.market.isLinear) {
    markLinear(curve, only, constant, from, to);
  } else {
    for (let row = from; row < to; row += 1) {
      let units = constant;
      for (const { market, slope } of exposures) {
        const close = market.candles.close[row + market.rowOffset] as number;
        units += market.isLinear ? slope * close : slope / close;
      }
      noteUnits(curve, units, row, row);
      curve.lastUnits = units;
    }
  }
}

/** The common case: one position on one market whose value is price times amount. */
function markLinear(
  curve: EquityCurve,
  { market, slope }: Exposure,
  constant: number,
  from: number,
  to: number,
): void {
  const { close } = market.candles;
  const { rowOffset } = market;
  let peak = curve.peakUnits;
  let peakIndex = curve.peakRow + rowOffset;
  let lowest = curve.lowestUnits;
  let drop = curve.maxDrawdownUnits;
  let share = curve.maxDrawdownShare;
  let units = curve.lastUnits;
  for (let index = from + rowOffset; index < to + rowOffset; index += 1) {
    units = constant + slope * (close[index] as number);
    if (units >= peak) {
      if (index > peakIndex + 1) noteRecovery(curve, peakIndex - rowOffset, index - rowOffset);
      peak = units;
      peakIndex = index;
      continue;
    }
    if (units < lowest) lowest = units;
    const down = peak - units;
    if (down > drop) drop = down;
    if (down > share * peak && isDeeper(down, peak, share)) {
      share = down / peak;
      noteDeepest(curve.deepest, peakIndex - rowOffset, index - rowOffset);
    }
  }
  curve.peakUnits = peak;
  curve.peakRow = peakIndex - rowOffset;
  curve.lowestUnits = lowest;
  curve.maxDrawdownUnits = drop;
  curve.maxDrawdownShare = share;
  curve.lastUnits = units;
}

/** The same value from `fromRow` to `lastRow`. */
function noteUnits(curve: EquityCurve, units: number, fromRow: number, lastRow: number): void {
  if (units >= curve.peakUnits) {
    if (fromRow > curve.peakRow + 1) noteRecovery(curve, curve.peakRow, fromRow);
    curve.peakUnits = units;
    curve.peakRow = lastRow;
    return;
  }
  if (units < curve.lowestUnits) curve.lowestUnits = units;
  const down = curve.peakUnits - units;
  if (down > curve.maxDrawdownUnits) curve.maxDrawdownUnits = down;
  if (isDeeper(down, curve.peakUnits, curve.maxDrawdownShare)) {
    curve.maxDrawdownShare = down / curve.peakUnits;
    noteDeepest(curve.deepest, curve.peakRow, fromRow);
  }
}

/**
 * Divides as what it is compared with was divided: a product with `share` may round below a fall
 * that is as deep, and it would count again in each stretch that it lasts for.
 */
function isDeeper(down: number, peak: number, share: number): boolean {
  return peak > 0 && down / peak > share;
}

/** The value of `peakRow` was reached again at `row`. */
function noteRecovery({ deepest, longest }: EquityCurve, peakRow: number, row: number): void {
  deepest.recoveredRow ??= row;
  if (row - peakRow <= longest.toRow - longest.fromRow) return;
  longest.fromRow = peakRow;
  longest.toRow = row;
}

function noteDeepest(deepest: FallRows, peakRow: number, troughRow: number): void {
  deepest.peakRow = peakRow;
  deepest.troughRow = troughRow;
  deepest.recoveredRow = null;
}

/** The longest time below a highest value, also one that still lasts at `lastRow`. */
export function longestFall({ longest, peakRow }: EquityCurve, lastRow: number) {
  const isLonger = lastRow - peakRow > longest.toRow - longest.fromRow;
  return isLonger ? { fromRow: peakRow, toRow: lastRow } : longest;
}
