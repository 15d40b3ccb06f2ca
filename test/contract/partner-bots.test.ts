// Bots of end users over the wire: made of settings, edited, copied with and without following,
// started and stopped; and signals that reach them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { VenuePosition } from '#venue-port/exchange/exchange.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, makeTestService, closeAfter } from '../support/test-service.ts';
import { holdPosition } from '../support/hold-position.ts';
import { FUTURES_TAG, SPOT_TAG } from '../support/still-exchange.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type BotBody = {
  readonly bot_id: string;
  readonly name: string;
  readonly status: string;
  readonly profit: string;
  readonly total_profit: string;
  readonly profit_currency: string | null;
  readonly roi: string;
  readonly cloned: number;
  readonly followers: number;
  readonly master_bot_id: string | null;
  readonly is_following: boolean;
  readonly config: Readonly<Record<string, unknown>>;
};
type Page<T> = { readonly data: readonly T[]; readonly next_cursor: string | null };

const GRID = {
  market_tag: SPOT_TAG,
  lower_price: '50000',
  upper_price: 70_000,
  grid_count: 10,
  investment: '500',
};
const NO_PAIRS = {
  closed: 0,
  winning: 0,
  losing: 0,
  grid_profit: '0',
  floating_profit: '0',
  average_profit: '0',
  biggest_win: '0',
  biggest_loss: '0',
  win_percentage: '0',
  profit_factor: '0',
};
const SIGNALS = { market_tag: SPOT_TAG, signal_token: 'trend', order_size: '50' };
const RUNNING_SHARDS = Array.from({ length: 64 }, (_, shard) => shard);

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey(['whitelabel']);
  const call = (method: Method, url: string, payload?: object, headers = {}) =>
    service.api.app.inject({
      method,
      url: `/v1/whitelabel${url}`,
      headers: { authorization: `Bearer ${own}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const makeUser = async (externalId: string) => {
    const credentials = { api_key: 'k', api_secret: 's' };
    const payload = { external_id: externalId, exchange: 'still', credentials };
    const made = await call('POST', '/users', payload);
    return made.json<{ user_id: string }>().user_id;
  };
  const userId = await makeUser('customer-1');
  const bots = `/users/${userId}/bots`;
  const create = async (config: object = GRID, type = 'spot_grid') => {
    const made = await call('POST', bots, { type, config });
    assert.equal(made.statusCode, 201, made.body);
    return made.json<BotBody>();
  };
  const get = async (botId: string) => (await call('GET', `${bots}/${botId}`)).json<BotBody>();
  return { service, call, makeUser, userId, bots, create, get };
}

/** 0.03 long at ten times, of which a bot may hold a part. */
function heldAtExchange({ marketTag }: Pick<VenuePosition, 'marketTag'>): VenuePosition {
  return {
    positionId: 'vp1',
    marketTag,
    direction: 'long',
    amount: decimal('0.03'),
    averagePrice: decimal('50000'),
    markPrice: decimal('61000'),
    leverage: decimal('10'),
    marginMode: 'isolated',
    margin: decimal('150'),
    marginCurrency: 'USDT',
    liquidationPrice: decimal('45200'),
    unrealizedProfit: decimal('330'),
    realizedProfit: ZERO,
    fees: ZERO,
    roiPercent: decimal('220'),
    openedAtMs: 60_000,
    updatedAtMs: 60_000,
  };
}

suite('a bot', () => {
  test('is made stopped, with all its settings, decimals as text', async (t) => {
    const { service, call, userId, bots, create, get } = await setUp(t);
    const { config, ...made } = await create();
    assert.deepEqual(made, {
      bot_id: made.bot_id,
      user_id: userId,
      status: 'stopped',
      type: 'spot_grid',
      exchange: 'still',
      master_bot_id: null,
      is_following: false,
      created_at: '2026-11-21T10:00:00.000Z',
      profit: '0',
      roi: '0',
      profit_currency: null,
      total_profit: '0',
      name: SPOT_TAG,
      grid: NO_PAIRS,
      cloned: 0,
      followers: 0,
    });
    assert.deepEqual(
      [config['lower_price'], config['upper_price'], config['grid_count'], config['grid_mode']],
      ['50000', '70000', 10, 'arithmetic'],
    );
    assert.deepEqual(await get(made.bot_id), { ...made, config });
    for (const url of ['/bots', bots]) {
      const page = (await call('GET', url)).json<Page<BotBody>>();
      assert.deepEqual(page, { data: [{ ...made, config }], next_cursor: null });
    }
    const accounts = await service.store.listAccounts(userId, null, 10);
    const { body } = await call('GET', '/bots');
    assert(accounts.every(({ accountId }) => !body.includes(accountId)));
  });

  test('has its roi as a fraction, and its profit', async (t) => {
    const { service, userId, create, get } = await setUp(t);
    const { bot_id: botId } = await create();
    const stored = await service.store.findBot(userId, botId);
    assert(stored !== null);
    Object.assign(stored, { roiPercent: decimal('15'), realizedProfit: decimal('12.5') });
    const { roi, profit } = await get(botId);
    assert.deepEqual([roi, profit], ['0.15', '12.5']);
  });

  test('says in which currency its profit is, as contracts are settled in others', async (t) => {
    const { service, userId, create, get } = await setUp(t);
    const { bot_id: botId } = await create();
    const stored = await service.store.findBot(userId, botId);
    assert(stored !== null);
    const earned = { realizedProfit: decimal('-0.00000999'), earlierProfit: decimal('0.001') };
    Object.assign(stored, { ...earned, profitCurrency: 'BTC' });
    const { profit, total_profit, profit_currency } = await get(botId);
    const shown = ['-0.00000999', '0.00099001', 'BTC'];
    assert.deepEqual([profit, total_profit, profit_currency], shown);
  });

  test('shows the name that it was given, also in lists and of a copy', async (t) => {
    const { call, bots } = await setUp(t);
    const named = { type: 'spot_grid', name: 'my grid', config: GRID };
    const made = await call('POST', bots, named);
    const { bot_id: botId, name } = made.json<BotBody>();
    assert.equal(name, 'my grid');
    const copied = await call('POST', `${bots}/${botId}/copy`, { name: 'copy' });
    assert.equal(copied.json<{ name: string }>().name, 'copy', copied.body);
    const { data } = (await call('GET', bots)).json<{ data: readonly { name: string }[] }>();
    assert.deepEqual(data.map((each) => each.name).toSorted(), ['copy', 'my grid']);
  });

  test('is refused with every key at fault, the rule and the nearest valid value', async (t) => {
    const { call, bots } = await setUp(t);
    const cases = [
      [{ grid_count: 1_000 }, 'grid_count', '200'],
      [{ grid_count: 2.5 }, 'grid_count', 'whole number'],
      [{ lower_price: '1e3' }, 'lower_price', 'decimal string'],
      [{ lower_price: true }, 'lower_price', 'decimal string'],
      [{ colour: 'red' }, 'colour', 'not a setting'],
      [{ grid_mode: 'odd' }, 'grid_mode', 'arithmetic, geometric'],
      [{ market_tag: 'nowhere' }, 'market_tag', 'enabled'],
      [{ market_tag: FUTURES_TAG }, 'market_tag', 'spot market'],
      [{ lower_price: '70000', upper_price: '50000' }, 'upper_price', 'above'],
      [{ investment: '5' }, 'investment', 'at least'],
      [{ investment: '5000' }, 'investment', 'is free'],
      [{ lower_price: '61000' }, 'lower_price', 'leaves out the price'],
    ] as const;
    for (const [changes, key, rule] of cases) {
      const refused = await call('POST', bots, {
        type: 'spot_grid',
        config: { ...GRID, ...changes },
      });
      const problem = assertProblem(refused, 'invalid_request', true);
      const error = problem.errors?.find(({ pointer }) => pointer === `#/config/${key}`);
      assert(error?.detail.includes(rule), `${key}: ${refused.body}`);
    }
  });

  test('is made once under one Idempotency-Key', async (t) => {
    const { call, bots } = await setUp(t);
    const payload = { type: 'spot_grid', config: GRID };
    const ask = () => call('POST', bots, payload, { 'idempotency-key': 'once' });
    const [one, other] = [await ask(), await ask()];
    assert.equal(one.body, other.body);
    assert.equal((await call('GET', bots)).json<Page<BotBody>>().data.length, 1);
  });

  test('starts and stops as often as asked, and is deleted once', async (t) => {
    const { call, bots, create } = await setUp(t);
    const { bot_id: botId } = await create();
    for (const [action, status] of [
      ['start', 'running'],
      ['start', 'running'],
      ['stop', 'stopped'],
      ['stop', 'stopped'],
    ] as const) {
      const response = await call('POST', `${bots}/${botId}/${action}`);
      assert.equal(response.json<BotBody>().status, status, response.body);
    }
    assert.equal((await call('DELETE', `${bots}/${botId}`)).statusCode, 204);
    assertProblem(await call('DELETE', `${bots}/${botId}`), 'bot_not_found', true);
    assertProblem(await call('GET', `${bots}/${botId}`), 'bot_not_found', true);
  });

  test('is previewed with its lines, and with its problems where it has some', async (t) => {
    const { call, bots } = await setUp(t);
    const payload = { type: 'spot_grid', config: GRID };
    const preview = (await call('POST', `${bots}/preview`, payload)).json<{
      readonly is_valid: boolean;
      readonly current_price: string;
      readonly levels: readonly object[];
    }>();
    assert.deepEqual(
      [preview.is_valid, preview.current_price, preview.levels.length],
      [true, '60000', 11],
    );
    const poor = { type: 'spot_grid', config: { ...GRID, investment: '5000' } };
    const refused = (await call('POST', `${bots}/preview`, poor)).json<{
      readonly is_valid: boolean;
      readonly problems: readonly { readonly key: string }[];
      readonly min_investment: string | null;
    }>();
    assert.deepEqual(
      [refused.is_valid, refused.problems.map(({ key }) => key)],
      [false, ['investment']],
    );
    assert.notEqual(refused.min_investment, null);
    const unreadable = { type: 'spot_grid', config: { ...GRID, grid_count: 'many' } };
    const response = await call('POST', `${bots}/preview`, unreadable);
    assertProblem(response, 'invalid_request', true);
    const deal = { base_order_size: '50', averaging_order_size: '50', market_tag: SPOT_TAG };
    for (const [type, config] of [
      ['spot_dollar_cost_averaging', deal],
      ['webhook', SIGNALS],
    ] as const) {
      const shown = await call('POST', `${bots}/preview`, { type, config });
      assert.equal(shown.statusCode, 200, shown.body);
    }
  });

  test('that never ran has no orders, positions or lines', async (t) => {
    const { call, bots, create } = await setUp(t);
    const { bot_id: botId } = await create();
    for (const list of ['orders', 'positions', 'positions/closed', 'logs']) {
      const response = await call('GET', `${bots}/${botId}/${list}`);
      assert.deepEqual(response.json<Page<object>>().data, [], list);
    }
    const none = await call('GET', `${bots}/${botId}/positions/pos_1_p1/orders`);
    assertProblem(none, 'position_not_found', true);
  });

  test('shows what it holds at the price of now', async (t) => {
    const { service, call, userId, bots, create } = await setUp(t);
    const { bot_id: botId } = await create(SIGNALS, 'webhook');
    await call('POST', `${bots}/${botId}/start`);
    const bot = present(await service.store.findBot(userId, botId), 'the bot is there');
    await holdPosition(service.botRuns, bot, { positionId: 'p1', marketTag: SPOT_TAG });
    const response = await call('GET', `${bots}/${botId}/positions`);
    const [position, ...others] = response.json<Page<Record<string, unknown>>>().data;
    assert.deepEqual(others, []);
    // 0.01 bought at 50,000 is worth 100 more at 60,000; of 99.5 after fees, 500 are the margin.
    assert.partialDeepStrictEqual(position, {
      position_id: 'pos_1_p1',
      average_price: '50000',
      mark_price: '60000',
      unrealized_profit: '100',
      realized_profit: '-0.5',
      roi: '19.9',
      leverage: null,
      margin_mode: null,
      liquidation_price: null,
    });
    await service.store.insertIntent(sampleOrder(bot.accountId, { botId }));
    const orders = await call('GET', `${bots}/${botId}/positions/pos_1_p1/orders`);
    const { data: rows } = orders.json<Page<{ status: string }>>();
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['filled', 'pending'],
    );
    // What ended and what works have the same fields, those of the document.
    const fields = Object.keys(
      service.api.document().components.schemas['PositionOrder']?.properties ?? {},
    );
    for (const row of rows) assert.deepEqual(Object.keys(row).toSorted(), fields.toSorted());
  });

  test('shows a contract with the leverage and the liquidation of its account', async (t) => {
    const { service, call, userId, bots, create } = await setUp(t);
    const config = { ...SIGNALS, market_tag: FUTURES_TAG };
    const { bot_id: botId } = await create(config, 'webhook');
    await call('POST', `${bots}/${botId}/start`);
    const bot = present(await service.store.findBot(userId, botId), 'the bot is there');
    const held = { positionId: 'p1', marketTag: FUTURES_TAG, margin: decimal('50') };
    await holdPosition(service.botRuns, bot, held);
    service.exchange.fetchPositions = async () => [heldAtExchange({ marketTag: FUTURES_TAG })];
    const response = await call('GET', `${bots}/${botId}/positions`);
    const [position] = response.json<Page<Record<string, unknown>>>().data;
    assert.partialDeepStrictEqual(position, {
      mark_price: '61000',
      unrealized_profit: '110',
      roi: '219',
      leverage: '10',
      margin_mode: 'isolated',
      liquidation_price: '45200',
    });
  });
});

