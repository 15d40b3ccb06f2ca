// Equity of a run since its step before, as far as it is retained: at its start, at ends of hours
// in which that changed, after trades, at ends of days and at its end.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import { wholeEquity } from '#engine/run/positions/equity-curve.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow, tradeMarket } from '#engine/run/run.ts';
import { fromSteps } from '#engine/run/step-scale.ts';
import type { BotEquityPoint } from '#ports/stores/bot-equity-store.ts';
import type { BotRunStep } from '#ports/stores/bot-run-store.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import { runStartMs } from '#services/live/state/live-setup.ts';
import type { RunCurve } from '#services/live/state/run-curve.ts';

/** After trades, at most one point in so long. */
const TRADED_MS = 300_000;
const DAY_ROWS = DAY_MS / MINUTE_MS;

/** `beforeMs`: up to where the run was written; `realized`: what it has realised by now. */
export function equityOfStep(
  live: HostedRun,
  beforeMs: number,
  realized: number,
): Pick<BotRunStep, 'equity' | 'curve'> {
  const { written, engine } = live;
  const text = toStoredForm(runCurve(engine.run));
  const curve = text === written.curve ? null : text;
  written.curve = text;
  const start = beforeMs <= runStartMs(engine.setup) ? [startOf(live)] : [];
  const days = daysSince(engine.run, beforeMs, realized);
  return { curve, equity: [...start, ...days, ...newestOf(live, realized)] };
}

function runCurve(run: Run): RunCurve {
  const { equity, setup } = run;
  const { deepest, longest, peakRow, markedRow } = equity;
  const { unitsPerOne } = tradeMarket(run);
  const at = (row: number): number => instantOfRow(setup, row);
  return {
    startEquity: equity.startUnits / unitsPerOne,
    maxDrawdown: equity.maxDrawdownUnits / unitsPerOne,
    maxDrawdownPercent: equity.maxDrawdownShare * 100,
    peakAtMs: at(deepest.peakRow),
    troughAtMs: at(deepest.troughRow),
    recoveredAtMs: deepest.recoveredRow === null ? null : at(deepest.recoveredRow),
    longestFromMs: at(longest.fromRow),
    longestToMs: at(longest.toRow),
    belowSinceMs: peakRow >= markedRow - 1 ? null : at(peakRow),
  };
}

/** At the first open. */
function startOf({ engine: { run, setup } }: HostedRun): BotEquityPoint {
  const { candles, price, rowOffset, unitsPerOne } = tradeMarket(run);
  const ticks = candles.open[setup.firstRow + rowOffset];
  return {
    atMs: runStartMs(setup),
    value: run.equity.startUnits / unitsPerOne,
    realized: 0,
    price: ticks === undefined ? null : fromSteps(price, ticks),
    isLasting: true,
  };
}

/** Closes of whole UTC days. */
function daysSince(run: Run, beforeMs: number, realized: number): readonly BotEquityPoint[] {
  const { dayUnits, nextDayRow } = run.equity;
  const points: BotEquityPoint[] = [];
  let row = nextDayRow - DAY_ROWS;
  for (let day = dayUnits.length - 1; day > 0; day -= 1, row -= DAY_ROWS) {
    if (instantOfRow(run.setup, row) <= beforeMs) break;
    const worth = { units: dayUnits[day] as number, realized };
    points.unshift({ ...pointAt(run, row, worth), isLasting: true });
  }
  return points;
}

/** A point that is as the one before is written once another one follows. */
function newestOf(
  { engine, written, progress }: HostedRun,
  realized: number,
): readonly BotEquityPoint[] {
  const { run } = engine;
  const row = progress.doneRow - 1;
  if (row < run.setup.firstRow) return [];
  const units = wholeEquity(run.equity, run.positions, run.markets, row);
  const atMs = instantOfRow(run.setup, row);
  const last = written.equity;
  const isEnd = progress.ending !== null;
  const isTraded = last?.realized !== realized && atMs - (last?.atMs ?? 0) >= TRADED_MS;
  const isHourOver = Math.floor(atMs / HOUR_MS) > Math.floor((last?.atMs ?? 0) / HOUR_MS);
  if (!isEnd && !isTraded && !isHourOver) return [];
  const isSame = last?.units === units && last.realized === realized;
  const point = { ...pointAt(run, row, { units, realized }), isLasting: isEnd };
  const isWritten = !isSame || isEnd;
  written.equity = { atMs, units, realized, unwritten: isWritten ? null : point };
  if (!isWritten) return [];
  const earlier = last?.unwritten ?? null;
  return earlier === null ? [point] : [earlier, point];
}

type Worth = { readonly units: number; readonly realized: number };

function pointAt(run: Run, row: number, { units, realized }: Worth) {
  const { candles, price, rowOffset, unitsPerOne } = tradeMarket(run);
  const ticks = candles.close[row + rowOffset];
  return {
    atMs: instantOfRow(run.setup, row),
    value: units / unitsPerOne,
    realized,
    price: ticks === undefined ? null : fromSteps(price, ticks),
  };
}
