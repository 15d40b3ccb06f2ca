// Texts of the price list and of the import of candles, in German.

import type { WordsLike } from '../language.ts';
import type { MarketsWords } from '../markets.ts';

export const markets: WordsLike<MarketsWords> = {
  markets: 'Märkte',
  whatCanBeTraded: 'Was gehandelt werden kann, mit Preisen.',
  importCandles: 'Kerzen importieren',
  show: 'Zeigen',
  find: 'Suchen',
  watchList: 'Beobachtungsliste',
  allExchanges: 'Alle Börsen',
  noMarketIsOn: 'Kein Markt steht auf Ihrer Beobachtungsliste',
  pressTheStarBeside:
    'Klicken Sie auf den Stern neben einem Markt, um ihn hier zu sehen, gleich an welcher Börse.',
  cannotBeReachedIts: (name) => `${name} ist nicht erreichbar. Die Märkte sind vom Stand`,
  noSuchMarket: 'Kein solcher Markt',
  tryFewerLettersOr: 'Versuchen Sie weniger Buchstaben oder eine andere Börse.',
  notUsedYet: (name) => `${name} (noch nicht benutzt)`,
  connecting: (name) => `${name} (wird verbunden)`,
  cannotBeReached: (name) => `${name} (nicht erreichbar)`,
  market: 'Markt',
  price: 'Preis',
  volume: 'Volumen',
  takerFee: 'Taker-Gebühr',
  more: 'mehr',
  andSortedAmongThemselves: ', untereinander sortiert',
  ofAreShownType: (shown, markets, andSorted) =>
    `${shown} von ${markets} werden gezeigt${andSorted}. Tippen Sie oben, um einen zu finden.`,
  notListed: 'nicht gelistet',
  notReached: 'nicht erreicht',
  watch: (name) => `${name} beobachten`,
  onYourWatchList: 'Auf Ihrer Beobachtungsliste',
  putOnYourWatch: 'Auf die Beobachtungsliste setzen',
  roundPricesThatLie: 'Preise zwischen zwei Schritten runden',
  leaveOutRowsWithout: 'Zeilen ohne Preise auslassen',
  readALastLine: 'Letzte Zeile ohne Zeilenende lesen',
  replaceStoredCandlesThat: 'Gespeicherte Kerzen ersetzen, die abweichen',
  aCsvFileAlso:
    'Eine CSV-Datei, auch mit gzip, mit time, open, high, low, close und volume. Sie wird ' +
    'ganz gelesen oder gar nicht. Jeder Benutzer kann auf ihrem Markt Backtests rechnen.',
  file: 'Datei',
  cancel: 'Abbrechen',
  reading: 'Wird gelesen …',
  importTheFile: 'Datei importieren',
  symbol: 'Symbol',
  baseAndQuoteSuch: 'Basis und Quote, etwa BTC/USDT; bei einem Perpetual BTC/USDT:USDT.',
  columnOfTheVolume: 'Spalte des Volumens',
  itsNameOrIts: 'Ihr Name oder ihre Nummer, ab 1. Leer: Sie wird am Namen erkannt.',
  theCandlesAreImported: 'Die Kerzen sind importiert',
  newCandlesOfMinutes: (added, candleMinutes, from) =>
    `: ${added} neue Kerzen zu ${candleMinutes} min, ab ${from}.`,
  theVolumeIsColumn: (volumeColumn) => `Das Volumen ist die Spalte „${volumeColumn}“.`,
  done: 'Fertig',
  of24Hours: '24 Stunden',
  futuresMarginedIn: (type, currency) => `${type}, Margin in ${currency}`,
};