suite('an edit', () => {
  test('changes what is sent and leaves the rest', async (t) => {
    const { call, bots, create } = await setUp(t);
    const { bot_id: botId, config } = await create();
    const payload = { config: { upper_price: '72000' } };
    const edited = (await call('PUT', `${bots}/${botId}`, payload)).json<BotBody>();
    assert.deepEqual(edited.config, { ...config, upper_price: '72000' });
  });

  test('of a running bot goes into its inbox; keys that are fixed are named', async (t) => {
    const { service, call, bots, create } = await setUp(t);
    const { bot_id: botId } = await create();
    await call('POST', `${bots}/${botId}/start`);
    const fixed = await call('PUT', `${bots}/${botId}`, { config: { grid_count: 12 } });
    const problem = assertProblem(fixed, 'invalid_request', true);
    assert.equal(problem.errors?.[0]?.pointer, '#/config/grid_count');
    const edited = await call('PUT', `${bots}/${botId}`, { config: { upper_price: '72000' } });
    assert.equal(edited.statusCode, 200, edited.body);
    const waiting = await service.inbox.listWaiting(RUNNING_SHARDS, 10);
    assert.deepEqual(
      waiting.map((each) => [each.botId, each.input.kind]),
      [[botId, 'edited']],
    );
  });

  test('takes back a whole config with what changed in it, also of a running bot', async (t) => {
    const { call, bots, create } = await setUp(t);
    const { bot_id: botId, config } = await create();
    await call('POST', `${bots}/${botId}/start`);
    const payload = { config: { ...config, upper_price: '72000' } };
    const edited = await call('PUT', `${bots}/${botId}`, payload);
    assert.equal(edited.statusCode, 200, edited.body);
    assert.deepEqual(edited.json<BotBody>().config, payload.config);
  });
});

