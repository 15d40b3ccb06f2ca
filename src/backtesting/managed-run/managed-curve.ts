// The equity curve of a run by its wishes: the samples, the closes of days and the deepest fall of
// equity-curve.ts, and nothing else of it. Between two fills the value is a straight line of the
// close, so a block of rows of which none can be a new highest is judged by its lowest value.

import type { CloseBlocks } from '#engine/series/close-blocks.ts';
import { BLOCK_BITS, BLOCK_ROWS, closeBlocks } from '#engine/series/close-blocks.ts';
import type { EquityCurve } from '#engine/run/positions/equity-curve.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';

const DAY_ROWS = DAY_MS / MINUTE_MS;
const BLOCK_LAST = BLOCK_ROWS - 1;

/** Values are whole units of the profit currency. */
export type ManagedCurve = {
  readonly close: Float64Array;
  readonly blocks: CloseBlocks;
  readonly strideRows: number;
  /** One for each sample, of which so many are taken: the first row, and each stride after it. */
  readonly sampleUnits: Float64Array;
  sampleCount: number;
  readonly dayUnits: number[];
  markedRow: number;
  nextSampleRow: number;
  nextDayRow: number;
  lastUnits: number;
  peakUnits: number;
  maxDrawdownShare: number;
};

/** As the run's own curve begins. */
export function managedCurve(begin: EquityCurve, close: Float64Array): ManagedCurve {
  const { strideRows, markedRow, nextSampleRow, nextDayRow, startUnits } = begin;
  return {
    close,
    blocks: closeBlocks(close),
    strideRows,
    sampleUnits: new Float64Array(Math.ceil((close.length - nextSampleRow) / strideRows)),
    sampleCount: 0,
    dayUnits: [startUnits],
    markedRow,
    nextSampleRow,
    nextDayRow,
    lastUnits: startUnits,
    peakUnits: startUnits,
    maxDrawdownShare: 0,
  };
}

/**
 * Marks the rows up to, not including, `toRow` with a value of `constant + slope * close`; false,
 * with nothing marked, where not every such value is known to be whole.
 */
export function markLine(
  curve: ManagedCurve,
  slope: number,
  constant: number,
  toRow: number,
): boolean {
  if (curve.markedRow >= toRow) return true;
  const most = Math.abs(slope) * curve.blocks.most + Math.abs(constant);
  if (!(most <= Number.MAX_SAFE_INTEGER)) return false;
  if (!Number.isInteger(slope) || !Number.isInteger(constant)) return false;
  if (slope === 0) markLevel(curve, constant);
  else markSlope(curve, slope, constant, toRow);
  takeSamples(curve, slope, constant, toRow);
  curve.lastUnits = constant + slope * (curve.close[toRow - 1] as number);
  curve.markedRow = toRow;
  return true;
}

function markLevel(curve: ManagedCurve, units: number): void {
  const { peakUnits: peak } = curve;
  if (units >= peak) curve.peakUnits = units;
  else if (peak > 0 && (peak - units) / peak > curve.maxDrawdownShare)
    curve.maxDrawdownShare = (peak - units) / peak;
}

/** Above it a product with a share may lose more than a unit, and blocks are not used. */
const PEAK_MOST = 2 ** 48;

function markSlope(curve: ManagedCurve, slope: number, constant: number, toRow: number): void {
  const { close, blocks } = curve;
  const [tops, lows] =
    slope > 0 ? [blocks.highest, blocks.lowest] : [blocks.lowest, blocks.highest];
  let { peakUnits: peak, maxDrawdownShare: share, markedRow: row } = curve;
  while (row < toRow) {
    let units = 0;
    let rows = 1;
    if ((row & BLOCK_LAST) === 0 && row + BLOCK_ROWS <= toRow && peak < PEAK_MOST) {
      const block = row >> BLOCK_BITS;
      if (constant + slope * (tops[block] as number) < peak) {
        units = constant + slope * (lows[block] as number);
        rows = BLOCK_ROWS;
      }
    }
    if (rows === 1) units = constant + slope * (close[row] as number);
    row += rows;
    if (units >= peak) peak = units;
    // Multiplies before it divides, as equity-curve.ts does.
    else if (peak - units > share * peak && peak > 0 && (peak - units) / peak > share)
      share = (peak - units) / peak;
  }
  curve.peakUnits = peak;
  curve.maxDrawdownShare = share;
}

function takeSamples(curve: ManagedCurve, slope: number, constant: number, toRow: number): void {
  const { close, sampleUnits, dayUnits, strideRows } = curve;
  let { nextSampleRow: row, sampleCount } = curve;
  for (; row < toRow; row += strideRows) {
    sampleUnits[sampleCount] = constant + slope * (close[row] as number);
    sampleCount += 1;
  }
  curve.nextSampleRow = row;
  curve.sampleCount = sampleCount;
  for (row = curve.nextDayRow; row < toRow; row += DAY_ROWS)
    dayUnits.push(constant + slope * (close[row] as number));
  curve.nextDayRow = row;
}
