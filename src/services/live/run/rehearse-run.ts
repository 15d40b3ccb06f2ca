// Rehearsal of a run that has not begun: its script runs for some of the minutes before, as in a
// backtest that nobody sees, so that it is known which history its series need. Orders end at once.

import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import type { RunEffects } from '#engine/run/run-event.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { MissingHistory } from '#services/backtests/warm-up-wish.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';
import { knownRow } from '#services/live/state/market-window.ts';
import { computeRows } from '#services/live/state/run-series.ts';

/** The newest minutes, in which series turn up that are not read in each of them. */
const NEWEST_ROWS = 30;
/** The newest bars of the chart, which some scripts run for alone. */
const NEWEST_BARS = 2;

export type Rehearsal = {
  readonly record: BotRunRecord;
  readonly rows: readonly number[];
  /** The row that the run is to begin with. */
  readonly beginRow: number;
};

/** Null where there are no minutes before the run. */
export function rehearsalOf(record: BotRunRecord): Rehearsal | null {
  const setup = readLiveSetup(record);
  const rows = rowsToRehearse(setup);
  const [firstRow] = rows;
  if (firstRow === undefined) return null;
  const beginRow = setup.firstRow;
  return { record: { ...record, setup: toStoredForm({ ...setup, firstRow }) }, rows, beginRow };
}

/** Rows that end a bar, and with the end of a day one of each interval, lie among them. */
function rowsToRehearse({ startMs, firstRow, intervalMinutes }: LiveSetup): readonly number[] {
  const beginMs = startMs + firstRow * MINUTE_MS;
  const endOfBar = (sizeMs: number, back: number): number =>
    (Math.floor(beginMs / sizeMs) * sizeMs - back * sizeMs - startMs) / MINUTE_MS - 1;
  const rows = new Set([endOfBar(DAY_MS, 0), endOfBar(DAY_MS, 0) + 1]);
  for (let bar = 0; bar < NEWEST_BARS; bar += 1)
    rows.add(endOfBar(intervalMinutes * MINUTE_MS, bar));
  for (let back = 1; back <= NEWEST_ROWS; back += 1) rows.add(firstRow - back);
  return [...rows].filter((row) => row >= 0 && row < firstRow).toSorted((a, b) => a - b);
}

/** What a run that begins with `beginRow` lacks before its window. */
export function* rehearseRun(
  { engine, progress }: HostedRun,
  { rows, beginRow }: Pick<Rehearsal, 'rows' | 'beginRow'>,
): Generator<undefined, MissingHistory, number> {
  const { run, brain, series } = engine;
  if (brain.readBefore !== undefined) {
    brain.readBefore(Math.min(beginRow, knownRow(engine)));
    return missingBefore(series, beginRow);
  }
  for (const row of rows) {
    if (row >= knownRow(engine)) break;
    yield;
    computeRows(engine, row + 1);
    const step = advanceRun(run, brain, { kind: 'minutes', fromRow: row, toRow: row + 1 });
    progress.doneRow = row + 1;
    if (step.failure !== null || step.effects.stop !== null) break;
    endAll(engine, step.effects, row);
  }
  return missingBefore(series, beginRow);
}

function missingBefore(series: HostedRun['engine']['series'], beginRow: number): MissingHistory {
  const { minutes = 0, bars = 0 } = series.wished() ?? {};
  const missingMinutes = Math.max(0, series.readyRow() - beginRow, minutes);
  return { missingMinutes, wishedBars: bars };
}

function endAll({ run, brain }: HostedRun['engine'], effects: RunEffects, row: number): void {
  const atMs = instantOfRow(run.setup, row);
  for (const { orderId } of effects.places) {
    const ended = { kind: 'ended', orderId, state: 'cancelled', message: '', atMs } as const;
    advanceRun(run, brain, ended);
  }
}
