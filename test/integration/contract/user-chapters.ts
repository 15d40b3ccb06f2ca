// Requests of a user, in the order in which one thing needs another: each operation of `/v1` but
// those of partners succeeds at least once, and is refused as the contract says.

import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';
import type { ApiResponse, Ask } from './auditor.ts';
import type { AuditHarness, Who } from './audit-harness.ts';

type Details = Omit<Ask, 'operation' | 'key'>;
export type Asker = (operation: string, outcome: string, details?: Details) => Promise<ApiResponse>;

export const MARKET = 'SIM_BTC_USDT';
const WINDOW = { start_at: '2024-01-01T00:00:00Z', end_at: '2024-01-03T00:00:00Z' };
const SOURCE = `local length = Input('Length', 5)
if SMA(ClosePrices(), length)[1] > ClosePrices()[1] then DoLong() else DoShort() end`;

/** Asks as somebody, each time under a key that has its budget still. */
export function askerOf(harness: AuditHarness, who: Who): Asker {
  return async (operation, outcome, details = {}) =>
    harness.auditor.expect({ ...details, operation, key: await harness.key(who) }, outcome);
}

export function textOf(response: ApiResponse, field: string): string {
  return String(response.body[field]);
}

export function rowsOf(response: ApiResponse): readonly { readonly [field: string]: unknown }[] {
  return (response.body['data'] ?? []) as readonly { readonly [field: string]: unknown }[];
}

/** Ids of what was made, for requests about it by others. */
export type MadeIds = { readonly [parameter: string]: string };

export async function userChapters(harness: AuditHarness): Promise<MadeIds> {
  const ask = askerOf(harness, 'user');
  await marketsAndAccounts(harness, ask);
  const order_id = await orders(harness, ask);
  const script_id = await scripts(harness, ask);
  const bot_id = await bots(harness, ask);
  const backtest_id = await backtests(harness, ask);
  const lab_id = await labs(harness, ask, script_id);
  return { account_id: harness.accountId, order_id, script_id, bot_id, backtest_id, lab_id };
}

async function marketsAndAccounts(harness: AuditHarness, ask: Asker): Promise<void> {
  const ids = { account_id: harness.accountId };
  await ask('GET /v1/exchanges', '200');
  const all = await ask('GET /v1/markets', '200', { query: '?exchange=sim' });
  const shouted = await ask('GET /v1/markets', '200', { query: '?exchange=SIM&limit=3000' });
  harness.auditor.check(
    all.text === shouted.text,
    'the filter of markets reads an exchange in any case',
  );
  for (const market of rowsOf(all))
    harness.auditor.check(
      (market['market_type'] === 'spot') === (market['contract'] === null),
      `${String(market['market_tag'])}: a contract exactly where it is no spot market`,
    );
  for (const what of ['price', 'candles'])
    await ask(`GET /v1/markets/{market_tag}/${what}`, '200', { ids: { market_tag: MARKET } });
  await ask('GET /v1/markets', '404 exchange_not_found', { query: '?exchange=nowhere' });
  for (const limit of ['0', '3001', 'x'])
    await ask('GET /v1/markets', '400 invalid_request', { query: `?limit=${limit}` });
  await ask('GET /v1/markets', '400 invalid_request', { query: '?cursor=nonsense' });
  await ask('GET /v1/accounts', '200');
  for (const list of ['balance', 'positions', 'orders', 'fills', 'limits'])
    await ask(`GET /v1/accounts/{account_id}/${list}`, '200', { ids });
  await ask('GET /v1/exchanges/{code}', '200', { ids: { code: 'SIM' } });
  await ask('GET /v1/accounts/{account_id}', '200', { ids });
  await realAccounts(ask, ids);
  const limits = { max_orders_per_minute: 1_000, currencies: [] };
  await ask('PUT /v1/accounts/{account_id}/limits', '200', { ids, body: limits });
}