suite('a copy', () => {
  test("that follows takes its master's edits; a plain one is only counted", async (t) => {
    const { call, bots, create, get, makeUser } = await setUp(t);
    const { bot_id: masterId } = await create();
    const other = await makeUser('customer-2');
    const copy = async (payload: object) =>
      (await call('POST', `${bots}/${masterId}/copy`, payload)).json<BotBody>();
    const following = await copy({ follow: true, user_id: other });
    const plain = await copy({ config: { investment: '400' } });
    assert.deepEqual([following.master_bot_id, plain.master_bot_id], [masterId, masterId]);
    assert.deepEqual([following.is_following, plain.is_following], [true, false]);
    assert.equal(plain.config['investment'], '400');
    const { cloned, followers } = await get(masterId);
    assert.deepEqual([cloned, followers], [2, 1]);
    await call('PUT', `${bots}/${masterId}`, { config: { upper_price: '72000' } });
    const url = `/users/${other}/bots/${following.bot_id}`;
    const followed = (await call('GET', url)).json<BotBody>();
    assert.equal(followed.config['upper_price'], '72000');
    assert.equal((await get(plain.bot_id)).config['upper_price'], '70000');
  });

  test('that cannot take an edit says so in its log, and goes on', async (t) => {
    const { call, bots, create, get } = await setUp(t);
    const { bot_id: masterId } = await create();
    const payload = { follow: true };
    const copy = (await call('POST', `${bots}/${masterId}/copy`, payload)).json<BotBody>();
    await call('POST', `${bots}/${copy.bot_id}/start`);
    await call('PUT', `${bots}/${masterId}`, { config: { grid_count: 12 } });
    assert.equal((await get(masterId)).config['grid_count'], 12);
    assert.equal((await get(copy.bot_id)).config['grid_count'], 10);
    const logs = (await call('GET', `${bots}/${copy.bot_id}/logs`)).json<
      Page<{ readonly message: string }>
    >();
    assert.match(logs.data[0]?.message ?? '', /"grid_count" cannot change while the bot runs/);
  });

  test('goes on when its master is deleted, and follows none', async (t) => {
    const { call, bots, create, get } = await setUp(t);
    const { bot_id: masterId } = await create();
    const payload = { follow: true };
    const copy = (await call('POST', `${bots}/${masterId}/copy`, payload)).json<BotBody>();
    await call('POST', `${bots}/${copy.bot_id}/start`);
    await call('DELETE', `${bots}/${masterId}`);
    const left = await get(copy.bot_id);
    assert.deepEqual([left.master_bot_id, left.status], [null, 'running']);
  });

  test('for a foreign end user is treated like one for none', async (t) => {
    const { call, bots, create } = await setUp(t);
    const { bot_id: masterId } = await create();
    const refused = await call('POST', `${bots}/${masterId}/copy`, { user_id: 'usr_foreign' });
    assertProblem(refused, 'user_not_found', true);
  });

  test('fifty at once, and edits meanwhile: every copy is counted and up to date', async (t) => {
    const { call, bots, create, get } = await setUp(t);
    const { bot_id: masterId } = await create();
    const copies = Array.from({ length: 50 }, () =>
      call('POST', `${bots}/${masterId}/copy`, { follow: true }),
    );
    const edits = ['71000', '72000', '73000'].map((price) =>
      call('PUT', `${bots}/${masterId}`, { config: { upper_price: price } }),
    );
    const responses = await Promise.all([...copies, ...edits]);
    assert(responses.every(({ statusCode }) => statusCode < 300));
    const { cloned, followers, config } = await get(masterId);
    assert.deepEqual([cloned, followers], [50, 50]);
    const { data } = (await call('GET', `${bots}?limit=500`)).json<Page<BotBody>>();
    assert(data.every((bot) => bot.config['upper_price'] === config['upper_price']));
  });
});

