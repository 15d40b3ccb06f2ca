// Somebody sets an authenticator app up, signs in with its code, and with a recovery code when the
// telephone is lost.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { codeOfStep, secretFromText, stepAt } from '#domain/access/app-code.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { PASSWORD } from '../console-service.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

export async function secondFactor({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('tom');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/settings?tab=security');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'The secret of the app' }).waitFor();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await visitor.picture('second-factor-set-up');
  await checkAccess(page, ['light']);
  const code = dialog.getByLabel('Code that the app shows now');
  visitor.expectMessage(/400/);
  await code.fill('000000');
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  await dialog.getByRole('alert').getByText('not the code that the app shows').waitFor();
  const used = codeNow(secret);
  await code.fill(used);
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .locator('code')
    .allInnerTexts();
  assert.equal(codes.length, 10);
  await visitor.picture('second-factor-codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 of 10 recovery codes are left').waitFor();

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await giveName(page);
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  await checkWidths(page);
  await checkAccess(page);
  await visitor.picture('second-factor-step');
  // The code that set the app up counts no more; the next one does, half a minute early.
  visitor.expectMessage(/401/);
  await page.getByLabel('Code').fill(used);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('The code is wrong, or was used already.').waitFor();
  await page.getByLabel('Code').fill(codeNow(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await giveName(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await visitor.open('/settings?tab=security');
  await page.getByText('9 of 10 recovery codes are left').waitFor();
  await visitor.leave();
}

async function giveName(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('tom');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

function codeNow(secret: string, stepsLater = 0): string {
  const bytes = secretFromText(secret);
  assert.ok(bytes !== null, secret);
  return codeOfStep(systemDigest.hmacSha1, bytes, stepAt(Date.now()) + stepsLater);
}
