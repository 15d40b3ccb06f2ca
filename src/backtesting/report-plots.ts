// Lines of a run as they are drawn: by their options, and by the commands that were given their
// ids.

import type { BacktestReport, PlotLook } from '#backtesting/backtest.ts';
import type { ChartCall } from '#engine/run-api/chart-api.ts';
import type { DrawnLine, Drawing } from '#engine/run/drawing.ts';
import { drawnLines } from '#engine/run/drawing.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow } from '#engine/run/run.ts';

type Value = ChartCall['values'][number] | undefined;
type Looks = Map<string, Partial<PlotLook>>;

const PLAIN: PlotLook = {
  kind: 'line',
  dash: 'solid',
  width: null,
  secondColor: null,
  base: null,
  shape: null,
  stack: null,
};

/** By the numbers of their constants. */
const KINDS: { readonly [style: string]: PlotLook['kind'] } = {
  10: 'area',
  28: 'steps',
  29: 'steps',
  30: 'steps',
};
export const DASHES: { readonly [decoration: string]: PlotLook['dash'] } = {
  3: 'dashed',
  4: 'dotted',
};
const WIDTH_MAX = 10;

/** Lines in the order of their first point, with the options that the script gave. */
export function plotsOf({ drawing, setup }: Run): BacktestReport['plots'] {
  const looks = looksOf(drawing);
  const opacities = opacitiesOf(drawing);
  return drawnLines(drawing).map((line) => {
    const { chart, name, style, rows, values } = line;
    const own = { ...optionsOf(line), ...looks.get(line.lineId) };
    const opacity = own.stack === undefined ? undefined : opacities.get(chart);
    const look = opacity === undefined ? own : { ...own, opacity };
    const points = rows.map((row, index) => ({
      atMs: instantOfRow(setup, row),
      value: values[index] as number,
    }));
    const plot = { chart, name, color: style.color, points };
    return Object.keys(look).length === 0 ? plot : { ...plot, look: { ...PLAIN, ...look } };
  });
}

function optionsOf({ style }: DrawnLine): Partial<PlotLook> {
  const kind = KINDS[style.style ?? ''];
  const dash = DASHES[style.decoration ?? ''] ?? DASHES[style.style ?? ''];
  const isWide = style.width !== null && style.width >= 1;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(dash === undefined ? {} : { dash }),
    ...(isWide ? { width: Math.min(WIDTH_MAX, Math.round(style.width)) } : {}),
    ...style.place,
  };
}

function looksOf({ calls }: Drawing): Looks {
  const looks: Looks = new Map();
  let stackCount = 0;
  for (const { command, values } of calls.values()) {
    const [line, first, second, third] = values;
    const set = (look: Partial<PlotLook>, of: Value = line): void => {
      if (typeof of === 'string') looks.set(of, { ...looks.get(of), ...look });
    };
    switch (command) {
      case 'PlotHistogram':
        set({
          kind: 'histogram',
          base: 0,
          secondColor: textOf(first),
          ...(second === true ? { fillsRises: true } : {}),
        });
        break;
      case 'PlotHistogramSignals':
        set({ kind: 'histogram', base: 0 });
        break;
      case 'PlotBars':
        set({ kind: 'bars', base: numberOf(first) ?? 0, secondColor: null, ...fillOf(second) });
        break;
      case 'PlotCircle':
        set({ kind: 'circles', ...fillOf(first) });
        break;
      case 'PlotShapes':
        set({ kind: 'shapes', shape: String(first), ...fillOf(second) });
        break;
      case 'PlotDoubleColor':
        set({
          kind: 'two_colors',
          base: numberOf(first),
          secondColor: textOf(second),
          ...fillOf(third),
        });
        break;
      case 'PlotStackedArea':
        for (const of of values) set({ kind: 'area', stack: stackCount }, of);
        stackCount += 1;
        break;
      default:
    }
  }
  return looks;
}

/** By chart: how opaque its stacked areas are. */
function opacitiesOf({ calls }: Drawing): ReadonlyMap<Value, number> {
  const opacities = new Map<Value, number>();
  for (const { command, values } of calls.values()) {
    const opacity = numberOf(values[1]);
    if (command === 'SetStackedAreaOpacity' && opacity !== null) opacities.set(values[0], opacity);
  }
  return opacities;
}

function fillOf(value: Value): Pick<PlotLook, 'fillColor'> {
  const fillColor = textOf(value);
  return fillColor === null ? {} : { fillColor };
}

function numberOf(value: Value): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textOf(value: Value): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