/** No real exchange can be reached from here: what is refused before one is asked. */
async function realAccounts(ask: Asker, ids: MadeIds): Promise<void> {
  const credentials = { api_key: 'k', api_secret: 's' };
  const wish = { name: 'real', exchange: 'sim', market_type: 'spot', credentials };
  await ask('POST /v1/accounts', '400 invalid_request', { body: wish });
  const elsewhere = { ...wish, exchange: 'nowhere' };
  await ask('POST /v1/accounts', '404 exchange_not_found', { body: elsewhere });
  await ask('POST /v1/accounts/{account_id}/check', '403 forbidden', { ids });
  const given = { ids, body: credentials };
  await ask('PUT /v1/accounts/{account_id}/credentials', '403 forbidden', given);
  await ask('DELETE /v1/accounts/{account_id}/credentials', '403 forbidden', { ids });
}

async function orders(harness: AuditHarness, ask: Asker): Promise<string> {
  const market = {
    account_id: harness.accountId,
    market_tag: MARKET,
    side: 'buy',
    type: 'market',
    amount: '0.01',
  };
  const limit = { ...market, type: 'limit', price: '20000' };
  const place = 'POST /v1/orders';
  const { price: _price, ...unpriced } = limit;
  const wrong: readonly (readonly [object, string])[] = [
    [{ ...market, price: '20000' }, '400 invalid_request'],
    [unpriced, '400 invalid_request'],
    [{ ...limit, side: 'short' }, '400 invalid_request'],
    [{ ...limit, amount: 0.01 }, '400 invalid_request'],
    [{ ...limit, market_tag: 'NOT_A_MARKET' }, '400 invalid_request'],
    [{ ...limit, amount: '5' }, '400 insufficient_funds'],
    [{ ...limit, amount: '0.00000001' }, '400 order_rejected'],
    [{ ...limit, account_id: 'acc_nothing' }, '404 account_not_found'],
    [{ ...limit, account_id: harness.otherAccountId }, '404 account_not_found'],
  ];
  for (const [body, outcome] of wrong) await ask(place, outcome, { body });
  const reported = [
    'stop_limit',
    'stop_market',
    'take_profit_limit',
    'take_profit_market',
    'trailing_stop_limit',
    'trailing_stop_market',
  ];
  for (const type of reported)
    await ask(place, '400 invalid_request', { body: { ...limit, type } });
  await askerOf(harness, 'lapsed')(place, '403 forbidden', {
    body: { ...limit, account_id: harness.lapsedAccountId },
  });
  await ask(place, '201', { body: market });
  const first = textOf(await ask(place, '201', { body: limit }), 'order_id');
  const second = await ask(place, '201', { body: limit });
  harness.auditor.check(
    Object.keys(second.body).join() === 'order_id',
    'the response to an order is its id alone',
  );
  const open = await ask('GET /v1/accounts/{account_id}/orders', '200', {
    ids: { account_id: harness.accountId },
  });
  harness.auditor.check(
    rowsOf(open)[0]?.['order_id'] === second.body['order_id'],
    'open orders stand newest first',
  );
  await ask('GET /v1/orders/{order_id}', '200', { ids: { order_id: first } });
  const ids = { order_id: textOf(second, 'order_id') };
  await ask('DELETE /v1/orders/{order_id}', '204', { ids });
  return first;
}

async function scripts(harness: AuditHarness, ask: Asker): Promise<string> {
  const made = await ask('POST /v1/scripts', '201', {
    body: { name: 'of the audit', source: SOURCE },
  });
  const ids = { script_id: textOf(made, 'script_id') };
  await ask('GET /v1/scripts', '200', { query: '?limit=1' });
  await ask('GET /v1/scripts/{script_id}', '200', { ids });
  await ask('GET /v1/scripts/{script_id}/inputs', '200', { ids });
  const put = 'PUT /v1/scripts/{script_id}/source';
  const broken = await ask(put, '200', { ids, body: { source: 'if then' } });
  const compile = broken.body['compile'] as {
    is_valid: boolean;
    errors: readonly { line: number }[];
  };
  harness.auditor.check(
    !compile.is_valid && compile.errors[0]?.line === 1,
    'a source that does not compile is saved, with its errors',
  );
  await ask(put, '200', { ids, body: { source: SOURCE } });
  await ask('PUT /v1/scripts/{script_id}', '200', { ids, body: { name: 'renamed' } });
  const unused = await ask('POST /v1/scripts', '201', { body: { name: 'unused', source: SOURCE } });
  const unusedIds = { script_id: textOf(unused, 'script_id') };
  await ask('DELETE /v1/scripts/{script_id}', '204', { ids: unusedIds });
  await ask('DELETE /v1/scripts/{script_id}', '404 script_not_found', { ids: unusedIds });
  await ask('GET /v1/scripts/{script_id}', '404 script_not_found', { ids: unusedIds });
  return ids.script_id;
}

