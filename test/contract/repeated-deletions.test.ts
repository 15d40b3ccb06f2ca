// Every DELETE under an Idempotency-Key has the same response again, where it would be 404 without
// one; a key that belongs to another request is refused. A try that takes over from one whose
// response was lost finds nothing, and has been done. A new DELETE fails until it stands here.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { OPERATIONS } from '#api/operations.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { sampleOrder, sampleUser } from '#ports/stores/store.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { setUpLabWithResults, WINDOW } from '../support/lab-with-results.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';

type LabSetUp = Awaited<ReturnType<typeof setUpLabWithResults>>;
type Place = LabSetUp & {
  /** Makes one, and returns its id. */
  makeOne(this: void, url: string, payload: object, field: string): Promise<string>;
  readonly market: { readonly account_id: string; readonly market_tag: string };
};
type PartnerPlace = Place & {
  readonly surface: string;
  readonly user: string;
  readonly userId: string;
};

const GRID = {
  market_tag: SPOT_TAG,
  lower_price: '50000',
  upper_price: '70000',
  grid_count: 10,
  investment: '500',
};
const CREDENTIALS = { api_key: 'k', api_secret: 's' };
const CONNECTED = {
  exchange: 'still',
  market_type: 'spot',
  name: 'real',
  credentials: CREDENTIALS,
};
const TELEGRAM = { token: '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', chat_id: '40721' };
const SURFACES = ['whitelabel', 'partner'] as const;
const NOTHING_ELSE = 'cancel_orders=false&close_position=false';

/** Paths of what is there to be deleted. */
const OWN: Readonly<Record<string, (place: Place) => Promise<string>>> = {
  cancelAccountOrders: async (place) => {
    await placeOrder(place);
    return `/v1/accounts/${place.market.account_id}/orders`;
  },
  cancelBracket: async ({ makeOne, market }) => {
    const path = `/v1/accounts/${market.account_id}/brackets`;
    const { market_tag } = market;
    const exits = { entry_price: '20000', stop_price: '10000' };
    const bracket = { market_tag, direction: 'long', amount: '0.01', ...exits };
    return `${path}/${await makeOne(path, bracket, 'bracket_id')}`;
  },
  removeAccountCredentials: async ({ makeOne }) =>
    `/v1/accounts/${await makeOne('/v1/accounts', CONNECTED, 'account_id')}/credentials`,
  cancelOrder: async (place) => `/v1/orders/${await placeOrder(place)}`,
  deleteWebhook: async ({ makeOne }) =>
    `/v1/webhooks/${await makeOne('/v1/webhooks', { url: 'https://example.com/h' }, 'webhook_id')}`,
  deleteHook: async (place) => {
    const source = "GetRemoteSignal('trend')";
    const scriptId = await place.makeOne('/v1/scripts', { name: 'hears', source }, 'script_id');
    const hook = { bot_id: await makeBot({ ...place, scriptId }), signal: 'trend' };
    return `/v1/hooks/${await place.makeOne('/v1/hooks', hook, 'hook_id')}`;
  },
  unwatchMarket: async ({ call, market }) => {
    const url = `/v1/watched-markets/${market.market_tag}`;
    assert.equal((await call('PUT', url)).statusCode, 200);
    return url;
  },
  deleteDataSeries: async ({ call }) => {
    const points = [{ at: '2026-11-01T00:00:00Z', value: '1' }];
    const added = await call('PUT', '/v1/data-series', { name: 'mood', points });
    assert.equal(added.statusCode, 200);
    return '/v1/data-series/mood';
  },
  deleteNotificationChannel: async ({ makeOne }) => {
    const url = '/v1/notifications/channels';
    return `${url}/${await makeOne(url, { name: 'mine', telegram: TELEGRAM }, 'channel_id')}`;
  },
  deleteNotificationRule: async ({ makeOne }) => {
    const url = '/v1/notifications/rules';
    return `${url}/${await makeOne(url, { name: 'orders', types: ['order.*'] }, 'rule_id')}`;
  },
  deleteKey: async ({ makeOne }) =>
    `/v1/keys/${await makeOne('/v1/keys', { name: 'k' }, 'key_id')}`,
  deleteUser: async ({ service }) => {
    const user = sampleUser({ userId: 'usr_third', name: 'third' });
    await service.store.insertUser(user);
    return '/v1/users/usr_third?name=third';
  },
  deleteScript: async ({ makeOne }) =>
    `/v1/scripts/${await makeOne('/v1/scripts', { name: 's', source: "Log('')" }, 'script_id')}`,
  deleteBacktest: async ({ makeOne, market, scriptId }) => {
    const request = { ...market, ...WINDOW, script_id: scriptId, interval: 60 };
    return `/v1/backtests/${await makeOne('/v1/backtests', request, 'backtest_id')}`;
  },
  deleteLab: async ({ url }) => url,
  deleteBot: async (place) => `/v1/bots/${await makeBot(place)}?${NOTHING_ELSE}`,
};

