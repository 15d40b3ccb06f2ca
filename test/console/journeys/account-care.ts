// An account as its owner cares for it: what an order may be worth at most, what was traded as a
// file, and the switch that stops everything.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ApiProblemError } from '../../../sdk/src/problem.ts';
import { until } from '../../support/until.ts';
import type { ConsoleUser } from '../console-service.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

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

  await stopAndStartAgain(user, visitor, accountId);
  assert.deepEqual((await api.listOrders({ status: 'open' })).data, []);
  await visitor.leave();
}

const QUIET = 'if ClosePrices() < 0 then DoLong() end';

/** Everything stops by the palette, and what ran is started again from the home page. */
async function stopAndStartAgain(
  { api }: ConsoleUser,
  visitor: Visitor,
  account_id: string,
): Promise<void> {
  const { page } = visitor;
  const { script_id } = await api.createScript({ body: { name: 'Quiet', source: QUIET } });
  const body = { script_id, account_id, market_tag: ORDER.market_tag } as const;
  const { bot_id } = await api.createBot({ body: { ...body, name: 'Quiet bot' } });
  await api.startBot({ bot_id });
  await visitor.open('/scripts');
  await page.getByRole('heading', { level: 1, name: 'Scripts' }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('stop everything');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stop everything' }).click();
  await dialog.getByText(/1 bot stopped, 1 order cancelled/).waitFor();
  await dialog.getByText('Quiet bot').waitFor();
  await visitor.picture('everything-stopped');
  await dialog.getByRole('button', { name: 'Close' }).click();
  assert.equal((await api.getBot({ bot_id })).stopped_by, 'risk');
  await visitor.open('/');
  await page.getByRole('button', { name: 'Start them again (1)' }).click();
  await until('the bot runs again', async () => (await api.getBot({ bot_id })).is_activated);
  await page.getByRole('group', { name: 'Bots that ran' }).waitFor({ state: 'detached' });
}
