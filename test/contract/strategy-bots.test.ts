// One's own bots of strategies over the wire: previewed, made, started and edited; what cannot be
// is refused at its setting, and nobody else's are reached.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { holdPosition } from '../support/hold-position.ts';
import { FUTURES_TAG, SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type BotBody = {
  readonly bot_id: string;
  readonly is_activated: boolean;
  readonly config: Readonly<Record<string, unknown>>;
};

const GRID = {
  market_tag: SPOT_TAG,
  lower_price: '50000',
  upper_price: 70_000,
  grid_count: 10,
  investment: '500',
};
const DEAL = {
  market_tag: SPOT_TAG,
  base_order_size: '50',
  averaging_order_size: '50',
  max_averaging_orders: 3,
  price_deviation_percent: '1',
  take_profit_percent: '2',
};
const SIGNALS = { market_tag: SPOT_TAG, signal_token: 'trend', order_size: '50' };
const EVERY_SHARD = Array.from({ length: 64 }, (_, shard) => shard);

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey([]);
  const call = (method: Method, url: string, payload?: object, key = own, headers = {}) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const wish = { name: 'g', account_id: service.ownAccountId, type: 'spot_grid', config: GRID };
  const create = async (changes: object = {}) => {
    const made = await call('POST', '/v1/strategy-bots', { ...wish, ...changes });
    assert.equal(made.statusCode, 201, made.body);
    return made.json<BotBody>();
  };
  return { service, call, wish, create };
}

const WAYS: readonly (readonly [type: string, config: object])[] = [
  ['spot_grid', GRID],
  ['spot_dollar_cost_averaging', DEAL],
  ['webhook', SIGNALS],
];