/** Behind the prefix of a surface. */
const OF_PARTNERS: Readonly<Record<string, (place: PartnerPlace) => Promise<string>>> = {
  RevokeKey: async ({ makeOne, surface }) => {
    const keys = `/v1/${surface}/keys`;
    return `${keys}/${await makeOne(keys, { name: 'k', scopes: [surface] }, 'key_id')}`;
  },
  DeleteUser: async ({ user }) => user,
  CancelUserOrders: async (place) => {
    await placeUserOrder(place);
    return `${place.user}/orders`;
  },
  CancelUserOrder: async (place) => `${place.user}/orders/${await placeUserOrder(place)}`,
  DeleteBot: async (place) => `${await makeUserBot(place)}?${NOTHING_ELSE}`,
  CancelBotOrder: async (place) => {
    const bot = await makeUserBot(place);
    return `${bot}/orders/${await placeUserOrder(place, bot.split('/').at(-1))}`;
  },
  CancelBacktest: async ({ makeOne, surface, user }) => {
    const request = { type: 'spot_grid', config: GRID, ...WINDOW };
    return `/v1/${surface}/backtests/${await makeOne(`${user}/backtests`, request, 'backtest_id')}`;
  },
};

suite('a deletion under its Idempotency-Key has the response of the first again', () => {
  for (const [name, prepare] of Object.entries(OWN)) {
    test(name, async (t) => {
      const place = await setUp(t);
      await assertRepeats(place, await prepare(place));
      await assertResumes(await setUp(t), name, prepare);
    });
  }
  for (const surface of SURFACES) {
    for (const [name, prepare] of Object.entries(OF_PARTNERS)) {
      test(surface + name, async (t) => {
        const place = await setUpPartner(await setUp(t), surface);
        await assertRepeats(place, await prepare(place));
        const again = await setUpPartner(await setUp(t), surface);
        await assertResumes(again, name, prepare);
      });
    }
  }
});

test('what was left is done by the same request under the same key', async (t) => {
  const place = await setUp(t);
  const { call, service } = place;
  const orderId = await placeOrder(place);
  const url = `/v1/accounts/${place.market.account_id}/orders`;
  const remove = async () => (await call('DELETE', url, undefined, undefined, KEY)).json<object>();
  service.exchange.beforeCall = () => Promise.reject(new Failure('unavailable', 'it is away'));
  assert.deepEqual(await remove(), { cancelled_count: 0, working_order_ids: [orderId] });
  service.exchange.beforeCall = async () => {};
  assert.deepEqual(await remove(), { cancelled_count: 1, working_order_ids: [] });
  assert.deepEqual(await remove(), { cancelled_count: 1, working_order_ids: [] });
});

test('every DELETE is tried', () => {
  const ofPartners = SURFACES.flatMap((surface) =>
    Object.keys(OF_PARTNERS).map((name) => surface + name),
  );
  const deletions = OPERATIONS.filter(({ method }) => method === 'DELETE');
  const tried = [...Object.keys(OWN), ...ofPartners].toSorted();
  assert.deepEqual(tried, deletions.map(({ operationId }) => operationId).toSorted());
});

