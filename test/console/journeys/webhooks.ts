// Events reach a program by a webhook: it is added, its secret is shown once and verifies what is
// sent, deliveries are seen and sent again, a receiver that is gone is said to be, and the webhook
// is deleted.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import type { WebhookReceiver } from '../webhook-receiver.ts';

export async function webhooks({ service, visit }: Stage, receiver: WebhookReceiver) {
  const user = await service.makeUser('wanda');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/settings?tab=webhooks');
  await page.getByText('No webhooks yet').waitFor();
  // The address in a network that is not reached.
  visitor.expectMessage(/400/);
  await addWebhook(visitor, receiver);
  await page.getByText('Nothing was sent yet').waitFor();

  await service.happen(user, ['bot_1']);
  await page.getByText('Accepted', { exact: true }).waitFor();
  const [first] = receiver.received;
  assert.deepEqual([first?.type, first?.isSigned], ['bot.updated', true]);
  const resend = page.getByRole('button', { name: /^Resend event/ });
  await resend.click();
  await until('it came again', async () => receiver.received.length === 2);
  assert.deepEqual(receiver.received[1], first);

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  receiver.secrets.splice(0, 1, await takeSecret(page));
  await page.getByText('The secret before signs too').waitFor();
  await resend.click();
  await until('it came once more', async () => receiver.received.length === 3);
  assert.deepEqual(receiver.received[2], first);

  receiver.refuse(410);
  await service.happen(user, ['bot_2']);
  await page.getByText('A webhook is off').waitFor();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByText(/Mend that, then enable it again/).waitFor();
  await visitor.picture('webhooks-disabled');
  await checkWidths(page);
  await checkAccess(page);
  receiver.refuse(null);
  await page.getByRole('button', { name: 'Enable again' }).click();
  await until('what waited came', async () => receiver.received.length === 4);
  await page.getByText('Working', { exact: true }).waitFor();
  await sendTest(page, receiver);
  // What was being read of it at that instant.
  visitor.expectMessage(/404/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
  // The page shows that it is gone before the service has deleted it.
  await until('it is deleted', async () => (await user.api.listWebhooks({})).data.length === 0);
  await visitor.leave();
}

/** Also to a webhook that is for other types. */
async function sendTest(page: Page, receiver: WebhookReceiver): Promise<void> {
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('A test is sent.').waitFor();
  await until('the test came', async () => receiver.received.length === 5);
  const test = receiver.received.at(-1);
  assert.deepEqual([test?.type, test?.isSigned], ['webhook.tested', true]);
  const listed = page.getByRole('listitem').filter({ hasText: 'webhook.tested' });
  await listed.getByText('Accepted', { exact: true }).waitFor();
}

/** An alert comes in at a hook: it is added, its address shown once, and its trace is in words. */
export async function hooks({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('harald');
  const accountId = await service.openAccount(user.userName);
  const script = await user.api.createScript({
    body: { name: 's', source: "GetRemoteSignal('trend')" },
  });
  const bot = await user.api.createBot({
    body: {
      name: 'Follower',
      script_id: script.script_id,
      account_id: accountId,
      market_tag: 'SIM_BTC_USDT',
    },
  });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/settings?tab=webhooks');
  await page.getByText('No hooks yet').waitFor();
  await page.getByRole('button', { name: 'Add a hook' }).click();
  const form = page.getByRole('dialog');
  assert.equal(await form.getByLabel('Signal', { exact: true }).inputValue(), 'trend');
  await form.getByLabel('Only from the addresses of TradingView').uncheck();
  await visitor.picture('hooks-new');
  await checkAccess(page, ['light']);
  await form.getByRole('button', { name: 'Add the hook' }).click();
  const first = await takeAddress(page);
  await page.getByText('To Follower; from anywhere').waitFor();
  const send = async (address: string, body: string): Promise<number> =>
    (await fetch(address, { method: 'POST', body })).status;
  assert.equal(await send(first, 'buy'), 400);
  await user.api.startBot({ bot_id: bot.bot_id });
  assert.equal(await send(first, 'buy'), 200);
  await page.getByText('Messages of trend').click();
  await page.getByText('Signal "trend" with action "buy" went to the bot.').waitFor();
  await page.getByText('The bot does not run; start it first.').waitFor();
  await visitor.picture('hooks-trace');
  await checkWidths(page);
  await checkAccess(page);
  await page.getByRole('button', { name: 'New address of trend' }).click();
  await page.getByRole('button', { name: 'Make a new address' }).click();
  const second = await takeAddress(page);
  assert.equal(await send(first, 'buy'), 404);
  assert.equal(await send(second, 'buy'), 200);
  // What was being read of it at that instant.
  visitor.expectMessage(/404/);
  await page.getByRole('button', { name: 'Delete hook trend' }).click();
  await page.getByRole('button', { name: 'Delete the hook' }).click();
  await page.getByText('No hooks yet').waitFor();
  await until('it is deleted', async () => (await user.api.listHooks({})).data.length === 0);
  assert.equal(await send(second, 'buy'), 404);
  await visitor.leave();
}

async function takeAddress(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Keep this address now' });
  const address = await dialog.getByLabel('The address of the hook').textContent();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.match(address ?? '', /^http.*\/hooks\/tm_hook_/);
  return address ?? '';
}

async function addWebhook(visitor: Visitor, receiver: WebhookReceiver): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://10.0.0.1/hook');
  await dialog.getByLabel('All events').uncheck();
  await dialog.getByLabel('Changed', { exact: true }).check();
  await visitor.picture('webhooks-new');
  await checkWidths(page, [390]);
  await checkAccess(page, ['light']);
  await dialog.getByRole('button', { name: 'Add the webhook' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/public network/)
    .waitFor();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add the webhook' }).click();
  receiver.secrets.push(await takeSecret(page));
  await page.getByText('Bots: changed').waitFor();
}

/** Of the dialog that shows it once. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Keep this secret now' });
  const secret = await dialog.getByLabel('The secret of the webhook').textContent();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.match(secret ?? '', /^whsec_/);
  return secret ?? '';
}
