// People of a test service who are signed in.

import assert from 'node:assert/strict';
import { makeSignInLink } from '#services/sign-in/make-sign-in-link.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import type { HttpBrowser } from './browser-of.ts';
import { browserOf } from './browser-of.ts';
import type { TestService } from './test-service.ts';
import { closeAfter, makeTestService } from './test-service.ts';

export const PASSWORD = 'correct horse';
export const FIRST_SIGN_IN = { user_name: 'usr_first', password: PASSWORD };

export async function linkOf(service: TestService, userName = 'usr_first'): Promise<string> {
  const { store, clock } = service;
  const deps = { signIns: store, clock, random: systemRandom, digest: systemDigest };
  const made = await makeSignInLink(deps, { userName });
  assert.ok(made.ok);
  return made.value.path.split('=')[1] ?? '';
}

/** Gives the user a password, and signs in with it. */
export async function signedIn(service: TestService, userName: string): Promise<HttpBrowser> {
  const browser = browserOf(service);
  const link = await linkOf(service, userName);
  assert.equal((await browser.ask('POST', '/auth/link', { link })).status, 200);
  assert.equal((await browser.ask('POST', '/auth/password', { password: PASSWORD })).status, 200);
  return browser;
}

/** A service whose first user has a password, and a browser in which that user is signed in. */
export async function withPassword(test: { after(hook: () => Promise<void>): void }) {
  const service = await makeTestService();
  closeAfter(test, service);
  return { service, browser: await signedIn(service, 'usr_first') };
}
