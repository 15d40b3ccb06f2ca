// Accounts of real exchanges over the wire: connected, checked, given a new key, disconnected; by
// their own user alone, once for each request, and without a secret in any response.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { identifierFromBytes } from '#lib/identifier.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { assertProblem } from '../support/assert-problem.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';
import { SPOT_TAG } from '../support/still-exchange.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AccountBody = {
  readonly account_id: string;
  readonly status: string;
  readonly updated_at: string | null;
  readonly credentials: {
    readonly version: number;
    readonly hint: string;
    readonly refusal: string | null;
    readonly warnings: readonly string[];
  } | null;
};

const GOOD = { api_key: 'the-good-key-x7Qa', api_secret: 'the good secret' };
const NEXT = { api_key: 'the-next-key-9bKz', api_secret: 'the next secret' };
const DAY_MS = 86_400_000;

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const own = await service.makeKey(['accounts', 'read', 'trading', 'bots']);
  const foreign = await service.makeKey([], SECOND_USER);
  const call = (method: Method, url: string, payload?: object, key = own, headers = {}) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const { venueKeys } = service;
  venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report: { accountUid: 'uid-1' } });
  venueKeys.set(NEXT.api_key, { secret: NEXT.api_secret, report: { accountUid: 'uid-1' } });
  const wish = { name: 'Main', exchange: 'still', market_type: 'spot', credentials: GOOD };
  const connect = async () => {
    const made = await call('POST', '/accounts', wish);
    assert.equal(made.statusCode, 201, made.body);
    return made.json<AccountBody>().account_id;
  };
  const startBot = async (accountId: string) => {
    const [account] = (await service.store.listAccounts(null, null, 100)).filter(
      (each) => each.accountId === accountId,
    );
    assert.ok(account !== undefined);
    const botId = identifierFromBytes('bot', new Uint8Array(16).fill(1));
    const bot = sampleBot(account, { botId, isActivated: true });
    await service.store.insertBot(bot, null);
    return bot;
  };
  const read = async (accountId: string) =>
    (await call('GET', `/accounts/${accountId}`)).json<AccountBody>();
  /** One who is no partner. */
  const newUser = async (name: string) => {
    const user = { userId: `usr_${name}`, name, plan: 'unlimited', planUntilMs: null } as const;
    await service.store.insertUser({ ...user, createdAtMs: service.clock.nowMs() });
    return service.makeKey(['accounts', 'read'], user.userId);
  };
  return { service, call, own, foreign, venueKeys, wish, connect, read, startBot, newUser };
}

