// Texts of webhooks and hooks, in German.

import type { WordsLike } from '../language.ts';
import type { WebhooksWords } from '../webhooks.ts';

export const webhooks: WordsLike<WebhooksWords> = {
  waiting: 'Wartet',
  accepted: 'Angenommen',
  givenUp: 'Aufgegeben',
  test: 'Test',
  eventOf: (eventId, objectId) => `Ereignis ${eventId} von ${objectId}`,
  resend: 'Erneut senden',
  theTest: ' den Test',
  event: (eventId) => ` Ereignis ${eventId}`,
  times: (attempts) => `${attempts}-mal`,
  tried: (problem, times) => `${problem} ${times} versucht.`,
  response: (status) => `Antwort ${status}`,
  toEvent: (eventId) => `auf Ereignis ${eventId}`,
  keepThisAddressNow: 'Bewahren Sie diese Adresse jetzt auf',
  keepBothSecretsNow: 'Bewahren Sie jetzt beide Geheimnisse auf',
  itIsASecret:
    'Sie ist ein Geheimnis, wird nicht gespeichert und kann nicht noch einmal gezeigt ' +
    'werden. In TradingView gehört sie ins Feld „Webhook-URL“ eines Alarms, das nur die ' +
    'Ports 80 und 443 annimmt.',
  theyAreNotStored:
    'Sie werden nicht gespeichert und können nicht noch einmal gezeigt werden. Ihr Programm ' +
    'sendet an die Adresse und signiert den Inhalt jeder Nachricht mit dem Geheimnis, in ' +
    'X-Tidemill-Signature.',
  webhookUrl: 'Webhook-URL',
  theAddress: 'die Adresse',
  signingSecret: 'Signaturgeheimnis',
  theSigningSecret: 'das Signaturgeheimnis',
  it: 'sie',
  both: 'beide',
  iHaveSaved: (it) => `Ich habe ${it} gesichert`,
  fromAnywhere: 'von überall',
  from: (allowed) => `von ${allowed}`,
  signed: '; signiert',
  to: (botName, fromAnywhere, signed) => `An ${botName}; ${fromAnywhere}${signed}`,
  theSameMessageAgain: (repeatWindowSeconds) =>
    `Dieselbe Nachricht handelt innerhalb von ${repeatWindowSeconds} s nicht noch einmal.`,
  aTextThatSays: 'Ein Text, der nur „sell“ sagt, eröffnet einen Short.',
  textsSuchAs: 'Texte wie',
  messages: 'Nachrichten',
  of: (signal) => `von ${signal}`,
  newAddress: 'Neue Adresse',
  delete: 'Löschen',
  hook: (signal) => `Hook ${signal}`,
  nothingCameInYet: 'Noch kam nichts an.',
  suchAsActionTicker:
    'Etwa „{{action}} {{ticker}}“. Leer: JSON, eine Aktion allein und der Text, den ' +
    'TradingView für Strategien vorschlägt.',
  of0EachMessageTrades:
    '0: Jede Nachricht handelt. Sonst handelt derselbe Text innerhalb dieser Zeit nur ' +
    'einmal. Nachrichten mit einer id handeln in jedem Fall einmal.',
  formOfTexts: 'Form von Texten',
  sameMessageAgainWithin: 'Dieselbe Nachricht innerhalb von',
  onlyFromTheAddresses: 'Nur von den Adressen von TradingView',
  forAProgramOf:
    'Für ein eigenes Programm: Es bekommt ein Signaturgeheimnis. TradingView kann nicht signieren.',
  onlySignedMessages: 'Nur signierte Nachrichten',
  otherwiseItClosesA:
    'Sonst schließt er eine Long-Position. Der Text, den TradingView vorschlägt, sagt, ' +
    'welches gilt.',
  aTextThatSaysOnly: 'Ein Text, der nur „sell“ sagt, eröffnet einen Short',
  aBotThatWas: 'ein gelöschter Bot',
  addAHook: 'Hook hinzufügen',
  signalsFromOutside: 'Signale von außen',
  noHooksYet: 'Noch keine Hooks',
  aHookIsA:
    'Ein Hook ist eine geheime Adresse. Was dorthin gesendet wird, etwa ein Alarm von ' +
    'TradingView, wird zum Signal für einen Bot.',
  whatIsSentTo: (signal, hook) =>
    `Was an die Adresse von „${signal}“ für ${hook} gesendet wird, wird dann abgelehnt.`,
  makeANewAddress: 'Eine neue Adresse anlegen?',
  makeANewAddressTitle: 'Neue Adresse anlegen',
  deleteThisHook: 'Diesen Hook löschen?',
  deleteTheHook: 'Hook löschen',
  noBotListensTo:
    'Noch hört kein Bot auf Signale. Ein Signal-Bot tut es, ein Averaging-Bot mit ' +
    'Signal-Token und ein Skript, das GetRemoteSignal aufruft. Legen Sie erst einen an.',
  close: 'Schließen',
  bot: 'Bot',
  cancel: 'Abbrechen',
  adding: 'Wird hinzugefügt …',
  addTheHook: 'Hook hinzufügen',
  signal: 'Signal',
  whatItsScriptPasses: 'Was sein Skript an GetRemoteSignal übergibt, etwa „trend“.',
  addAWebhook: 'Webhook hinzufügen',
  address: 'Adresse',
  ofAProgramOf: 'Eines Ihrer Programme, etwa https://example.com/tidemill.',
  allEvents: 'Alle Ereignisse',
  alsoOfTypesThat:
    'Auch solche von Typen, die später hinzukommen; der Empfänger übergeht, was er nicht kennt.',
  addTheWebhook: 'Webhook hinzufügen',
  keepThisSecretNow: 'Bewahren Sie dieses Geheimnis jetzt auf',
  itCannotBeShown:
    'Es kann nicht noch einmal gezeigt werden. Der Empfänger prüft damit die Signatur jeder ' +
    'Nachricht, mit einer beliebigen Bibliothek für',
  standardWebhooks: 'Standard Webhooks',
  theSecret: 'das Geheimnis',
  iHaveSavedIt: 'Ich habe es gesichert',
  deliveries: 'Zustellungen',
  nothingSentYet: 'Noch nichts gesendet',
  sentEventsAppearHere:
    'Gesendete Ereignisse erscheinen hier mit der Antwort des Empfängers, und dem Grund, ' +
    'wenn eins fehlschlug.',
  showOlderDeliveries: 'Ältere Zustellungen zeigen',
  working: 'Funktioniert',
  failing: 'Gestört',
  disabled: 'Abgeschaltet',
  enableAgain: 'Wieder einschalten',
  sendATest: 'Test senden',
  newSecret: 'Neues Geheimnis',
  itWasDisabled: 'Er wurde abgeschaltet.',
  fixTheReceiverThen:
    'Bringen Sie den Empfänger in Ordnung und schalten Sie den Webhook dann wieder ein. ' +
    'Wartende Ereignisse werden dann gesendet.',
  deliveriesFail: 'Zustellungen schlagen fehl.',
  since: 'Seit',
  theyWillBeRetried: '; sie werden wiederholt.',
  theFormerSecretAlso: 'Das frühere Geheimnis signiert ebenfalls bis',
  webhooks: 'Webhooks',
  aTestWasSent: 'Ein Test wurde gesendet. Sein Ergebnis erscheint unter Zustellungen.',
  noWebhooksYet: 'Noch keine Webhooks',
  eventsAreSentTo:
    'Ereignisse werden an eine Adresse eines Ihrer Programme gesendet, wenn sie geschehen: ' +
    'signiert, der Reihe nach und wiederholt, bis sie angenommen sind.',
  makeANewSecret: 'Ein neues Geheimnis anlegen?',
  makeANewSecretTitle: 'Neues Geheimnis anlegen',
  for24HoursMessages: (url) =>
    `24 Stunden lang werden Nachrichten an ${url} mit beiden Geheimnissen signiert, damit ` +
    'der Empfänger ohne Lücke umgestellt werden kann.',
  deleteTheWebhookTo: (host) => `Den Webhook an ${host} löschen?`,
  deleteTheWebhook: 'Webhook löschen',
  nothingIsSentTo: (url) =>
    `An ${url} wird nichts mehr gesendet; was wartet, wird nicht gesendet, und seine ` +
    'Zustellungen werden gelöscht.',
  deliveriesTo: 'Zustellungen an',
};
