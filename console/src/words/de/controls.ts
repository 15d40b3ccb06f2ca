// Texts of small parts that pages share, in German.

import type { WordsLike } from '../language.ts';
import type { ControlsWords } from '../controls.ts';

export const controls: WordsLike<ControlsWords> = {
  paused: 'Pausiert',
  running: 'Läuft',
  stoppedByItself: 'Selbst gestoppt',
  stopped: 'Gestoppt',
  cancelItsOpenOrders: 'Seine offenen Orders stornieren',
  cancelThemAndClose: 'Stornieren und schließen, was er hält',
  leaveEverythingAsIt: 'Alles lassen, wie es ist',
  theBotStopsTrading:
    'Der Bot hört auf zu handeln. Offene Positionen bleiben offen und werden nicht mehr ' +
    'überwacht. Beim Wiederstart beginnt ein neuer Lauf.',
  theBotStopsTradingAnd:
    'Der Bot hört auf zu handeln, und seine Positionen werden zum Marktpreis geschlossen. ' +
    'Beim Wiederstart beginnt ein neuer Lauf.',
  theBotStopsTradingBut:
    'Der Bot hört auf zu handeln, aber seine Orders können noch ausgeführt werden. Ein ' +
    'Strategie-Bot setzt beim Wiederstart mit ihnen fort.',
  stop: 'Stoppen',
  start: 'Starten',
  stopTitle: (name) => `${name} stoppen?`,
  stopTheBot: 'Bot stoppen',
  itsOrdersAndPositions: 'Seine Orders und Positionen',
  chartsAreDrawnBy:
    'Charts werden gezeichnet von TradingView Lightweight Charts™, Copyright (c) 2023 ' +
    'TradingView, Inc.',
  underThe: ', unter der',
  apacheLicense20: 'Apache-Lizenz 2.0',
  typeToConfirm: (name) => `Tippen Sie zur Bestätigung „${name}“`,
  cancel: 'Abbrechen',
  copied: 'Kopiert',
  copy: 'Kopieren',
  exporting: 'Wird exportiert …',
  exportAsCsv: 'Als CSV exportieren',
  export: 'Exportieren',
  as: (what) => `${what} als`,
  wholeReportAsOne: 'Ganzer Bericht als eine Seite (HTML)',
  printOrSaveAs: 'Drucken oder als PDF speichern',
  copyTheLink: 'Link kopieren',
  working: 'In Arbeit …',
  savedAsCsv: (name) => `Gespeichert als ${name}.csv`,
  savedAsParquet: (name) => `Gespeichert als ${name}.parquet`,
  savedAsHtml: (name) => `Gespeichert als ${name}.html`,
  copiedItOpensFor: 'Kopiert. Er öffnet sich für Sie, wenn Sie angemeldet sind.',
  theBrowserDoesNot: 'Der Browser kopiert hier nicht.',
  min: (minutes) => `${minutes} min`,
  days: (math) => `${math} Tage`,
  ms: (value) => `${value} ms`,
  to: (from, value) => `${from} bis ${value}`,
  disabled: 'Abgeschaltet',
  expired: 'Abgelaufen',
  orders: 'Orders',
  order: 'Order',
  price: 'Preis',
  filled: 'Ausgeführt',
  placed: 'Erteilt',
  actions: 'Aktionen',
  state: 'Zustand',
  buy: 'Kauf',
  sell: 'Verkauf',
  market: 'Markt',
  at: (marketTag) => `zu ${marketTag}`,
  heldByTheExchange: 'gehalten von der Börse',
  heldByTidemillNot: 'gehalten von Tidemill: nicht, solange es nicht läuft',
  of: (amount) => `von ${amount}`,
  cancelling: 'Wird storniert …',
  nothingYet: 'Noch nichts',
  older: 'Ältere',
  reading: 'Wird gelesen …',
  stopsAreHeldBy: (heldHere, name, reason) =>
    `Stops hält Tidemill. ${heldHere} ${name} kann sie nicht halten: ${reason}.`,
  stopsAreHeldByTitle: 'Stops hält',
  theExchange: 'Die Börse',
  nobodyWatchesForTheir: 'Solange Tidemill nicht läuft, achtet niemand auf ihre Preise.',
  theyAreSentTo:
    'Sie gehen an die Börse, sobald die Position offen ist, und wirken dort auch, wenn ' +
    'Tidemill nicht läuft.',
  cancelOrder: 'Stornieren',
  spotOnly: 'Ein Spot-Konto verkauft, was es hält: Nichts geht short, und es gibt keinen Hebel.',
  chooseFutures: 'Wählen Sie dafür ein Futures-Konto.',
  openFutures: 'Eröffnen Sie dafür ein Futures-Konto.',
  spot: 'Spot',
  futures: 'Futures',
};
