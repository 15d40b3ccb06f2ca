// Charts: prices, volume, signals, zones and marks.

import { CHART_PARAMETERS } from '#commands/charting/chart-parameters.ts';
import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { DRAWING } from '#commands/definition/command-traits.ts';
import {
  flagParameter,
  numberParameter,
  quantityParameter,
} from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { chartId, end, lineId, priceStyle, requiredName, side, start, textColor } = CHART_PARAMETERS;
const { interval } = SHARED_PARAMETERS;

const lineColor = {
  name: 'color',
  kind: 'string',
  meaning: 'Colour of the line.',
  unit: 'color',
  isRequired: true,
} as const satisfies ParameterDefinition;

const lineDecoration = {
  name: 'lineDecoration',
  kind: 'enum',
  group: 'charting',
  meaning: 'How the line is drawn.',
  isRequired: false,
  defaultExpression: 'Solid',
} as const satisfies ParameterDefinition;

const zoneColor = {
  name: 'color',
  kind: 'string',
  meaning: 'Colour of the zone.',
  unit: 'color',
  isRequired: true,
} as const satisfies ParameterDefinition;

const upColor = {
  name: 'upColor',
  kind: 'string',
  meaning: 'Colour of rising candles.',
  unit: 'color',
  isRequired: false,
} as const satisfies ParameterDefinition;

const downColor = {
  name: 'downColor',
  kind: 'string',
  meaning: 'Colour of falling candles.',
  unit: 'color',
  isRequired: false,
} as const satisfies ParameterDefinition;

export const CHARTING_MARKS = [
  {
    name: 'PlotBuySellZone',
    ...DRAWING,
    meaning: 'Draws a zone between a level to buy and one to sell.',
    parameters: [chartId, start, end],
    example: 'PlotBuySellZone(1, 30, 70)',
  },
  {
    name: 'PlotHorizontalLine',
    ...DRAWING,
    meaning: 'Draws a horizontal line.',
    parameters: [
      chartId,
      requiredName,
      lineColor,
      numberParameter('value', 'Value at which it lies.'),
      lineDecoration,
      side,
      lineId,
    ],
    example: "PlotHorizontalLine(1, 'Line', Red, 100)",
  },
  {
    name: 'PlotHorizontalZone',
    ...DRAWING,
    meaning: 'Draws a zone between two values.',
    parameters: [chartId, requiredName, zoneColor, start, end, side],
    example: "PlotHorizontalZone(1, 'Line', Blue(20), 30, 70)",
  },
  {
    name: 'PlotPivot',
    category: 'Charting',
    meaning: 'Marks candles that stand out above or below their neighbours.',
    parameters: [
      quantityParameter(
        'leftStrength',
        'candles',
        'How many candles before it must be less extreme.',
      ),
      quantityParameter(
        'rightStrength',
        'candles',
        'How many candles after it must be less extreme.',
      ),
    ],
    result: { kind: 'nothing' },
    reads: ['series'],
    acts: ['charts'],
    example: 'PlotPivot(5, 5)',
  },
  {
    name: 'PlotPrice',
    category: 'Charting',
    meaning: 'Draws the prices of a market.',
    parameters: [
      chartId,
      {
        name: 'market',
        kind: 'string',
        meaning: 'Market to draw.',
        unit: 'market tag',
        isRequired: true,
      },
      interval,
      priceStyle,
      upColor,
      flagParameter('upFill', 'true', 'Fill rising candles.'),
      downColor,
      flagParameter('downFill', 'true', 'Fill falling candles.'),
      {
        name: 'markColor',
        kind: 'string',
        meaning: 'Colour of marked candles.',
        unit: 'color',
        isRequired: false,
      },
      flagParameter('markFill', 'true', 'Fill marked candles.'),
    ],
    result: { kind: 'nothing' },
    reads: ['series'],
    acts: ['charts'],
    example: 'PlotPrice(1, PriceMarket())',
  },
  {
    name: 'PlotShape',
    ...DRAWING,
    meaning: 'Draws a shape at the newest candle.',
    parameters: [
      {
        name: 'chartId',
        kind: 'number',
        meaning: 'Chart to draw on.',
        isRequired: false,
        defaultExpression: '0',
      },
      {
        name: 'shape',
        kind: 'enum',
        group: 'charting',
        meaning: 'Shape to draw.',
        isRequired: false,
        defaultExpression: 'ShapeCircle',
      },
      {
        name: 'color',
        kind: 'string',
        meaning: 'Colour of the shape.',
        unit: 'color',
        isRequired: false,
      },
      {
        name: 'size',
        kind: 'number',
        meaning: 'Size of the shape.',
        unit: 'pixels',
        isRequired: false,
        defaultExpression: '10',
      },
      flagParameter('aboveCandle', 'true', 'Draw it above the candle.'),
      {
        name: 'text',
        kind: 'string',
        meaning: 'Text beside it.',
        isRequired: false,
        defaultExpression: "''",
      },
      textColor,
      {
        name: 'offset',
        kind: 'number',
        meaning: 'Moves it forward, or back when negative.',
        unit: 'candles',
        isRequired: false,
        defaultExpression: '0',
      },
    ],
    example: 'PlotShape()',
  },
  {
    name: 'PlotSignalBar',
    ...DRAWING,
    meaning: 'Draws one block of a bar of signals.',
    parameters: [
      chartId,
      {
        name: 'color',
        kind: 'string',
        meaning: 'Colour of the block.',
        unit: 'color',
        isRequired: true,
      },
    ],
    example: 'PlotSignalBar(1, Green)',
  },
  {
    name: 'PlotSignalEnum',
    category: 'Charting',
    meaning: 'Draws a signal as one block of a bar and returns the signal.',
    parameters: [
      chartId,
      {
        name: 'signal',
        kind: 'enum',
        group: 'signal',
        meaning: 'Signal to draw.',
        isRequired: true,
      },
    ],
    result: { kind: 'enum', group: 'signal' },
    reads: [],
    acts: ['charts'],
    example: 'local signal = PlotSignalEnum(1, SignalLong)',
  },
  {
    name: 'PlotVerticalLine',
    ...DRAWING,
    meaning: 'Draws a vertical line.',
    parameters: [
      chartId,
      requiredName,
      lineColor,
      quantityParameter('unix', 'unix seconds', 'Instant at which it stands.'),
      lineDecoration,
    ],
    example: "PlotVerticalLine(1, 'Line', Red, Time())",
  },
  {
    name: 'PlotVerticalZone',
    ...DRAWING,
    meaning: 'Draws a zone between two instants.',
    parameters: [
      chartId,
      requiredName,
      zoneColor,
      quantityParameter('start', 'unix seconds', 'Where the zone begins.'),
      quantityParameter('end', 'unix seconds', 'Where the zone ends.'),
    ],
    example: "PlotVerticalZone(1, 'Line', Blue(20), OpenTime(0, 60), Time())",
  },
  {
    name: 'PlotVolume',
    category: 'Charting',
    meaning: 'Draws volume as bars.',
    parameters: [
      chartId,
      upColor,
      downColor,
      flagParameter('upFill', 'true', 'Fill rising bars.'),
      flagParameter('downFill', 'true', 'Fill falling bars.'),
      side,
    ],
    result: { kind: 'nothing' },
    reads: ['series'],
    acts: ['charts'],
    example: 'PlotVolume(1)',
  },
] as const satisfies readonly CommandDefinition[];
