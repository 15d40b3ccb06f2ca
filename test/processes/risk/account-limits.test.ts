// Limits of an account over HTTP and from the command line, on a real service and PostgreSQL.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestedService } from '../../support/requested-service.ts';
import { ask, withRequestedService } from '../../support/requested-service.ts';
import { runCommand } from '../../support/service-process.ts';

const REQUESTS_COUNT = 50;
const REFUSALS: ReadonlySet<string> = new Set([
  'order_rejected',
  'rate_limited',
  'temporarily_unavailable',
]);

async function statusesOf({
  service,
  key,
  accountId,
}: RequestedService): Promise<readonly string[]> {
  const order = { account_id: accountId, market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'limit' };
  const body = JSON.stringify({ ...order, price: '1000', amount: '0.005' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return Promise.all(
    Array.from({ length: REQUESTS_COUNT }, async () => {
      const response = await fetch(`${service.url}/v1/orders`, { method: 'POST', headers, body });
      const { code } = (await response.json()) as { readonly code?: string };
      return code ?? String(response.status);
    }),
  );
}

test('of fifty parallel orders as many are placed as the limits allow', async () => {
  await withRequestedService(async (setup) => {
    const { accountId, dataDir } = setup;
    const url = `/v1/accounts/${accountId}/limits`;
    const none = { max_orders_per_minute: null, currencies: [] };
    assert.deepEqual(await ask(setup, 'GET', url, null), none);
    const usdt = {
      currency: 'USDT',
      max_order_value: '5000.5',
      max_exposure: '1000000',
      max_daily_loss: '100000',
    };
    const limits = { max_orders_per_minute: 6, currencies: [usdt] };
    assert.deepEqual(await ask(setup, 'PUT', url, limits), limits);
    const statuses = await statusesOf(setup);
    assert.equal(statuses.filter((status) => status === '201').length, 6, statuses.join(' '));
    const refused = statuses.filter((status) => status !== '201');
    // On a machine that does much else some have waited too long for their turn.
    assert.deepEqual(
      refused.filter((status) => !REFUSALS.has(status)),
      [],
    );
    assert.ok(refused.includes('order_rejected'), 'some are refused by the limits');
    const orders = await ask(setup, 'GET', `/v1/accounts/${accountId}/orders`, null);
    assert.equal((orders['data'] as readonly unknown[]).length, 6);

    const where = ['--database-url', setup.test.url];
    assert.deepEqual(
      await runCommand(dataDir, ['accounts', 'limits', accountId, ...where]),
      limits,
    );
    const words = [
      'accounts',
      'set-limits',
      accountId,
      '--limit',
      'USDT:order=10,loss=5',
      ...where,
    ];
    await runCommand(dataDir, words);
    const changed = { max_order_value: '10', max_exposure: null, max_daily_loss: '5' };
    const now = { max_orders_per_minute: null, currencies: [{ currency: 'USDT', ...changed }] };
    assert.deepEqual(await ask(setup, 'GET', url, null), now);
    assert.deepEqual(await ask(setup, 'PUT', url, { reset_losses: true, ...now }), now);
    const reset = await runCommand(dataDir, ['accounts', 'reset-losses', accountId, ...where]);
    assert.deepEqual(reset, { account_id: accountId, is_reset: true });
    await runCommand(dataDir, ['accounts', 'set-limits', accountId, '--none', ...where]);
    assert.deepEqual(await ask(setup, 'GET', url, null), none);
  });
});
