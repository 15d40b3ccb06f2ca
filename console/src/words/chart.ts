// Texts of charts and of what stands around them.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  vol: 'Vol',
  andMore: (more: Piece) => `and ${more} more`,
  interval: 'Interval',
  otherInterval: 'Other interval',
  more: 'More',
  span: 'Span',
  goToADay: 'Go to a day',
  logarithmicPrices: 'Logarithmic prices',
  log: 'Log',
  averages: 'Averages',
  bandsAndChannels: 'Bands and channels',
  momentum: 'Momentum',
  trend: 'Trend',
  volatility: 'Volatility',
  volume: 'Volume',
  statistics: 'Statistics',
  cycles: 'Cycles',
  prices: 'Prices',
  indicators: 'Indicators',
  addAnIndicator: 'Add an indicator',
  noMoreThan: (chartIndicatorsMax: Piece) => `No more than ${chartIndicatorsMax}`,
  fromTo: (name: Piece, least: Piece, most: Piece) => `${name}, from ${least} to ${most}`,
  remove: (name: Piece) => `Remove ${name}`,
  at: (amount: Piece, price: Piece) => `${amount} at ${price}`,
  newest: 'Newest',
  tryAgain: 'Try again',
  fetchingOlderCandlesFrom: 'Fetching older candles from the exchange…',
  loadingCandles: 'Loading candles…',
  noCandlesAreKnown: 'No candles are known of this market.',
  theCandlesCouldNot: 'The candles could not be loaded.',
  high: (high: Piece) => `high ${high}`,
  low: (low: Piece) => `low ${low}`,
  pivot: (value: Piece) => `Pivot ${value}`,
} as const;

export type ChartWords = typeof ENGLISH;
export const CHART = wordsOf('chart', ENGLISH);
