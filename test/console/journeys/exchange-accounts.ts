// Accounts at a real exchange, connected by a key, and with play money on its prices.

import { strict as assert } from 'node:assert';
import type { Stage } from '../stage.ts';

export type ExchangeKey = {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
};

/** Of OKX: its keys have a third part. */
export async function connectByKey(
  { service, visit }: Stage,
  { key, secret, passphrase }: ExchangeKey,
): Promise<void> {
  const user = await service.makeUser('olga', 'owner');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/accounts?new=true');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Real exchange/ }).click();
  await dialog.getByRole('button', { name: /^OKX/ }).click();
  await dialog.getByLabel('API key').fill(key);
  await dialog.getByLabel('API secret').fill(secret);
  await dialog.getByLabel('Passphrase of the key').fill('another one');
  visitor.expectMessage(/400 \(Bad Request\)/);
  await dialog.getByRole('button', { name: 'Check and connect' }).click();
  await dialog.getByText(/OK-ACCESS-PASSPHRASE/).waitFor();
  await dialog.getByLabel('Passphrase of the key').fill(passphrase);
  await dialog.getByRole('button', { name: 'Check and connect' }).click();
  await dialog.getByText('The account is connected.').waitFor();
  await dialog.getByText('May not withdraw').waitFor();
  await visitor.picture('account-connected');
  await dialog.getByRole('button', { name: 'Open the account' }).click();
  await page.getByRole('cell', { name: 'BNB' }).waitFor();
  await page.getByText('Real money').waitFor();
  const [account] = (await user.api.listAccounts()).data;
  assert.equal(account?.allows_bots, true);
  assert.ok(!(await page.content()).includes(secret));

  await page.getByRole('button', { name: 'Key', exact: true }).click();
  await page.getByRole('button', { name: 'Replace the key' }).click();
  await dialog.getByLabel('API key').fill(key);
  await dialog.getByLabel('API secret').fill(secret);
  await dialog.getByLabel('Passphrase of the key').fill('another one');
  await dialog.getByRole('button', { name: 'Check and replace' }).click();
  await dialog.getByText(/OK-ACCESS-PASSPHRASE/).waitFor();
  await visitor.picture('replaced-key-refused');
  await dialog.getByLabel('Passphrase of the key').fill(passphrase);
  await dialog.getByRole('button', { name: 'Check and replace' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await dialog.getByLabel(/^Type/).fill('OKX');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Disabled').waitFor();
  await visitor.leave();
}

export async function playMoney({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('piet');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/accounts?new=true');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Paper account/ }).click();
  await dialog.getByRole('button', { name: /^Binance ?spot$/ }).click();
  await dialog.getByLabel('Play money').fill('2500');
  await dialog.getByRole('button', { name: 'Make the account' }).click();
  await dialog.getByText('Bots may trade on it.').waitFor();
  await dialog.getByRole('button', { name: 'Open the account' }).click();
  await page.getByText('Play money').first().waitFor();
  await page.getByRole('link', { name: 'Trade' }).click();
  await page.getByRole('link', { name: 'BTC/USDT' }).click();
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Type').selectOption('market');
  await ticket.getByLabel('Amount').fill('0.001');
  await ticket.getByRole('button', { name: 'Buy 0.001 BTC' }).click();
  await page.getByText('Bought 0.001').waitFor();
  await visitor.picture('paper-market');
  await visitor.leave();
}