suite('a signal', () => {
  test('reaches running bots that listen, and is shown with what they did', async (t) => {
    const { service, call, bots, create, userId } = await setUp(t);
    const { bot_id: botId } = await create(SIGNALS, 'webhook');
    await call('POST', `${bots}/${botId}/start`);
    const payload = { signal_token: 'trend', action: 'buy' };
    const sent = await call('POST', '/signals', payload);
    assert.equal(sent.statusCode, 202);
    assert.deepEqual(sent.json(), { ...payload, accepted: true });
    const waiting = await service.inbox.listWaiting(RUNNING_SHARDS, 10);
    assert.deepEqual(
      waiting.map((each) => each.botId),
      [botId],
    );
    assert.deepEqual((await call('GET', '/signals/trend')).json(), {
      signal_token: 'trend',
      action: 'buy',
      received_at: '2026-11-21T10:00:00.000Z',
      expires_at: '2026-11-22T10:00:00.000Z',
      bots_notified: 1,
    });
    const trace = (await call('GET', '/signals/trend/trace')).json<
      Page<{ readonly bots: readonly object[] }>
    >();
    const all = await call('GET', '/signals');
    assert.deepEqual(all.json<Page<object>>().data, trace.data);
    assert.deepEqual(trace.data[0]?.bots, [
      {
        signal_id: String(waiting[0]?.sequence),
        bot_id: botId,
        user_id: userId,
        taken_at: null,
        outcome: 'waiting',
        order_ids: [],
        messages: [],
        deliveries: [],
      },
    ]);
  });
});
