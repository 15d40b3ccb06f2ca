// Data: every operation that changes something, by what it does to access and limits. One that is
// not here is unclassified, which breaks law 8.

import type { EventType } from '#domain/event-log/event-catalogue.ts';

export type ProtectionClass = 'mints' | 'loosens' | 'silences' | 'tightens' | 'neither';

type Classes = Readonly<Record<ProtectionClass, readonly string[]>>;

export const OPERATION_CLASSES: Classes = {
  /** Makes a way in or out that outlives the key or session by which it was made. */
  mints: [
    'createKey',
    'switchKey',
    'createUser',
    'createHook',
    'rotateHook',
    'createWebhook',
    'rotateWebhook',
    'enableWebhook',
    'createNotificationChannel',
    'verifyNotificationChannel',
    'enableNotificationChannel',
    'connectAccount',
    'rotateAccountCredentials',
    'restoreAccountCredentials',
    'whitelabelCreateKey',
    'partnerCreateKey',
    'whitelabelCreateUser',
    'partnerCreateUser',
    'whitelabelRotateUserCredentials',
    'partnerRotateUserCredentials',
  ],
  /** May lift what limits the caller. */
  loosens: [
    'setAccountLimits',
    'whitelabelSetUserLimits',
    'partnerSetUserLimits',
    'allowAccountBots',
    'changeRole',
    'changePlan',
  ],
  /** Stops what tells the owner. A person does so every night, so that a session needs no proof. */
  silences: [
    'changeNotificationChannel',
    'deleteNotificationChannel',
    'replaceNotificationRule',
    'deleteNotificationRule',
  ],
  /** Takes access or room away: possible for whoever has the scope, at once. */
  tightens: [
    'deleteKey',
    'whitelabelRevokeKey',
    'partnerRevokeKey',
    'endSessions',
    'deleteHook',
    'deleteWebhook',
    'removeAccountCredentials',
    'stopEverything',
    'whitelabelStopEverything',
    'partnerStopEverything',
    'stopBot',
    'stopBots',
    'pauseBot',
    'whitelabelStopBot',
    'partnerStopBot',
    'cancelBracket',
    'cancelOrder',
    'cancelAccountOrders',
    'whitelabelCancelUserOrder',
    'partnerCancelUserOrder',
    'whitelabelCancelUserOrders',
    'partnerCancelUserOrders',
    'whitelabelCancelBotOrder',
    'partnerCancelBotOrder',
    'cancelLab',
    'whitelabelCancelBacktest',
    'partnerCancelBacktest',
  ],
  neither: [],
};

const RENEWS = 'it renews what was announced when it was made, and the list shows since when';
const LISTED = 'it stands in the list of keys and in that of who changed what, with its last use';
const OF_ANOTHER = 'it is of a user who is in the charge of its maker';
const AT_EXCHANGE =
  'its exchange reports a new key to its owner, and the list of accounts shows it';

/** Of what mints access, the event by which its owner hears of it; else why there is none. */
export const ANNOUNCED: Readonly<Record<string, EventType>> = {
  createHook: 'hook.created',
  createWebhook: 'webhook.created',
  createNotificationChannel: 'channel.created',
};
export const UNANNOUNCED: Readonly<Record<string, readonly string[]>> = {
  [RENEWS]: [
    'rotateHook',
    'rotateWebhook',
    'enableWebhook',
    'verifyNotificationChannel',
    'enableNotificationChannel',
  ],
  [LISTED]: ['createKey', 'switchKey'],
  [OF_ANOTHER]: [
    'createUser',
    'whitelabelCreateKey',
    'partnerCreateKey',
    'whitelabelCreateUser',
    'partnerCreateUser',
    'whitelabelRotateUserCredentials',
    'partnerRotateUserCredentials',
  ],
  [AT_EXCHANGE]: ['connectAccount', 'rotateAccountCredentials', 'restoreAccountCredentials'],
};

