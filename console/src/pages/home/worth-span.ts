// Spans of time over which values are shown, and how far apart their values are.

export const SPANS = [
  ['1D', '1D'],
  ['1W', '1W'],
  ['1M', '1M'],
  ['3M', '3M'],
  ['1Y', '1Y'],
] as const;

export type SpanName = (typeof SPANS)[number][0];

type Span = {
  readonly days: number;
  readonly interval: 5 | 30 | 120 | 480 | 1440;
  readonly words: string;
};

const BY_NAME: Readonly<Record<SpanName, Span>> = {
  '1D': { days: 1, interval: 5, words: 'One day' },
  '1W': { days: 7, interval: 30, words: 'One week' },
  '1M': { days: 30, interval: 120, words: 'One month' },
  '3M': { days: 90, interval: 480, words: 'Three months' },
  '1Y': { days: 365, interval: 1_440, words: 'One year' },
};

export const spanOf = (name: SpanName): Span => BY_NAME[name];