const KEY = { 'idempotency-key': 'one' };

async function assertRepeats({ call }: Place, url: string): Promise<void> {
  const remove = (headers = {}, path = url) => call('DELETE', path, undefined, undefined, headers);
  const first = await remove(KEY);
  assert(first.statusCode < 300, first.body);
  const again = await remove(KEY);
  assert.equal(again.statusCode, first.statusCode, again.body);
  assert.equal(again.body, first.body);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  const other = await remove(KEY, '/v1/bots/bot_none?cancel_orders=false&close_position=false');
  assertProblem(other, 'idempotency_key_reuse', true);
  if (first.statusCode === 204 && !url.endsWith('/credentials')) {
    assert.equal((await remove()).statusCode, 404, 'without one it is the natural response');
  }
}

/** The deletion is carried out, and its outcome cannot be retained. */
async function assertResumes<Own extends Place>(
  place: Own,
  name: string,
  prepare: (place: Own) => Promise<string>,
): Promise<void> {
  const { call, service } = place;
  const url = await prepare(place);
  const headers = { 'idempotency-key': 'two' };
  const plain = { ...service.store };
  service.store.complete = () => Promise.reject(new Failure('unavailable', 'it is away'));
  const lost = await call('DELETE', url, undefined, undefined, headers);
  service.store.complete = (completion) => plain.complete(completion);
  assertProblem(lost, 'temporarily_unavailable', true);
  const resumed = await call('DELETE', url, undefined, undefined, headers);
  if (/Cancel\w*Order$|^cancelOrder$/.test(name)) assertProblem(resumed, 'order_not_found', true);
  else assert(resumed.statusCode < 300, resumed.body);
}

async function setUp(t: TestContext): Promise<Place> {
  const lab = await setUpLabWithResults(t);
  const makeOne: Place['makeOne'] = async (url, payload, field) => {
    const made = await lab.call('POST', url, payload);
    assert(made.statusCode < 300, made.body);
    return String(made.json<Readonly<Record<string, unknown>>>()[field]);
  };
  const market = { account_id: lab.service.ownAccountId, market_tag: SPOT_TAG };
  return { ...lab, makeOne, market };
}

async function setUpPartner(place: Place, surface: string): Promise<PartnerPlace> {
  const users = `/v1/${surface}/users`;
  const wish = { external_id: 'one', exchange: 'still', credentials: CREDENTIALS };
  const userId = await place.makeOne(users, wish, 'user_id');
  return { ...place, surface, user: `${users}/${userId}`, userId };
}

async function placeOrder({ makeOne, market }: Place): Promise<string> {
  const order = { ...market, side: 'buy', type: 'limit', price: '50000', amount: '0.01' };
  return makeOne('/v1/orders', order, 'order_id');
}

async function makeBot({ makeOne, market, scriptId }: Place): Promise<string> {
  return makeOne('/v1/bots', { ...market, name: 'b', script_id: scriptId }, 'bot_id');
}

/** Returns its path. */
async function makeUserBot({ makeOne, user }: PartnerPlace): Promise<string> {
  const payload = { type: 'spot_grid', config: GRID };
  return `${user}/bots/${await makeOne(`${user}/bots`, payload, 'bot_id')}`;
}

/** As if a bot had placed it. */
async function placeUserOrder(place: PartnerPlace, botId: string | null = null): Promise<string> {
  const { service, userId } = place;
  const accounts = await service.store.listAccounts(userId, null, 10);
  const account = present(
    accounts.find(({ marketType }) => marketType === 'spot'),
    'it trades spot',
  );
  const order = sampleOrder(account.accountId, {
    botId,
    marketTag: SPOT_TAG,
    state: 'open',
    amount: decimal('0.01'),
  });
  await service.store.insertIntent(order);
  const instants = { decidedAtMs: 0, sendByMs: Number.MAX_SAFE_INTEGER };
  await service.exchange.placeOrder(account, { ...order, marketTag: SPOT_TAG, ...instants });
  return order.orderId;
}
