// A request whose claim on its Idempotency-Key was lost to another try has no effect: what the
// other try made may be gone again, or changed, and must not come back. Every operation that takes
// a key stands here, so a new one fails until it is tried, or exempt for a reason.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { present } from '#lib/assert.ts';
import { takesIdempotencyKey } from '#api/http/operation.ts';
import { OPERATIONS } from '#api/operations.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { RESULT_ID, setUpLabWithResults, SOURCE, WINDOW } from '../support/lab-with-results.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import type { TestService } from '../support/test-service.ts';
import { SECOND_USER } from '../support/test-service.ts';
import { foreignDocument } from '../visual/foreign-document.ts';

type RequestCase = {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly payload?: object;
};
type Asking = (place: Place) => RequestCase | Promise<RequestCase>;

const SWITCHES = 'it only stops, within five seconds, which a claim outlasts';
const EXEMPT: Readonly<Record<string, string>> = {
  checkScript: 'nothing is retained',
  checkVisualScript: 'nothing is retained',
  estimateAccountOrder: 'nothing is retained',
  endSessions: 'it only ends: who was signed out signs in again',
  checkAccount: 'it stores what the exchange says now, of this version of the credentials',
  requestBotComparison: 'a day of a run has one backtest, whichever try queues it',
  stopEverything: SWITCHES,
  whitelabelStopEverything: SWITCHES,
  partnerStopEverything: SWITCHES,
  fetchMarketHistory: 'minutes that are over are the same, whichever try fetches them',
  addDataPoints: 'points that are stored with the same value stay as they are',
  watchMarket: 'a market is watched or not, whichever try adds it',
  importCandles: 'candles that are stored already with the same figures stay as they are',
  previewStrategyBot: 'nothing is retained',
  whitelabelPreviewBot: 'nothing is retained',
  partnerPreviewBot: 'nothing is retained',
  verifyNotificationChannel: 'the store insists on the claim as for any change of a channel',
  testNotificationChannel: 'the same: it needs a channel that is proven',
  enableNotificationChannel: 'the same: it needs a channel that is disabled',
  resendNotificationDelivery: 'the same: it needs a message that failed',
  testWebhook: 'deliveries are in the database alone: test/integration/storage/webhooks',
  resendWebhookDelivery: 'deliveries are in the database alone: test/integration/storage/webhooks',
};

const GRID = {
  market_tag: SPOT_TAG,
  lower_price: '50000',
  upper_price: '70000',
  grid_count: 10,
  investment: '500',
};
const CREDENTIALS = { api_key: 'k', api_secret: 's' };
const OTHER_CREDENTIALS = { api_key: 'k2', api_secret: 's2' };
const CONNECTED = {
  exchange: 'still',
  market_type: 'spot',
  name: 'real',
  credentials: CREDENTIALS,
};

const TELEGRAM = { token: '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', chat_id: '40721' };
const CHANNEL = { name: 'mine', telegram: TELEGRAM };
const RULE = { name: 'orders', types: ['order.*'] };
const WEBHOOK = { url: 'https://example.com/hook' };

