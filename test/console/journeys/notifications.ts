// Notifications reach a chat: the channel is added, proven by its code and tested; a rule is
// changed; and when the chat is closed to them, the page says so wherever its reader is.

import assert from 'node:assert/strict';
import type { ChatServer } from '../chat-server.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const TOKEN = '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc';

export async function notifications({ service, visit }: Stage, chat: ChatServer): Promise<void> {
  const user = await service.makeUser('nora');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/settings?tab=notifications');
  await page.getByText('No channels yet').waitFor();
  await page.getByText('Nothing sent yet').waitFor();
  // The wrong token and the wrong code.
  visitor.expectMessage(/400/);
  await addChannel(visitor, chat);
  await page.getByText('Working', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send a test My telephone' }).click();
  await page.getByText('The test arrived.').waitFor();
  await page.getByRole('button', { name: 'Resend Test of My telephone' }).waitFor();

  await changeRule(visitor);
  const { data: rules } = await user.api.listNotificationRules();
  const rule = rules.find(({ name }) => name === 'Problems');
  assert.ok(rule !== undefined && rule.types.includes('order.rejected'));
  assert.equal(rule.every_minutes, 60);
  assert.deepEqual([rule.quiet_hours?.from, rule.quiet_hours?.to], ['23:30', '07:00']);
  await page.getByRole('button', { name: 'Turn off Problems' }).click();
  await page.getByRole('button', { name: 'Turn on Problems' }).waitFor();

  await page.getByRole('button', { name: 'Mute My telephone' }).click();
  await page.getByRole('dialog').getByLabel('For').selectOption('Until I unmute it');
  await page.getByRole('dialog').getByRole('button', { name: 'Mute' }).click();
  await page.getByText('Until you unmute it').waitFor();
  await page.getByRole('button', { name: 'Unmute My telephone' }).click();
  await page.getByText('Working', { exact: true }).waitFor();

  chat.refuse('blocked');
  await page.getByRole('button', { name: 'Send a test My telephone' }).click();
  await page.getByText('Notifications no longer reach My telephone').waitFor();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByRole('alert').getByText('bot was blocked by the user').waitFor();
  await visitor.picture('notifications-disabled');
  await checkWidths(page);
  await checkAccess(page);
  chat.refuse(null);
  await page.getByRole('button', { name: 'Enable again My telephone' }).click();
  await page.getByText('Working', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete My telephone' }).click();
  await page.getByRole('button', { name: 'Delete the channel' }).click();
  await page.getByText('No channels yet').waitFor();
  await visitor.leave();
}

async function addChannel(visitor: Visitor, chat: ChatServer): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Add a channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Token of the bot').fill('no token');
  await dialog.getByLabel('Chat').fill('40721');
  await dialog.getByLabel('Name').fill('My telephone');
  await visitor.picture('notifications-new-channel');
  await checkAccess(page, ['light']);
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await dialog.getByRole('alert').getByText('as @BotFather gives it').waitFor();
  await dialog.getByLabel('Token of the bot').fill(TOKEN);
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  const code = await chat.nextCode();
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Confirm the channel' }).click();
  await dialog.getByRole('alert').getByText('The code is wrong or has expired').waitFor();
  await visitor.picture('notifications-code');
  await checkAccess(page, ['light']);
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm the channel' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function changeRule(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Edit Problems' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Refused by the exchange').check();
  await dialog.getByLabel('How often').selectOption('Every hour');
  await dialog.getByLabel('Quiet hours').check();
  await dialog.getByLabel('From').fill('23:30');
  await visitor.picture('notifications-rule');
  await checkWidths(page, [390]);
  await checkAccess(page, ['light']);
  await dialog.getByRole('button', { name: 'Save the rule' }).click();
  await page.getByText(/quiet 23:30 to 07:00/).waitFor();
}
