// Documents of our own making in HaasScript's format: each command that such documents were seen
// with, and each odd way of typing a value.

import type { ForeignSpec } from './foreign-document.ts';

const CLOSE: ForeignSpec = { id: 'close', command: 'ClosePrices', inputs: { interval: '60' } };
const RSI: readonly ForeignSpec[] = [
  CLOSE,
  { id: 'rsi', command: 'RSI', inputs: { prices: ['close'], period: '14' } },
];
const SIGNAL: readonly ForeignSpec[] = [
  ...RSI,
  {
    id: 'level',
    command: 'GetBuySellLevelSignal',
    inputs: { value: ['rsi'], buyLevel: '30', sellLevel: '70' },
  },
];
const LOW: readonly ForeignSpec[] = [
  ...RSI,
  { id: 'low', command: 'IsSmallerThan', inputs: { input1: ['rsi'], input2: '35' } },
  { id: 'high', command: 'IsBiggerThan', inputs: { input1: ['rsi'], input2: '65' } },
];

/** A document that logs one number of a block once in a while. */
function shown(
  command: string,
  inputs: NonNullable<ForeignSpec['inputs']> = {},
  others: readonly ForeignSpec[] = [CLOSE],
): readonly ForeignSpec[] {
  return [
    ...others,
    { id: 'it', command, inputs },
    {
      id: 'plot',
      command: 'Plot',
      inputs: { chartId: '1', lineName: command, value: ['it'], 'color/options': '0' },
    },
  ];
}

function asked(
  command: string,
  inputs: NonNullable<ForeignSpec['inputs']>,
  others: readonly ForeignSpec[] = RSI,
): readonly ForeignSpec[] {
  return [
    ...others,
    { id: 'it', command, inputs },
    { id: 'branch', command: 'Branch', inputs: { input: ['it'] } },
    { id: 'buy', command: 'DoLong', gate: ['branch.isTrue'], inputs: { note: '0' } },
    { id: 'sell', command: 'DoShort', gate: ['branch.isFalse'], inputs: { note: '' } },
  ];
}

function traded(
  command: string,
  inputs: NonNullable<ForeignSpec['inputs']>,
  others: readonly ForeignSpec[] = SIGNAL,
): readonly ForeignSpec[] {
  return [
    ...others,
    { id: 'it', command, inputs },
    { id: 'do', command: 'DoSignal', inputs: { signal: ['it'], note: '0' } },
  ];
}

function guarded(command: string): readonly ForeignSpec[] {
  return [
    ...SIGNAL,
    { id: 'safety', command, inputs: { percentage: '1,5', positionId: '0', direction: '0' } },
    { id: 'safeties', command: 'SafetyContainer', inputs: { 'signals[]': ['safety'] } },
    {
      id: 'fees',
      command: 'OvercomeFeeCosts',
      inputs: { targetPrice: ['price.close'], positionId: '0' },
    },
    { id: 'insurances', command: 'InsuranceContainer', inputs: { 'signals[]': ['fees'] } },
    { id: 'price', command: 'CurrentPrice', inputs: { market: '0' } },
    { id: 'signals', command: 'IndicatorContainer', inputs: { 'signals[]': ['level'] } },
    {
      id: 'bot',
      command: 'TradeBotContainer',
      inputs: {
        safetySignal: ['safeties'],
        indicatorSignal: ['signals.consensusSignal'],
        insuranceSignal: ['insurances'],
      },
    },
  ];
}

const MERGED: readonly ForeignSpec[] = [
  ...LOW,
  { id: 'compare', command: 'Compare', inputs: { input1: ['rsi'], input2: '50' } },
  { id: 'long', command: 'SignalLong', gate: ['compare.isBelow'] },
  { id: 'short', command: 'SignalShort', gate: ['compare.isAbove'] },
  { id: 'none', command: 'SignalNone', gate: ['compare.isEqual'] },
  { id: 'merge', command: 'Merge', inputs: { 'values[]': ['long', 'short', 'none'] } },
];

