// Requests of a partner on one of its two surfaces: each operation of it succeeds at least once,
// and is refused as the contract says.

import { until } from '../../support/until.ts';
import type { AuditHarness, Who } from './audit-harness.ts';
import type { Asker, MadeIds } from './user-chapters.ts';
import { askerOf, rowsOf, textOf } from './user-chapters.ts';

export type Surface = 'whitelabel' | 'partner';
/** As a user's asker; `/…` stands for the surface. */
type SurfaceAsker = Asker;

const WINDOW = { start_at: '2024-01-01T00:00:00Z', end_at: '2024-01-03T00:00:00Z' };
const SIGNALS = { market_tag: 'SIM_BTC_USDT', signal_token: 'audit', order_size: '50' };

export async function partnerChapters(
  harness: AuditHarness,
  surface: Surface,
  who: Who,
): Promise<MadeIds> {
  const asker = askerOf(harness, who);
  const ask: SurfaceAsker = (operation, outcome, details) =>
    asker(operation.replace(' /', ` /v1/${surface}/`), outcome, details);
  await offers(harness, ask);
  const user_id = await endUsers(ask);
  await limits(ask, user_id);
  const key_id = await keys(ask);
  const { bot_id, position_id, order_id } = await grids(harness, ask, user_id);
  await signals(harness, ask, user_id);
  const backtest_id = await backtests(harness, ask, user_id);
  await ask('GET /report', '200');
  await ask('POST /stop-everything', '200', { body: {} });
  const market_type = 'spot';
  return {
    user_id,
    key_id,
    bot_id,
    position_id,
    order_id,
    backtest_id,
    signal_token: 'audit',
    market_type,
  };
}

async function offers(harness: AuditHarness, ask: SurfaceAsker): Promise<void> {
  await ask('GET /exchanges', '200');
  await ask('GET /markets', '200', { query: '?exchange=sim' });
  await ask('GET /markets', '404 exchange_not_found', { query: '?exchange=nowhere' });
  const types = rowsOf(await ask('GET /strategies', '200')).map(({ type }) => String(type));
  const five =
    'futures_dollar_cost_averaging,futures_grid,spot_dollar_cost_averaging,spot_grid,webhook';
  harness.auditor.check(types.toSorted().join() === five, `the strategies are ${types.join()}`);
}

async function endUsers(ask: SurfaceAsker): Promise<string> {
  const body = { external_id: 'customer', exchange: 'sim' };
  const made = await ask('POST /users', '201', { body });
  const again = await ask('POST /users', '201', { body: { ...body, external_id: 'another' } });
  const ids = { user_id: textOf(again, 'user_id') };
  await ask('GET /users', '200', { query: '?limit=1' });
  await ask('GET /users/{user_id}', '200', { ids });
  const none = await ask('GET /users/{user_id}/bots', '200', { ids });
  if (rowsOf(none).length > 0) throw new Error('A new end user has no bots.');
  await ask('GET /users/{user_id}/credentials', '200', { ids });
  const key = { ids, body: { api_key: 'k', api_secret: 's' } };
  await ask('PUT /users/{user_id}/credentials', '403 forbidden', key);
  await ask('DELETE /users/{user_id}', '204', { ids });
  await ask('GET /users/{user_id}', '404 user_not_found', { ids });
  await ask('GET /users/{user_id}/bots', '404 user_not_found', { ids });
  return textOf(made, 'user_id');
}

async function limits(ask: SurfaceAsker, user_id: string): Promise<void> {
  const path = '/users/{user_id}/limits/{market_type}';
  const ids = { user_id, market_type: 'spot' };
  const body = { max_orders_per_minute: 1_000 };
  await ask(`PUT ${path}`, '200', { ids, body });
  await ask(`GET ${path}`, '200', { ids });
  await ask(`PUT ${path}`, '200', { ids, body: {} });
  const none = { user_id, market_type: 'margin' };
  await ask(`GET ${path}`, '404 account_not_found', { ids: none });
  await ask(`PUT ${path}`, '404 account_not_found', { ids: none, body: {} });
}

async function keys(ask: SurfaceAsker): Promise<string> {
  const body = { name: 'backend', scopes: ['whitelabel'] };
  const made = await ask('POST /keys', '201', { body });
  const other = await ask('POST /keys', '201', { body });
  await ask('GET /keys', '200', { query: '?limit=1' });
  await ask('DELETE /keys/{key_id}', '204', { ids: { key_id: textOf(other, 'key_id') } });
  return textOf(made, 'key_id');
}

