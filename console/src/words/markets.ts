// Texts of the price list and of the import of candles.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  markets: 'Markets',
  whatCanBeTraded: 'What can be traded, and its prices.',
  importCandles: 'Import candles',
  show: 'Show',
  find: 'Find',
  watchList: 'Watch list',
  allExchanges: 'All exchanges',
  noMarketIsOn: 'No market is on your watch list',
  pressTheStarBeside: 'Press the star beside a market to see it here, whatever its exchange.',
  cannotBeReachedIts: (name: Piece) => `${name} cannot be reached. Its markets are those of`,
  noSuchMarket: 'No such market',
  tryFewerLettersOr: 'Try fewer letters, or another exchange.',
  notUsedYet: (name: Piece) => `${name} (not used yet)`,
  connecting: (name: Piece) => `${name} (connecting)`,
  cannotBeReached: (name: Piece) => `${name} (cannot be reached)`,
  market: 'Market',
  price: 'Price',
  volume: 'Volume',
  takerFee: 'Taker fee',
  more: 'more',
  andSortedAmongThemselves: ', and sorted among themselves',
  ofAreShownType: (shown: Piece, markets: Piece, andSorted: Piece) =>
    `${shown} of ${markets} are shown${andSorted}. Type above to find one.`,
  notListed: 'not listed',
  notReached: 'not reached',
  watch: (name: Piece) => `Watch ${name}`,
  onYourWatchList: 'On your watch list',
  putOnYourWatch: 'Put on your watch list',
  roundPricesThatLie: 'Round prices that lie between two steps',
  leaveOutRowsWithout: 'Leave out rows without prices',
  readALastLine: 'Read a last line without a line end',
  replaceStoredCandlesThat: 'Replace stored candles that differ',
  aCsvFileAlso:
    'A CSV file, also gzipped, with time, open, high, low, close and volume. It is read ' +
    'wholly or not at all. Every user can run backtests on its market.',
  file: 'File',
  cancel: 'Cancel',
  reading: 'Reading…',
  importTheFile: 'Import the file',
  symbol: 'Symbol',
  baseAndQuoteSuch: 'Base and quote, such as BTC/USDT; of a perpetual BTC/USDT:USDT.',
  columnOfTheVolume: 'Column of the volume',
  itsNameOrIts: 'Its name, or its number from 1 on. Found by its name if empty.',
  theCandlesAreImported: 'The candles are imported',
  newCandlesOfMinutes: (added: Piece, candleMinutes: Piece, from: Piece) =>
    `: ${added} new candles of ${candleMinutes} min, from ${from} on.`,
  theVolumeIsColumn: (volumeColumn: Piece) => `The volume is column “${volumeColumn}”.`,
  done: 'Done',
  of24Hours: '24 hours',
  futuresMarginedIn: (type: Piece, currency: Piece) => `${type}, margin in ${currency}`,
} as const;

export type MarketsWords = typeof ENGLISH;
export const MARKETS = wordsOf('markets', ENGLISH);