export const FOREIGN_DOCUMENTS: Readonly<Record<string, readonly ForeignSpec[]>> = {
  'gated signals and a merge': traded('ReverseSignal', { signal: ['merge'] }, MERGED),
  UseSignalIf: traded('UseSignalIf', { signal: ['level'], signalToUse: 'SignalLong' }),
  'GetAboveBelowSignal of two averages': traded(
    'GetAboveBelowSignal',
    { fast: ['fast'], slow: ['slow'] },
    [
      CLOSE,
      { id: 'fast', command: 'EMA', inputs: { prices: ['close'], period: '9' } },
      { id: 'slow', command: 'SMA', inputs: { prices: ['close'], period: '21' } },
    ],
  ),
  GetThresholdSignal: traded('GetThresholdSignal', {
    value: ['rsi'],
    threshold: '50',
    swing: '2,5',
  }),
  'BoolToSignal counts only what is connected': traded(
    'BoolToSignal',
    { isLong: ['low'], isShort: ['high'], isExit: 'True' },
    LOW,
  ),
  EasyRSI: traded('EasyRSI', { chartIndex: '1', name: '', interval: '0' }, []),
  EasyMA: traded('EasyMA', { chartIndex: '1', interval: '60' }, []),
  EasyAlice: traded('EasyAlice', { interval: '60' }, []),
  'StopLoss in containers': guarded('StopLoss'),
  'TakeProfit in containers': guarded('TakeProfit'),
  'TrailingStopLoss in containers': guarded('TrailingStopLoss'),
  And: asked('And', { 'values[]': ['low', 'high'] }, LOW),
  Or: asked('Or', { 'values[]': ['low', 'high'] }, LOW),
  'IsTrue and IsFalse': asked('IsFalse', { 'values[]': ['low', 'high'] }, LOW),
  Equals: asked('Equals', { value1: ['direction'], value2: ['flat'] }, [
    { id: 'direction', command: 'GetPositionDirection', inputs: { positionId: '0' } },
    { id: 'flat', command: 'NoPosition' },
  ]),
  IsBiggerOrSmallerThan: asked('IsBiggerOrSmallerThan', {
    value: ['rsi'],
    highValue: '70',
    lowValue: '30',
  }),
  IsRising: asked('IsRising', { array: ['rsi'], lookback: '3' }),
  IsFalling: asked('IsFalling', { array: ['rsi'], lookback: '3' }),
  IsRisingSince: shown('IsRisingSince', { array: ['close'], lookback: '20' }),
  IsFallingSince: shown('IsFallingSince', { array: ['close'], lookback: '20' }),
  MinutesTillCandleClose: shown('MinutesTillCandleClose', { interval: '60' }, []),
  'ATR of high, low and close': shown(
    'ATR',
    { high: ['h'], low: ['l'], close: ['close'], period: '14' },
    [
      CLOSE,
      {
        id: 'h',
        command: 'HighPrices',
        inputs: { interval: '60', fullCandles: 'true', market: '0' },
      },
      { id: 'l', command: 'LowPrices', inputs: { interval: '60', fullCandles: '1', market: '' } },
    ],
  ),
  SSTOCH: shown('SSTOCH', { prices: ['close'], period: '14' }),
  'WMA and an offset': shown('Offset', { input: ['wma'], offset: '2' }, [
    CLOSE,
    { id: 'wma', command: 'WMA', inputs: { prices: ['close'], period: '5' } },
  ]),
  'GetHigh and Grab': shown('GetHigh', { prices: ['grab'], depth: '5', offset: '0' }, [
    CLOSE,
    { id: 'grab', command: 'Grab', inputs: { input: ['close'], offset: '1', count: '10' } },
  ]),
  GetLow: shown('GetLow', { prices: ['close'], depth: '5' }),
  GetVolume: shown('GetVolume', { interval: '60', fullCandles: 'False' }, []),
  ArrayGet: shown('ArrayGet', { input: ['close'], index: '2' }),
  'Abs of Sub': shown('Abs', { input: ['sub'] }, [
    CLOSE,
    { id: 'sub', command: 'Sub', inputs: { input1: ['close'], input2: '20000' } },
  ]),
  'Sum and Mult by their other names': shown('Sum', { input1: ['mult'], input2: '0,5' }, [
    CLOSE,
    { id: 'mult', command: 'Mult', inputs: { input1: ['close'], input2: '1,01' } },
  ]),
  'Add, Average and Div': shown('Div', { input1: ['average'], input2: '3' }, [
    CLOSE,
    { id: 'add', command: 'Add', inputs: { input1: ['close'], input2: '1' } },
    { id: 'average', command: 'Average', inputs: { input1: ['close'], input2: ['add'] } },
  ]),
  'Sqrt, Log10, Exp and Atan': shown('Atan', { input: ['exp'] }, [
    CLOSE,
    { id: 'sqrt', command: 'Sqrt', inputs: { input: ['close'] } },
    { id: 'log', command: 'Log10', inputs: { input: ['sqrt'] } },
    { id: 'exp', command: 'Exp', inputs: { input: ['log'] } },
  ]),
  'Round of Number': shown('Round', { input: ['number'], digits: '1' }, [
    { id: 'number', command: 'Number', inputs: { value: '2,345' } },
  ]),
  'Load and Save': [
    { id: 'load', command: 'Load', inputs: { key: 'count', defaultValue: '0' } },
    { id: 'sum', command: 'Sum', inputs: { input1: ['load'], input2: '1' } },
    { id: 'save', command: 'Save', inputs: { key: 'count', value: ['sum'] } },
    { id: 'plot', command: 'Plot', inputs: { chartId: '1', lineName: 'n', value: ['sum'] } },
  ],
  'SessionSet, SessionGet and names': [
    ...RSI,
    { id: 'set', command: 'SessionSet', inputs: { key: 'offset', value: ['rsi'] } },
    { id: 'get', command: 'SessionGet', inputs: { key: '#offset' } },
    { id: 'low', command: 'IsSmallerThan', inputs: { input1: ['get'], input2: '#Buy Level' } },
    {
      id: 'level',
      command: 'Input',
      inputs: { label: 'Buy Level', defaultValue: '30', tooltip: '0', group: '0' },
    },
    { id: 'buy', command: 'DoLong', gate: ['low'] },
    { id: 'flip', command: 'DoFlipPosition', needsGate: true },
  ],
  'Input, InputInterval and Text': [
    { id: 'interval', command: 'InputInterval', inputs: { label: 'Candles', defaultValue: '60' } },
    {
      id: 'close',
      command: 'ClosePrices',
      inputs: { interval: '#Candles' },
      stale: { market: '0' },
    },
    { id: 'name', command: 'Text', inputs: { value: 'it\'s a "line"\n' } },
    {
      id: 'plot',
      command: 'Plot',
      inputs: { chartId: '1', lineName: ['name'], value: ['close'], 'color/options': ['red'] },
    },
    { id: 'red', command: 'Red' },
    { id: 'note', command: 'Comment', inputs: { value: 'A note.\nOf two lines.' } },
  ],
  'plots of every kind': [
    ...SIGNAL,
    { id: 'options', command: 'LineOptions', inputs: { color: 'Red', style: '0', width: '2' } },
    {
      id: 'one',
      command: 'Plot',
      inputs: { chartId: '1', lineName: 'a', value: ['rsi'], 'color/options': ['options'] },
    },
    {
      id: 'two',
      command: 'Plot',
      inputs: { chartId: '1', lineName: 'b', value: '50', 'color/options': 'Green' },
    },
    {
      id: 'bands',
      command: 'PlotBands',
      inputs: { lineGuid1: ['one'], lineGuid2: ['two'], fillColor: 'Gray' },
    },
    { id: 'bars', command: 'PlotBars', inputs: { lineGuid: ['one'], baseValue: '50' } },
    {
      id: 'double',
      command: 'PlotDoubleColor',
      inputs: { lineGuid: ['one'], baseValue: '50', secondColor: 'Red' },
    },
    {
      id: 'histogram',
      command: 'PlotHistogram',
      inputs: { lineGuid: ['two'], secondColor: 'Red', fillRaisingBars: 'False' },
    },
    {
      id: 'zone',
      command: 'PlotLineBuySellZone',
      inputs: { chartIndex: '1', name: 'z', source: ['rsi'], start: '30', end: '70' },
    },
    { id: 'signal', command: 'PlotSignalEnum', inputs: { chartId: '0', signal: ['level'] } },
    {
      id: 'shape',
      command: 'PlotShape',
      inputs: { chartId: '0', shape: 'ShapeCircle', color: 'Red', size: '4' },
    },
  ],
  'a custom command': [
    {
      id: 'define',
      command: 'DefineCommand',
      inputs: { name: 'Mine', description: 'An average.' },
    },
    { id: 'type', command: 'ListNumberType' },
    { id: 'number', command: 'NumberType' },
    {
      id: 'p',
      command: 'DefineParameter',
      inputs: {
        type: ['number'],
        name: 'lookback',
        description: 'Candles',
        isRequired: 'True',
        defaultValue: '5',
      },
    },
    { id: 'optimize', command: 'DefineIntervalOptimization', inputs: { interval: '60' } },
    CLOSE,
    { id: 'sma', command: 'SMA', inputs: { prices: ['close'], period: '#lookback' } },
    {
      id: 'out',
      command: 'DefineOutput',
      inputs: { type: ['type'], value: ['sma'], description: 'Average' },
    },
  ],
  'an easy indicator': [
    {
      id: 'define',
      command: 'DefineCommand',
      inputs: { name: 'EasyMine', description: 'A signal.' },
    },
    { id: 'params', command: 'DefineEasyIndicatorParameters', inputs: { chartIndex: '1' } },
    { id: 'close', command: 'ClosePrices', inputs: { interval: '#interval' } },
    { id: 'rsi', command: 'RSI', inputs: { prices: ['close'], period: '14' } },
    {
      id: 'plot',
      command: 'Plot',
      inputs: { chartId: '#chartIndex', lineName: 'r', value: ['rsi'] },
    },
    {
      id: 'level',
      command: 'GetBuySellLevelSignal',
      inputs: { value: ['rsi'], buyLevel: '30', sellLevel: '70' },
    },
    { id: 'out', command: 'DefineEasyIndicatorOutput', inputs: { result: ['level'] } },
  ],
  'values that a connection replaces': [
    ...SIGNAL.map((spec) => ({ ...spec, stale: { prices: '0', value: 'False' } })),
    { id: 'off', command: 'DoLong', disabled: true },
    { id: 'do', command: 'DoSignal', inputs: { signal: ['level'] }, stale: { signal: '0' } },
  ],
  'choices by their numbers': [
    ...LOW,
    { id: 'do', command: 'DoSignal', gate: ['low'], inputs: { signal: '2600', note: null } },
    { id: 'short', command: 'DoSignal', gate: ['high'], inputs: { signal: 'SignalShort' } },
  ],
  'ArrayIndex, Mul and the prices by their other name': shown(
    'ArrayIndex',
    { input: ['product'], index: '3' },
    [
      { id: 'prices', command: 'Prices', inputs: { interval: '60' } },
      { id: 'product', command: 'Mul', inputs: { input1: ['prices'], input2: ',5' } },
    ],
  ),
  'IfElse of two signals': traded(
    'IfElse',
    { statement: ['low'], value1: ['long'], value2: ['none'] },
    [...LOW, { id: 'long', command: 'SignalLong' }, { id: 'none', command: 'SignalNone' }],
  ),
  'IfElseIf of three signals': traded(
    'IfElseIf',
    {
      statement1: ['low'],
      statement2: ['high'],
      value1: ['long'],
      value2: ['short'],
      value3: ['none'],
    },
    [
      ...LOW,
      { id: 'long', command: 'SignalLong' },
      { id: 'short', command: 'SignalShort' },
      { id: 'none', command: 'SignalNone' },
    ],
  ),
  'SignalToBool and its parts': [
    ...SIGNAL,
    { id: 'bools', command: 'SignalToBool', inputs: { signal: ['level'] } },
    { id: 'buy', command: 'DoLong', gate: ['bools.isLong'], inputs: { note: '0' } },
    { id: 'sell', command: 'DoShort', gate: ['bools.isShort'], inputs: { note: '' } },
  ],
  'IsTrue of one condition': asked('IsTrue', { 'values[]': ['low'] }, LOW),
  'bands by their parts': [
    CLOSE,
    {
      id: 'bands',
      command: 'BBANDS',
      inputs: { prices: ['close'], period: '20', devUp: '2,0', devDn: '2.0', maType: '0' },
    },
    {
      id: 'below',
      command: 'IsSmallerThan',
      inputs: { input1: ['close'], input2: ['bands.lower'] },
    },
    {
      id: 'above',
      command: 'IsBiggerThan',
      inputs: { input1: ['close'], input2: ['bands.upper'] },
    },
    { id: 'buy', command: 'DoLong', gate: ['below'] },
    { id: 'sell', command: 'DoShort', gate: ['above'] },
  ],
  'a custom command of another document': [
    CLOSE,
    {
      id: 'mine',
      command: 'CC_Bands',
      type: 600,
      inputs: { prices: ['close'], lookback: '20' },
      parts: ['high', 'low'],
    },
    {
      id: 'break',
      command: 'BoolToSignal',
      inputs: { isLong: ['above'], isShort: ['below'] },
    },
    { id: 'above', command: 'IsBiggerThan', inputs: { input1: ['close'], input2: ['mine.high'] } },
    { id: 'below', command: 'IsSmallerThan', inputs: { input1: ['close'], input2: ['mine.low'] } },
    { id: 'do', command: 'DoSignal', inputs: { signal: ['break'] } },
  ],
  'words that are empty or begin with a sharp': [
    CLOSE,
    {
      id: 'plot',
      command: 'Plot',
      inputs: { chartId: '1', lineName: '', value: ['close'], 'color/options': '#ff8800' },
    },
    { id: 'buy', command: 'DoLong', inputs: { note: '#1 of two' } },
  ],
};

/** Lua of the custom commands that the documents name, beside those that they define. */
export const FOREIGN_LIBRARIES: readonly { readonly name: string; readonly source: string }[] = [
  {
    name: 'bands',
    source: `DefineCommand('Bands', 'High and low of the closes.')
local prices = DefineParameter(ListNumberType, 'prices', '', true, 0)
local lookback = DefineParameter(NumberType, 'lookback', '', true, 20)
DefineOutput(ListNumberType, { GetHigh(prices, lookback, 1), GetLow(prices, lookback, 1) }, '')
`,
  },
];