suite("one's own bot of a strategy", () => {
  for (const [type, config] of WAYS)
    test(`of kind ${type} is made, listed, started, stopped and deleted`, async (t) => {
      const { call, create, service } = await setUp(t);
      const made = await create({ type, config });
      assert.equal(made.is_activated, false);
      if (type === 'spot_grid')
        assert.partialDeepStrictEqual(made.config, {
          upper_price: '70000',
          grid_mode: 'arithmetic',
        });
      const { bot_id: botId } = made;
      const shown = (await call('GET', `/v1/strategy-bots/${botId}`)).json<BotBody>();
      assert.deepEqual(shown, made);
      const [listed] = (await call('GET', '/v1/bots')).json<{ data: Record<string, unknown>[] }>()
        .data;
      assert.deepEqual(
        [listed?.['bot_id'], listed?.['strategy'], listed?.['script_id']],
        [botId, type, ''],
      );
      const url = `/v1/bots/${botId}`;
      for (const _ of [1, 2]) assert.equal((await call('POST', `${url}/start`)).statusCode, 200);
      const loaded = await service.store.findLoadedBrain(botId);
      assert.deepEqual(loaded, { kind: 'strategy', type, config: made.config });
      assert.equal((await call('POST', `${url}/stop`)).statusCode, 200);
      assert.equal((await call('DELETE', url)).statusCode, 204);
      const gone = await call('GET', `/v1/strategy-bots/${botId}`);
      assertProblem(gone, 'bot_not_found', true);
    });

  test('is made once, however often one request is sent', async (t) => {
    const { call, wish } = await setUp(t);
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await call('POST', '/v1/strategy-bots', wish, undefined, headers),
      await call('POST', '/v1/strategy-bots', wish, undefined, headers),
    ];
    assert.equal(first.statusCode, 201, first.body);
    assert.equal(second.body, first.body);
    assert.equal(first.headers.location, `/v1/strategy-bots/${first.json<BotBody>().bot_id}`);
  });

  test('is refused at each setting that is wrong', async (t) => {
    const { call, wish } = await setUp(t);
    const refused = async (changes: object) => {
      const config = { ...GRID, ...changes };
      const made = await call('POST', '/v1/strategy-bots', { ...wish, config });
      return assertProblem(made, 'invalid_request', true).errors?.map(({ pointer }) => pointer);
    };
    assert.deepEqual(await refused({ grid_count: 1, lots: 2 }), [
      '#/config/lots',
      '#/config/grid_count',
    ]);
    assert.deepEqual(await refused({ market_tag: FUTURES_TAG }), ['#/config/market_tag']);
    assert.deepEqual(await refused({ market_tag: 'none' }), ['#/config/market_tag']);
    assert.deepEqual(await refused({ investment: '900000000' }), ['#/config/investment']);
  });

  test('has its stop at an exchange that holds it, on futures', async (t) => {
    const { service, call, wish } = await setUp(t);
    const account = present(
      await service.store.findAccount('usr_first', service.ownAccountId),
      'the account is there',
    );
    const accountId = 'acc_futures';
    const futures = { ...account, accountId, name: 'futures', marketType: 'futures' } as const;
    await service.store.connectAccount(futures, null, null);
    const deal = { ...DEAL, market_tag: FUTURES_TAG };
    const type = 'futures_dollar_cost_averaging';
    const held = { ...wish, type, config: deal, account_id: accountId, stops: 'exchange' };
    const refusal = async (changes: object): Promise<string> => {
      const made = await call('POST', '/v1/strategy-bots', { ...held, ...changes });
      const { errors } = assertProblem(made, 'invalid_request', true);
      return [errors?.[0]?.pointer, errors?.[0]?.detail].join(' ');
    };
    assert.match(await refusal({}), /^#\/stops .+"service".+ holds no such stops/);
    const spot = { account_id: service.ownAccountId, type: 'webhook', config: SIGNALS };
    assert.match(await refusal(spot), /averaging and signal bots on futures alone/);
    const stops = { spot: [], futures: ['stop_market'] } as const;
    const orderSupport = { ...service.exchange.orderSupport, stops };
    Object.assign(service.exchange, { orderSupport });
    const made = await call('POST', '/v1/strategy-bots', held);
    assert.equal(made.statusCode, 201, made.body);
    assert.equal(made.json<{ stops: string | null }>().stops, 'exchange');
    const { stops: _, ...usual } = held;
    const other = await call('POST', '/v1/strategy-bots', usual);
    assert.equal(other.json<{ stops: string | null }>().stops, null);
  });

  test('needs an account of its own that bots are allowed on', async (t) => {
    const { service, call, wish } = await setUp(t);
    for (const accountId of ['acc_none', service.foreignAccountId]) {
      const elsewhere = { ...wish, account_id: accountId };
      const made = await call('POST', '/v1/strategy-bots', elsewhere);
      assertProblem(made, 'account_not_found', true);
      const { name: _, ...plan } = elsewhere;
      const shown = await call('POST', '/v1/strategy-bots/preview', plan);
      assertProblem(shown, 'account_not_found', true);
    }
    await service.store.setAllowsBots(service.ownAccountId, false);
    assertProblem(await call('POST', '/v1/strategy-bots', wish), 'forbidden', true);
  });

  test('of another user, and one of a script, is not there', async (t) => {
    const { service, call, create } = await setUp(t);
    const { bot_id: botId } = await create();
    const foreign = await service.makeKey([], SECOND_USER);
    const script = await call('POST', '/v1/scripts', { name: 's', source: "Log('a')" });
    const scripted = await call('POST', '/v1/bots', {
      name: 'b',
      script_id: script.json<{ script_id: string }>().script_id,
      account_id: service.ownAccountId,
      market_tag: SPOT_TAG,
    });
    const ways = [
      [botId, foreign],
      [scripted.json<BotBody>().bot_id, undefined],
    ] as const;
    for (const [id, key] of ways) {
      const url = `/v1/strategy-bots/${id}`;
      assertProblem(await call('GET', url, undefined, key), 'bot_not_found', true);
      const edit = { config: { investment: '400' } };
      assertProblem(await call('PUT', url, edit, key), 'bot_not_found', true);
    }
    const start = await call('POST', `/v1/bots/${botId}/start`, undefined, foreign);
    assertProblem(start, 'forbidden', true);
  });

  test('does not start without the money that it needs, nor does one of many', async (t) => {
    const { call, create, service } = await setUp(t);
    const { bot_id: botId } = await create();
    service.exchange.fetchBalances = async () => ({ balances: [] }) as never;
    const start = await call('POST', `/v1/bots/${botId}/start`);
    assert.match(assertProblem(start, 'forbidden', true).detail, /"investment"/);
    const many = await call('POST', '/v1/start-bots', { bot_ids: [botId] });
    const [one] = many.json<{ data: { problem: string | null }[] }>().data;
    assert.match(one?.problem ?? '', /"investment"/);
  });

  test('that left orders behind goes on with them, with what was edited', async (t) => {
    const { call, create, service } = await setUp(t);
    const { bot_id: botId } = await create();
    const url = `/v1/bots/${botId}`;
    await call('POST', `${url}/start`);
    const find = async () =>
      present(await service.store.findBot('usr_first', botId), 'the bot is there');
    await holdPosition(service.botRuns, await find(), { positionId: 'p1', marketTag: SPOT_TAG });
    await call('POST', `${url}/stop`);
    const edit = { config: { investment: '600' } };
    assert.equal((await call('PUT', `/v1/strategy-bots/${botId}`, edit)).statusCode, 200);
    assert.equal((await call('POST', `${url}/start`)).statusCode, 200);
    assert.equal((await find()).activation, 1);
    const waiting = await service.inbox.listWaiting(EVERY_SHARD, 10);
    assert.deepEqual(
      waiting.map(({ input }) => input.kind),
      ['edited'],
    );
  });

  test('whose settings say so closes what it holds, whoever stops it', async (t) => {
    const { call, create, service } = await setUp(t);
    const { bot_id: botId } = await create({ config: { ...GRID, sell_base_on_stop: true } });
    await call('POST', `/v1/bots/${botId}/start`);
    const bot = present(await service.store.findBot('usr_first', botId), 'the bot is there');
    await holdPosition(service.botRuns, bot, { positionId: 'p1', marketTag: SPOT_TAG });
    const stopped = await call('POST', '/v1/stop-bots', { bot_ids: [botId] });
    assert.equal(stopped.statusCode, 200, stopped.body);
    const sold = service.exchange.placed.map(({ side, type }) => `${side} ${type}`);
    assert.deepEqual(sold, ['sell market']);
  });
});

