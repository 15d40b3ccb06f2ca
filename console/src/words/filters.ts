// Texts of what lists of bots and of their lines show.

import { wordsOf } from './language.ts';

const ENGLISH = {
  trades: 'Trades',
  all: 'All',
  running: 'Running',
  stopped: 'Stopped',
  stoppedByItself: 'Stopped by itself',
  warnings: 'Warnings',
  spans: ['1D', '1W', '1M', '3M', '1Y'],
  day: 'One day',
  week: 'One week',
  month: 'One month',
  quarter: 'Three months',
  year: 'One year',
} as const;

export type FiltersWords = typeof ENGLISH;
export const FILTERS = wordsOf('filters', ENGLISH);
