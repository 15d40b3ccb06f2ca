// Bad input in the forms of the console: the service refuses it, and what it refuses stands at the
// field, which says so to those who do not see it, too; the form stays as it was typed.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccess } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

type Form = {
  readonly address: string;
  /** What leads to the form; null: the address itself. */
  readonly open: string | null;
  readonly send: string;
  /** What is typed; the last one is refused. */
  readonly typed: readonly (readonly [label: string, text: string])[];
};

const TOO_LONG = 'x'.repeat(300);

const FORMS: readonly Form[] = [
  {
    address: '/scripts?new=true',
    open: null,
    send: 'Create the script',
    typed: [['Name', TOO_LONG]],
  },
  { address: '/bots?new=true', open: null, send: 'Make the bot', typed: [['Name', TOO_LONG]] },
  { address: '/labs?new=true', open: null, send: 'Choose its ranges', typed: [['Name', TOO_LONG]] },
  { address: '/users', open: 'New user', send: 'Make the user', typed: [['Name', TOO_LONG]] },
  {
    address: '/settings?tab=keys',
    open: 'New key',
    send: 'Make the key',
    typed: [
      ['Name', 'Alerts'],
      ['Only from', 'somewhere'],
    ],
  },
  {
    address: '/settings?tab=webhooks',
    open: 'Add a webhook',
    send: 'Add the webhook',
    typed: [['Address', 'ftp://example.com']],
  },
  {
    address: '/settings?tab=webhooks',
    open: 'Add a hook',
    send: 'Add the hook',
    typed: [['Signal', TOO_LONG]],
  },
  {
    address: '/settings?tab=notifications',
    open: 'Add a channel',
    send: 'Send a code',
    typed: [
      ['Chat', '40721'],
      ['Token of the bot', 'no token'],
    ],
  },
  {
    address: '/settings?tab=notifications',
    open: 'New rule',
    send: 'Save the rule',
    typed: [['Name', TOO_LONG]],
  },
  {
    address: '/partner',
    open: 'New end user',
    send: 'Make the end user',
    typed: [['Your id of the customer', TOO_LONG]],
  },
];

export async function refusedForms({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('felix', 'owner');
  await service.makePartner(user.userName);
  const accountId = await service.openAccount(user.userName);
  // Its signal is chosen by an input, so that any may be one and is typed.
  const source = "Log(GetRemoteSignal(Input('Signal', 'trend')))";
  const { script_id: scriptId } = await user.api.createScript({ body: { name: 's', source } });
  const market = { account_id: accountId, market_tag: 'SIM_BTC_USDT' };
  await user.api.createBot({ body: { name: 'b', script_id: scriptId, ...market } });
  const visitor = await visit(user);
  // What the browser says of each refusal.
  visitor.expectMessage(/400 \(Bad Request\)/);
  for (const form of FORMS) {
    await visitor.open(form.address);
    await refuse(visitor.page, form);
  }
  await visitor.leave();
}

async function refuse(page: Page, { open, send, typed }: Form): Promise<void> {
  if (open !== null) await page.getByRole('button', { name: open, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, text] of typed) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole('button', { name: send }).click();
  const [label, text] = typed.at(-1) ?? ['', ''];
  const field = dialog.getByLabel(label, { exact: true });
  const alert = dialog.getByRole('alert');
  await alert.waitFor();
  const when = `${send}: ${label}`;
  assert.equal(await field.getAttribute('aria-invalid'), 'true', when);
  const noteId = await field.getAttribute('aria-describedby');
  assert.equal(await alert.getAttribute('id'), noteId, `${when}, said at the field alone`);
  assert.match(await alert.innerText(), /^[A-Z].*\.$/s, when);
  assert.equal(await field.inputValue(), text, when);
  await checkAccess(page, ['light'], `'[role=dialog]'`);
}
