// Texts of accounts, their keys, orders and limits, in German.

import type { WordsLike } from '../language.ts';
import type { AccountsWords } from '../accounts.ts';

export const accounts: WordsLike<AccountsWords> = {
  askingTheExchange: 'Börse wird gefragt …',
  checkAgain: 'Erneut prüfen',
  replaceTheKey: 'Schlüssel ersetzen',
  disconnect: 'Trennen',
  disconnectTheAccount: 'Das Konto trennen?',
  itsBotsAreStopped:
    'Seine Bots werden gestoppt, und sein Schlüssel wird hier gelöscht. Orders und ' +
    'Positionen bleiben an der Börse, wo ihnen hier niemand folgen kann: Stornieren und ' +
    'schließen Sie sie vorher.',
  replaceTheKeyOf: (name) => `Schlüssel von ${name} ersetzen`,
  theNewOneIs:
    'Der neue wird erst geprüft und muss zum selben Konto gehören. Der alte wird einen Tag ' +
    'lang aufbewahrt.',
  cancel: 'Abbrechen',
  checking: 'Wird geprüft …',
  checkAndReplace: 'Prüfen und ersetzen',
  noOpenOrders: 'Keine offenen Orders',
  yourWorkingOrdersAppear: 'Ihre aktiven Orders erscheinen hier.',
  cancelAll: (count) => `Alle ${count} stornieren`,
  cancelOrders: (count) => `${count} Orders stornieren?`,
  cancelThem: 'Stornieren',
  allOpenOrdersOf: (name) =>
    `Alle offenen Orders von ${name} werden storniert, auch die von Bots, die sie erneut ` +
    'erteilen können.',
  filledAndCancelledOrders: 'Ausgeführte und stornierte Orders erscheinen hier.',
  fillsAppearHere: 'Ausführungen erscheinen hier.',
  orders: 'Orders',
  history: 'Verlauf',
  fills: 'Ausführungen',
  limits: 'Limits',
  key: 'Schlüssel',
  accounts: 'Konten',
  trade: 'Handeln',
  theExchangeRejectsIts: 'Die Börse lehnt seinen Schlüssel ab.',
  trading: 'Handel',
  show: 'Zeigen',
  positions: 'Positionen',
  noPosition: 'Keine Position',
  yourFuturesPositionsAppear: 'Ihre Futures-Positionen erscheinen hier.',
  position: 'Position',
  entry: 'Einstieg',
  mark: 'Mark-Preis',
  liquidation: 'Liquidation',
  profit: 'Gewinn',
  margin: (leverage, marginMode, margin, marginCurrency) =>
    `${leverage}× ${marginMode}, Margin ${margin} ${marginCurrency}`,
  withWhatIsRealized: 'Mit Realisiertem und Gebühren, bezogen auf die eingesetzte Margin',
  inAll: (roi) => `gesamt ${roi}`,
  newAccount: 'Neues Konto',
  whereYourScriptsAnd: 'Wo Ihre Skripte und Bots handeln.',
  noAccountsYet: 'Noch keine Konten',
  aPaperAccountHas:
    'Ein Paper-Konto hat Spielgeld zu den Preisen einer Börse. Ein echtes braucht einen ' +
    'API-Schlüssel der Börse.',
  account: 'Konto',
  kind: 'Art',
  status: 'Status',
  runningBots: 'Laufende Bots',
  value: 'Wert',
  balances: 'Guthaben',
  noBalance: 'Kein Guthaben',
  depositsAppearHere: 'Einzahlungen erscheinen hier.',
  currency: 'Währung',
  available: 'Verfügbar',
  inOrders: 'In Orders',
  open: 'offen',
  apiKey: 'API-Schlüssel',
  apiSecret: 'API-Secret',
  theOneThatWas: 'Die mit dem Schlüssel gewählte, nicht das Passwort der Börse.',
  fill: 'Ausführung',
  price: 'Preis',
  amount: 'Menge',
  fee: 'Gebühr',
  at: 'Zeit',
  bought: 'Gekauft',
  sold: 'Verkauft',
  atOpenThePage: (name) =>
    `Öffnen Sie bei ${name} die Seite der API-Schlüssel und legen Sie einen neuen nur für ` +
    'diesen Dienst an.',
  allow: 'Erlauben Sie',
  reading: 'Lesen',
  and: 'und',
  tradingWithin: 'Handeln',
  leaveOut: '. Lassen Sie',
  withdrawals: 'Auszahlungen',
  aKeyThatMay: 'weg: Ein Schlüssel, der auszahlen darf, wird hier abgelehnt.',
  rightsThere: 'Dort braucht der Schlüssel:',
  restrictItToThe:
    'Beschränken Sie ihn auf die Adresse dieses Dienstes, wenn die Börse das zulässt.',
  copyKeyAndSecret:
    'Kopieren Sie Schlüssel und Secret hierher. Sie werden versiegelt gespeichert und nie ' +
    'wieder gezeigt.',
  name: 'Name',
  markets: 'Märkte',
  back: 'Zurück',
  asking: (name) => `${name} wird gefragt …`,
  checkAndConnect: 'Prüfen und verbinden',
  takeAnAccount: 'Nehmen Sie ein Konto, das nicht im Modus',
  itsKeysAreRefused: 'ist: Seine Schlüssel werden abgelehnt, mit dem Hinweis, was zu tun ist.',
  accepted: 'Akzeptiert',
  theExchangeAcceptsThe: 'Die Börse akzeptiert den Schlüssel.',
  refused: 'Abgelehnt',
  mayTrade: 'Darf handeln',
  ordersCanBePlaced: 'Orders können erteilt werden.',
  mayNotTrade: 'Darf nicht handeln',
  balancesCanBeRead: 'Guthaben können gelesen, aber keine Orders erteilt werden.',
  mayWithdraw: 'Darf auszahlen',
  anyoneWithThisKey:
    'Jeder mit diesem Schlüssel kann Ihr Geld abheben. Legen Sie einen Schlüssel ohne ' +
    'Auszahlungsrecht an.',
  mayNotWithdraw: 'Darf nicht auszahlen',
  thisKeyCannotWithdraw: 'Dieser Schlüssel kann kein Geld abheben.',
  boundToAddresses: 'An Adressen gebunden',
  theKeyWorksFrom: 'Der Schlüssel gilt nur von den eingetragenen Adressen.',
  worksFromAnywhere: 'Gilt von überall',
  restrictItToTheAddress: 'Beschränken Sie ihn auf die Adresse dieses Dienstes.',
  keyTitle: (hint) => `Schlüssel …${hint}`,
  checked: (key) => `${key}, geprüft`,
  expires: ', läuft ab ',
  paperAccount: 'Paper-Konto',
  playMoneyOnThe:
    'Spielgeld zu den echten Preisen einer Börse. Keine Anmeldung, nichts zu verlieren.',
  realExchange: 'Echte Börse',
  yourOwnAccountAt:
    'Ihr eigenes Konto an einer Börse, mit einem API-Schlüssel, der handeln und nicht ' +
    'auszahlen darf.',
  hasNoOpenMarket: 'hat keinen offenen Markt',
  cannotBeReachedNow: 'zurzeit nicht erreichbar',
  onThePricesOf: 'Zu den Preisen welcher Börse?',
  whichExchangeIsIt: 'An welcher Börse ist es?',
  testNet: ' · Testnetz',
  noExchangeCanBe:
    'Von diesem Dienst aus ist keine Börse erreichbar. Er versucht es weiter; wenn es so ' +
    'bleibt, prüfen Sie sein Netz.',
  thePaperAccountIs: 'Das Paper-Konto ist bereit.',
  theAccountIsConnected: 'Das Konto ist verbunden.',
  botsMayTradeOn: ' Bots dürfen darauf handeln.',
  botsMayNotTrade:
    'Bots dürfen darauf noch nicht handeln: Das erlaubt ein Inhaber der Installation.',
  openTheAccount: 'Zum Konto',
  paper: (name) => `Paper ${name}`,
  playMoney: 'Spielgeld',
  aNumberAboveZero: 'Eine Zahl über null, etwa 10000.',
  ordersFillAgainstThe: (name) =>
    `Orders werden zu den echten Preisen von ${name} ausgeführt, mit deren Gebühren. Nichts ` +
    'davon wird je dorthin gesendet.',
  makingIt: 'Wird angelegt …',
  makeTheAccount: 'Konto anlegen',
  allowBotsOnThis: 'Bots auf diesem Konto erlauben',
  thisIsAPlay: 'Dies ist ein Spielgeldkonto; Sie entscheiden.',
  thisIsAReal:
    'Dies ist ein Konto mit echtem Geld; ein Inhaber entscheidet. Laufende Bots laufen weiter.',
  leaveAFieldEmpty:
    'Leer heißt: kein Limit. Mit Limits in einer Währung können Märkte nicht gehandelt ' +
    'werden, die in einer anderen abrechnen. Erreicht ein Verlust sein Limit, stoppen Bots ' +
    'bis zum nächsten Tag (UTC).',
  theLimitsAreIn: 'Die Limits gelten.',
  ordersAMinuteOf: 'Orders je Minute, von Menschen und Bots zusammen',
  saving: 'Wird gespeichert …',
  saveTheLimits: 'Limits speichern',
  anotherCurrency: 'Weitere Währung',
  countLossesFromNow: 'Verluste ab jetzt zählen',
  largestOrder: 'Größte Order',
  largestExposure: 'Größtes Engagement',
  largestLossADay: 'Größter Verlust am Tag',
  notValuedYet: 'Noch nicht bewertet',
  theAccountIsValued: 'Das Konto wird jede Stunde und nach jedem Handel bewertet.',
  span: 'Zeitraum',
  withoutWhichHaveNo: (unpriced) => `Ohne ${unpriced}: dafür gibt es an dieser Börse keinen Preis.`,
  inCurrency: (currency) => `In ${currency}`,
};
