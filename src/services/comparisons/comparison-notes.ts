// Caveats shown with a comparison of a day, in words.

import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, formatInstant } from '#lib/time.ts';
import type { ComparedRun } from '#services/comparisons/compared-run.ts';

const PAPER_SPREAD =
  'Orders of the paper account that took met the best bid or ask, where its exchange stated ' +
  'them; the backtest assumes one step on either side of the price.';

const LATE_POINTS =
  'The script reads data series: of points that were added after their instant the bot knew from ' +
  'then on alone, and the backtest from their instant on.';

type ComparedDay = {
  readonly dayMs: number;
  readonly isPaper: boolean;
  /** Pairs that are left to a later day. */
  readonly waitingCount: number;
};

/** Sentences about what a comparison leaves out; empty when it leaves out nothing. */
export function comparisonNotes(
  runs: readonly ComparedRun[],
  { dayMs, isPaper, waitingCount }: ComparedDay,
): readonly string[] {
  const notes: string[] = runs.flatMap((run) => spanNotes(run, dayMs));
  if (runs.length >= LIMITS.comparisonRunsMax)
    notes.push(`Only the last ${LIMITS.comparisonRunsMax} runs of the day are compared.`);
  if (runs.length > 1)
    notes.push('Each run is compared with a backtest of its own, and only as long as it ran.');
  if (runs.some(({ setup }) => setup.memory.length > 0))
    notes.push('The bot began with values that an earlier run had saved; the backtest does not.');
  if (runs.some(({ setup }) => setup.dataSeries !== undefined)) notes.push(LATE_POINTS);
  if (waitingCount > 0) notes.push(waitingText(waitingCount));
  if (isPaper) notes.push(PAPER_SPREAD);
  return notes;
}

function spanNotes({ startMs, window }: ComparedRun, dayMs: number): readonly string[] {
  const { toMs, isLast } = window;
  const began =
    startMs > dayMs ? [`The bot was started on this day, at ${timeText(startMs)}.`] : [];
  const ended = isLast && toMs < dayMs + DAY_MS ? [`It was stopped at ${timeText(toMs)}.`] : [];
  return [...began, ...ended];
}

function waitingText(count: number): string {
  const pairs = count === 1 ? 'One order was' : `${count} orders were`;
  return `${pairs} still open at the day's end on one side: compared on the day of the last fill.`;
}

/** Such as 09:15 UTC. */
function timeText(instantMs: number): string {
  return `${formatInstant(instantMs).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)} UTC`;
}
