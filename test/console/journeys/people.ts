// An owner's work with people: a user is made and signs in by its link, gets another role, and is
// signed out; keys are made and switched off; and all of it is in the audit log.

import assert from 'node:assert/strict';
import { createClient, isProblem } from '../../../sdk/src/tidemill-client.ts';
import type { Stage } from '../stage.ts';

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
  await nina.page.getByLabel('Once more').fill('a password of nina');
  await nina.page.getByRole('button', { name: 'Save and go on' }).click();
  await nina.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  // Who only looks has no keys, no users and no log.
  await nina.open('/settings');
  await nina.page.getByText('Sees what is its own').waitFor();
  assert.equal(await nina.page.getByRole('button', { name: 'API keys' }).count(), 0);
  assert.equal(await nina.page.getByRole('link', { name: 'Users' }).count(), 0);

  await page.reload();
  await page.getByRole('button', { name: 'Role of nina' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('Trader');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await page.getByText('Trader · unlimited').waitFor();
  await page.getByRole('button', { name: 'Sign out nina' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  nina.expectMessage(/401/);
  await nina.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await nina.leave();

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
  for (const text of ['Switch key', 'Create key', 'Sessions were ended', 'The role was set'])
    await page.getByText(text, { exact: true }).first().waitFor();
  await visitor.picture('audit-log');
  await visitor.leave();
}
