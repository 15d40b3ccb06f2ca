// Events reach a program by a webhook: it is added, its secret is shown once and verifies what is
// sent, deliveries are seen and sent again, a receiver that is gone is said to be, and the webhook
// is deleted.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
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
  await page.getByText('Nothing sent yet').waitFor();

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
  await page.getByText('The former secret also signs').waitFor();
  await resend.click();
  await until('it came once more', async () => receiver.received.length === 3);
  assert.deepEqual(receiver.received[2], first);

  receiver.refuse(410);
  await service.happen(user, ['bot_2']);
  await page.getByText('A webhook is off').waitFor();
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.getByText(/Fix the receiver, then enable the webhook again/).waitFor();
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
  await page.getByText('A test was sent.').waitFor();
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
  assert.equal(
    await form.getByRole('combobox', { name: 'Signal', exact: true }).inputValue(),
    'trend',
  );
  await form.getByLabel('Only from the addresses of TradingView').uncheck();
  await form.getByLabel('Same message again within').fill('90');
  await visitor.picture('hooks-new');
  await checkWidths(page, [390]);
  await checkAccess(page, ['light']);
  await form.getByRole('button', { name: 'Add the hook' }).click();
  const first = await takeAddress(page);
  await page.getByText('To Follower; from anywhere').waitFor();
  await page.getByText('The same message again within 90 s does not trade.').waitFor();
  const send = async (address: string, body: string): Promise<number> =>
    (await fetch(address, { method: 'POST', body })).status;
  assert.equal(await send(first, 'buy'), 400);
  await user.api.startBot({ bot_id: bot.bot_id });
  assert.equal(await send(first, 'buy'), 200);
  await page.getByText('Messages of trend').click();
  await page.getByText('Signal "trend" with action "buy" waits for the bot.').waitFor();
  await page.getByText('The bot does not run; start it first.').waitFor();
  await visitor.picture('hooks-trace');
  await checkWidths(page);
  await checkAccess(page);
  await page.getByRole('button', { name: 'New address of trend' }).click();
  await page.getByRole('button', { name: 'Make a new address' }).click();
  const second = await takeAddress(page);
  assert.equal(await send(first, 'buy'), 404);
  assert.equal(await send(second, 'sell'), 200);
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

/** A hook for a program that signs: its secret is shown once, another one with a new address. */
export async function signedHooks({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('sigrid');
  const accountId = await service.openAccount(user.userName);
  const config = { market_tag: 'SIM_BTC_USDT', signal_token: 'trend', order_size: '50' };
  const { bot_id } = await user.api.createStrategyBot({
    body: { name: 'Listener', account_id: accountId, type: 'webhook', config },
  });
  await user.api.startBot({ bot_id });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/settings?tab=webhooks');
  await page.getByRole('button', { name: 'Add a hook' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Only signed messages').check();
  const tradingView = form.getByLabel('Only from the addresses of TradingView');
  assert.equal(await tradingView.isChecked(), false, 'TradingView cannot sign');
  await form.getByLabel('A text that says only “sell” opens a short').check();
  await form.getByRole('button', { name: 'Add the hook' }).click();
  const first = await takeBoth(visitor);
  await page.getByText('To Listener; from anywhere; signed').waitFor();
  const [hook] = (await user.api.listHooks({})).data;
  assert.deepEqual([hook?.is_signed, hook?.sells_enter_short], [true, true]);
  assert.equal(await sendSigned(first.address, 'tm_sign_wrong', '1'), 400);
  assert.equal(await sendSigned(first.address, first.secret, '1'), 200);
  await page.getByRole('button', { name: 'New address of trend' }).click();
  await page.getByRole('button', { name: 'Make a new address' }).click();
  const second = await takeBoth(visitor);
  assert.equal(await sendSigned(second.address, first.secret, '2'), 400);
  assert.equal(await sendSigned(second.address, second.secret, '2'), 200);
  await visitor.leave();
}

async function takeBoth(visitor: Visitor) {
  const { page } = visitor;
  const dialog = page.getByRole('dialog', { name: 'Keep both secrets now' });
  const address = (await dialog.getByLabel('The address of the hook').textContent()) ?? '';
  const secret = (await dialog.getByLabel('The signing secret of the hook').textContent()) ?? '';
  await visitor.picture('hooks-signed');
  await checkWidths(page, [390]);
  await checkAccess(page, ['light']);
  await dialog.getByRole('button', { name: 'I have saved both' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.match(address, /^http.*\/hooks\/tm_hook_/);
  assert.match(secret, /^tm_sign_/);
  return { address, secret };
}

async function sendSigned(address: string, secret: string, id: string): Promise<number> {
  const body = JSON.stringify({ action: 'exit_position', id });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'X-Tidemill-Signature': `sha256=${signature}` };
  return (await fetch(address, { method: 'POST', body, headers })).status;
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