const TRADES = 'it trades within the limits, which is what its scope is for';
const COMPUTES = 'it computes, and moves nothing';
const RETAINS = 'it changes what the user has here, without access and without orders';
const TELLS = 'it sends to an address that was proved or made before';
const DESTROYS = 'it destroys for good, which another guard is for: the name, or a confirmation';

/** Those of neither kind, by the reason. */
export const NEITHER: Readonly<Record<string, readonly string[]>> = {
  [TRADES]: [
    'placeOrder',
    'placeAccountOrder',
    'placeBracket',
    'moveBracket',
    'startBot',
    'startBots',
    'resumeBot',
    'sendBotSignal',
    'whitelabelStartBot',
    'partnerStartBot',
    'whitelabelSendSignal',
    'partnerSendSignal',
  ],
  [COMPUTES]: [
    'fetchMarketHistory',
    'importCandles',
    'checkAccount',
    'estimateAccountOrder',
    'checkScript',
    'checkVisualScript',
    'createBacktest',
    'startLab',
    'previewStrategyBot',
    'backtestStrategyBot',
    'requestBotComparison',
    'whitelabelPreviewBot',
    'partnerPreviewBot',
    'whitelabelRunBacktest',
    'partnerRunBacktest',
  ],
  [RETAINS]: [
    'createNotificationRule',
    'createScript',
    'watchMarket',
    'unwatchMarket',
    'addDataPoints',
    'deleteDataSeries',
    'createVisualScript',
    'convertScript',
    'renameScript',
    'deleteScript',
    'replaceScriptSource',
    'deleteBacktest',
    'createLab',
    'configureLab',
    'deleteLab',
    'makeBotOfLabResult',
    'createBot',
    'editBot',
    'createStrategyBot',
    'editStrategyBot',
    'whitelabelCreateBot',
    'partnerCreateBot',
    'whitelabelEditBot',
    'partnerEditBot',
    'whitelabelCopyBot',
    'partnerCopyBot',
  ],
  [TELLS]: [
    'testWebhook',
    'resendWebhookDelivery',
    'sendNotificationCode',
    'testNotificationChannel',
    'resendNotificationDelivery',
  ],
  [DESTROYS]: [
    'deleteUser',
    'deleteBot',
    'whitelabelDeleteUser',
    'partnerDeleteUser',
    'whitelabelDeleteBot',
    'partnerDeleteBot',
  ],
};

/**
 * Makers of access whose scope the published contract states, and their twins on the other surface
 * of partners.
 */
export const PUBLISHED_SCOPES: ReadonlySet<string> = new Set([
  'whitelabelCreateKey',
  'partnerCreateKey',
  'whitelabelCreateUser',
  'partnerCreateUser',
]);

const PROOF = 'it is itself the proof';
const ASKS = 'it asks for the former password, or for a sign-in by link some minutes ago';

/** Requests by which people sign in, by what they do to access. */
export const SIGN_IN_CLASSES: Readonly<Record<string, 'mints' | 'tightens' | { reason: string }>> =
  {
    'POST /auth/sign-in': { reason: PROOF },
    'POST /auth/code': { reason: PROOF },
    'POST /auth/link': { reason: PROOF },
    'POST /auth/passkey/begin': { reason: PROOF },
    'POST /auth/passkey': { reason: PROOF },
    'POST /auth/confirm': { reason: PROOF },
    'POST /auth/password': { reason: ASKS },
    'POST /auth/sign-out': 'tightens',
    'POST /auth/sessions/end': 'tightens',
    'POST /auth/sessions/end-others': 'tightens',
    'POST /auth/sign-in-link': 'mints',
    'POST /auth/app/begin': 'mints',
    'POST /auth/app': 'mints',
    'POST /auth/app/remove': 'mints',
    'POST /auth/recovery-codes': 'mints',
    'POST /auth/passkeys/begin': 'mints',
    'POST /auth/passkeys': 'mints',
    'POST /auth/passkeys/remove': 'mints',
  };