async function bots(harness: AuditHarness, ask: Asker): Promise<string> {
  const body = {
    name: 'of the audit',
    script_id: harness.scriptId,
    account_id: harness.accountId,
    market_tag: MARKET,
  };
  const create = 'POST /v1/bots';
  await ask(create, '400 invalid_request', { body: { ...body, name: '' } });
  await ask(create, '400 invalid_request', { body: { ...body, name: 'x'.repeat(151) } });
  await ask(create, '404 script_not_found', { body: { ...body, script_id: 'scr_nothing' } });
  await ask(create, '404 account_not_found', {
    body: { ...body, account_id: harness.otherAccountId },
  });
  await ask(create, '201', { body: { ...body, name: 'x'.repeat(150) } });
  const made = await ask(create, '201', { body });
  const { is_activated, is_paused, realized_profit, unrealized_profit } = made.body;
  harness.auditor.check(
    is_activated === false &&
      is_paused === false &&
      realized_profit === '0' &&
      unrealized_profit === '0',
    `a new bot is deactivated and has no profit: ${made.text}`,
  );
  const ids = { bot_id: textOf(made, 'bot_id') };
  for (const [operation, isActivated] of [
    ['start', true],
    ['start', true],
    ['stop', false],
    ['stop', false],
    ['start', true],
  ] as const) {
    const response = await ask(`POST /v1/bots/{bot_id}/${operation}`, '200', { ids });
    const expected = { bot_id: ids.bot_id, is_activated: isActivated };
    harness.auditor.check(
      JSON.stringify(response.body) === JSON.stringify(expected),
      `${operation}: ${response.text}`,
    );
  }
  await ask('POST /v1/bots/{bot_id}/start', '403 forbidden', {
    ids: { bot_id: 'bot_00000000000000000000000000' },
  });
  await ask('POST /v1/bots/{bot_id}/start', '404 bot_not_found', { ids: { bot_id: 'not.an.id' } });
  for (const list of ['', '/logs', '/orders', '/positions'])
    await ask(`GET /v1/bots/{bot_id}${list}`, '200', { ids });
  await ask('GET /v1/bots', '200', { query: '?limit=1' });
  await ask('POST /v1/bots/{bot_id}/signals', '202', {
    ids,
    body: { name: 'trend', action: 'buy' },
  });
  for (const operation of ['pause', 'resume'])
    await ask(`POST /v1/bots/{bot_id}/${operation}`, '202', { ids });
  const other = await ask(create, '201', { body });
  await ask('DELETE /v1/bots/{bot_id}', '204', { ids: { bot_id: textOf(other, 'bot_id') } });
  await ask('POST /v1/stop-everything', '200', { body: {} });
  return ids.bot_id;
}

