// The wire shapes of what the chart of a backtest shows: candles, and what its script drew.

import Type from 'typebox';
import type { DrawnObject } from '#domain/script/drawn-object.ts';
import { OBJECT_KINDS } from '#domain/script/drawn-object.ts';
import type {
  BacktestDrawing,
  BacktestPlot,
  PortValues,
} from '#services/backtests/backtest-result.ts';
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

const PLOT_KINDS = [
  'line',
  'steps',
  'area',
  'histogram',
  'bars',
  'circles',
  'shapes',
  'two_colors',
] as const;

const DRAWING_KINDS = [
  'shape',
  'level',
  'zone',
  'band',
  'vertical_line',
  'vertical_zone',
  'marked_candle',
  'signal',
  'prices',
  'volume',
  'pivot',
  'axis',
  'axis_label',
  'chart',
] as const;

const PRICE_STYLES = ['candles', 'bars', 'line', 'area', 'heikin_ashi'] as const;
const DASHES = ['solid', 'dashed', 'dotted'] as const;
const SIDES = ['left', 'right'] as const;

type ShapeName = (typeof SHAPE_NAMES)[number];

function shapeNameOf(shape: string | null | undefined): ShapeName | null {
  if (shape === null || shape === undefined) return null;
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
    look: field(oneOf(PLOT_KINDS, 'How its values are drawn.'), ({ look }) => look?.kind ?? 'line'),
    dash: field(oneOf(DASHES, 'Of a line.'), ({ look }) => look?.dash ?? 'solid'),
    width: field(
      nullable(int32('Of a line, in pixels; null when the script chose none.', 2)),
      ({ look }) => look?.width ?? null,
    ),
    second_color: field(colorText(), ({ look }) => look?.secondColor ?? null),
    base: nullableFigureField(
      'Where bars begin; values below it have the second color.',
      '0',
      ({ look }) => look?.base,
    ),
    fill_color: field(
      nullable(
        text(
          '`#RRGGBB` or `#RRGGBBAA`: inside bars, circles and shapes, and between a line of two ' +
            'colors and its base; null: there are outlines only.',
          '#FF8000',
        ),
      ),
      ({ look }) => look?.fillColor ?? null,
    ),
    is_rise_filled: field(
      nullable(
        flag(
          'Of a histogram: whether bars above the one before are filled, as the others are.',
          false,
        ),
      ),
      ({ look }) => (look?.kind === 'histogram' ? (look.fillsRises ?? false) : null),
    ),
    shape: field(nullable(oneOf(SHAPE_NAMES, 'Of a line that is drawn as shapes.')), ({ look }) =>
      shapeNameOf(look?.shape),
    ),
    stack: field(
      nullable(int32('Lines of one stack stand on one another, in their order.', 0)),
      ({ look }) => look?.stack ?? null,
    ),
    opacity: nullableFigureField(
      'Of a stack, percent; null when the script chose none.',
      '50',
      ({ look }) => look?.opacity,
    ),
    side: field(
      oneOf(SIDES, 'Axis on which its values are read.'),
      ({ look }) => look?.side ?? 'right',
    ),
    offset: field(
      int32('Candles by which it is drawn later, or earlier when negative.', 0),
      ({ look }) => look?.offset ?? 0,
    ),
    is_behind: field(
      flag('Drawn behind the prices.', false),
      ({ look }) => look?.isBehind ?? false,
    ),
    is_off_axis: field(
      flag('The range of the axis is chosen without it.', false),
      ({ look }) => look?.isOffAxis ?? false,
    ),
    trails: field(
      flag('A dotted line goes from its last value to the axis.', false),
      ({ look }) => look?.trails ?? false,
    ),
    points: listField(
      PLOT_POINT,
      { description: 'Oldest first, at most 2,000, at times of the equity curve.' },
      (of) => of.points,
    ),
  },
  ADDITION,
);
export const BACKTEST_PLOT_PAGE = pageOf('BacktestPlotPage', PLOT);

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

const hasFills = ({ kind }: BacktestDrawing): boolean => kind === 'prices' || kind === 'volume';

