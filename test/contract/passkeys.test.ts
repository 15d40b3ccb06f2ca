// Passkeys over HTTP, with a device in software that also does what no browser would.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpBrowser, BrowserReply } from '../support/browser-of.ts';
import { browserOf, ORIGIN } from '../support/browser-of.ts';
import { signedIn, withPassword } from '../support/signed-in.ts';
import type { Changes, SoftPasskey } from '../support/soft-passkey.ts';
import { softPasskey } from '../support/soft-passkey.ts';

async function make(
  browser: HttpBrowser,
  device: SoftPasskey,
  changes: Changes = {},
): Promise<BrowserReply> {
  const { body } = await browser.ask('POST', '/auth/passkeys/begin', {});
  const response = device.make(body, changes);
  return browser.ask('POST', '/auth/passkeys', { name: 'Telephone', response });
}

async function use(
  browser: HttpBrowser,
  device: SoftPasskey,
  changes: Changes = {},
): Promise<BrowserReply> {
  const { body } = await browser.ask('POST', '/auth/passkey/begin', {});
  return browser.ask('POST', '/auth/passkey', { response: device.use(body, changes) });
}

async function withPasskey(t: { after(hook: () => Promise<void>): void }) {
  const { service, browser } = await withPassword(t);
  const device = softPasskey(ORIGIN);
  const made = await make(browser, device);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return { service, browser, device, passkeyId: String(made.body['passkey_id']) };
}

test('a passkey signs in without a name, and without a code', async (t) => {
  const { service, browser, device } = await withPasskey(t);
  const visitor = browserOf(service);
  // Sessions are listed by their age.
  service.clock.advance(1);
  const signed = await use(visitor, device);
  assert.deepEqual([signed.status, signed.body['user_name']], [200, 'usr_first']);
  assert.equal((await visitor.ask('GET', '/v1/accounts')).status, 200);
  const { body } = await browser.ask('GET', '/auth/sessions');
  const sessions = body['data'] as readonly Record<string, unknown>[];
  assert.deepEqual(
    sessions.map((of) => [of['signed_in_by'], of['is_own']]),
    [
      ['passkey', false],
      ['password', true],
    ],
  );
});

const HOSTILE: readonly (readonly [name: string, changes: Changes])[] = [
  ['of a page of another host', { origin: 'https://evil.example', host: 'evil.example' }],
  ['that another page passed on', { origin: 'https://evil.example' }],
  ['for another host', { host: 'evil.example' }],
  ['whose device saw no finger', { isVerified: false }],
  ['to a challenge that nobody asked', { challenge: 'bm9ib2R5IGFza2VkIHRoaXM' }],
];

for (const [name, changes] of HOSTILE)
  test(`a response ${name} signs nobody in, and makes no passkey`, async (t) => {
    const { service, browser, device } = await withPasskey(t);
    assert.equal((await use(browserOf(service), device, changes)).status, 401);
    assert.equal((await make(browser, softPasskey(ORIGIN), changes)).status, 400);
    assert.equal(service.state.passkeys.size, 1);
  });

test('a response counts once', async (t) => {
  const { service, device } = await withPasskey(t);
  const visitor = browserOf(service);
  const { body } = await visitor.ask('POST', '/auth/passkey/begin', {});
  const response = device.use(body);
  assert.equal((await visitor.ask('POST', '/auth/passkey', { response })).status, 200);
  const thief = browserOf(service);
  assert.equal((await thief.ask('POST', '/auth/passkey', { response })).status, 401);
});

test('a challenge of one user makes no passkey of another', async (t) => {
  const { service, browser } = await withPasskey(t);
  const other = await signedIn(service, 'usr_second');
  const { body } = await other.ask('POST', '/auth/passkeys/begin', {});
  const response = softPasskey(ORIGIN).make(body);
  const refused = await browser.ask('POST', '/auth/passkeys', { name: 'Planted', response });
  assert.equal(refused.status, 400);
  assert.equal(service.state.passkeys.size, 1);
});

test('a challenge to sign in makes no passkey, and one to make signs nobody in', async (t) => {
  const { service, browser, device } = await withPasskey(t);
  const toUse = (await browser.ask('POST', '/auth/passkey/begin', {})).body;
  const planted = softPasskey(ORIGIN).make(toUse);
  const refused = await browser.ask('POST', '/auth/passkeys', { name: 'x', response: planted });
  assert.equal(refused.status, 400);
  const toMake = (await browser.ask('POST', '/auth/passkeys/begin', {})).body;
  const response = device.use(toMake);
  assert.equal((await browserOf(service).ask('POST', '/auth/passkey', { response })).status, 401);
});

test('a device that counts fewer uses than before was copied', async (t) => {
  const { service, device } = await withPasskey(t);
  assert.equal((await use(browserOf(service), device, { useCount: 5 })).status, 200);
  assert.equal((await use(browserOf(service), device, { useCount: 4 })).status, 401);
  assert.equal((await use(browserOf(service), device, { useCount: 6 })).status, 200);
  const copied = service.state.audit.filter(({ act }) => act === 'passkey_copied');
  assert.equal(copied.length, 1);
});

test('what is no response of a browser is refused as one that does not hold', async (t) => {
  const { service, browser } = await withPasskey(t);
  for (const response of [undefined, null, 'x', {}, { id: 'x' }, { id: 7, response: {} }]) {
    const body = { name: 'x', response };
    assert.equal((await browser.ask('POST', '/auth/passkeys', body)).status, 400);
    assert.equal((await browserOf(service).ask('POST', '/auth/passkey', body)).status, 401);
  }
  assert.deepEqual(service.defects(), []);
});

test('passkeys are made and removed by who proved to be there', async (t) => {
  const { service, browser, device, passkeyId } = await withPasskey(t);
  const again = await make(browser, device);
  assert.equal(again.status, 400, 'one device has one passkey of one user');
  service.clock.advance(900_000);
  const refused = await browser.ask('POST', '/auth/passkeys/remove', { passkey_id: passkeyId });
  assert.equal(refused.body['code'], 'confirmation_required');
  assert.equal((await browser.ask('POST', '/auth/passkeys/begin', {})).status, 403);
  const other = await signedIn(service, 'usr_second');
  const foreign = await other.ask('POST', '/auth/passkeys/remove', { passkey_id: passkeyId });
  assert.equal(foreign.status, 404);
  const anew = browserOf(service);
  assert.equal((await use(anew, device)).status, 200);
  const removed = await anew.ask('POST', '/auth/passkeys/remove', { passkey_id: passkeyId });
  assert.equal(removed.status, 204);
  assert.equal((await use(browserOf(service), device)).status, 401);
});

test('an address that is a number has no passkeys', async (t) => {
  const { service } = await withPasskey(t);
  const response = await service.api.app.inject({
    method: 'POST',
    url: '/auth/passkey/begin',
    headers: {
      host: '192.0.2.1:8080',
      origin: 'http://192.0.2.1:8080',
      'content-type': 'application/json',
    },
    payload: '{}',
  });
  assert.equal(response.statusCode, 400);
  assert.match(response.body, /open http:\/\/localhost/);
});
