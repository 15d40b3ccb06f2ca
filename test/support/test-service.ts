// The API over stores in memory, a clock driven by hand and an exchange where nothing moves: what
// contract tests talk to. Every operation of the table is served as in production.

import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse as ReceivedResponse } from 'fastify';
import { SCOPES } from '#domain/access/scope.ts';
import type { Scope } from '#domain/access/scope.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { PartnerBotStore } from '#ports/stores/partner-bot-store.ts';
import type { PartnerUsageStore } from '#ports/stores/partner-usage-store.ts';
import type { PartnerSignalStore } from '#ports/stores/partner-signal-store.ts';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import { memoryPartnerBotStore } from '#adapters/memory/memory-partner-bot-store.ts';
import { memoryPartnerUsageStore } from '#adapters/memory/memory-partner-usage-store.ts';
import { memoryPartnerSignalStore } from '#adapters/memory/memory-partner-signal-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Jobs } from '#ports/work/jobs.ts';
import type { InstallationStore } from '#ports/stores/installation-store.ts';
import type { LabStore } from '#ports/stores/lab-store.ts';
import type { MarketFeed } from '#venue-port/exchange/market-feed.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';
import type { Passwords } from '#ports/world/passwords.ts';
import type { Log, LogFields } from '#venue-port/world/log.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import { candleFiles } from '#adapters/files/candle-files.ts';
import { webauthnPasskeys } from '#adapters/passkeys/webauthn-passkeys.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryInstallationStore } from '#adapters/memory/memory-installation-store.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryNotificationStore } from '#adapters/memory/memory-notification-store.ts';
import { memoryWebhookStore } from '#adapters/memory/memory-webhook-store.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { checkSource } from '#main/checks/check-source.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import type { VenueKey } from '#services/credentials/keyed-venue.fixture.ts';
import { keyedVenue, sealerFor, VENUE_KEY } from '#services/credentials/keyed-venue.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { ConsoleFiles } from '#api/pages/console-pages.ts';
import type { EdgeDeps, TierBudgets } from '#api/http/edge-deps.ts';
import { DEFAULT_SHARES, PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import type { OpenApiDocument } from '#api/openapi/open-api-document.ts';
import type { TidemillApi } from '#api/tidemill-api.ts';
import { tidemillApi } from '#api/tidemill-api.ts';
import { differencesFrom, operationAt } from './document-check.ts';
import type { HandClock } from './hand-clock.ts';
import { handClock } from './hand-clock.ts';
import type { Inject } from './request-carrier.ts';
import { carry } from './request-carrier.ts';
import type { StillExchange } from './still-exchange.ts';
import { stillExchange } from './still-exchange.ts';

export type LogLine = {
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: LogFields;
};

export type TestService = {
  readonly api: TidemillApi;
  readonly store: Store;
  /** What the store holds, except backtests and labs. */
  readonly state: MemoryState;
  readonly botRuns: BotRunStore;
  readonly partnerBots: PartnerBotStore;
  readonly signals: PartnerSignalStore;
  readonly inbox: BotInbox;
  readonly backtests: BacktestStore;
  readonly labs: LabStore;
  /** Where backtests and labs wait; nobody carries them out. */
  readonly jobs: Jobs<null>;
  readonly exchange: StillExchange;
  readonly installation: InstallationStore;
  readonly notifications: NotificationStore;
  /** Keys at the exchange, by API key; any other is of an account of its own. */
  readonly venueKeys: Map<string, VenueKey>;
  readonly log: readonly LogLine[];
  /** Requests that ended in a mistake of ours. */
  readonly defects: () => readonly LogLine[];
  /** Moved by hand. */
  readonly clock: HandClock;
  /** Makes a key for a user (the first one by default) and returns it in full. */
  makeKey(scopes: readonly Scope[], userId?: string): Promise<string>;
  /** An account of the first user, and one of the second. */
  readonly ownAccountId: string;
  readonly foreignAccountId: string;
  close(): Promise<void>;
};

const FIRST_USER = 'usr_first';
export const SECOND_USER = 'usr_second';
const STARTED_AT_MS = Date.UTC(2026, 10, 21, 10, 0, 0);

/**
 * `change` may replace parts of what the edge is given; `console`: the web console as built;
 * `state`: tables that others work on as well.
 */
export async function makeTestService(
  change: (deps: EdgeDeps) => EdgeDeps = (deps) => deps,
  budgets: TierBudgets = PUBLISHED_BUDGETS,
  console: ConsoleFiles | null = null,
  state: MemoryState = memoryState(),
): Promise<TestService> {
  const store = memoryStore(state);
  const jobs = memoryJobs();
  const backtests = memoryBacktestStore(jobs, store, state.requestedBacktests);
  const labs = memoryLabStore(jobs, store);
  const exchange = stillExchange();
  const venue = keyedVenue({ ...exchange }, store);
  // Tests change the exchange itself.
  exchange.checkCredentials = (...check) => venue.exchange.checkCredentials(...check);
  const clock = handClock(STARTED_AT_MS);
  const log: LogLine[] = [];
  await seed(store, clock.nowMs());
  const botRuns = memoryBotRunStore(state, clock);
  const inbox = memoryBotInbox(state);
  const partnerBots = memoryPartnerBotStore(state, inbox);
  const signals = memoryPartnerSignalStore(state, inbox);
  const usage = memoryPartnerUsageStore(state);
  const stores = { store, backtests, labs, botRuns, inbox, partnerBots, signals, usage };
  const installation = memoryInstallationStore();
  const outgoing = {
    webhooks: memoryWebhookStore(state),
    notifications: memoryNotificationStore(state),
  };
  const parts = { ...stores, ...outgoing, exchange, installation };
  const deps = testDeps(parts, clock, log, budgets);
  const api = await tidemillApi(change(deps), '0.0.0', console);
  checkResponses(api, budgets);
  return {
    api,
    store,
    state,
    botRuns,
    partnerBots,
    signals,
    inbox,
    backtests,
    labs,
    jobs,
    exchange,
    installation,
    notifications: outgoing.notifications,
    venueKeys: venue.keys,
    log,
    defects: () => log.filter(({ event }) => event === 'request_defect'),
    clock,
    makeKey: (scopes, userId = FIRST_USER) => makeKey(store, scopes, userId, clock.nowMs()),
    ownAccountId: 'acc_own',
    foreignAccountId: 'acc_foreign',
    close: () => api.close(),
  };
}

/** By what it says of budgets: nothing else differs between the documents of services here. */
const documents = new Map<TierBudgets, OpenApiDocument>();

function documentOf(api: TidemillApi, budgets: TierBudgets): OpenApiDocument {
  const document = documents.get(budgets) ?? api.document();
  documents.set(budgets, document);
  return document;
}

/** Each response of an operation to a request within the process is as the document says. */
/** Of which rows may be left out; of all others none is, since theirs are healthy. */
export const HAS_ODD_ROWS = new WeakSet<TidemillApi>();

function checkResponses(api: TidemillApi, budgets: TierBudgets): void {
  const { app } = api;
  const inject = app.inject.bind(app) as Inject;
  const checked = async (given: InjectOptions | string): Promise<ReceivedResponse> => {
    const request = typeof given === 'string' ? { url: given } : given;
    const { method = 'GET', url = '' } = request;
    const [path = ''] = (typeof url === 'string' ? url : url.pathname).split('?');
    const document = documentOf(api, budgets);
    const operation = method === 'HEAD' ? undefined : operationAt(document, method, path);
    // Of a stream the body is not there yet.
    if (operation === undefined || request.payloadAsStream === true) return inject(request);
    const response = await carry({ request, path, operation, document }, inject);
    const { statusCode: status, headers, body: text } = response;
    const header = (name: string) => headers[name.toLowerCase()]?.toString();
    const differences = differencesFrom(document, operation, { status, header, text });
    assert.deepEqual(differences, [], `${method} ${path} ${status}`);
    if (!HAS_ODD_ROWS.has(api))
      assert.equal(header('X-Left-Out'), undefined, `${method} ${path}: a healthy row is left out`);
    return response;
  };
  Object.assign(app, { inject: checked });
}

/**
 * Closes the service after the test, and forgets it: a test's hooks are retained until the last
 * test of the process, and a service is megabytes.
 */
export function closeAfter(
  test: { after(hook: () => Promise<void>): void },
  service: Pick<TestService, 'close'>,
): void {
  let open: Pick<TestService, 'close'> | null = service;
  test.after(async () => {
    const closing = open?.close();
    open = null;
    await closing;
  });
}

/** Budgets that no test uses up. */
export const AMPLE_BUDGETS: TierBudgets = {
  reads: { requests: 1_000_000, windowMs: 60_000 },
  writes: { requests: 1_000_000, windowMs: 60_000 },
  trading: { requests: 1_000_000, windowMs: 60_000 },
  expensive: { requests: 1_000_000, windowMs: 3_600_000 },
};

type Harness = Pick<
  TestService,
  'store' | 'backtests' | 'labs' | 'botRuns' | 'inbox' | 'partnerBots' | 'signals' | 'notifications'
> & {
  readonly exchange: Exchange;
  readonly usage: PartnerUsageStore;
  readonly installation: InstallationStore;
  readonly webhooks: WebhookStore;
};

const random = { bytes: (count: number) => randomBytes(count) };
const NO_CANDLES = {
  candleFiles,
  history: memoryHistoryStore(),
  candleSources: [],
  archiveCode: 'archive',
  marketFeeds: new Map<string, MarketFeed>(),
};

/** Changes are heard of, and there is little to do. */
const UNTROUBLED = { hearsChanges: () => true, isLate: () => false };

function testDeps(
  harness: Harness,
  clock: HandClock,
  log: LogLine[],
  budgets: TierBudgets,
): EdgeDeps {
  const { store, backtests, labs, exchange, botRuns, inbox, partnerBots, signals } = harness;
  const logPort = recordingLog(log);
  const secrets = systemSecrets(new Uint8Array(32).fill(9));
  const stores = {
    orders: store,
    accounts: store,
    idempotency: store,
    partners: store,
    keys: store,
  };
  const machine = { clock, digest: systemDigest, log: logPort };
  const exchanges = exchangeRegistry([exchange]);
  const ofBots = { bots: store, botRuns };
  return {
    ports: {
      clock,
      timer: clock,
      random,
      log: logPort,
      keys: store,
      idempotency: store,
      secrets,
      rateLimits: null,
    },
    reserved: stores,
    signIn: { ...machine, ...signInParts, signIns: store, secrets, random },
    services: {
      reserve: { ...stores, ...machine, ...ofBots, timer: clock, riskSwitch: store, exchanges },
      ...stores,
      ...machine,
      ...ofBots,
      ...storesBeside(store),
      exchanges,
      backtests,
      labs,
      scripts: store,
      checker: { check: async (source, libraries) => checkSource(source, libraries) },
      inbox,
      partnerBots,
      signals,
      ...othersOf(harness, secrets),
      futuresTerms: [],
      ...NO_CANDLES,
      ...venuesOf(exchange),
      random,
    },
    baseUrl: 'http://tidemill.test',
    hostNames: [],
    docsUrl: 'http://tidemill.test',
    budgets,
    ...DEFAULT_SHARES,
    // Tests ask without keys as often as they like.
    unknownCallers: { requests: 1_000_000, windowMs: 60_000 },
    giveWay: (_userId, work) => work(),
    trustedProxies: [],
    cursorKey: new Uint8Array(32).fill(7),
    newRequestId: randomUUID,
    ...UNTROUBLED,
    isReady: async () => true,
    figures: () => [
      { name: 'tidemill_test_gauge', kind: 'gauge', help: 'A figure.', samples: [{ value: 42 }] },
    ],
  };
}

function othersOf({ webhooks, notifications, usage, installation }: Harness, secrets: Secrets) {
  const notificationRules = { networks: [], hasMailServer: true };
  const outgoing = { webhooks, webhookNetworks: [], notifications, notificationRules };
  return { ...outgoing, secrets, usage, installation };
}

/** It stands for a real one. */
function venuesOf({ code }: Exchange) {
  const paperVenues = [{ code, openWallet: async () => undefined }];
  return { simulatedVenues: [], paperVenues, ledger: { listLedger: async () => [] } };
}

/** As real ones, without what makes them slow. */
const plainPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, hashed) => hashed === `plain ${password}`,
};

