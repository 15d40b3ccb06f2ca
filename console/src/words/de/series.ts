// Texts of data series, in German.

import type { WordsLike } from '../language.ts';
import type { SeriesWords } from '../series.ts';

export const series: WordsLike<SeriesWords> = {
  importPoints: 'Punkte importieren',
  aCsvFileWith:
    'Eine CSV-Datei mit einem Zeitpunkt und einer Zahl je Zeile, etwa ' +
    '2026-11-01T12:00:00Z,0.25. Zeiten sind UTC, wo keine Zone genannt ist; ein Tag allein ' +
    'ist bekannt, wenn er vorbei ist. Punkte, die schon da sind, dürfen wiederkommen und ' +
    'ändern sich nie.',
  file: 'Datei',
  name: 'Name',
  asScriptsCallIt:
    'Wie Skripte sie nennen: ein Buchstabe, dann Buchstaben, Ziffern, Punkte, _ oder -.',
  cancel: 'Abbrechen',
  importing: 'Wird importiert …',
  importThePoints: 'Punkte importieren',
  pointsFromTo: (points, at, atSecond) => `${points} Punkte von ${at} bis ${atSecond}.`,
  dataSeries: 'Datenreihen',
  numbersOfYourOwn:
    'Eigene Zahlen, die Skripte neben Preisen lesen: Stimmung, Funding, Kennzahlen einer Chain.',
  howScriptsReadThem: 'Wie Skripte sie lesen',
  allDataSeries: 'Alle Datenreihen',
  noDataSeriesYet: 'Noch keine Datenreihen',
  aCsvFileWithAn:
    'Aus einer CSV-Datei mit einem Zeitpunkt und einer Zahl je Zeile wird eine. Backtests, ' +
    'Labore und Bots sehen jede Zahl ab ihrem Zeitpunkt, nie vorher.',
  points: 'Punkte',
  first: 'Erster',
  newest: 'Neuester',
  acts: 'Aktionen',
  delete: 'Löschen',
  deleteTitle: (name) => `${name} löschen?`,
  itsPointsAreDiscarded: (pointsCount) =>
    `Ihre ${pointsCount} Punkte werden verworfen. Skripte, die sie lesen, starten nicht ` +
    'mehr; laufende Bots arbeiten mit dem weiter, was sie wissen, und erfahren nichts ' +
    'Neues.',
  theNewestOfPoints: (shown, all) => `Die neuesten ${shown} von ${all} Punkten.`,
  allPoints: 'Alle Punkte.',
  aPointHoldsUntil: (allPoints) => `${allPoints} Ein Punkt gilt bis zum nächsten.`,
  pointsOf: (name) => `Punkte von ${name}`,
  knownFrom: 'Bekannt ab',
  value: 'Wert',
  chartOf: (name) => `Chart von ${name}`,
  theLineOfA: 'die Zeile für ein Skript',
};
