// The wire shapes of what the chart of a backtest shows: candles, and what its script drew.

import type { BacktestDrawing, BacktestPlot } from '#services/backtests/backtest-result.ts';
import type { ChartBar, EquityPoint } from '#services/backtests/backtest-result.ts';
import {
  field,
  figureField,
  instantField,
  listField,
  nullableFigureField,
  nullableInstantField,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, flag, int32, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

/** By their numbers among the constants of scripts. */
const SHAPES = {
  14: 'plus',
  15: 'circle',
  16: 'cross',
  17: 'dash',
  18: 'diamond',
  19: 'square',
  20: 'text',
  21: 'triangle_down',
  22: 'triangle_up',
} as const;
const SHAPE_NAMES = Object.values(SHAPES);

type ShapeName = (typeof SHAPE_NAMES)[number];

function shapeNameOf({ shape }: BacktestDrawing): ShapeName | null {
  if (shape === null) return null;
  return (SHAPES as Readonly<Record<string, ShapeName>>)[shape] ?? 'circle';
}

const colorText = () =>
  nullable(text('`#RRGGBB` or `#RRGGBBAA`; null when the script chose none.', '#FF8000'));

const PLOT_POINT = shapeOf<EquityPoint>()(
  'BacktestPlotPoint',
  'The value of a line at an instant.',
  {
    timestamp: instantField('Simulated time.', (of) => of.atMs),
    value: figureField('The value.', '62000.5', (of) => of.value),
  },
  ADDITION,
);

const PLOT = shapeOf<BacktestPlot>()(
  'BacktestPlot',
  'A line that the script drew.',
  {
    chart: field(
      int32('Its chart: 0 has the prices, positive ones are below it.', 0),
      (of) => of.chart,
    ),
    name: field(text('Unique on its chart.', 'Fast'), (of) => of.name),
    color: field(colorText(), (of) => of.color),
    points: listField(
      PLOT_POINT,
      { description: 'Oldest first, at most 2,000, at times of the equity curve.' },
      (of) => of.points,
    ),
  },
  ADDITION,
);
export const BACKTEST_PLOT_PAGE = pageOf('BacktestPlotPage', PLOT);

const DRAWING = shapeOf<BacktestDrawing>()(
  'BacktestDrawing',
  'A shape at a candle, a level across a chart, or a zone between two.',
  {
    kind: field(oneOf(['shape', 'level', 'zone'], 'What it is.'), (of) => of.kind),
    chart: field(int32('Its chart, as of lines.', 0), (of) => of.chart),
    name: field(
      text('Its name, or the text beside a shape; may be empty.', 'top'),
      (of) => of.name,
    ),
    color: field(colorText(), (of) => of.color),
    timestamp: nullableInstantField(
      'Of a shape: when it was drawn, within its candle or at its end.',
      (of) => of.atMs,
    ),
    shape: field(nullable(oneOf(SHAPE_NAMES, 'Of a shape.')), shapeNameOf),
    is_above: field(flag('Of a shape: above its candle, or below.', true), (of) => of.isAbove),
    value: nullableFigureField('Of a level; where a zone begins.', '70', (of) => of.value),
    end: nullableFigureField('Where a zone ends.', '100', (of) => of.end),
  },
  ADDITION,
);
export const BACKTEST_DRAWING_PAGE = pageOf('BacktestDrawingPage', DRAWING);

const BAR = shapeOf<ChartBar>()(
  'BacktestBar',
  "A candle of the market as the run had it, of the report's `bar_minutes`.",
  {
    start_at: instantField('When it begins.', ([seconds]) => seconds * 1_000),
    open: figureField('First price.', '62000.5', ([, open]) => open),
    high: figureField('Highest price.', '62100', ([, , high]) => high),
    low: figureField('Lowest price.', '61950.25', ([, , , low]) => low),
    close: figureField('Last price.', '62050', ([, , , , close]) => close),
    volume: figureField('Traded amount.', '12.5', ([, , , , , volume]) => volume),
  },
  ADDITION,
);
export const BACKTEST_BAR_PAGE = pageOf('BacktestBarPage', BAR);
