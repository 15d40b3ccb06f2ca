// Parameters that several commands of charts take, each said once. A command takes them out by
// name; one whose meaning differs stands in the command itself.

import type { ParameterDefinition } from '#commands/definition/command.ts';
import { numberParameter, quantityParameter } from '#commands/definition/define-parameter.ts';

export const CHART_PARAMETERS = {
  chartId: numberParameter(
    'chartId',
    'Chart to draw on; 0 is the price chart, positive below it, negative above.',
  ),
  end: numberParameter('end', 'Upper end of the zone.'),
  fillColor: {
    name: 'fillColor',
    kind: 'string',
    meaning: 'Colour of the inside; none when left out.',
    unit: 'color',
    isRequired: false,
  },
  lineGuid: {
    name: 'lineGuid',
    kind: 'string',
    meaning: 'Line that Plot returned.',
    unit: 'line id',
    isRequired: true,
  },
  lineId: {
    name: 'id',
    kind: 'string',
    meaning: 'Id of the line; a new one when left out.',
    isRequired: false,
  },
  opacity: quantityParameter('opacity', 'percent', 'Opacity from 0 to 100.'),
  priceStyle: {
    name: 'style',
    kind: 'enum',
    group: 'charting',
    meaning: 'Style of the prices.',
    isRequired: false,
    defaultExpression: 'Candlestick',
  },
  requiredName: {
    name: 'name',
    kind: 'string',
    meaning: 'Name, unique on its chart.',
    isRequired: true,
  },
  side: {
    name: 'side',
    kind: 'enum',
    group: 'charting',
    meaning: 'Axis on which the values are read.',
    isRequired: false,
    defaultExpression: 'RightAxis',
  },
  start: numberParameter('start', 'Lower end of the zone.'),
  textColor: {
    name: 'textColor',
    kind: 'string',
    meaning: 'Colour of the text.',
    unit: 'color',
    isRequired: false,
  },
} as const satisfies { readonly [name: string]: ParameterDefinition };
