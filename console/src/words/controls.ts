// Texts of small parts that pages share.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  paused: 'Paused',
  running: 'Running',
  stoppedByItself: 'Stopped by itself',
  stopped: 'Stopped',
  cancelItsOpenOrders: 'Cancel its open orders',
  cancelThemAndClose: 'Cancel them, and close what it holds',
  leaveEverythingAsIt: 'Leave everything as it is',
  theBotStopsTrading:
    'The bot stops trading. Open positions stay open and are no longer watched. Starting it ' +
    'again begins a new run.',
  theBotStopsTradingAnd:
    'The bot stops trading and its positions are closed at market. Starting it again begins ' +
    'a new run.',
  theBotStopsTradingBut:
    'The bot stops trading, but its orders may still fill. A strategy bot resumes with them ' +
    'when it is started again.',
  stop: 'Stop',
  start: 'Start',
  stopTitle: (name: Piece) => `Stop ${name}?`,
  stopTheBot: 'Stop the bot',
  itsOrdersAndPositions: 'Its orders and positions',
  chartsAreDrawnBy:
    'Charts are drawn by TradingView Lightweight Charts™, Copyright (c) 2023 TradingView, Inc.',
  underThe: ', under the',
  apacheLicense20: 'Apache License 2.0',
  typeToConfirm: (name: Piece) => `Type “${name}” to confirm`,
  cancel: 'Cancel',
  copied: 'Copied',
  copy: 'Copy',
  exporting: 'Exporting…',
  exportAsCsv: 'Export as CSV',
  export: 'Export',
  as: (what: Piece) => `${what} as`,
  wholeReportAsOne: 'Whole report as one page (HTML)',
  printOrSaveAs: 'Print, or save as PDF',
  copyTheLink: 'Copy the link',
  working: 'Working…',
  savedAsCsv: (name: Piece) => `Saved as ${name}.csv`,
  savedAsParquet: (name: Piece) => `Saved as ${name}.parquet`,
  savedAsHtml: (name: Piece) => `Saved as ${name}.html`,
  copiedItOpensFor: 'Copied. It opens for you, signed in.',
  theBrowserDoesNot: 'The browser does not copy here.',
  min: (minutes: Piece) => `${minutes} min`,
  days: (math: Piece) => `${math} days`,
  ms: (value: Piece) => `${value} ms`,
  to: (from: Piece, value: Piece) => `${from} to ${value}`,
  disabled: 'Disabled',
  expired: 'Expired',
  orders: 'Orders',
  order: 'Order',
  price: 'Price',
  filled: 'Filled',
  placed: 'Placed',
  actions: 'Actions',
  state: 'State',
  buy: 'Buy',
  sell: 'Sell',
  market: 'Market',
  at: (marketTag: Piece) => `at ${marketTag}`,
  heldByTheExchange: 'held by the exchange',
  heldByTidemillNot: 'held by Tidemill: not while it is down',
  of: (amount: Piece) => `of ${amount}`,
  cancelling: 'Cancelling…',
  nothingYet: 'Nothing yet',
  older: 'Older',
  reading: 'Reading…',
  stopsAreHeldBy: (heldHere: Piece, name: Piece, reason: Piece) =>
    `Stops are held by Tidemill. ${heldHere} ${name} cannot hold them: ${reason}.`,
  stopsAreHeldByTitle: 'Stops are held by',
  theExchange: 'The exchange',
  nobodyWatchesForTheir: 'Nobody watches for their prices while Tidemill is down.',
  theyAreSentTo:
    'They are sent to the exchange once the position is open, and fill there while Tidemill ' +
    'is down.',
  cancelOrder: 'Cancel',
  spotOnly: 'A spot account sells what it holds: nothing goes short, and there is no leverage.',
  chooseFutures: 'Choose a futures account for those.',
  openFutures: 'Open a futures account for those.',
  spot: 'spot',
  futures: 'futures',
} as const;

export type ControlsWords = typeof ENGLISH;
export const CONTROLS = wordsOf('controls', ENGLISH);