async function grids(
  harness: AuditHarness,
  ask: SurfaceAsker,
  userId: string,
): Promise<Record<'bot_id' | 'position_id' | 'order_id', string>> {
  const of = { user_id: userId };
  const wide = {
    market_tag: 'SIM_BTC_USDT',
    lower_price: '100',
    upper_price: '900000',
    grid_count: 10,
    investment: '1000',
  };
  const preview = await ask('POST /users/{user_id}/bots/preview', '200', {
    ids: of,
    body: { type: 'spot_grid', config: wide },
  });
  const price = Number(preview.body['current_price']);
  const near = {
    ...wide,
    lower_price: (price * 0.8).toFixed(0),
    upper_price: (price * 1.2).toFixed(0),
  };
  await ask('POST /users/{user_id}/bots', '400 invalid_request', {
    ids: of,
    body: { type: 'spot_grid', config: { nothing: 1 } },
  });
  const made = await ask('POST /users/{user_id}/bots', '201', {
    ids: of,
    body: { type: 'spot_grid', config: near },
  });
  harness.auditor.check(!made.text.includes('account_id'), 'a partner bot names no account');
  const ids = { ...of, bot_id: textOf(made, 'bot_id') };
  const path = '/users/{user_id}/bots/{bot_id}';
  await ask(`PUT ${path}`, '200', { ids, body: { config: { investment: '900' } } });
  await ask(`GET ${path}`, '200', { ids });
  await ask('GET /bots', '200', { query: '?limit=1' });
  await ask('GET /users/{user_id}/bots', '200', { ids: of });
  await ask(`POST ${path}/start`, '200', { ids });
  const list = async (what: string) => rowsOf(await ask(`GET ${path}/${what}`, '200', { ids }));
  await until('the grid has orders', async () => (await list('orders')).length > 0);
  await until('the grid holds something', async () => (await list('positions')).length > 0);
  await ask(`GET ${path}/positions/closed`, '200', { ids });
  await ask(`GET ${path}/logs`, '200', { ids });
  const position_id = String((await list('positions'))[0]?.['position_id']);
  await ask(`GET ${path}/positions/{position_id}/orders`, '200', { ids: { ...ids, position_id } });
  const [cancelled, retained] = (await list('orders')).map(({ order_id }) => String(order_id));
  await ask(`DELETE ${path}/orders/{order_id}`, '204', {
    ids: { ...ids, order_id: cancelled ?? '' },
  });
  const copy = await ask(`POST ${path}/copy`, '201', {
    ids,
    body: { config: { investment: '500' } },
  });
  harness.auditor.check(
    copy.body['master_bot_id'] === ids.bot_id,
    `a copy names its master: ${copy.text}`,
  );
  const copyIds = { ...of, bot_id: textOf(copy, 'bot_id') };
  await ask(`DELETE ${path}`, '204', { ids: copyIds });
  await ask(`GET ${path}`, '404 bot_not_found', { ids: copyIds });
  await ask(`POST ${path}/stop`, '200', { ids });
  return { bot_id: ids.bot_id, position_id, order_id: retained ?? '' };
}

async function signals(harness: AuditHarness, ask: SurfaceAsker, userId: string): Promise<void> {
  const ids = { user_id: userId, signal_token: 'audit' };
  await ask('POST /users/{user_id}/bots', '201', {
    ids,
    body: { type: 'webhook', config: SIGNALS },
  });
  const actions = [
    'buy',
    'enter_long',
    'sell',
    'enter_short',
    'exit_position',
    'exit_long',
    'exit_short',
  ];
  for (const action of actions) {
    const response = await ask('POST /signals', '202', { body: { signal_token: 'audit', action } });
    const expected = { signal_token: 'audit', action, accepted: true };
    harness.auditor.check(
      JSON.stringify(response.body) === JSON.stringify(expected),
      `a signal: ${response.text}`,
    );
  }
  await ask('POST /signals', '202', { body: { signal_token: 'nobody-listens', action: 'buy' } });
  for (const [signal_token, action] of [
    ['audit', 'BUY'],
    ['audit', 'jump'],
    ['a b', 'buy'],
    ['', 'buy'],
  ])
    await ask('POST /signals', '422 invalid_signal', { body: { signal_token, action } });
  await ask('GET /signals', '200');
  await ask('GET /signals/{signal_token}', '200', { ids });
  await ask('GET /signals/{signal_token}/trace', '200', { ids });
}

async function backtests(
  harness: AuditHarness,
  ask: SurfaceAsker,
  userId: string,
): Promise<string> {
  const run = { ids: { user_id: userId }, body: { type: 'webhook', config: SIGNALS, ...WINDOW } };
  const made = await ask('POST /users/{user_id}/backtests', '202', run);
  const ids = { backtest_id: textOf(made, 'backtest_id') };
  await until('the backtest has finished', async () => {
    const response = await ask('GET /backtests/{backtest_id}/status', '200', { ids });
    return response.body['status'] === 'completed';
  });
  const results = await ask('GET /backtests/{backtest_id}/results', '200', { ids });
  const logs = results.body['logs'] as readonly unknown[];
  harness.auditor.check(logs.length <= 50, 'results have at most 50 lines of the log');
  await ask('GET /backtests/{backtest_id}/positions', '200', { ids });
  await ask('GET /backtests/{backtest_id}/logs', '200', { ids });
  const other = await ask('POST /users/{user_id}/backtests', '202', run);
  const otherIds = { backtest_id: textOf(other, 'backtest_id') };
  await ask('DELETE /backtests/{backtest_id}', '204', { ids: otherIds });
  await ask('GET /backtests/{backtest_id}/results', '404 backtest_not_found', { ids: otherIds });
  return ids.backtest_id;
}
