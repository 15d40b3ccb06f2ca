// Two partners with ten end users each: every operation of the partner surface, asked with every
// foreign id, responds as it does for an id that nothing has, byte for byte but for the id, and
// after the same number of statements. No response names an account.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { hash } from 'node:crypto';
import { present } from '#lib/assert.ts';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import type { Database, Session } from '#adapters/postgres/connection/database.ts';
import { postgresPartnerBotStore } from '#adapters/postgres/stores/partner-bot-store.ts';
import { ALL_SHARDS } from '#ports/stores/bot-run.fixture.ts';
import { postgresPartnerSignalStore } from '#adapters/postgres/stores/partner-signal-store.ts';
import { postgresPartnerUsageStore } from '#adapters/postgres/stores/partner-usage-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { OpenApiOperation } from '#api/openapi/open-api-document.ts';
import { exampleOf } from '#api/pages/schema-example.ts';
import { sampleHash, sampleKey, sampleOrder, sampleUser } from '#ports/stores/store.fixture.ts';
import { createTestDatabase } from '../support/database.ts';
import { holdPosition } from '../support/hold-position.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';
import type { TestService } from '../support/test-service.ts';
import { AMPLE_BUDGETS, makeTestService } from '../support/test-service.ts';

const USERS_COUNT = 10;
const UNKNOWN: { readonly [name: string]: string } = {
  user_id: 'usr_00000000000000000000000000',
  bot_id: 'bot_00000000000000000000000000',
  key_id: 'key_00000000000000000000000000',
  backtest_id: 'bt_00000000000000000000000000',
  position_id: 'pos_1_p3',
  order_id: 'ord_00000000000000000000000000',
  signal_token: 'nothing-has-this-token',
  market_type: 'nothing',
};

type Partner = {
  readonly key: string;
  readonly userIds: readonly string[];
  readonly botIds: readonly string[];
  readonly keyIds: readonly string[];
  readonly accountIds: readonly string[];
  readonly token: string;
  readonly backtestIds: readonly string[];
  readonly positionIds: readonly string[];
  readonly orderIds: readonly string[];
};

let statementsCount = 0;

/** Counts what is asked of the database. */
function counted(database: Database): Database {
  const session = (inner: Session): Session => ({
    read(statement, values) {
      statementsCount += 1;
      return inner.read(statement, values);
    },
    write(statement, values) {
      statementsCount += 1;
      return inner.write(statement, values);
    },
  });
  return {
    ...database,
    ...session(database),
    transaction: (work) => database.transaction((inner) => work(session(inner))),
  };
}

