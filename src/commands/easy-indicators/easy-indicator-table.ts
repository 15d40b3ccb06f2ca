// Easy indicators as facts: which prices they read, which figures their user chooses, and how their
// values become a signal.

import type { PriceSource } from '#engine/run-api/series-api.ts';

/** How an indicator's outputs (counted from 0) become a signal. */
export type Reading =
  /** Long below the first level, short above the second; the user chooses both. */
  | {
      readonly kind: 'levels';
      readonly output: number;
      readonly buy: number;
      readonly sell: number;
    }
  /** Long above zero, short below. */
  | { readonly kind: 'center' }
  /** Long while the first output is above the second, short while it is below. */
  | { readonly kind: 'lines'; readonly first: number; readonly second: number }
  /** Long while the close is above the output, short while it is below. */
  | { readonly kind: 'price' }
  /** Of an upper, a middle and a lower line: long below the lower one, short above the upper. */
  | { readonly kind: 'bands' }
  /** The same lines as they were before this candle: long above the upper one, short below. */
  | { readonly kind: 'breakout' };

export type EasyIndicator = {
  /** Of the registry of indicators. */
  readonly indicator: string;
  readonly sources: readonly PriceSource[];
  /** Labels and defaults of its figures, in the order in which the indicator takes them. */
  readonly figures: readonly (readonly [label: string, initial: number])[];
  /** Names of the lines that are drawn, by output. */
  readonly lines: readonly string[];
  readonly reading: Reading;
};

const CLOSE = ['close'] as const;
const BARS = ['high', 'low', 'close'] as const;
const BANDS = ['upper', 'middle', 'lower'] as const;
const PERIOD_14 = [['Period', 14]] as const;

function levels(buy: number, sell: number, output = 0): Reading {
  return { kind: 'levels', output, buy, sell };
}

function lines(first: number, second: number): Reading {
  return { kind: 'lines', first, second };
}

type Row = readonly [
  sources: readonly PriceSource[],
  figures: EasyIndicator['figures'],
  reading: Reading,
  lines?: readonly string[],
];

const FAST_SLOW = [
  ['Fast period', 12],
  ['Slow period', 26],
] as const;