async function backtests(harness: AuditHarness, ask: Asker): Promise<string> {
  const body = {
    script_id: harness.scriptId,
    account_id: harness.accountId,
    market_tag: MARKET,
    interval: 60,
    ...WINDOW,
  };
  const create = 'POST /v1/backtests';
  await ask(create, '400 invalid_request', { body: { ...body, end_at: WINDOW.start_at } });
  await ask(create, '400 invalid_request', { body: { ...body, interval: 7 } });
  await ask(create, '404 script_not_found', { body: { ...body, script_id: 'not.an.id' } });
  await askerOf(harness, 'lapsed')(create, '403 forbidden', {
    body: { ...body, account_id: harness.lapsedAccountId },
  });
  const made = await ask(create, '202', { body });
  const { status, result, interval } = made.body;
  harness.auditor.check(
    status === 'queued' && result === null && interval === 60,
    `a backtest is accepted: ${made.text}`,
  );
  const ids = { backtest_id: textOf(made, 'backtest_id') };
  const failing = await ask(create, '202', {
    body: { ...body, script_id: 'scr_00000000000000000000000000' },
  });
  const failingIds = { backtest_id: textOf(failing, 'backtest_id') };
  const poll = 'GET /v1/backtests/{backtest_id}';
  await until(
    'the backtest has finished',
    async () => (await ask(poll, '200', { ids })).body['status'] === 'finished',
  );
  await until('the other has failed', async () => {
    const response = await harness.auditor.ask({
      operation: poll,
      key: await harness.key('user'),
      ids: failingIds,
    });
    return response.status === 404 && response.body['code'] === 'backtest_not_found';
  });
  for (const list of ['positions', 'orders', 'logs', 'equity'])
    await ask(`GET /v1/backtests/{backtest_id}/${list}`, '200', { ids, query: '?limit=2' });
  await ask('GET /v1/backtests/{backtest_id}/positions', '400 invalid_request', {
    ids,
    query: '?limit=501',
  });
  await ask('GET /v1/backtests', '200');
  const other = await ask(create, '202', { body });
  const otherIds = { backtest_id: textOf(other, 'backtest_id') };
  await ask('DELETE /v1/backtests/{backtest_id}', '204', { ids: otherIds });
  await ask(poll, '404 backtest_not_found', { ids: otherIds });
  return ids.backtest_id;
}

async function labs(harness: AuditHarness, ask: Asker, scriptId: string): Promise<string> {
  const made = await ask('POST /v1/labs', '201', {
    body: { name: 'of the audit', script_id: scriptId },
  });
  const { status, config, account_id, started_at } = made.body;
  harness.auditor.check(
    status === 'created' && config === null && account_id === null && started_at === null,
    `a lab is made without configuration: ${made.text}`,
  );
  const ids = { lab_id: textOf(made, 'lab_id') };
  const start = 'POST /v1/labs/{lab_id}/start';
  const configuration = {
    algorithm: 'brute_force',
    account_id: harness.accountId,
    market_tag: MARKET,
    interval: 60,
    parameters: [{ key: 'Length', enabled: true, range: { from: 5, to: 6, step: 1 } }],
  };
  await ask('PUT /v1/labs/{lab_id}', '200', { ids, body: configuration });
  await ask(start, '400 invalid_request', {
    ids,
    body: { start_at: WINDOW.end_at, end_at: WINDOW.start_at },
  });
  await ask(start, '202', { ids, body: WINDOW });
  await until('the lab has completed', async () => {
    const lab = await ask('GET /v1/labs/{lab_id}', '200', { ids });
    assert.notEqual(lab.body['status'], 'failed', lab.text);
    return lab.body['status'] === 'completed';
  });
  await ask('GET /v1/labs/{lab_id}/parameters', '200', { ids });
  await ask('GET /v1/labs/{lab_id}/overfitting', '200', { ids });
  const results = await ask('GET /v1/labs/{lab_id}/results', '200', { ids });
  const best = { ...ids, backtest_id: String(rowsOf(results)[0]?.['backtest_id']) };
  await ask('POST /v1/labs/{lab_id}/results/{backtest_id}/bot', '201', {
    ids: best,
    body: { name: 'best' },
  });
  await ask('POST /v1/labs/{lab_id}/cancel', '200', { ids });
  await ask('GET /v1/labs', '200');
  const other = await ask('POST /v1/labs', '201', {
    body: { name: 'another', script_id: scriptId },
  });
  await ask('DELETE /v1/labs/{lab_id}', '204', { ids: { lab_id: textOf(other, 'lab_id') } });
  await ask('GET /v1/labs/{lab_id}', '404 lab_not_found', {
    ids: { lab_id: textOf(other, 'lab_id') },
  });
  return ids.lab_id;
}
