// Signing in by name and password, and out again.

import assert from 'node:assert/strict';
import { PASSWORD } from '../console-service.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

export async function signInAndOut({ service, visit }: Stage): Promise<void> {
  await service.makeUser('sven');
  const visitor = await visit(null);
  const { page } = visitor;
  await visitor.open('/bots');
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await signIn.waitFor();
  await checkWidths(page);
  await checkAccess(page);
  await page.getByLabel('Name').fill('sven');
  await page.getByLabel('Password').fill('not the password');
  visitor.expectMessage(/401/);
  await signIn.click();
  await page.getByRole('alert').getByText('The name or the password is wrong.').waitFor();
  await visitor.picture('sign-in-wrong');
  await page.getByLabel('Password').fill(PASSWORD);
  await signIn.click();
  // Where one wanted to go before one was asked to sign in.
  await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/bots');
  const [cookie] = await visitor.context.cookies();
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict']);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn.waitFor();
  await page.goBack();
  await signIn.waitFor();
  assert.deepEqual(await visitor.context.cookies(), []);
  await visitor.leave();
}
