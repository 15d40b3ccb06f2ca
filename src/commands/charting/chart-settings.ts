// Charts: settings of the chart itself, and colours and looks of lines.

import { CHART_PARAMETERS } from '#commands/charting/chart-parameters.ts';
import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';
import { DRAWING } from '#commands/definition/command-traits.ts';
import { flagParameter, numberParameter } from '#commands/definition/define-parameter.ts';

const { chartId, lineId, opacity, priceStyle, side, textColor } = CHART_PARAMETERS;

const requiredSide = {
  name: 'side',
  kind: 'enum',
  group: 'charting',
  meaning: 'Axis on which the values are read.',
  isRequired: true,
} as const satisfies ParameterDefinition;

export const CHART_SETTINGS = [
  {
    name: 'ChartAddAxisLabel',
    ...DRAWING,
    meaning: 'Puts a label on an axis of a chart.',
    parameters: [
      chartId,
      requiredSide,
      { name: 'text', kind: 'string', meaning: 'Text of the label.', isRequired: true },
      numberParameter('value', 'Value beside which it stands.'),
      {
        name: 'color',
        kind: 'string',
        meaning: 'Colour of the label.',
        unit: 'color',
        isRequired: false,
      },
      textColor,
    ],
    example: "ChartAddAxisLabel(1, RightAxis, 'Entry', 100)",
  },
  {
    name: 'ChartSetAxisOptions',
    ...DRAWING,
    meaning: 'Sets the range, kind and visibility of an axis.',
    parameters: [
      chartId,
      requiredSide,
      {
        name: 'low',
        kind: 'number',
        meaning: 'Least value shown.',
        unit: 'price',
        isRequired: false,
      },
      {
        name: 'high',
        kind: 'number',
        meaning: 'Greatest value shown.',
        unit: 'price',
        isRequired: false,
      },
      flagParameter('visible', 'true', 'Show the axis.'),
      {
        name: 'type',
        kind: 'enum',
        group: 'charting',
        meaning: 'Kind of the axis.',
        isRequired: false,
        defaultExpression: 'LinearAxis',
      },
    ],
    example: 'ChartSetAxisOptions(1, LeftAxis)',
  },
  {
    name: 'ChartSetOptions',
    ...DRAWING,
    meaning: 'Sets title, height and style of a chart.',
    parameters: [
      chartId,
      {
        name: 'title',
        kind: 'string',
        meaning: 'Title of the chart.',
        isRequired: false,
        defaultExpression: "''",
      },
      {
        name: 'height',
        kind: 'number',
        meaning: 'Height in pixels; below 1 it is a share of the page.',
        unit: 'pixels',
        isRequired: false,
      },
      priceStyle,
    ],
    example: 'ChartSetOptions(1)',
  },
  {
    name: 'ChangeColorOpacity',
    category: 'Charting',
    meaning: 'A colour with another opacity.',
    parameters: [
      {
        name: 'color',
        kind: 'string',
        meaning: 'Colour to change.',
        unit: 'color',
        isRequired: true,
      },
      opacity,
    ],
    result: { kind: 'string' },
    reads: [],
    acts: [],
    example: 'local faint = ChangeColorOpacity(Red, 50)',
  },
  {
    name: 'LineOptions',
    category: 'Charting',
    meaning: 'A table of the looks of a line, for Plot.',
    parameters: [
      {
        name: 'color',
        kind: 'string',
        meaning: 'Colour of the line.',
        unit: 'color',
        isRequired: false,
      },
      {
        name: 'style',
        kind: 'enum',
        group: 'charting',
        meaning: 'Shape of the line between values.',
        isRequired: false,
        defaultExpression: 'Spiked',
      },
      {
        name: 'deco',
        kind: 'enum',
        group: 'charting',
        meaning: 'How the line is drawn.',
        isRequired: false,
        defaultExpression: 'Solid',
      },
      {
        name: 'width',
        kind: 'number',
        meaning: 'Width of the line.',
        unit: 'pixels',
        isRequired: false,
        defaultExpression: '1',
      },
      {
        name: 'offset',
        kind: 'number',
        meaning: 'Moves the line forward, or back when negative.',
        unit: 'candles',
        isRequired: false,
        defaultExpression: '0',
      },
      side,
      lineId,
      flagParameter('behind', 'false', 'Draw it behind the prices.'),
      flagParameter('ignoreOnAxis', 'false', 'Leave it out of the range of the axis.'),
      flagParameter(
        'drawTrailingLine',
        'false',
        'Draw a dotted line from the last value to the axis.',
      ),
    ],
    result: { kind: 'table' },
    reads: [],
    acts: ['charts'],
    example: 'local looks = LineOptions()',
  },
  {
    name: 'SetStackedAreaOpacity',
    ...DRAWING,
    meaning: 'Sets the opacity of stacked areas.',
    parameters: [chartId, opacity],
    example: 'SetStackedAreaOpacity(1, 50)',
  },
] as const satisfies readonly CommandDefinition[];