/** By the indicator; the command has `Easy` in front. */
const ROWS: Readonly<Record<string, Row>> = {
  ABANDS: [BARS, [['Period', 20]], { kind: 'bands' }, BANDS],
  ADOSC: [
    ['high', 'low', 'close', 'volume'],
    [
      ['Fast period', 3],
      ['Slow period', 10],
    ],
    { kind: 'center' },
  ],
  AO: [
    ['hl'],
    [
      ['Short length', 5],
      ['Long length', 34],
    ],
    { kind: 'center' },
  ],
  APO: [CLOSE, FAST_SLOW, { kind: 'center' }],
  AROON: [['high', 'low'], PERIOD_14, lines(1, 0), ['down', 'up']],
  AROONOSC: [['high', 'low'], PERIOD_14, { kind: 'center' }],
  BBANDS: [
    CLOSE,
    [
      ['Period', 20],
      ['Deviations up', 2],
      ['Deviations down', 2],
    ],
    { kind: 'bands' },
    BANDS,
  ],
  BOP: [['open', 'high', 'low', 'close'], [], { kind: 'center' }],
  CCI: [BARS, [['Period', 20]], levels(-100, 100)],
  CMO: [CLOSE, PERIOD_14, levels(-50, 50)],
  COPPOCK: [
    CLOSE,
    [
      ['Long rate of change', 14],
      ['Short rate of change', 11],
      ['Period', 10],
    ],
    { kind: 'center' },
  ],
  CRSI: [
    CLOSE,
    [
      ['RSI period', 3],
      ['Up and down period', 2],
      ['Length', 100],
    ],
    levels(20, 80),
  ],
  DONCHIAN: [['high', 'low'], [['Period', 20]], { kind: 'breakout' }, BANDS],
  DPO: [
    CLOSE,
    [
      ['Short length', 10],
      ['Long length', 20],
    ],
    { kind: 'center' },
  ],
  FastRSI: [
    CLOSE,
    [
      ['Period', 14],
      ['Signal', 3],
    ],
    lines(1, 0),
    ['rsi', 'fast rsi'],
  ],
  ICHIMOKU: [
    CLOSE,
    [
      ['Conversion', 9],
      ['Base', 26],
      ['Span B', 52],
    ],
    lines(0, 1),
    ['conversion', 'base', 'span A', 'span B'],
  ],
  IMI: [['open', 'close'], PERIOD_14, levels(30, 70)],
  KELTNER: [
    BARS,
    [
      ['Average period', 20],
      ['Range period', 10],
      ['Multiplier', 2],
    ],
    { kind: 'bands' },
    BANDS,
  ],
  KRI: [CLOSE, PERIOD_14, levels(-5, 5)],
  KST: [
    CLOSE,
    [
      ['Rate of change 1', 10],
      ['Average 1', 10],
      ['Rate of change 2', 15],
      ['Average 2', 10],
      ['Rate of change 3', 20],
      ['Average 3', 10],
      ['Rate of change 4', 30],
      ['Average 4', 15],
      ['Signal', 9],
    ],
    lines(0, 1),
    ['kst', 'signal'],
  ],
  LINEARREG: [CLOSE, PERIOD_14, { kind: 'price' }],
  MACD: [CLOSE, [...FAST_SLOW, ['Signal', 9]], lines(0, 1), ['macd', 'signal', 'histogram']],
  MFI: [['high', 'low', 'close', 'volume'], PERIOD_14, levels(20, 80)],
  MOM: [CLOSE, [['Period', 10]], { kind: 'center' }],
  PPO: [CLOSE, FAST_SLOW, { kind: 'center' }],
  ROC: [CLOSE, [['Period', 10]], { kind: 'center' }],
  RSI: [CLOSE, PERIOD_14, levels(30, 70)],
  SAR: [
    ['high', 'low'],
    [
      ['Acceleration', 0.02],
      ['Greatest acceleration', 0.2],
    ],
    { kind: 'price' },
  ],
  SlowRSI: [
    CLOSE,
    [
      ['Period', 14],
      ['Signal', 3],
    ],
    lines(0, 1),
    ['rsi', 'slow rsi'],
  ],
  SSTOCH: [CLOSE, PERIOD_14, levels(20, 80)],
  STOCH: [
    BARS,
    [
      ['Fast K', 14],
      ['Slow K', 3],
      ['Slow D', 3],
    ],
    levels(20, 80),
    ['slow K', 'slow D'],
  ],
  STOCHF: [
    BARS,
    [
      ['Fast K', 14],
      ['Fast D', 3],
    ],
    levels(20, 80),
    ['fast K', 'fast D'],
  ],
  STOCHRSI: [
    CLOSE,
    [
      ['RSI period', 14],
      ['Fast K', 14],
      ['Fast D', 3],
    ],
    levels(20, 80),
    ['fast K', 'fast D'],
  ],
  TRIX: [CLOSE, [['Period', 15]], { kind: 'center' }],
  TSI: [
    CLOSE,
    [
      ['First period', 25],
      ['Second period', 13],
    ],
    { kind: 'center' },
  ],
  UDRSI: [CLOSE, [['Period', 2]], levels(30, 70)],
  ULTOSC: [
    BARS,
    [
      ['Short period', 7],
      ['Middle period', 14],
      ['Long period', 28],
    ],
    levels(30, 70),
  ],
  WILLR: [BARS, PERIOD_14, levels(-80, -20)],
  ZLMA: [CLOSE, [['Period', 14]], lines(0, 1), ['average', 'slower average']],
};

/** Indicators whose figures and signal the facts say in full. */
export const EASY_INDICATORS: readonly EasyIndicator[] = Object.entries(ROWS).map(
  ([indicator, [sources, figures, reading, names = ['value']]]) => ({
    indicator,
    sources,
    figures,
    reading,
    lines: names,
  }),
);
