// Texts of bots of strategies, their forms and their hooks, in German.

import type { WordsLike } from '../language.ts';
import type { StrategiesWords } from '../strategies.ts';

export const strategies: WordsLike<StrategiesWords> = {
  aStrategyWhichBuys: 'Eine Strategie, die kauft und verkauft',
  anIndicatorOrA: 'Ein Indikator oder Preis: kaufen',
  anIndicatorOrAPrice: 'Ein Indikator oder Preis: Gehaltenes verkaufen',
  anIndicatorOrAPriceGo: 'Ein Indikator oder Preis: short gehen',
  last7Days: 'Letzte 7 Tage',
  last30Days: 'Letzte 30 Tage',
  last90Days: 'Letzte 90 Tage',
  lastYear: 'Letztes Jahr',
  lastDays: (days) => `Letzte ${days} Tage`,
  whatItWouldHave: 'Was er getan hätte',
  period: 'Zeitraum',
  takeTheRange: 'Spanne dieser Tage nehmen',
  queuing: 'Wird eingereiht …',
  runABacktest: 'Backtest starten',
  withTheseSettingsAnd: (value) =>
    `Mit diesen Einstellungen und dem Geld des Kontos, über vergangene Preise.${value}`,
  theSettingsHaveChanged:
    'Die Einstellungen haben sich seit diesem Lauf geändert. Starten Sie ihn erneut, um ' +
    'ihre Wirkung zu sehen.',
  aRangeThatWas:
    ' Eine Spanne, die aus diesen Tagen gewählt wurde, weiß, wie sie verliefen: In ' +
    'künftigen Tagen verdient sie weniger.',
  alertsOfTradingview: 'Alarme von TradingView',
  makingIt: 'Wird angelegt …',
  makeAnAddress: 'Adresse anlegen',
  theMessageToPaste: 'Die einzufügende Nachricht steht auf der Seite des Bots.',
  settingsWebhooks: 'Einstellungen, Webhooks',
  makeAnAddressFor:
    'Legen Sie eine Adresse für diesen Bot an und fügen Sie sie im Alarm ins Feld ' +
    '„Webhook-URL“ ein. Sie nimmt nur Aufrufe von TradingView an; für ein eigenes Programm ' +
    'legen Sie einen Hook an:',
  makeAnAddressForEnd: '.',
  thereIsAnAddress: 'Es gibt eine Adresse vom ',
  notHeardTheAddress: 'Nicht gehört: Die Adresse vom ',
  isForAndThe: (signal, token) =>
    ` ist für „${signal}“, und der Bot hört jetzt auf „${token}“. Legen Sie eine neue an.`,
  anAddressWasShown:
    'Eine Adresse wurde einmal gezeigt. Was ankam, und eine neue Adresse für eine verlorene:',
  theAlertIsOf: 'Der Alarm stammt von',
  message: 'Nachricht',
  theMessage: 'die Nachricht',
  edit: (name) => `${name} bearbeiten`,
  itRunsItsOrders:
    'Er läuft: Seine Orders und sein Gewinn bleiben, und die Änderungen gelten ab dem ' +
    'nächsten Update. Was sich jetzt nicht ändern lässt, wird nicht gezeigt.',
  theChangesHoldFrom: 'Die Änderungen gelten ab dem nächsten Start.',
  cancel: 'Abbrechen',
  saveTheChanges: 'Änderungen speichern',
  waitingForTheFirst:
    'Warten auf den ersten Alarm … Lösen Sie in TradingView einen aus: Was der Bot damit ' +
    'macht, steht dann hier.',
  lastAlert: 'Letzter Alarm',
  theBotHasIt: 'Der Bot hat ihn und handelt sofort, oder in seiner ersten Minute nach einem Start.',
  itsOrdersAndWhy: 'Seine Orders, und warum es keine gibt, stehen unten im Log.',
  nothingWasDoneWith: 'Es geschah nichts damit.',
  itCameBeforeSo: 'Er kam schon einmal, also geschieht nichts noch einmal.',
  nothingWasDoneWithIt:
    'Es geschah nichts damit. Berichtigen Sie die Nachricht in TradingView und lösen Sie ' +
    'den Alarm erneut aus.',
  bots: 'Bots',
  new: '/ Neu',
  strategyBot: 'Strategie-Bot',
  aGridAveragingOr:
    'Ein Grid-, Averaging- oder Signal-Bot. Vor dem Start werden keine Orders erteilt.',
  itNeedsAnAccount: 'Er braucht ein Konto',
  openAPaperAccount: 'Paper-Konto eröffnen',
  aPaperAccountHas: 'Ein Paper-Konto hat Spielgeld zu den Preisen einer Börse.',
  whereItTrades: 'Wo er handelt',
  strategy: 'Strategie',
  account: 'Konto',
  itWaitsForSignals: 'Er wartet auf Signale',
  itHasNoOrder:
    'Vor einem Signal hat er keine Order: aus einem Alarm von TradingView über einen Hook, ' +
    'aus Ihrem eigenen Programm oder von der Seite des Bots.',
  neededAtTheStart: 'Benötigt beim Start',
  freeOnTheAccount: 'Frei auf dem Konto',
  profitOfAGrid: 'Gewinn eines Grids nach Gebühren',
  to: (least, most) => `${least} bis ${most}`,
  amountOfAGrid: 'Menge eines Grids',
  ordersAtTheStart: 'Orders beim Start',
  boughtAtOnce: 'Sofort gekauft',
  soldAtOnce: 'Sofort verkauft',
  liquidationOfALong: 'Liquidation eines Longs',
  liquidationOfAShort: 'Liquidation eines Shorts',
  allOrdersOfA: 'Alle Orders eines Deals',
  ordersOfADeal: 'Orders eines Deals',
  order: 'Order',
  price: 'Preis',
  amount: 'Menge',
  averageAfter: 'Durchschnitt danach',
  takeProfitAt: 'Take-Profit bei',
  first: 'Erste',
  enterLong: 'Long eröffnen',
  enterShort: 'Short eröffnen',
  exitLong: 'Long schließen',
  exitShort: 'Short schließen',
  exit: 'Ausstieg',
  signals: 'Signale',
  signal: 'Signal',
  sendIt: 'Senden',
  signalSentTheBots: 'Signal gesendet. Das Log des Bots zeigt, was er tat.',
  theBotListensTo: (token) => `Der Bot hört auf das Token „${token}“.`,
  theBotReceivesSignals: 'Der Bot empfängt Signale, sobald er gestartet ist.',
  moreSettings: 'Weitere Einstellungen',
  chart: 'Chart',
  on: (name, base) => `${name} auf ${base}`,
  planning: 'Wird geplant …',
  settings: 'Einstellungen',
  name: 'Name',
  makeTheBot: 'Bot anlegen',
  itPlacesNoOrders: 'Vor dem Start erteilt er keine Orders.',
  startingPlan: 'Startplan',
  theseSettingsAreNot: 'Diese Einstellungen sind nicht möglich',
  editTitle: 'Bearbeiten',
  yes: 'Ja',
  no: 'Nein',
  whatTheGridHas: 'Was das Grid eingebracht hat',
  gridProfit: 'Grid-Gewinn',
  floatingProfit: 'Schwebender Gewinn',
  gridsClosed: 'Geschlossene Grids',
  profitOfOne: 'Gewinn je Grid',
  theToken: 'das Token',
};
