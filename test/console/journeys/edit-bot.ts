// A bot that is changed after it was made: its name, candles, size and inputs while it is stopped,
// nothing but its name while it runs; and the name of a bot of a strategy.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import { checkAccess } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

const SOURCE = `
local length = Input('Length', 14)
if ClosePrices() < length - 20 then DoLong() end`;

const GRID = {
  market_tag: 'SIM_BTC_USDT',
  upper_price: '70000',
  lower_price: '50000',
  grid_count: 5,
  investment: '500',
};

export async function editBot({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('edith');
  const account_id = await service.openAccount('edith');
  const { api } = user;
  const { script_id } = await api.createScript({ body: { name: 'Lengthy', source: SOURCE } });
  const made = { name: 'First', script_id, account_id, market_tag: 'SIM_BTC_USDT' };
  const { bot_id } = await api.createBot({ body: made });
  const visitor = await visit(user);
  const { page } = visitor;

  await visitor.open(`/bots/${bot_id}`);
  const dialog = await openEdit(page, 'Edit');
  await dialog.getByLabel('Name').fill('Second');
  await dialog.getByLabel('Chart interval').selectOption({ label: '1h' });
  await dialog.getByLabel('Size of a trade').fill('250');
  await dialog.getByText('Inputs of the script').click();
  await dialog.getByLabel('Length').fill('9');
  await visitor.picture('edit-bot');
  await checkAccess(page);
  await save(dialog);
  await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
  const edited = await api.getBot({ bot_id });
  assert.deepEqual(edited.parameters, { Length: 9 });
  assert.equal(edited.settings.interval, 60);
  assert.equal(edited.settings.trade_amount, '250');

  await api.startBot({ bot_id });
  await page.reload();
  const running = await openEdit(page, 'Edit');
  await running.getByText('It runs, so only its name can change.').waitFor();
  assert.equal(await running.getByLabel('Chart interval').count(), 0);
  await visitor.picture('edit-running-bot');
  await running.getByLabel('Name').fill('Third');
  await save(running);
  const named = await api.getBot({ bot_id });
  assert.deepEqual([named.name, named.is_activated], ['Third', true]);
  assert.deepEqual(named.settings, edited.settings);

  const grid = { name: 'Grid', account_id, type: 'spot_grid', config: GRID } as const;
  const { bot_id: gridId } = await api.createStrategyBot({ body: grid });
  await visitor.open(`/bots/${gridId}`);
  const renaming = await openEdit(page, 'Rename');
  await renaming.getByLabel('Name').fill('Renamed grid');
  await save(renaming);
  await until('the grid has its name', async () => {
    return (await api.getBot({ bot_id: gridId })).name === 'Renamed grid';
  });
  await visitor.leave();
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save the changes' }).click();
  await dialog.waitFor({ state: 'detached' });
}
