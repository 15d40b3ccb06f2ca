// Indicators as what is drawn on a chart: prices on those of the market, all others below, each in
// a pane of its own. They are those of the service, so that a line is what a script is given.

import { chartLines, readChosenIndicators } from '#indicators/chart-lines.ts';
import type { Bar } from './bars.ts';
import type { ScriptParts } from './script-parts.ts';
import { NO_PARTS } from './script-parts.ts';

/** `text`: those that are chosen. */
export function indicatorParts(bars: readonly Bar[], text: string): ScriptParts {
  const chosen = readChosenIndicators(text);
  const plots = chartLines(bars, chosen).map(({ name, index, isOnPrices, values }) => ({
    ...LINE,
    name,
    chart: isOnPrices ? 0 : index + 1,
    points: Array.from(values, (value, row) => ({ time: bars[row]?.time ?? 0, value })).filter(
      ({ value }) => Number.isFinite(value),
    ),
  }));
  return { ...NO_PARTS, plots };
}

const LINE = {
  color: null,
  look: 'line',
  dash: 'solid',
  width: 2,
  second_color: null,
  fill_color: null,
  is_rise_filled: null,
  shape: null,
  stack: null,
  opacity: null,
  side: 'right',
  is_behind: false,
  is_off_axis: false,
  trails: false,
  base: null,
} as const;
