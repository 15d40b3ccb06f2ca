// Lists by keys, everything by its name, what is shown in the address, and a text that is not lost.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';

export async function byKeys({ service, visit }: Stage): Promise<void> {
  const { user, own } = await settledUser(service);
  const { scriptId, accountId, labId } = own;
  const visitor = await visit(user);
  const { page } = visitor;
  const isAt = (address: string) => page.waitForURL(`${service.url}${address}`);

  await visitor.open('/scripts');
  await page.getByRole('link', { name: 'Unfinished', exact: true }).waitFor();
  // Which of both is first depends on their ids.
  const rows = page.getByRole('main').getByRole('row');
  const first = await rows.getByRole('link').first().getAttribute('href');
  for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
  // Rules add their view to the address.
  await page.waitForURL(({ pathname }) => pathname === (first ?? 'no row'));

  for (const [words, address] of [
    ['two averages', `/labs/${labId}`],
    ['new script', '/scripts?new=true'],
    ['api keys', '/settings?tab=keys'],
  ] as const) {
    await choose(page, words);
    await isAt(address);
    await page.keyboard.press('Escape');
  }

  await visitor.open(`/accounts/${accountId}`);
  await page.getByRole('button', { name: 'Fills' }).click();
  await page.getByRole('button', { name: '3M' }).click();
  await isAt(`/accounts/${accountId}?tab=fills&span=3M`);
  await page.reload();
  for (const name of ['Fills', '3M'])
    await page.getByRole('button', { name, pressed: true }).waitFor();

  await leaveUnsaved(page, service.url, scriptId);
  await visitor.leave();
}

/** By the palette, with Enter. */
async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(words);
  // What there is has been read a moment later.
  await page.getByRole('option', { name: new RegExp(words, 'i'), selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

async function leaveUnsaved(page: Page, url: string, scriptId: string): Promise<void> {
  await page.goto(`${url}/scripts/${scriptId}`);
  await page.getByRole('textbox', { name: 'Text of the script' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('-- not to be lost');
  await page.getByText('Not saved').waitFor();
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.waitForURL(`${url}/scripts/${scriptId}?view=versions`);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByText('-- not to be lost').waitFor();
  const labs = page.getByRole('link', { name: 'Labs', exact: true });
  await labs.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(new URL(page.url()).pathname, `/scripts/${scriptId}`);
  await labs.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(`${url}/labs`);
}
