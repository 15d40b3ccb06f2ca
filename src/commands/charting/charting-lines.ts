// Charts: lines, their looks, and settings of the chart.

import { CHART_PARAMETERS } from '#commands/charting/chart-parameters.ts';
import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { DRAWING } from '#commands/definition/command-traits.ts';
import { flagParameter, numberParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { chartId, end, fillColor, lineGuid, opacity, requiredName, start } = CHART_PARAMETERS;
const { chartIndex } = SHARED_PARAMETERS;

const lineGuid1 = {
  name: 'lineGuid1',
  kind: 'string',
  meaning: 'Upper or first line that Plot returned.',
  unit: 'line id',
  isRequired: true,
} as const satisfies ParameterDefinition;

const lineGuid2 = {
  name: 'lineGuid2',
  kind: 'string',
  meaning: 'Lower or second line that Plot returned.',
  unit: 'line id',
  isRequired: true,
} as const satisfies ParameterDefinition;

export const CHARTING_LINES = [
  {
    name: 'MarkCandle',
    ...DRAWING,
    meaning: 'Marks the newest candles of a chart.',
    parameters: [
      chartId,
      {
        name: 'depth',
        kind: 'number',
        meaning: 'How many candles to mark.',
        unit: 'candles',
        isRequired: false,
        defaultExpression: '1',
      },
    ],
    example: 'MarkCandle(1)',
  },
  {
    name: 'Plot',
    category: 'Charting',
    meaning: 'Draws a value, or a series, as a line on a chart and returns the id of the line.',
    parameters: [
      chartId,
      {
        name: 'lineName',
        kind: 'string',
        meaning: 'Name of the line, unique on its chart.',
        isRequired: true,
      },
      {
        name: 'value',
        kind: 'numberOrSeries',
        meaning: 'Value of this candle.',
        isRequired: false,
      },
      {
        name: 'color/options',
        kind: 'any',
        meaning: 'Colour, or a table of looks.',
        isRequired: false,
      },
    ],
    result: { kind: 'string' },
    reads: [],
    acts: ['charts'],
    example: "local line = Plot(1, 'RSI', RSI(ClosePrices(), 14))",
  },
  {
    name: 'PlotBands',
    ...DRAWING,
    meaning: 'Fills the space between two lines.',
    parameters: [
      lineGuid1,
      lineGuid2,
      {
        name: 'fillColor',
        kind: 'string',
        meaning: 'Colour of the inside.',
        unit: 'color',
        isRequired: true,
      },
    ],
    example: 'PlotBands(upper, lower, SkyBlue(10))',
  },
  {
    name: 'PlotBars',
    ...DRAWING,
    meaning: 'Draws a line as bars.',
    parameters: [
      lineGuid,
      {
        name: 'baseValue',
        kind: 'number',
        meaning: 'Value from which the bars rise.',
        isRequired: false,
        defaultExpression: '0',
      },
      fillColor,
    ],
    example: 'PlotBars(line)',
  },
  {
    name: 'PlotBBandsChart',
    ...DRAWING,
    meaning: 'Draws two or three lines as bands.',
    parameters: [
      chartIndex,
      requiredName,
      { name: 'upper', kind: 'numberOrSeries', meaning: 'Upper band.', isRequired: false },
      {
        name: 'middle',
        kind: 'numberOrSeries',
        meaning: 'Middle band, or the lower one when there are two.',
        isRequired: false,
      },
      { name: 'lower', kind: 'numberOrSeries', meaning: 'Lower band.', isRequired: false },
    ],
    example: "PlotBBandsChart(1, 'Line', bands.upper, bands.middle)",
  },
  {
    name: 'PlotCircle',
    ...DRAWING,
    meaning: 'Draws a line as circles.',
    parameters: [lineGuid, fillColor],
    example: 'PlotCircle(line)',
  },
  {
    name: 'PlotCloud',
    ...DRAWING,
    meaning: 'Fills the space between two lines with the colour of the upper one.',
    parameters: [lineGuid1, lineGuid2, opacity],
    example: 'PlotCloud(upper, lower, 50)',
  },
  {
    name: 'PlotDoubleColor',
    ...DRAWING,
    meaning: 'Draws a line in another colour below a value.',
    parameters: [
      lineGuid,
      numberParameter('baseValue', 'Value below which the other colour is used.'),
      {
        name: 'secondColor',
        kind: 'string',
        meaning: 'Colour of the values below the base.',
        unit: 'color',
        isRequired: true,
      },
      fillColor,
    ],
    example: 'PlotDoubleColor(line, 50, Red)',
  },
  {
    name: 'PlotHistogram',
    ...DRAWING,
    meaning: 'Draws a line as a histogram.',
    parameters: [
      lineGuid,
      {
        name: 'secondColor',
        kind: 'string',
        meaning: 'Colour of the bars below zero.',
        unit: 'color',
        isRequired: true,
      },
      flagParameter('fillRaisingBars', 'false', 'Fill rising bars.'),
    ],
    example: 'PlotHistogram(line, Red)',
  },
  {
    name: 'PlotHistogramSignals',
    ...DRAWING,
    meaning: 'Draws a histogram with its two lines.',
    parameters: [
      chartIndex,
      requiredName,
      {
        name: 'histogram',
        kind: 'numberOrSeries',
        meaning: 'Values of the bars.',
        isRequired: false,
      },
      { name: 'shortSignal', kind: 'numberOrSeries', meaning: 'Faster line.', isRequired: false },
      { name: 'longSignal', kind: 'numberOrSeries', meaning: 'Slower line.', isRequired: false },
    ],
    example: "PlotHistogramSignals(1, 'Line', macd.hist)",
  },
  {
    name: 'PlotLineBuySellZone',
    ...DRAWING,
    meaning: 'Draws a line with a zone of buying and one of selling.',
    parameters: [
      chartIndex,
      requiredName,
      { name: 'source', kind: 'numberOrSeries', meaning: 'Values of the line.', isRequired: false },
      start,
      end,
    ],
    example: "PlotLineBuySellZone(1, 'Line', RSI(ClosePrices(), 14), 30, 70)",
  },
  {
    name: 'PlotShapes',
    ...DRAWING,
    meaning: 'Draws a line as shapes.',
    parameters: [
      lineGuid,
      {
        name: 'shape',
        kind: 'enum',
        group: 'charting',
        meaning: 'Shape to draw.',
        isRequired: true,
      },
      fillColor,
    ],
    example: 'PlotShapes(line, ShapeDiamond)',
  },
  {
    name: 'PlotStackedArea',
    ...DRAWING,
    meaning: 'Draws several lines as areas on top of each other.',
    parameters: [
      { name: 'lineGuids', kind: 'any', meaning: 'Lines that Plot returned.', isRequired: true },
    ],
    example: 'PlotStackedArea({a, b})',
  },
] as const satisfies readonly CommandDefinition[];
