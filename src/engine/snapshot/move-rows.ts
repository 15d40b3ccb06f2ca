// The rows that a run speaks of, counted from another minute.

import type { Run } from '#engine/run/run.ts';

/** Row 0 is from now on the minute that lies so many rows before it; below zero: behind it. */
export function moveRows(run: Run, byRows: number): void {
  if (byRows === 0) return;
  const { stage, orders, equity, inputGroup, drawing } = run;
  stage.row += byRows;
  run.updateOffset -= byRows;
  if (orders.finishedRow !== null) orders.finishedRow += byRows;
  run.inputGroup = { ...inputGroup, row: inputGroup.row + byRows };
  moveAll(equity.sampleRows, byRows);
  equity.markedRow += byRows;
  equity.nextSampleRow += byRows;
  equity.nextDayRow += byRows;
  equity.peakRow += byRows;
  moveFall(equity, byRows);
  for (const shape of drawing.shapes) shape.row += byRows;
  for (const lines of drawing.charts.values())
    for (const { rows } of lines.values()) moveAll(rows, byRows);
}

function moveFall({ deepest, longest }: Run['equity'], byRows: number): void {
  deepest.peakRow += byRows;
  deepest.troughRow += byRows;
  if (deepest.recoveredRow !== null) deepest.recoveredRow += byRows;
  longest.fromRow += byRows;
  longest.toRow += byRows;
}

function moveAll(rows: number[], byRows: number): void {
  for (const [at, row] of rows.entries()) rows[at] = row + byRows;
}