const OWN: Readonly<Record<string, Asking>> = {
  createScript: () => post('/v1/scripts', { name: 's', source: SOURCE }),
  createVisualScript: () => post('/v1/scripts/visual', { name: 'drawn', document: drawn() }),
  convertScript: async (place) => post(`/v1/scripts/${await makeVisual(place)}/convert`, {}),
  renameScript: ({ scriptId }) => ({
    method: 'PUT',
    url: `/v1/scripts/${scriptId}`,
    payload: { name: 'renamed' },
  }),
  replaceScriptSource: ({ scriptId }) => ({
    method: 'PUT',
    url: `/v1/scripts/${scriptId}/source`,
    payload: { source: "Log('later')" },
  }),
  setAccountLimits: ({ accountId }) => ({
    method: 'PUT',
    url: `/v1/accounts/${accountId}/limits`,
    payload: { max_orders_per_minute: 3, reset_losses: true },
  }),
  placeOrder: ({ market }) =>
    post('/v1/orders', { ...market, side: 'buy', type: 'limit', price: '50000', amount: '0.01' }),
  placeBracket: ({ accountId }) =>
    post(`/v1/accounts/${accountId}/brackets`, {
      market_tag: SPOT_TAG,
      direction: 'long',
      amount: '0.01',
      entry_price: '50000',
      stop_price: '40000',
    }),
  moveBracket: async ({ accountId, call }) => {
    const path = `/v1/accounts/${accountId}/brackets`;
    const wish = { market_tag: SPOT_TAG, direction: 'long', amount: '0.01' };
    const made = await call('POST', path, { ...wish, entry_price: '50000', stop_price: '40000' });
    const { bracket_id: id } = made.json<{ bracket_id: string }>();
    return { method: 'PUT', url: `${path}/${id}`, payload: { stop_price: '41000' } };
  },
  placeAccountOrder: ({ accountId }) =>
    post(`/v1/accounts/${accountId}/orders`, {
      market_tag: SPOT_TAG,
      side: 'buy',
      type: 'limit',
      price: '50000',
      amount: '0.01',
    }),
  createKey: () => post('/v1/keys', { name: 'k', scopes: ['read'] }),
  switchKey: async ({ call }) => {
    const made = await call('POST', '/v1/keys', { name: 'k' });
    const url = `/v1/keys/${made.json<{ key_id: string }>().key_id}/enabled`;
    return { method: 'PUT', url, payload: { is_enabled: false } };
  },
  createUser: () => post('/v1/users', { name: 'ada', role: 'read_only' }),
  changeRole: () => ({
    method: 'PUT',
    url: `/v1/users/${SECOND_USER}/role`,
    payload: { role: 'owner' },
  }),
  changePlan: () => ({
    method: 'PUT',
    url: `/v1/users/${SECOND_USER}/plan`,
    payload: { plan: 'starter' },
  }),
  allowAccountBots: ({ accountId }) => ({
    method: 'PUT',
    url: `/v1/accounts/${accountId}/bots`,
    payload: { allows_bots: false },
  }),
  connectAccount: () => post('/v1/accounts', CONNECTED),
  rotateAccountCredentials: async (place) => ({
    method: 'PUT',
    url: `${await connect(place)}/credentials`,
    payload: OTHER_CREDENTIALS,
  }),
  restoreAccountCredentials: async (place) => {
    const account = await connect(place);
    await place.call('PUT', `${account}/credentials`, OTHER_CREDENTIALS);
    return post(`${account}/credentials/restore`);
  },
  createBacktest: ({ market, scriptId }) =>
    post('/v1/backtests', { ...market, ...WINDOW, script_id: scriptId, interval: 60 }),
  createLab: ({ scriptId }) => post('/v1/labs', { name: 'lab', script_id: scriptId }),
  configureLab: async ({ call, lab, market }) => {
    await call('POST', `${lab}/cancel`);
    const parameters = [{ key: 'Fast', enabled: true, values: [4, 5, 6] }];
    const payload = { ...market, algorithm: 'brute_force', interval: 30, parameters };
    return { method: 'PUT', url: lab, payload };
  },
  startLab: async ({ call, lab }) => {
    await call('POST', `${lab}/cancel`);
    return post(`${lab}/start`, WINDOW);
  },
  cancelLab: ({ lab }) => post(`${lab}/cancel`),
  makeBotOfLabResult: ({ lab }) => post(`${lab}/results/${RESULT_ID}/bot`, { name: 'b' }),
  createBot: ({ market, scriptId }) =>
    post('/v1/bots', { ...market, name: 'b', script_id: scriptId }),
  editBot: async (place) => ({
    method: 'PUT',
    url: `/v1/bots/${await makeBot(place)}`,
    payload: { name: 'other', settings: { interval: 5 } },
  }),
  backtestStrategyBot: ({ accountId }) => {
    const bot = { account_id: accountId, type: 'spot_grid', config: GRID };
    return post('/v1/strategy-bots/backtests', { ...bot, ...WINDOW });
  },
  createStrategyBot: ({ accountId }) => post('/v1/strategy-bots', strategyBotOn(accountId)),
  editStrategyBot: async ({ accountId, call }) => {
    const made = await call('POST', '/v1/strategy-bots', strategyBotOn(accountId));
    const url = `/v1/strategy-bots/${made.json<{ bot_id: string }>().bot_id}`;
    return { method: 'PUT', url, payload: { config: { investment: '600' } } };
  },
  startBot: async (place) => post(`/v1/bots/${await makeBot(place)}/start`),
  stopBot: async (place) => post(`/v1/bots/${await makeRunningBot(place)}/stop`),
  startBots: async (place) => post('/v1/start-bots', { bot_ids: [await makeBot(place)] }),
  stopBots: async (place) => post('/v1/stop-bots', { bot_ids: [await makeRunningBot(place)] }),
  createWebhook: () => post('/v1/webhooks', WEBHOOK),
  rotateWebhook: async (place) => post(`${await makeWebhook(place)}/rotate`),
  enableWebhook: async (place) => post(`${await makeWebhook(place)}/enable`),
  createHook: async (place) => post('/v1/hooks', await hookOf(place)),
  rotateHook: async (place) => {
    const made = await place.call('POST', '/v1/hooks', await hookOf(place));
    return post(`/v1/hooks/${made.json<{ readonly hook_id: string }>().hook_id}/rotate`);
  },
  createNotificationChannel: () => post('/v1/notifications/channels', CHANNEL),
  changeNotificationChannel: async (place) => ({
    method: 'PUT',
    url: await makeChannel(place),
    payload: { name: 'other', is_muted: true },
  }),
  sendNotificationCode: async (place) => post(`${await makeChannel(place)}/code`),
  createNotificationRule: () => post('/v1/notifications/rules', RULE),
  replaceNotificationRule: async ({ call }) => {
    const made = await call('POST', '/v1/notifications/rules', RULE);
    const { rule_id: ruleId } = made.json<{ readonly rule_id: string }>();
    const payload = { ...RULE, name: 'other' };
    return { method: 'PUT', url: `/v1/notifications/rules/${ruleId}`, payload };
  },
  sendBotSignal: async (place) =>
    post(`/v1/bots/${await makeRunningBot(place)}/signals`, { name: 'go', action: 'buy' }),
  pauseBot: async (place) => post(`/v1/bots/${await makeRunningBot(place)}/pause`),
  resumeBot: async (place) => post(`/v1/bots/${await makeRunningBot(place)}/resume`),
};

