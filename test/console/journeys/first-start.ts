// The first start: the printed link signs in, a password is chosen, the home page says what to do
// first, and the account that is there places a first order.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

const PASSWORD = 'chosen at the first start';

export async function firstStart({ service, visit }: Stage): Promise<void> {
  const visitor = await visit(null);
  const { page } = visitor;
  // Whoever has the page open already pastes the link there: only what follows the `#` changes.
  await visitor.open('/sign-in');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.evaluate(`location.assign(${JSON.stringify(service.firstLink)})`);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  // What follows the `#` is a secret: it is gone from the address, so nobody reads it there.
  assert.equal(new URL(page.url()).hash, '');
  await checkWidths(page);
  await visitor.picture('first-start-password');
  await page.getByLabel('Password', { exact: true }).fill('short');
  assert.ok(await page.getByRole('button', { name: 'Save and continue' }).isDisabled());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await visitor.picture('first-start-home');
  await page.getByRole('link', { name: 'Backtest', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Moving averages' }).waitFor();
  await placeFirstOrder(page);
  // The link worked once.
  const second = await visit(null);
  second.expectMessage(/401/);
  await second.open(service.firstLink);
  await second.page.getByRole('alert').getByText('The link is unknown').waitFor();
  await second.leave();
  await visitor.leave();
}

async function placeFirstOrder(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Markets', exact: true }).first().click();
  await page.getByRole('link', { name: 'BTC/USDT' }).first().click();
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Type').selectOption('market');
  await ticket.getByLabel('Amount').fill('0.01');
  await ticket.getByRole('button', { name: 'Buy 0.01 BTC' }).click();
  await page.getByText('Bought 0.01').waitFor();
  const own = page.getByRole('region', { name: 'Your activity' });
  await own.getByRole('button', { name: 'Order history' }).click();
  await own.getByText('filled', { exact: true }).waitFor();
}
