// A partner's day: a customer is made and limited, a bot is stopped, a signal is sent and followed
// to the bot that heard it, the bill is read, and a key is made and revoked. Who has no end users
// sees none of it.

import assert from 'node:assert/strict';
import { createClient, isProblem } from '../../../sdk/src/tidemill-client.ts';
import { furnishPartner } from '../furnish-partner.ts';
import type { ConsoleUser } from '../console-service.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

export async function partnerDay({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('petra');
  const { endUserId } = await furnishPartner(service, user);
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/');
  await page.getByRole('link', { name: 'Partner' }).click();
  await page.getByRole('link', { name: 'customer-43' }).waitFor();

  await customers(visitor, user, endUserId);
  await signals(visitor);
  await keysOfSystems(visitor, service.url);
  await visitor.leave();

  const other = await visit(await service.makeUser('noel'));
  await other.open('/partner');
  await other.page.getByText('You are no partner').waitFor();
  assert.equal(await other.page.getByRole('link', { name: 'Partner' }).count(), 0);
  await other.leave();
}

async function customers(visitor: Visitor, user: ConsoleUser, endUserId: string): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'New end user' }).click();
  await page.getByRole('dialog').getByLabel('Your id of the customer').fill('customer-45');
  await page.getByRole('button', { name: 'Make the end user' }).click();
  await page.getByRole('heading', { level: 1, name: 'customer-45' }).waitFor();
  await page.getByText('No bots yet').waitFor();
  await page.getByRole('cell', { name: 'USDT', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Limits' }).click();
  await page.getByLabel('Orders a minute, of people and bots together').fill('20');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await page.getByText('The limits are in effect.').waitFor();
  const made = (await user.api.partnerListUsers({})).data.find(
    (of) => of.external_id === 'customer-45',
  );
  const limits = await user.api.partnerGetUserLimits({
    user_id: made?.user_id ?? '',
    market_type: 'spot',
  });
  assert.equal(limits.max_orders_per_minute, 20);

  await makeAndEditBot(visitor);

  await visitor.open(`/partner/users/${endUserId}`);
  await page.getByRole('link', { name: 'Grid of 42' }).click();
  await page.getByRole('heading', { level: 1, name: 'Grid of 42' }).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Cancel its open orders, too').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await page.getByText('Webhook deliveries about this bot').waitFor();
}

/** On the page of the customer that was just made. */
async function makeAndEditBot(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('link', { name: 'New bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bot for customer-45' }).waitFor();
  await page.getByText('Needed at the start').waitFor();
  await visitor.picture('partner-new-bot');
  await page.getByLabel('Name', { exact: true }).fill('Grid of 45');
  // By keyboard: a price that comes meanwhile moves the button.
  await page.getByRole('button', { name: 'Make the bot' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Grid of 45' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Investment', { exact: true }).fill('777');
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('777', { exact: true }).waitFor();
}

async function signals(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/partner?tab=signals');
  const heard = page.getByRole('listitem').filter({ hasText: 'trend' }).first();
  await heard.getByRole('link', { name: 'Trend of 42' }).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'tredn' })
    .getByText('No bot was listening')
    .waitFor();
  await page.getByLabel('Token', { exact: true }).fill('nobody');
  await page.getByText('No bot has this token.').waitFor();
  await page.getByLabel('Action').selectOption('Exit long');
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByRole('listitem').filter({ hasText: 'nobody' }).getByText('Exit long').waitFor();
  await visitor.picture('partner-signals');

  await page.getByRole('button', { name: 'Usage' }).click();
  await page.getByRole('cell', { name: 'Active bots' }).waitFor();
  await page.getByText('counted in months of UTC').waitFor();
}

async function keysOfSystems({ page }: Visitor, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('App of 45');
  await page.getByRole('dialog').getByLabel('It reaches').selectOption('customer-45');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const apiKey = await page.getByLabel('The key App of 45').innerText();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const client = createClient({ baseUrl: url, apiKey, retries: { triesMax: 1 } });
  const reached = await client.whitelabelListUsers({});
  assert.deepEqual(
    reached.data.map((of) => of.external_id),
    ['customer-45'],
  );
  await page.getByRole('button', { name: 'Revoke App of 45' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByRole('button', { name: 'Revoke App of 45' }).waitFor({ state: 'detached' });
  await assert.rejects(client.whitelabelListUsers({}), (error) =>
    isProblem(error, 'invalid_api_key'),
  );
}