suite('an edit', () => {
  test('changes the keys that are sent; a running bot gets it, and no more', async (t) => {
    const { service, call, create } = await setUp(t);
    const { bot_id: botId, config } = await create();
    const url = `/v1/strategy-bots/${botId}`;
    const edit = async (changes: object) => call('PUT', url, { config: changes });
    const stopped = await edit({ grid_count: 8 });
    assert.deepEqual(stopped.json<BotBody>().config, { ...config, grid_count: 8 });
    await call('POST', `/v1/bots/${botId}/start`);
    const running = await edit({ grid_count: 8, investment: '600' });
    assert.equal(running.statusCode, 200, running.body);
    const after = { ...config, grid_count: 8, investment: '600' };
    assert.deepEqual((await call('GET', url)).json<BotBody>().config, after);
    const waiting = await service.inbox.listWaiting(EVERY_SHARD, 10);
    assert.deepEqual(
      waiting.map(({ input }) => input),
      [{ kind: 'edited', config: JSON.stringify(after) }],
    );
    const fixed = assertProblem(await edit({ grid_mode: 'geometric' }), 'invalid_request', true);
    assert.deepEqual(
      fixed.errors?.map(({ pointer }) => pointer),
      ['#/config/grid_mode'],
    );
    const lowered = assertProblem(await edit({ investment: '100' }), 'invalid_request', true);
    assert.match(lowered.errors?.[0]?.detail ?? '', /can only be raised/);
  });
});

suite('a preview', () => {
  test('has the lines of a grid and the orders of a deal, and retains nothing', async (t) => {
    const { service, call } = await setUp(t);
    const plan = async (type: string, config: object) => {
      const wanted = { account_id: service.ownAccountId, type, config };
      const shown = await call('POST', '/v1/strategy-bots/preview', wanted);
      assert.equal(shown.statusCode, 200, shown.body);
      return shown.json<Record<string, unknown>>();
    };
    const grid = await plan('spot_grid', GRID);
    assert.deepEqual([grid['is_valid'], (grid['levels'] as []).length], [true, 11]);
    const deal = await plan('spot_dollar_cost_averaging', DEAL);
    assert.deepEqual([deal['is_valid'], (deal['orders'] as []).length], [true, 4]);
    assert.equal((await plan('webhook', SIGNALS))['is_valid'], true);
    const dear = await plan('spot_grid', { ...GRID, investment: '900000000' });
    assert.deepEqual(
      [dear['is_valid'], (dear['problems'] as { key: string }[])[0]?.key],
      [false, 'investment'],
    );
    assert.deepEqual((await call('GET', '/v1/bots')).json<{ data: [] }>().data, []);
  });
});

test('the strategies are those that partners offer', async (t) => {
  const { call, service } = await setUp(t);
  const partner = await service.makeKey(['whitelabel']);
  const own = await call('GET', '/v1/strategies');
  const offered = await call('GET', '/v1/whitelabel/strategies', undefined, partner);
  assert.deepEqual(own.json(), offered.json());
});