suite('two partners', () => {
  let service: TestService;
  let own: Partner;
  let foreign: Partner;
  let drop: () => Promise<void>;

  before(async () => {
    const opened = await createTestDatabase();
    const database = counted(opened.database);
    const store = postgresStore(database);
    const stores = {
      partners: store,
      keys: store,
      accounts: store,
      orders: store,
      bots: store,
      botRuns: postgresBotRunStore(database),
      partnerBots: postgresPartnerBotStore(database),
      signals: postgresPartnerSignalStore(database),
      usage: postgresPartnerUsageStore(database),
      backtests: postgresBacktestStore(database, UNWORKED_JOBS),
    };
    service = await makeTestService(
      (deps) => ({
        ...deps,
        ports: { ...deps.ports, keys: store, idempotency: store },
        reserved: { keys: store, idempotency: store },
        services: {
          ...deps.services,
          ...stores,
          reserve: { ...deps.services.reserve, ...stores, riskSwitch: store, orders: store },
        },
      }),
      AMPLE_BUDGETS,
    );
    drop = async () => {
      await service.close();
      await opened.drop();
    };
    const make = async (token: string, reportId: string) => {
      const partner = await makePartner(service, store, token);
      const orderIds: string[] = [];
      for (const [index, botId] of partner.botIds.entries()) {
        const found = await store.findBot(partner.userIds[index] ?? '', botId);
        const bot = present(found, 'the bot is there');
        const held = { positionId: reportId, marketTag: SPOT_TAG };
        await holdPosition(stores.botRuns, bot, held);
        const order = sampleOrder(bot.accountId, { botId });
        await store.insertIntent(order);
        orderIds.push(order.orderId);
      }
      return { ...partner, positionIds: [`pos_1_${reportId}`], orderIds };
    };
    own = await make('own-token', 'p1');
    foreign = await make('foreign-token', 'p2');
    const waiting = await postgresBotInbox(database).listWaiting(ALL_SHARDS, 100);
    const ids = waiting.map(({ botId }) => botId).toSorted();
    assert.deepEqual(ids, [...own.botIds, ...foreign.botIds].toSorted());
  });
  after(() => drop());

  async function ask(method: string, url: string, payload: unknown) {
    const before = statementsCount;
    const response = await service.api.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${own.key}` },
      ...(payload === null ? {} : { payload: payload as object }),
    });
    return {
      status: response.statusCode,
      body: response.body.replaceAll(/"instance":"[^"]*",?/g, ''),
      statementsCount: statementsCount - before,
    };
  }

  /** Ids of the other partner for the last parameter of a path, the ones before it being own. */
  function foreignIds(name: string): readonly string[] {
    switch (name) {
      case 'user_id':
        return foreign.userIds;
      case 'bot_id':
        return foreign.botIds;
      case 'key_id':
        return foreign.keyIds;
      case 'signal_token':
        return [foreign.token];
      case 'backtest_id':
        return foreign.backtestIds;
      case 'position_id':
        return foreign.positionIds;
      case 'order_id':
        return foreign.orderIds;
      default:
        return [];
    }
  }

  test('treat foreign ids like ids that nothing has, after as many statements', async () => {
    let requestedCount = 0;
    for (const { path, method, operation } of operationsOf(service)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const schema = operation.requestBody?.content['application/json'].schema;
      const payload = schema === undefined ? null : exampleOf(service.api.document(), schema);
      for (const [index, name] of names.entries()) {
        // What stands before is own; what stands behind, the other partner really has there.
        const urlWith = (id: string, nth: number) =>
          path.replaceAll(/\{(\w+)\}/g, (_, each: string) => {
            const place = names.indexOf(each);
            if (place === index) return id;
            if (place < index) return ownId(own, each);
            return foreignIds(each)[nth] ?? UNKNOWN[each] ?? '';
          });
        const unknownId = present(UNKNOWN[name], `${name} has an id that nothing has`);
        const unknown = await ask(method, urlWith(unknownId, 0), payload);
        assert(unknown.status === 404, `${method} ${path}: ${unknown.body}`);
        for (const [nth, id] of foreignIds(name).entries()) {
          const response = await ask(method, urlWith(id, nth), payload);
          const expected = { ...unknown, body: unknown.body.replaceAll(unknownId, id) };
          assert.deepEqual(response, expected, `${method} ${path} with ${id}`);
          requestedCount += 1;
        }
      }
    }
    assert(requestedCount > 300, `only ${requestedCount} foreign ids were requested`);
  });

  test('see their own lists alone, and no account in any response', async () => {
    const accountIds = [...own.accountIds, ...foreign.accountIds];
    assert(accountIds.length >= 4 * USERS_COUNT);
    for (const { path, method } of operationsOf(service)) {
      if (method !== 'GET') continue;
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ownId(own, name));
      const { body } = await ask(method, url, null);
      const found = accountIds.find((id) => body.includes(id));
      assert.equal(found, undefined, `${path} names an account`);
      const leaked = [...foreign.userIds, ...foreign.botIds, ...foreign.keyIds].find((id) =>
        body.includes(id),
      );
      assert.equal(leaked, undefined, `${path} names what is foreign`);
      assert(!body.includes('account_id'), `${path} has a field for accounts`);
    }
  });

  test('cannot be made to give a copy, a key or a signal across', async () => {
    const [userId, botId] = [ownId(own, 'user_id'), ownId(own, 'bot_id')];
    const copy = `/v1/whitelabel/users/${userId}/bots/${botId}/copy`;
    const keys = '/v1/whitelabel/keys';
    const key = { name: 'k', scopes: ['whitelabel'] };
    for (const id of foreign.userIds) {
      for (const [url, payload] of [
        [copy, {}],
        [keys, key],
      ] as const) {
        const unknown = await ask('POST', url, { ...payload, user_id: UNKNOWN['user_id'] });
        const response = await ask('POST', url, { ...payload, user_id: id });
        assert.equal(unknown.status, 404, unknown.body);
        assert.deepEqual(response, unknown);
      }
    }
  });
});

/** Jobs that nobody carries out. */
const UNWORKED_JOBS: Parameters<typeof postgresBacktestStore>[1] = {
  enqueue: async () => undefined,
  settle: async () => true,
  discard: async () => 0,
};

type NamedOperation = {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
};

function operationsOf({ api }: TestService): readonly NamedOperation[] {
  return Object.entries(api.document().paths)
    .filter(([path]) => /^\/v1\/(?:whitelabel|partner)\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        return { path, method: method.toUpperCase(), operation };
      }),
    );
}

function ownId(partner: Partner, name: string): string {
  const { userIds, botIds, keyIds, token, backtestIds, positionIds, orderIds } = partner;
  const [orderId = ''] = orderIds;
  const [positionId = ''] = positionIds;
  const [backtestId = ''] = backtestIds;
  const [userId = ''] = userIds;
  const [botId = ''] = botIds;
  const [keyId = ''] = keyIds;
  const ids: Record<string, string> = {
    user_id: userId,
    bot_id: botId,
    key_id: keyId,
    signal_token: token,
    backtest_id: backtestId,
    position_id: positionId,
    order_id: orderId,
    market_type: 'spot',
  };
  return ids[name] ?? UNKNOWN[name] ?? '';
}

type MadeIds = {
  readonly user_id: string;
  readonly bot_id: string;
  readonly backtest_id: string;
};

async function makePartner(
  service: TestService,
  store: ReturnType<typeof postgresStore>,
  token: string,
): Promise<Omit<Partner, 'positionIds' | 'orderIds'>> {
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const offer = { exchanges: ['still'], marketTags: [] };
  await store.insertPartner({ partnerId: user.userId, ...offer, createdAtMs: 0 });
  const key = `tm_live_${token.padEnd(43, 'x').replaceAll('-', 'y')}`;
  const row = sampleKey(user.userId, { scopes: [] });
  await store.insertKey(row, hash('sha256', key, 'buffer'), null);
  const other = sampleKey(user.userId, { scopes: ['whitelabel'] });
  await store.insertKey(other, sampleHash(), null);
  const call = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${key}` };
    const made = await service.api.app.inject({ method: 'POST', url, headers, payload });
    assert(made.statusCode < 300, made.body);
    return made.json<MadeIds>();
  };
  const userIds: string[] = [];
  const botIds: string[] = [];
  const accountIds: string[] = [];
  const backtestIds: string[] = [];
  for (let index = 0; index < USERS_COUNT; index += 1) {
    const credentials = { api_key: 'k', api_secret: 's' };
    const wish = { external_id: `customer-${index}`, exchange: 'still', credentials };
    const { user_id: userId } = await call('/v1/whitelabel/users', wish);
    userIds.push(userId);
    const accounts = await store.listAccounts(userId, null, 10);
    accountIds.push(...accounts.map(({ accountId }) => accountId));
    const config = { market_tag: SPOT_TAG, signal_token: token, order_size: '50' };
    const bot = await call(`/v1/whitelabel/users/${userId}/bots`, { type: 'webhook', config });
    botIds.push(bot.bot_id);
    await call(`/v1/whitelabel/users/${userId}/bots/${bot.bot_id}/start`, {});
    const run = await call(`/v1/whitelabel/users/${userId}/backtests`, {
      type: 'webhook',
      config,
      start_at: '2024-01-01T00:00:00Z',
      end_at: '2024-01-02T00:00:00Z',
    });
    backtestIds.push(run.backtest_id);
  }
  await call('/v1/whitelabel/signals', { signal_token: token, action: 'buy' });
  const keyIds = [row.keyId, other.keyId];
  return { key, userIds, botIds, keyIds, accountIds, token, backtestIds };
}
