// A passkey is made, signs in without a name, and is removed; with the device that Chromium has for
// tests.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Stage } from '../stage.ts';

export async function passkey({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('pia');
  // Passkeys need an address with a name.
  const url = service.url.replace('127.0.0.1', 'localhost');
  const visitor = await visit(user, { url });
  const { page } = visitor;
  await addDevice(page);
  await visitor.open('/settings?tab=security');
  // What is read moves the button, and a press may miss it.
  await page.getByText('No passkeys').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Telephone');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Telephone', { exact: true }).waitFor();
  await visitor.picture('passkey-made');
  // What was being read while one signs out is refused.
  visitor.expectMessage(/401/);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await visitor.open('/settings?tab=sessions');
  await page.getByText('by a passkey').waitFor();
  await visitor.open('/settings?tab=security');
  await page.getByRole('button', { name: 'Remove Telephone' }).click();
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await page.getByText('No passkeys').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('alert').getByText('The passkey is unknown here').waitFor();
  assert.equal(new URL(page.url()).pathname, '/sign-in');
  await visitor.leave();
}

async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