suite('connecting an account', () => {
  test('returns the account with what is known of its key', async (t) => {
    const { call, venueKeys, wish, service } = await setUp(t);
    const expiresAtMs = service.clock.nowMs() + 13 * DAY_MS;
    const report = { isAddressBound: false, expiresAtMs, permissions: ['read', 'spot'] };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report });
    const made = await call('POST', '/accounts', wish);
    assert.equal(made.statusCode, 201, made.body);
    const body = made.json<AccountBody>();
    assert.equal(made.headers.location, `/v1/accounts/${body.account_id}`);
    assert.deepEqual(body, {
      account_id: body.account_id,
      name: 'Main',
      exchange: 'still',
      market_type: 'spot',
      is_simulated: false,
      is_paper: false,
      is_test_net: false,
      status: 'connected',
      position_mode: null,
      margin_mode: null,
      allows_bots: false,
      created_at: '2026-11-21T10:00:00.000Z',
      updated_at: null,
      credentials: {
        version: 1,
        hint: 'x7Qa',
        permissions: ['read', 'spot'],
        can_trade: true,
        can_withdraw: false,
        is_address_bound: false,
        expires_at: '2026-12-04T10:00:00.000Z',
        checked_at: '2026-11-21T10:00:00.000Z',
        refusal: null,
        warnings: ['expires_soon', 'not_bound_to_addresses'],
      },
    });
    assert.deepEqual((await call('GET', `/accounts/${body.account_id}`)).json(), body);
    const listed = (await call('GET', '/accounts')).json<{ data: readonly AccountBody[] }>().data;
    const shown = listed.map(({ account_id, credentials }) => [account_id, credentials?.hint]);
    assert.deepEqual(
      new Map(shown as [string, string | undefined][]),
      new Map([
        [body.account_id, 'x7Qa'],
        ['acc_own', undefined],
      ]),
    );
  });

  test('refuses what the exchange or the rules refuse, and keeps nothing', async (t) => {
    const { call, venueKeys, wish, service } = await setUp(t);
    const failing = (code: ConstructorParameters<typeof Failure>[0], message: string) => ({
      secret: 's',
      failure: new Failure(code, message),
    });
    venueKeys.set('withdraws', { secret: 's', report: { canWithdraw: true } });
    venueKeys.set('abroad', failing('region_blocked', 'Service unavailable from your location.'));
    venueKeys.set('down', failing('unavailable', 'maintenance'));
    venueKeys.set('slow', failing('timeout', 'no response'));
    const cases = [
      [{ credentials: { ...GOOD, api_secret: 'bad' } }, 'invalid_request', /Signature for this/],
      [{ credentials: { api_key: 'withdraws', api_secret: 's' } }, 'forbidden', /may withdraw/],
      [{ credentials: { api_key: 'abroad', api_secret: 's' } }, 'forbidden', /your location/],
      [{ credentials: { api_key: 'down', api_secret: 's' } }, 'temporarily_unavailable', /again/],
      [{ credentials: { api_key: 'slow', api_secret: 's' } }, 'upstream_timeout', /in time/],
      [{ exchange: 'nowhere' }, 'exchange_not_found', /no exchange "nowhere"/],
      [{ market_type: 'margin' }, 'invalid_request', /market_type.*spot/],
      [{ name: '' }, 'invalid_request', /name/],
      [{ credentials: null }, 'invalid_request', /credentials/],
      [{ credentials: 'the good secret' }, 'invalid_request', /found another text/],
      [{ credentials: { ...GOOD, passphrase: 123456 } }, 'invalid_request', /found a number/],
      [{ credentials: { ...GOOD, api_secret: '' } }, 'invalid_request', /found another text/],
      [{ allow_withdraw: true }, 'invalid_request', /unknown field/],
    ] as const;
    for (const [change, code, detail] of cases) {
      const refused = await call('POST', '/accounts', { ...wish, ...change });
      const problem = assertProblem(refused, code, true);
      assert.match(problem.detail, detail);
      assert.equal(/good secret|123456/.test(refused.body), false, refused.body);
    }
    assert.equal((await service.store.listAccounts(null, null, 100)).length, 2);
  });

  test("takes an account of the exchange once, and says nothing of another's", async (t) => {
    const { call, connect, foreign, wish } = await setUp(t);
    const accountId = await connect();
    const [mine, theirs] = [
      await call('POST', '/accounts', wish),
      await call('POST', '/accounts', wish, foreign),
    ].map((refused) => assertProblem(refused, 'invalid_request', true));
    assert.equal(mine?.detail, theirs?.detail);
    assert.equal(JSON.stringify(theirs).includes(accountId), false);
    const futures = { ...wish, market_type: 'futures' };
    assert.equal((await call('POST', '/accounts', futures)).statusCode, 201);
  });

  test('a read-only key makes an account that does not trade', async (t) => {
    const { call, venueKeys, wish, startBot, service } = await setUp(t);
    const report = { canTrade: false };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report });
    const made = (await call('POST', '/accounts', wish)).json<AccountBody>();
    assert.deepEqual([made.status, made.credentials?.warnings], ['read_only', ['cannot_trade']]);
    const order = { account_id: made.account_id, market_tag: SPOT_TAG, side: 'buy' };
    const placed = await call('POST', '/orders', { ...order, type: 'market', amount: '0.1' });
    assert.match(assertProblem(placed, 'forbidden', true).detail, /may read and not trade/);
    assert.equal(service.exchange.placed.length, 0);
    const { botId } = await startBot(made.account_id);
    await service.store.deactivateBot('usr_first', botId, 1);
    const started = await call('POST', `/bots/${botId}/start`);
    assert.match(assertProblem(started, 'forbidden', true).detail, /may read and not trade/);
    assert.equal((await call('GET', `/accounts/${made.account_id}/balance`)).statusCode, 200);
  });

  test('of an account in a mode not traded in is refused by name, with the remedy', async (t) => {
    const { call, venueKeys, wish, service } = await setUp(t);
    const accountMode = { name: 'unified', refusal: 'Change it back to the classic mode.' };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report: { accountMode } });
    const { detail } = assertProblem(
      await call('POST', '/accounts', wish),
      'invalid_request',
      true,
    );
    assert.match(detail, /in the mode "unified" at .+ Change it back to the classic mode\.$/);
    assert.equal((await service.store.listAccounts('usr_first', null, 100)).length, 1);
    const traded = { name: 'classic', refusal: null };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report: { accountMode: traded } });
    assert.equal((await call('POST', '/accounts', wish)).statusCode, 201);
  });

  test('is done once for each Idempotency-Key, whose other use is another request', async (t) => {
    const { call, own, wish, service } = await setUp(t);
    const once = { 'idempotency-key': 'once' };
    const first = await call('POST', '/accounts', wish, own, once);
    const again = await call('POST', '/accounts', wish, own, once);
    assert.deepEqual([again.statusCode, again.body], [201, first.body]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    const other = { ...wish, credentials: NEXT };
    assertProblem(await call('POST', '/accounts', other, own, once), 'idempotency_key_reuse', true);
    assert.equal((await service.store.listAccounts('usr_first', null, 100)).length, 2);
  });

  test('with wrong keys is refused for a while, whichever operation tries them', async (t) => {
    const { call, wish, service, newUser } = await setUp(t);
    const [key, other] = [await newUser('bea'), await newUser('eve')];
    const made = await call('POST', '/accounts', wish, key);
    const account = `/accounts/${made.json<AccountBody>().account_id}`;
    const wrong = { ...wish, credentials: { ...NEXT, api_secret: 'a guess' } };
    const rotate = (credentials: object, headers = {}) =>
      call('PUT', `${account}/credentials`, credentials, key, headers);
    for (let count = 0; count < 5; count += 1) {
      assertProblem(await call('POST', '/accounts', wrong, key), 'invalid_request', true);
      assertProblem(await rotate(wrong.credentials), 'invalid_request', true);
    }
    const once = { 'idempotency-key': 'once' };
    const refused = await rotate(NEXT, once);
    assert.match(assertProblem(refused, 'rate_limited', true).detail, /Too many keys/);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`);
    const checked = await call('POST', `${account}/check`, undefined, key);
    assertProblem(checked, 'rate_limited', true);
    assertProblem(await call('POST', '/accounts', wrong, other), 'invalid_request', true);

    service.clock.advance(seconds * 1_000);
    assert.equal((await rotate(NEXT, once)).statusCode, 200);
    assert.equal((await rotate(GOOD)).statusCode, 200, 'a good key is not counted');
  });

  test('with wrong keys is refused to an address, but not to a partner there', async (t) => {
    const { call, own, wish, newUser } = await setUp(t);
    const wrong = { ...wish, credentials: { ...NEXT, api_secret: 'a guess' } };
    const keys = await Promise.all(['a', 'b', 'c', 'd'].map(newUser));
    for (const key of keys.slice(0, 3))
      for (let count = 0; count < 10; count += 1)
        assertProblem(await call('POST', '/accounts', wrong, key), 'invalid_request', true);
    assertProblem(await call('POST', '/accounts', wrong, keys[3]), 'rate_limited', true);
    for (let count = 0; count < 11; count += 1)
      assertProblem(await call('POST', '/accounts', wrong, own), 'invalid_request', true);
  });

  test('is not possible before a process for exchanges has started', async (t) => {
    const { call, wish, service } = await setUp(t);
    service.state.installation.venueKey = null;
    const refused = await call('POST', '/accounts', wish);
    assert.match(assertProblem(refused, 'temporarily_unavailable', true).detail, /--venues/);
  });
});

suite('the account of another user, an unknown and a simulated one', () => {
  const OPERATIONS = [
    ['GET', ''],
    ['POST', '/check'],
    ['PUT', '/credentials'],
    ['DELETE', '/credentials'],
  ] as const;
  for (const [method, path] of OPERATIONS) {
    test(`${method} /accounts/{id}${path} reaches none of them`, async (t) => {
      const { call, connect, foreign, service } = await setUp(t);
      const accountId = await connect();
      const before = await service.store.findCredentials(accountId);
      const payload = method === 'PUT' ? NEXT : undefined;
      const ask = (id: string, key?: string) =>
        call(method, `/accounts/${id}${path}`, payload, key);
      for (const response of [await ask(accountId, foreign), await ask('acc_unknown', foreign)])
        assertProblem(response, 'account_not_found', true);
      const simulated = await ask('acc_own');
      if (method === 'GET') assert.equal(simulated.json<AccountBody>().credentials, null);
      else assert.match(assertProblem(simulated, 'forbidden', true).detail, /is simulated/);
      assert.deepEqual(await service.store.findCredentials(accountId), before);
    });
  }

  test('the scope "accounts" is needed for each change, and no other scope has it', async (t) => {
    const { call, connect, service, wish } = await setUp(t);
    const accountId = await connect();
    const others = ['read', 'bots', 'scripts', 'labs', 'trading', 'whitelabel', 'partner'] as const;
    const key = await service.makeKey(others);
    for (const requested of [
      await call('POST', '/accounts', wish, key),
      await call('POST', `/accounts/${accountId}/check`, undefined, key),
      await call('PUT', `/accounts/${accountId}/credentials`, NEXT, key),
      await call('DELETE', `/accounts/${accountId}/credentials`, undefined, key),
    ])
      assertProblem(requested, 'insufficient_scope', true);
  });
});

suite('checking an account', () => {
  test('that the exchange refuses stops its bots with the reason, for now', async (t) => {
    const { call, connect, read, service, startBot, venueKeys } = await setUp(t);
    const accountId = await connect();
    const { botId, userId } = await startBot(accountId);
    const refused = new Failure('unauthorized', 'Invalid API-key, IP, or permissions.');
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, failure: refused });
    const checked = await call('POST', `/accounts/${accountId}/check`);
    assert.equal(checked.statusCode, 200, checked.body);
    const { status, credentials } = checked.json<AccountBody>();
    assert.deepEqual(
      [status, credentials?.refusal, credentials?.warnings],
      ['invalid_credentials', 'Invalid API-key, IP, or permissions.', ['refused']],
    );
    const bot = await service.store.findBot(userId, botId);
    assert.equal(bot?.isActivated, false);
    assert.match(bot?.stopReason ?? '', /does not accept the credentials.*Invalid API-key/);
    const started = await call('POST', `/bots/${botId}/start`);
    assert.match(assertProblem(started, 'forbidden', true).detail, /refuses the credentials/);

    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report: { accountUid: 'uid-1' } });
    const again = await call('POST', `/accounts/${accountId}/check`);
    assert.equal(again.json<AccountBody>().status, 'connected');
    assert.deepEqual((await read(accountId)).credentials?.warnings, []);
  });

  test('whose exchange does not respond changes nothing', async (t) => {
    const { call, connect, read, venueKeys } = await setUp(t);
    const accountId = await connect();
    const before = await read(accountId);
    const failure = new Failure('unavailable', 'maintenance');
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, failure });
    const checked = await call('POST', `/accounts/${accountId}/check`);
    assertProblem(checked, 'temporarily_unavailable', true);
    assert.deepEqual(await read(accountId), before);
  });

  test('whose key lost the right to trade stops its bots', async (t) => {
    const { call, connect, service, startBot, venueKeys } = await setUp(t);
    const accountId = await connect();
    const { botId, userId } = await startBot(accountId);
    const report = { accountUid: 'uid-1', canTrade: false };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report });
    const checked = await call('POST', `/accounts/${accountId}/check`);
    assert.equal(checked.json<AccountBody>().status, 'read_only');
    const bot = await service.store.findBot(userId, botId);
    assert.match(bot?.stopReason ?? '', /may not trade/);
  });

  test('that was changed to a mode not traded in is refused, and its bots stop', async (t) => {
    const { call, connect, service, startBot, venueKeys } = await setUp(t);
    const accountId = await connect();
    const { botId, userId } = await startBot(accountId);
    const accountMode = { name: 'unified', refusal: 'Change it back to the classic mode.' };
    const report = { accountUid: 'uid-1', accountMode };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report });
    const checked = (await call('POST', `/accounts/${accountId}/check`)).json<AccountBody>();
    assert.equal(checked.status, 'invalid_credentials');
    assert.match(checked.credentials?.refusal ?? '', /in the mode "unified"/);
    const bot = await service.store.findBot(userId, botId);
    assert.match(bot?.stopReason ?? '', /Change it back to the classic mode/);
    const back = { accountUid: 'uid-1', accountMode: { name: 'classic', refusal: null } };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report: back });
    const again = (await call('POST', `/accounts/${accountId}/check`)).json<AccountBody>();
    assert.equal(again.status, 'connected');
  });

  test('whose key is of another account now is refused', async (t) => {
    const { call, connect, venueKeys } = await setUp(t);
    const accountId = await connect();
    const report = { accountUid: 'uid-2' };
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, report });
    const checked = (await call('POST', `/accounts/${accountId}/check`)).json<AccountBody>();
    assert.equal(checked.status, 'invalid_credentials');
  });
});

suite('replacing credentials', () => {
  test('switches after the check, keeps the old ones a day, and connects again', async (t) => {
    const { call, connect, service } = await setUp(t);
    const accountId = await connect();
    await service.store.noteRefusal(accountId, 1, 'revoked', 1);
    const rotated = await call('PUT', `/accounts/${accountId}/credentials`, NEXT);
    assert.equal(rotated.statusCode, 200, rotated.body);
    const { status, credentials } = rotated.json<AccountBody>();
    assert.deepEqual([status, credentials?.version, credentials?.hint], ['connected', 2, '9bKz']);
    const previous = await service.store.findPreviousCredentials(accountId);
    assert.deepEqual(
      [previous?.version, previous?.hint, previous?.retainedUntilMs],
      [1, 'x7Qa', service.clock.nowMs() + DAY_MS],
    );
  });

  test('leaves the old ones where the new ones are refused or of another account', async (t) => {
    const { call, connect, read, venueKeys } = await setUp(t);
    const accountId = await connect();
    const before = await read(accountId);
    const replace = (api_key: string) =>
      call('PUT', `/accounts/${accountId}/credentials`, { api_key, api_secret: 's' });
    venueKeys.set('wrong', { secret: 'other', report: {} });
    venueKeys.set('another', { secret: 's', report: { accountUid: 'uid-2' } });
    venueKeys.set('withdraws', { secret: 's', report: { canWithdraw: true } });
    assertProblem(await replace('wrong'), 'invalid_request', true);
    const another = assertProblem(await replace('another'), 'invalid_request', true);
    assert.match(another.detail, /of another one/);
    assertProblem(await replace('withdraws'), 'forbidden', true);
    assert.deepEqual(await read(accountId), before);
  });
});

suite('switching back to the former credentials', () => {
  test('is possible within a day, and can be undone', async (t) => {
    const { call, connect, service } = await setUp(t);
    const accountId = await connect();
    const url = `/accounts/${accountId}/credentials`;
    const none = await call('POST', `${url}/restore`);
    assert.match(assertProblem(none, 'forbidden', true).detail, /no former credentials/);
    assert.equal((await call('PUT', url, NEXT)).statusCode, 200);
    for (const [version, hint] of [
      [1, 'x7Qa'],
      [2, '9bKz'],
      [1, 'x7Qa'],
    ]) {
      const restored = await call('POST', `${url}/restore`);
      assert.equal(restored.statusCode, 200, restored.body);
      const { credentials } = restored.json<AccountBody>();
      assert.deepEqual([credentials?.version, credentials?.hint], [version, hint]);
      assert.ok(!/good secret|next secret/.test(restored.body));
      const checked = await call('POST', `/accounts/${accountId}/check`);
      assert.equal(checked.json<AccountBody>().status, 'connected', 'they open again');
    }
    assert.equal((await call('PUT', url, NEXT)).statusCode, 200, 'and be replaced again');
    service.clock.advance(DAY_MS);
    assertProblem(await call('POST', `${url}/restore`), 'forbidden', true);
  });

  test('leaves the new ones where the exchange refuses the former', async (t) => {
    const { call, connect, venueKeys, read } = await setUp(t);
    const accountId = await connect();
    const url = `/accounts/${accountId}/credentials`;
    await call('PUT', url, NEXT);
    const deleted = new Failure('unauthorized', 'Invalid API-key.');
    venueKeys.set(GOOD.api_key, { secret: GOOD.api_secret, failure: deleted });
    const refused = await call('POST', `${url}/restore`);
    assert.match(assertProblem(refused, 'invalid_request', true).detail, /Invalid API-key/);
    assert.equal((await read(accountId)).credentials?.hint, '9bKz');
  });
});

suite('disconnecting an account', () => {
  test('stops its bots, deletes the credentials, and may be repeated and undone', async (t) => {
    const { call, connect, read, service, startBot } = await setUp(t);
    const accountId = await connect();
    const { botId, userId } = await startBot(accountId);
    const url = `/accounts/${accountId}/credentials`;
    for (let time = 0; time < 2; time += 1)
      assert.equal((await call('DELETE', url)).statusCode, 204);
    const removed = await read(accountId);
    assert.deepEqual([removed.status, removed.credentials], ['disabled', null]);
    assert.equal((await service.store.findCredentials(accountId))?.sealed, null);
    const bot = await service.store.findBot(userId, botId);
    assert.match(bot?.stopReason ?? '', /credentials of its account were removed/);
    const checked = await call('POST', `/accounts/${accountId}/check`);
    assert.match(assertProblem(checked, 'forbidden', true).detail, /were removed/);
    assert.equal((await call('PUT', url, NEXT)).json<AccountBody>().status, 'connected');
  });
});