const DRAWING = shapeOf<BacktestDrawing>()(
  'BacktestDrawing',
  'What a script drew beside its lines, or set of its charts; `kind` says which.',
  {
    kind: field(oneOf(DRAWING_KINDS, 'What it is.'), (of) => of.kind),
    chart: field(int32('Its chart, as of lines.', 0), (of) => of.chart),
    name: field(
      text('Its name, or the text beside a shape; may be empty.', 'top'),
      (of) => of.name,
    ),
    color: field(colorText(), (of) => of.color),
    timestamp: nullableInstantField(
      'Of what is at a candle: when it was drawn, within the candle or at its end. Of a vertical ' +
        'line or zone: where it stands or begins.',
      (of) => of.atMs,
    ),
    end_at: nullableInstantField('Where a vertical zone ends.', ({ endMs = null }) => endMs),
    lines: field(
      nullable(
        Type.Array(text('Name of a line.', 'upper'), {
          minItems: 2,
          maxItems: 2,
          description: 'The lines of a band, on its chart.',
        }),
      ),
      ({ lines }) => (lines === undefined ? null : [...lines]),
    ),
    opacity: nullableFigureField(
      'Of a band without a color, which has that of the line that is above: percent.',
      '20',
      ({ opacity }) => opacity,
    ),
    shape: field(nullable(oneOf(SHAPE_NAMES, 'Of a shape.')), ({ shape }) => shapeNameOf(shape)),
    is_above: field(flag('Of a shape: above its candle, or below.', true), (of) => of.isAbove),
    value: nullableFigureField(
      'Of a level or a label; where a zone or an axis begins; candles before a pivot.',
      '70',
      (of) => of.value,
    ),
    end: nullableFigureField(
      'Where a zone or an axis ends; candles after a pivot.',
      '100',
      (of) => of.end,
    ),
    dash: field(nullable(oneOf(DASHES, 'Of a level or a vertical line.')), (of) => of.dash ?? null),
    second_color: field(colorText(), ({ secondColor = null }) => secondColor),
    mark_color: field(
      nullable(
        text('`#RRGGBB` or `#RRGGBBAA`, of marked candles, of prices; null: any.', '#FF8000'),
      ),
      ({ markColor = null }) => markColor,
    ),
    is_rise_filled: field(
      nullable(flag('Of prices and volume: rising ones; otherwise they are outlines.', true)),
      (of) => (hasFills(of) ? (of.isRiseFilled ?? true) : null),
    ),
    is_fall_filled: field(nullable(flag('Of prices and volume: falling ones.', true)), (of) =>
      hasFills(of) ? (of.isFallFilled ?? true) : null,
    ),
    is_mark_filled: field(nullable(flag('Of prices: marked candles.', true)), (of) =>
      of.kind === 'prices' ? (of.isMarkFilled ?? true) : null,
    ),
    side: field(nullable(oneOf(SIDES, 'Of an axis, a label or volume.')), (of) => of.side ?? null),
    size: nullableFigureField(
      'Of a shape in pixels; of a chart its height in pixels, below 1 as a share; of prices the ' +
        'minutes of a candle.',
      '10',
      ({ size }) => size,
    ),
    style: field(
      nullable(oneOf(PRICE_STYLES, 'Of prices, and of those of a chart.')),
      (of) => of.style ?? null,
    ),
    is_shown: field(nullable(flag('Of an axis.', true)), ({ isShown = null }) => isShown),
    scale: field(
      nullable(oneOf(['linear', 'percentage'], 'Of an axis.')),
      ({ scale = null }) => scale,
    ),
    bars: listField(
      BAR,
      { description: 'Candles of prices; none where they are those of the chart.' },
      ({ bars = [] }) => bars,
    ),
  },
  ADDITION,
);
export const BACKTEST_DRAWING_PAGE = pageOf('BacktestDrawingPage', DRAWING);

const OBJECT_POINT = shapeOf<DrawnObject['points'][number]>()(
  'BacktestObjectPoint',
  'A corner or an end.',
  {
    timestamp: instantField('Of its candle: the open.', (of) => of.atMs),
    value: figureField('The value.', '62000.5', (of) => of.value),
  },
  ADDITION,
);

const ground = () => nullable(text('Null: none.', '#2962FF'));

const OBJECT = shapeOf<DrawnObject>()(
  'BacktestObject',
  'An object on a chart. The cells of a table follow it.',
  {
    kind: field(oneOf(OBJECT_KINDS, 'What it is.'), (of) => of.kind),
    chart: field(int32('As of lines.', 0), (of) => of.chart),
    points: listField(
      OBJECT_POINT,
      { description: 'Of a box two corners, of a fill the ends of its lines.' },
      (of) => of.points,
    ),
    text: field(text('May be empty.', 'top'), (of) => of.text),
    style: field(
      Type.Array(text('A word.', 'label_down'), {
        description: 'Such as `dashed`, `extend_left`, `align_top`, `bold`.',
      }),
      (of) => [...of.style],
    ),
    color: field(ground(), (of) => of.color),
    fill_color: field(ground(), (of) => of.fillColor),
    text_color: field(nullable(text('Null: any.', '#FFFFFF')), (of) => of.textColor),
    width: figureField('Pixels; of a cell percent of the chart.', '1', (of) => of.width),
    height: figureField('Of a cell, percent.', '0', (of) => of.height),
    text_size: figureField('Points; 0: as fits.', '12', (of) => of.textSize),
    tooltip: field(text('May be empty.', 'more'), (of) => of.tooltip),
    cell: field(
      nullable(Type.Array(int32('Cells.', 1), { description: 'Column, row, columns, rows.' })),
      ({ cell }) => (cell === undefined ? null : [...cell]),
    ),
  },
  ADDITION,
);
export const BACKTEST_OBJECT_PAGE = pageOf('BacktestObjectPage', OBJECT);

export const PORT_KINDS = ['condition', 'value', 'action'] as const;

const PORT_VALUES = shapeOf<PortValues>()(
  'BacktestPortValues',
  'What an output of a block gave.',
  {
    block: field(text('Its block.', 'rsi'), (of) => of.block),
    port: field(
      Type.String({ description: 'Empty: the main one.', examples: [''] }),
      (of) => of.port,
    ),
    kind: field(oneOf(PORT_KINDS, 'An action gives no value.'), (of) => of.kind),
    bars: field(int32('Bars of the run.', 2_880), (of) => of.bars),
    active_bars: field(
      int32('Those in which it was once true, ran, or gave a value.', 14),
      (of) => of.activeBars,
    ),
    last_active_at: nullableInstantField('The last time.', (of) => of.lastActiveAtMs),
    values: field(
      Type.Array(nullable(text('Null: nothing.', '28.4')), {
        description: 'Along `/bars`; a condition may be `some`. Empty: there was no room.',
      }),
      (of) => of.runs.map(([value]) => value),
    ),
    lengths: field(
      Type.Array(int32('Bars.', 12), { description: 'How many bars each value stays.' }),
      (of) => of.runs.map(([, bars]) => bars),
    ),
  },
  ADDITION,
);
export const BACKTEST_VALUE_PAGE = pageOf('BacktestValuePage', PORT_VALUES);

export const BACKTEST_BAR_PAGE = pageOf('BacktestBarPage', BAR);