async function makeRunningBot(place: Place): Promise<string> {
  const botId = await makeBot(place);
  await place.call('POST', `/v1/bots/${botId}/start`);
  return botId;
}

function strategyBotOn(accountId: string): object {
  return { name: 'g', account_id: accountId, type: 'spot_grid', config: GRID };
}

function drawn(): string {
  return foreignDocument([
    { id: 'signal', command: 'Input', inputs: { label: 'Length', defaultValue: '14' } },
  ]);
}

async function makeVisual({ call }: Place): Promise<string> {
  const made = await call('POST', '/v1/scripts/visual', { name: 'drawn', document: drawn() });
  return made.json<{ readonly script_id: string }>().script_id;
}

/** Returns its path. */
async function makeChannel({ call }: Place): Promise<string> {
  const made = await call('POST', '/v1/notifications/channels', CHANNEL);
  const { channel_id: channelId } = made.json<{ readonly channel_id: string }>();
  return `/v1/notifications/channels/${channelId}`;
}

async function hookOf(place: Place): Promise<object> {
  const script = { name: 'hears', source: "GetRemoteSignal('trend')" };
  const made = await place.call('POST', '/v1/scripts', script);
  const { script_id: scriptId } = made.json<{ readonly script_id: string }>();
  return { bot_id: await makeBot({ ...place, scriptId }), signal: 'trend' };
}

async function makeWebhook({ call, service }: Place): Promise<string> {
  const made = await call('POST', '/v1/webhooks', WEBHOOK);
  const { webhook_id: webhookId } = made.json<{ readonly webhook_id: string }>();
  const webhook = present(service.state.webhooks.get(webhookId), 'it is stored');
  const disabled = { atMs: 1, reason: 'it failed for three days' };
  service.state.webhooks.set(webhookId, { ...webhook, disabled });
  return `/v1/webhooks/${webhookId}`;
}

/** Behind the prefix of a surface. */
const OF_PARTNERS: Readonly<
  Record<string, (place: PartnerPlace) => RequestCase | Promise<RequestCase>>
> = {
  CreateKey: ({ surface }) => post(`/v1/${surface}/keys`, { name: 'k', scopes: [surface] }),
  CreateUser: ({ surface }) =>
    post(`/v1/${surface}/users`, {
      external_id: 'two',
      exchange: 'still',
      credentials: CREDENTIALS,
    }),
  RotateUserCredentials: ({ user }) => ({
    method: 'PUT',
    url: `${user}/credentials`,
    payload: OTHER_CREDENTIALS,
  }),
  SetUserLimits: ({ user }) => ({
    method: 'PUT',
    url: `${user}/limits/spot`,
    payload: { max_orders_per_minute: 3, reset_losses: true },
  }),
  CreateBot: ({ bots }) => post(bots, { type: 'spot_grid', config: GRID }),
  EditBot: async (place) => ({
    method: 'PUT',
    url: await makePartnerBot(place),
    payload: { config: { investment: '600' } },
  }),
  StartBot: async (place) => post(`${await makePartnerBot(place)}/start`),
  StopBot: async (place) => {
    const bot = await makePartnerBot(place);
    await place.call('POST', `${bot}/start`);
    return post(`${bot}/stop`);
  },
  CopyBot: async (place) => post(`${await makePartnerBot(place)}/copy`, {}),
  SendSignal: ({ surface }) =>
    post(`/v1/${surface}/signals`, { signal_token: 'trend', action: 'buy' }),
  RunBacktest: ({ user }) =>
    post(`${user}/backtests`, { type: 'spot_grid', config: GRID, ...WINDOW }),
};

