// An order by hand, from its estimate to its end: seen in the lists and said by a notice; and its
// market on the watch list.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ConsoleUser } from '../console-service.ts';
import type { Stage } from '../stage.ts';

export async function orderByHand({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('nora');
  const accountId = await service.openAccount('nora');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/markets/SIM_BTC_USDT?exchange=sim');
  await page.getByRole('button', { name: 'Indicators' }).click();
  await page.getByLabel('Add an indicator').selectOption('RSI');
  await page.getByText(/RSI 14 \d/).waitFor();
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Type').selectOption('market');
  await ticket.getByLabel('Amount').fill('0.00001');
  await ticket.getByText(/below the minimum value 5 USDT/).waitFor();
  await ticket.getByLabel('Amount').fill('0.01');
  await ticket.getByText('Fee, 0.1 % taker').waitFor();
  await ticket.getByRole('button', { name: 'Buy 0.01 BTC' }).click();
  await page.getByText('Bought 0.01').waitFor();
  await ticket.getByLabel('Type').selectOption('limit');
  await ticket.getByLabel('Price').fill('1000');
  await ticket.getByLabel('Amount').fill('0.02');
  await ticket.getByRole('button', { name: 'Buy 0.02 BTC' }).click();
  const own = page.getByRole('region', { name: 'Your activity' });
  await own.getByRole('cell', { name: '0 of 0.02' }).last().waitFor();
  await visitor.picture('order-open');
  await own.getByRole('button', { name: 'Cancel', exact: true }).click();
  await own.getByText('No open orders').waitFor();
  await own.getByRole('button', { name: 'Order history' }).click();
  await own.getByText('cancelled').waitFor();
  await page.getByRole('button', { name: 'Watch BTC/USDT' }).click();
  await page.getByRole('button', { name: 'Watch BTC/USDT', pressed: true }).waitFor();
  await visitor.open('/markets');
  const row = page.getByRole('row').filter({ hasText: 'BTC/USDT' });
  await row.getByText(/^[+−]?\d+\.\d\d %$/).waitFor();
  await page.getByLabel('Show').selectOption('all');
  await page.getByLabel('Find').fill('ethbtc');
  await page.getByRole('link', { name: 'ETH/BTC' }).waitFor();
  await newestFillFirst(page, user, accountId);
  await visitor.leave();
}

/** Exchanges tell fills oldest first; whoever looks wants the newest. */
async function newestFillFirst(page: Page, user: ConsoleUser, accountId: string): Promise<void> {
  await user.api.placeOrder({
    body: {
      account_id: accountId,
      market_tag: 'SIM_BTC_USDT',
      side: 'sell',
      type: 'market',
      amount: '0.004',
    },
  });
  for (const address of [
    `/accounts/${accountId}?tab=fills`,
    '/markets/SIM_BTC_USDT?exchange=sim&show=fills',
  ]) {
    await page.goto(address);
    const rows = page.getByRole('region', { name: 'Fills' }).getByRole('row');
    await rows.nth(2).waitFor();
    assert.match((await rows.nth(1).textContent()) ?? '', /^Sold/, address);
    assert.match((await rows.nth(2).textContent()) ?? '', /^Bought/, address);
  }
}
