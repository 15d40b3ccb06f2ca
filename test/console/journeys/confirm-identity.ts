// Proof of who is there, before what lets others in and once the last proof is old: cancelled,
// wrong, right, and wrong too often, which counts for that session alone.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../console-service.ts';
import type { Stage } from '../stage.ts';

/** More than are free. */
const WRONG_TRIES = 7;

export async function confirmIdentity({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('petra');
  const before = (await user.api.listKeys()).data.length;
  await service.ageSessions(user);
  const visitor = await visit(user);
  const { page } = visitor;
  visitor.expectMessage(/401|403|429/);
  await visitor.open('/settings?tab=keys');

  const dialog = await askForKey(page);
  await visitor.picture('confirm-identity');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByRole('dialog').count(), 0);

  await askForKey(page);
  for (let count = 0; count < WRONG_TRIES; count += 1) await prove(page, 'not the password');
  await page.getByRole('alert').waitFor();
  await visitor.picture('confirm-identity-wrong');

  // Wrong passwords here lock nobody out at another browser.
  const other = await visit(null);
  await signIn(other.page);
  await service.ageSessions(user);
  other.expectMessage(/401|403/);
  await other.open('/settings?tab=keys');
  await askForKey(other.page);
  await prove(other.page, PASSWORD);
  await other.page.getByRole('button', { name: 'Make the key' }).waitFor();
  await other.page.getByRole('dialog').getByLabel('Name').fill('robot');
  await other.page.getByRole('button', { name: 'Make the key' }).click();
  await other.page.getByLabel('The key robot').waitFor();
  assert.equal((await user.api.listKeys()).data.length, before + 1);
  await other.leave();
  await visitor.leave();
}

async function askForKey(page: Page) {
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.waitFor();
  return dialog;
}

async function prove(page: Page, secret: string): Promise<void> {
  const replied = page.waitForResponse((response) => response.url().endsWith('/auth/confirm'));
  await page.getByRole('dialog').getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Continue' }).click();
  await replied;
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByLabel('Name').fill('petra');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
}