suite('a request that was taken over has no effect', () => {
  for (const [name, asking] of Object.entries(OWN)) {
    test(name, async (t) => {
      const place = await setUp(t);
      await assertWithoutEffect(place, await asking(place));
    });
  }
  for (const surface of ['whitelabel', 'partner'] as const) {
    for (const [name, asking] of Object.entries(OF_PARTNERS)) {
      test(surface + name, async (t) => {
        const place = await setUpPartner(await setUp(t), surface);
        await assertWithoutEffect(place, await asking(place));
      });
    }
  }
});

test('every operation that takes an Idempotency-Key is tried, or exempt for a reason', () => {
  const surfaces = ['whitelabel', 'partner'];
  const ofPartners = surfaces.flatMap((surface) =>
    Object.keys(OF_PARTNERS).map((name) => surface + name),
  );
  const tried = [...Object.keys(OWN), ...ofPartners, ...Object.keys(EXEMPT)];
  // A DELETE only ends what it names, and what is gone cannot come back.
  const taking = OPERATIONS.filter(
    (operation) => takesIdempotencyKey(operation) && operation.method !== 'DELETE',
  ).map(({ operationId }) => operationId);
  assert.deepEqual(tried.toSorted(), taking.toSorted());
});

/** Asked under a claim that is lost at once; asked again without one it does change something. */
async function assertWithoutEffect(
  place: Place,
  { method, url, payload }: RequestCase,
): Promise<void> {
  const { call, service } = place;
  const before = await seen(place);
  const plain = { ...service.store };
  service.store.claim = async (request) => {
    const claim = await plain.claim(request);
    const laterMs = request.nowMs + request.lockMs + 1;
    const taken = await plain.claim({ ...request, ownerId: 'own_another', nowMs: laterMs });
    assert.equal(taken.kind, 'claimed', 'another try takes it over');
    return claim;
  };
  const refused = await call(method, url, payload, undefined, { 'idempotency-key': 'one' });
  assertProblem(refused, 'temporarily_unavailable', true);
  assert.deepEqual(await seen(place), before);
  service.store.claim = (request) => plain.claim(request);
  const done = await call(method, url, payload, undefined, { 'idempotency-key': 'two' });
  assert(done.statusCode < 300, done.body);
  assert.notDeepEqual(await seen(place), before);
}

/** Of what the state in memory does not have. */
const LISTS = [
  '/v1/labs',
  '/v1/backtests',
  '/v1/hooks',
  '/v1/notifications/channels',
  '/v1/notifications/rules',
  '/v1/notifications/deliveries',
];

/** Everything that requests change, but the records of the request itself. */
async function seen({ call, service }: Place): Promise<object> {
  const { records: _records, audit: _audit, keys, ...state } = service.state;
  const keysSeen = [...keys.values()].map(({ key }) => [key.keyId, key.isEnabled]);
  const lists = await Promise.all(
    LISTS.map(async (url) => (await call('GET', url)).json<object>()),
  );
  return { ...structuredClone(state), keysSeen, lists };
}

type LabSetUp = Awaited<ReturnType<typeof setUpLabWithResults>>;
type Place = Pick<LabSetUp, 'call' | 'scriptId'> & {
  readonly service: TestService;
  readonly accountId: string;
  readonly lab: string;
  readonly market: { readonly account_id: string; readonly market_tag: string };
};

async function setUp(t: TestContext): Promise<Place> {
  const { call, scriptId, service, url } = await setUpLabWithResults(t);
  const accountId = service.ownAccountId;
  const market = { account_id: accountId, market_tag: SPOT_TAG };
  return { call, scriptId, service, accountId, lab: url, market };
}

/** Returns the path of the account. */
async function connect({ call }: Place): Promise<string> {
  const made = await call('POST', '/v1/accounts', CONNECTED);
  return `/v1/accounts/${made.json<{ account_id: string }>().account_id}`;
}

async function makeBot({ call, market, scriptId }: Place): Promise<string> {
  const made = await call('POST', '/v1/bots', { ...market, name: 'b', script_id: scriptId });
  return made.json<{ bot_id: string }>().bot_id;
}

type PartnerPlace = Place & {
  readonly surface: string;
  readonly user: string;
  readonly bots: string;
};

async function setUpPartner(place: Place, surface: string): Promise<PartnerPlace> {
  const wish = { external_id: 'one', exchange: 'still', credentials: CREDENTIALS };
  const made = await place.call('POST', `/v1/${surface}/users`, wish);
  const user = `/v1/${surface}/users/${made.json<{ user_id: string }>().user_id}`;
  return { ...place, surface, user, bots: `${user}/bots` };
}

async function makePartnerBot({ bots, call }: PartnerPlace): Promise<string> {
  const made = await call('POST', bots, { type: 'spot_grid', config: GRID });
  return `${bots}/${made.json<{ bot_id: string }>().bot_id}`;
}

function post(url: string, payload?: object): RequestCase {
  return { method: 'POST', url, ...(payload === undefined ? {} : { payload }) };
}
