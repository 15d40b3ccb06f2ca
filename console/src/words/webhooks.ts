// Texts of webhooks and hooks.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  waiting: 'Waiting',
  accepted: 'Accepted',
  givenUp: 'Given up',
  test: 'Test',
  eventOf: (eventId: Piece, objectId: Piece) => `Event ${eventId} of ${objectId}`,
  resend: 'Resend',
  theTest: ' the test',
  event: (eventId: Piece) => ` event ${eventId}`,
  times: (attempts: Piece) => `${attempts} times`,
  tried: (problem: Piece, times: Piece) => `${problem} Tried ${times}.`,
  response: (status: Piece) => `Response ${status}`,
  toEvent: (eventId: Piece) => `to event ${eventId}`,
  keepThisAddressNow: 'Keep this address now',
  keepBothSecretsNow: 'Keep both secrets now',
  itIsASecret:
    'It is a secret, is not stored and cannot be shown again. In TradingView it belongs ' +
    'into the field “Webhook URL” of an alert, which takes ports 80 and 443 only.',
  theyAreNotStored:
    'They are not stored and cannot be shown again. Your program sends to the address, and ' +
    'signs the body of each message with the secret, in X-Tidemill-Signature.',
  webhookUrl: 'Webhook URL',
  theAddress: 'the address',
  signingSecret: 'Signing secret',
  theSigningSecret: 'the signing secret',
  it: 'it',
  both: 'both',
  iHaveSaved: (it: Piece) => `I have saved ${it}`,
  fromAnywhere: 'from anywhere',
  from: (allowed: Piece) => `from ${allowed}`,
  signed: '; signed',
  to: (botName: Piece, fromAnywhere: Piece, signed: Piece) =>
    `To ${botName}; ${fromAnywhere}${signed}`,
  theSameMessageAgain: (repeatWindowSeconds: Piece) =>
    `The same message again within ${repeatWindowSeconds} s does not trade.`,
  aTextThatSays: 'A text that says only “sell” opens a short.',
  textsSuchAs: 'Texts such as',
  messages: 'Messages',
  of: (signal: Piece) => `of ${signal}`,
  newAddress: 'New address',
  delete: 'Delete',
  hook: (signal: Piece) => `hook ${signal}`,
  nothingCameInYet: 'Nothing came in yet.',
  suchAsActionTicker:
    'Such as “{{action}} {{ticker}}”. Empty: JSON, an action alone, and the text that ' +
    'TradingView proposes for strategies.',
  of0EachMessageTrades:
    '0: each message trades. Otherwise the same text within so long after it trades once. ' +
    'Messages with an id trade once in any case.',
  formOfTexts: 'Form of texts',
  sameMessageAgainWithin: 'Same message again within',
  onlyFromTheAddresses: 'Only from the addresses of TradingView',
  forAProgramOf: 'For a program of your own: it gets a signing secret. TradingView cannot sign.',
  onlySignedMessages: 'Only signed messages',
  otherwiseItClosesA:
    'Otherwise it closes a long position. The text that TradingView proposes says which.',
  aTextThatSaysOnly: 'A text that says only “sell” opens a short',
  aBotThatWas: 'a bot that was deleted',
  addAHook: 'Add a hook',
  signalsFromOutside: 'Signals from outside',
  noHooksYet: 'No hooks yet',
  aHookIsA:
    'A hook is a secret address. What is sent there, such as an alert of TradingView, ' +
    'becomes a signal for a bot.',
  whatIsSentTo: (signal: Piece, hook: Piece) =>
    `What is sent to the address of “${signal}” for ${hook} is refused from then on.`,
  makeANewAddress: 'Make a new address?',
  makeANewAddressTitle: 'Make a new address',
  deleteThisHook: 'Delete this hook?',
  deleteTheHook: 'Delete the hook',
  noBotListensTo:
    'No bot listens to signals yet. A signal bot does, an averaging bot with a signal ' +
    'token, and a script that calls GetRemoteSignal. Make one first.',
  close: 'Close',
  bot: 'Bot',
  cancel: 'Cancel',
  adding: 'Adding…',
  addTheHook: 'Add the hook',
  signal: 'Signal',
  whatItsScriptPasses: 'What its script passes to GetRemoteSignal, such as “trend”.',
  addAWebhook: 'Add a webhook',
  address: 'Address',
  ofAProgramOf: 'Of a program of yours, such as https://example.com/tidemill.',
  allEvents: 'All events',
  alsoOfTypesThat:
    'Also of types that are added later; the receiver leaves out what it does not know.',
  addTheWebhook: 'Add the webhook',
  keepThisSecretNow: 'Keep this secret now',
  itCannotBeShown:
    'It cannot be shown again. The receiver verifies the signature of each message with it, ' +
    'by any library of',
  standardWebhooks: 'Standard Webhooks',
  theSecret: 'the secret',
  iHaveSavedIt: 'I have saved it',
  deliveries: 'Deliveries',
  nothingSentYet: 'Nothing sent yet',
  sentEventsAppearHere:
    'Sent events appear here with the receiver’s response, and the reason if one failed.',
  showOlderDeliveries: 'Show older deliveries',
  working: 'Working',
  failing: 'Failing',
  disabled: 'Disabled',
  enableAgain: 'Enable again',
  sendATest: 'Send a test',
  newSecret: 'New secret',
  itWasDisabled: 'It was disabled.',
  fixTheReceiverThen:
    'Fix the receiver, then enable the webhook again. Waiting events are sent then.',
  deliveriesFail: 'Deliveries fail.',
  since: 'Since',
  theyWillBeRetried: '; they will be retried.',
  theFormerSecretAlso: 'The former secret also signs until',
  webhooks: 'Webhooks',
  aTestWasSent: 'A test was sent. Its result appears under Deliveries.',
  noWebhooksYet: 'No webhooks yet',
  eventsAreSentTo:
    'Events are sent to an address of a program of yours as they happen: signed, in order, ' +
    'and again until they are accepted.',
  makeANewSecret: 'Make a new secret?',
  makeANewSecretTitle: 'Make a new secret',
  for24HoursMessages: (url: Piece) =>
    `For 24 hours messages to ${url} are signed with both secrets, so that the receiver can ` +
    'be changed without a gap.',
  deleteTheWebhookTo: (host: Piece) => `Delete the webhook to ${host}?`,
  deleteTheWebhook: 'Delete the webhook',
  nothingIsSentTo: (url: Piece) =>
    `Nothing is sent to ${url} any more; what waits is not sent, and its deliveries are deleted.`,
  deliveriesTo: 'Deliveries to',
} as const;

export type WebhooksWords = typeof ENGLISH;
export const WEBHOOKS = wordsOf('webhooks', ENGLISH);
