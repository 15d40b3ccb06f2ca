// Texts of what lists of bots and of their lines show, in German.

import type { FiltersWords } from '../filters.ts';
import type { WordsLike } from '../language.ts';

export const filters: WordsLike<FiltersWords> = {
  trades: 'Trades',
  all: 'Alle',
  running: 'Laufend',
  stopped: 'Gestoppt',
  stoppedByItself: 'Selbst gestoppt',
  warnings: 'Warnungen',
  spans: ['1T', '1W', '1M', '3M', '1J'],
  day: 'Ein Tag',
  week: 'Eine Woche',
  month: 'Ein Monat',
  quarter: 'Drei Monate',
  year: 'Ein Jahr',
};
