// An account as its owner cares for it: what an order may be worth at most, what was traded as a
// file, and the switch that stops everything.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ApiProblemError } from '../../../sdk/src/problem.ts';
import type { Stage } from '../stage.ts';

const ORDER = { market_tag: 'SIM_BTC_USDT', side: 'buy', amount: '0.01' } as const;
const PATIENT = { ...ORDER, type: 'limit', price: '1000' } as const;

export async function accountCare({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('carla');
  const accountId = await service.openAccount('carla');
  const { api } = user;
  const order = { account_id: accountId };
  await api.placeAccountOrder({ ...order, body: { ...ORDER, type: 'market' } });
  await api.placeAccountOrder({ ...order, body: PATIENT });
  const visitor = await visit(user);
  const { page } = visitor;

  await visitor.open(`/accounts/${accountId}?tab=limits`);
  await page.getByLabel('Largest order').fill('5');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await page.getByText('The limits are in effect.').waitFor();
  await assert.rejects(api.placeAccountOrder({ ...order, body: PATIENT }), ApiProblemError);

  await page.getByRole('button', { name: 'Fills' }).click();
  await page.getByText('Bought').first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await (await download).path();
  assert.match(readFileSync(file, 'utf8'), /^fill_id,.*\r?\n.*,SIM_BTC_USDT,buy,/);
  await visitor.picture('account-fills');

  await visitor.open('/accounts');
  await page.getByRole('button', { name: 'Stop everything' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stop everything' }).click();
  await dialog.getByText(/1 order cancelled/).waitFor();
  assert.deepEqual((await api.listOrders({ status: 'open' })).data, []);
  await visitor.leave();
}
