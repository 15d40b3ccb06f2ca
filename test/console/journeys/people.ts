// An owner's work with people: a user is made and signs in by its link, gets another role, is
// signed out, and deleted; keys are made and switched off; and all of it is in the audit log.

import assert from 'node:assert/strict';
import type { UserDeletion } from '../../../sdk/src/tidemill-client.ts';
import { createClient, isProblem } from '../../../sdk/src/tidemill-client.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

export async function people({ service, visit }: Stage): Promise<void> {
  const owner = await service.makeUser('olivia', 'owner');
  const visitor = await visit(owner);
  const { page } = visitor;
  await visitor.open('/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('nina');
  await page.getByRole('dialog').getByLabel('Role').selectOption('Read only');
  await page.getByRole('button', { name: 'Make the user' }).click();
  await page.getByRole('heading', { name: 'Link for nina' }).waitFor();
  const link = await page.getByRole('dialog').locator('code').innerText();
  await visitor.picture('users-link');
  await page.getByRole('button', { name: 'Done' }).click();

  const nina = await visit(null);
  await nina.open(link);
  await nina.page.getByLabel('Password', { exact: true }).fill('a password of nina');
  await nina.page.getByLabel('Repeat password').fill('a password of nina');
  await nina.page.getByRole('button', { name: 'Save and continue' }).click();
  await nina.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  // Who only looks has no keys, no users and no log.
  await nina.open('/settings');
  await nina.page.getByText('Can view their own data').waitFor();
  assert.equal(await nina.page.getByRole('button', { name: 'API keys' }).count(), 0);
  assert.equal(await nina.page.getByRole('link', { name: 'Users' }).count(), 0);

  await page.reload();
  await page.getByRole('button', { name: 'Role of nina' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('Trader');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await page.getByRole('row', { name: 'nina' }).getByText('Trader · unlimited').waitFor();
  await page.getByRole('button', { name: 'Sign out nina' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  nina.expectMessage(/401/);
  await nina.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await nina.leave();
  await deletion(visitor);

  await visitor.open('/settings?tab=keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('watcher');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const apiKey = await page.getByLabel('The key watcher').innerText();
  await visitor.picture('keys-made');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const client = createClient({ baseUrl: service.url, apiKey, retries: { triesMax: 1 } });
  assert.deepEqual((await client.listAccounts()).data, []);
  await page.getByRole('button', { name: 'Disable watcher' }).click();
  await page.getByText('Disabled').waitFor();
  await assert.rejects(client.listAccounts(), (error) => isProblem(error, 'invalid_api_key'));

  await visitor.open('/audit');
  for (const text of ['Switch key', 'Create key', 'Sessions were ended', 'The user was deleted'])
    await page.getByText(text, { exact: true }).first().waitFor();
  await visitor.picture('audit-log');
  await visitor.leave();
}

/** Of nina, which an exchange holds up at first. */
async function deletion(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const held: UserDeletion = {
    is_deleted: false,
    bots_stopped: 1,
    orders_cancelled: 3,
    orders_working: 2,
    closing_orders: 0,
    positions_left: 0,
    accounts_left: 0,
  };
  const request = /\/v1\/users\/[^/?]+\?/;
  await page.route(request, (route) => route.fulfill({ json: held }));
  assert.equal(await page.getByRole('button', { name: 'Delete olivia' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Delete nina' }).click();
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Delete the user' });
  await act.waitFor();
  assert.equal(await act.isDisabled(), true);
  await dialog.getByLabel('Type “nina” to confirm').fill('nina');
  await visitor.picture('user-deletion');
  await act.click();
  await dialog.getByText('1 bot stopped, 3 orders cancelled. 2 orders still work.').waitFor();
  await page.getByRole('heading', { name: 'nina is being deleted' }).waitFor();
  await visitor.picture('user-deletion-held');
  await page.unroute(request);
  await dialog.getByRole('button', { name: 'Try now' }).click();
  await page.getByRole('heading', { name: 'nina is deleted' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Delete nina' }).waitFor({ state: 'detached' });
}
