// Texts of data series.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  importPoints: 'Import points',
  aCsvFileWith:
    'A CSV file with an instant and a number in each line, such as ' +
    '2026-11-01T12:00:00Z,0.25. Times are UTC where no zone is named; a day alone is known ' +
    'when it is over. Points that are there already may come again, and never change.',
  file: 'File',
  name: 'Name',
  asScriptsCallIt: 'As scripts call it: a letter, then letters, digits, dots, _ or -.',
  cancel: 'Cancel',
  importing: 'Importing…',
  importThePoints: 'Import the points',
  pointsFromTo: (points: Piece, at: Piece, atSecond: Piece) =>
    `${points} points from ${at} to ${atSecond}.`,
  dataSeries: 'Data series',
  numbersOfYourOwn:
    'Numbers of your own that scripts read beside prices: sentiment, funding, figures of a chain.',
  howScriptsReadThem: 'How scripts read them',
  allDataSeries: 'All data series',
  noDataSeriesYet: 'No data series yet',
  aCsvFileWithAn:
    'A CSV file with an instant and a number in each line becomes one. Backtests, labs and ' +
    'bots see each number from its instant on, never before.',
  points: 'Points',
  first: 'First',
  newest: 'Newest',
  acts: 'Acts',
  delete: 'Delete',
  deleteTitle: (name: Piece) => `Delete ${name}?`,
  itsPointsAreDiscarded: (pointsCount: Piece) =>
    `Its ${pointsCount} points are discarded. Scripts that read it no longer start; bots ` +
    'that run go on with what they know, and learn nothing new.',
  theNewestOfPoints: (shown: Piece, all: Piece) => `The newest ${shown} of ${all} points.`,
  allPoints: 'All points.',
  aPointHoldsUntil: (allPoints: Piece) => `${allPoints} A point holds until the next one.`,
  pointsOf: (name: Piece) => `Points of ${name}`,
  knownFrom: 'Known from',
  value: 'Value',
  chartOf: (name: Piece) => `Chart of ${name}`,
  theLineOfA: 'the line of a script',
} as const;

export type SeriesWords = typeof ENGLISH;
export const SERIES = wordsOf('series', ENGLISH);