const signInParts = { passwords: plainPasswords, passkeys: webauthnPasskeys() };

function storesBeside(store: Store) {
  const others = {
    users: store,
    signIns: store,
    riskSwitch: store,
    events: store,
    equity: store,
    hooks: store,
    watchLists: store,
    dataSeries: store,
  };
  return { credentials: store, sealerFor, ...others };
}

function recordingLog(lines: LogLine[]): Log {
  const at =
    (level: keyof Log) =>
    (event: string, fields: LogFields): void =>
      void lines.push({ level, event, fields });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

async function seed(store: Store, nowMs: number): Promise<void> {
  await store.setVenueKey(VENUE_KEY, null);
  const names = [
    [FIRST_USER, 'acc_own'],
    [SECOND_USER, 'acc_foreign'],
  ] as const;
  for (const [userId, accountId] of names) {
    const user = { userId, name: userId, plan: 'unlimited', planUntilMs: null } as const;
    await store.insertUser({ ...user, createdAtMs: nowMs });
    const account = { accountId, name: 'Main', exchange: 'still', createdAtMs: nowMs };
    await store.insertAccount(sampleAccount(userId, account));
    const offer = { exchanges: ['still'], marketTags: [] };
    await store.insertPartner({ partnerId: userId, ...offer, createdAtMs: nowMs });
  }
  await store.setRole(FIRST_USER, 'owner');
}

let keysMade = 0;

async function makeKey(
  store: Store,
  scopes: readonly Scope[],
  userId: string,
  createdAtMs: number,
): Promise<string> {
  keysMade += 1;
  const key = `tm_live_${String(keysMade).padStart(43, 'k')}`;
  const row = {
    keyId: `key_${keysMade}`,
    userId,
    name: 'test',
    prefix: key.slice(0, 12),
    scopes,
    isEnabled: true,
    createdAtMs,
    lastUsedAtMs: null,
    expiresAtMs: null,
    addresses: [],
    endUserId: null,
  };
  await store.insertKey(row, hash('sha256', key, 'buffer'), null);
  return key;
}

/** Every scope but one. */
export function scopesWithout(scope: Scope): readonly Scope[] {
  return SCOPES.filter((other) => other !== scope);
}
