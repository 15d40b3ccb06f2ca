// Drawing. What a script draws is recorded for the report; nothing of it is read back.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { ChartCall, ChartStyle, LinePlace } from '#engine/run-api/chart-api.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { withOpacity } from '#commands/values/color.ts';
import { elementsOf, plainValue } from '#engine/values/elements-of.ts';
import { chargeUnread, logText } from '#commands/values/log-text.ts';
import { newest } from '#commands/values/newest.ts';
import { argumentError, libraryError } from '#lua/runtime/errors.ts';
import { isHostValue } from '#lua/runtime/metamethod.ts';
import { LuaTable, newTable, rawGet, rawSet } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { bytesFromText, textFromBytes } from '#lua/syntax/byte-string.ts';

type Operand = number | SeriesLike | undefined;

type ChartValue = ChartCall['values'][number];

const COLOR = /^#(?:[\dA-Fa-f]{6}|[\dA-Fa-f]{8})$/;

function chartValue(value: LuaValue): ChartValue {
  const plain = plainValue(value);
  if (plain === undefined) return null;
  return typeof plain === 'number' || typeof plain === 'boolean' ? plain : logText(plain);
}

/** Records the call as it is. */
function drawn(command: string): (context: CommandContext, ...args: LuaValue[]) => undefined {
  return ({ charts }, ...args) => {
    if (!charts.isShown) {
      for (const arg of args) chargeUnread(plainValue(arg));
      return;
    }
    charts.draw({ command, values: args.map(chartValue) });
  };
}

function textOrNull(value: LuaValue): string | null {
  if (typeof value === 'string') return textFromBytes(value);
  return isHostValue(value) && value.kind === 'color' ? value.toText() : null;
}

/** Looks by their long names or their first letters. */
function styleFrom(options: LuaValue): ChartStyle {
  if (!(options instanceof LuaTable)) {
    return { color: textOrNull(options), style: null, width: null, id: null };
  }
  const read = (name: string, letter: string): LuaValue =>
    rawGet(options, name) ?? rawGet(options, letter);
  const style = read('style', 's');
  const decoration = read('deco', 'd');
  const width = read('width', 'w');
  return {
    color: textOrNull(read('color', 'c')),
    style: style === undefined ? null : String(chartValue(style)),
    width: typeof width === 'number' ? width : null,
    decoration: decoration === undefined ? null : String(chartValue(decoration)),
    id: textOrNull(rawGet(options, 'id')),
    ...placeFrom(options),
  };
}

const LEFT_AXIS = 7;
/** Candles that a line may be moved. */
const OFFSET_MAX = 1_000;

/** Only what is chosen: most lines choose nothing of it. */
function placeFrom(options: LuaTable): Pick<ChartStyle, 'place'> {
  const [side, offset] = [rawGet(options, 'side'), rawGet(options, 'offset')];
  const isSet = (name: string): boolean => rawGet(options, name) === true;
  const isMoved = typeof offset === 'number' && Math.abs(offset) >= 1;
  const place: LinePlace = {
    ...(chartValue(side) === LEFT_AXIS ? { side: 'left' } : {}),
    ...(isMoved ? { offset: Math.round(Math.max(-OFFSET_MAX, Math.min(OFFSET_MAX, offset))) } : {}),
    ...(isSet('behind') ? { isBehind: true } : {}),
    ...(isSet('ignoreOnAxis') ? { isOffAxis: true } : {}),
    ...(isSet('drawTrailingLine') ? { trails: true } : {}),
  };
  return Object.keys(place).length === 0 ? {} : { place };
}

function plotLine(
  { charts }: CommandContext,
  chart: number,
  name: string,
  value: Operand,
  options?: LuaValue,
): string {
  const style = styleFrom(options);
  return bytesFromText(charts.plot(chart, textFromBytes(name), newest(value), style));
}

function plot(
  context: CommandContext,
  chart: number,
  name: string,
  value: Operand,
  options: LuaValue,
): string {
  if (value === undefined) throw argumentError(3, 'Plot', 'number or series expected, got nil');
  return plotLine(context, chart, name, value, options);
}

/** Lines of one drawing, each under the drawing's name and its own. */
function plotAll(
  context: CommandContext,
  chart: number,
  name: string,
  lines: Readonly<Record<string, Operand>>,
): string[] {
  return Object.entries(lines)
    .filter(([, value]) => value !== undefined)
    .map(([line, value]) => plotLine(context, chart, `${name} ${line}`, value));
}

function draw({ charts }: CommandContext, command: string, values: readonly ChartValue[]): void {
  charts.draw({ command, values });
}

function bands(
  context: CommandContext,
  chart: number,
  name: string,
  ...[upper, middle, lower]: Operand[]
): undefined {
  const lines = plotAll(context, chart, name, { upper, middle, lower });
  draw(context, 'PlotBBandsChart', lines);
}

function histogram(
  context: CommandContext,
  chart: number,
  name: string,
  values: Operand,
  ...[fast, slow]: Operand[]
): undefined {
  const lines = plotAll(context, chart, name, { histogram: values, fast, slow });
  draw(context, 'PlotHistogramSignals', lines);
}

function lineWithZones(
  context: CommandContext,
  chart: number,
  name: string,
  source: Operand,
  ...[start, end]: number[]
): undefined {
  const lines = plotAll(context, chart, name, { line: source });
  draw(context, 'PlotLineBuySellZone', [...lines, start ?? null, end ?? null]);
}

function lineOptions(_: unknown, ...values: LuaValue[]): LuaTable {
  const names = ['color', 'style', 'deco', 'width', 'offset', 'side', 'id', 'behind'];
  const options = newTable();
  for (const [at, name] of [...names, 'ignoreOnAxis', 'drawTrailingLine'].entries()) {
    rawSet(options, name, values[at]);
  }
  return options;
}

function stackedArea(context: CommandContext, lines: LuaValue): undefined {
  const ids = typeof lines === 'string' ? [lines] : elementsOf(lines, 'PlotStackedArea');
  draw(context, 'PlotStackedArea', ids.map(chartValue));
}

/** Commands that are recorded with their arguments as they are. */
const DRAWN = [
  'ChartAddAxisLabel',
  'ChartSetAxisOptions',
  'ChartSetOptions',
  'MarkCandle',
  'PlotBands',
  'PlotBars',
  'PlotBuySellZone',
  'PlotCircle',
  'PlotCloud',
  'PlotDoubleColor',
  'PlotHistogram',
  'PlotHorizontalLine',
  'PlotHorizontalZone',
  'PlotPivot',
  'PlotPrice',
  'PlotShape',
  'PlotShapes',
  'PlotSignalBar',
  'PlotVerticalLine',
  'PlotVerticalZone',
  'PlotVolume',
  'SetStackedAreaOpacity',
] as const;

export const CHART_IMPLEMENTATIONS = {
  ...Object.fromEntries(DRAWN.map((command) => [command, drawn(command)])),
  ChangeColorOpacity: (_, color: string, opacity: number) => {
    if (!COLOR.test(color)) throw libraryError(`'${color}' is no colour: #RRGGBB is expected`);
    return withOpacity(color, opacity);
  },
  LineOptions: lineOptions,
  Plot: plot,
  PlotBBandsChart: bands,
  PlotHistogramSignals: histogram,
  PlotLineBuySellZone: lineWithZones,
  PlotSignalEnum: (context, chart: number, signal: number) => {
    draw(context, 'PlotSignalEnum', [chart, signal]);
    return signal;
  },
  PlotStackedArea: stackedArea,
} satisfies CommandImplementations;
