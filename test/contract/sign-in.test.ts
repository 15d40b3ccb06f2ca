// Signing in over HTTP, as a browser does it and as an attacker would like to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf, ORIGIN } from '../support/browser-of.ts';
import { FIRST_SIGN_IN as signIn, linkOf, PASSWORD, withPassword } from '../support/signed-in.ts';
import { closeAfter, makeTestService } from '../support/test-service.ts';

test('a link signs in once, and a password is set with it', async (t) => {
  const service = await makeTestService();
  closeAfter(t, service);
  const browser = browserOf(service);
  const link = await linkOf(service);
  const first = await browser.ask('POST', '/auth/link', { link });
  assert.equal(first.body['user_name'], 'usr_first');
  assert.deepEqual([first.body['has_password'], first.body['may_set_password']], [false, true]);
  assert.match(first.header, /HttpOnly; SameSite=Strict/);
  assert.equal((await browserOf(service).ask('POST', '/auth/link', { link })).status, 401);
  const set = await browser.ask('POST', '/auth/password', { password: PASSWORD });
  assert.equal(set.body['has_password'], true);
  assert.equal((await browserOf(service).ask('POST', '/auth/sign-in', signIn)).status, 200);
  assert.equal(service.defects().length, 0);
});

test('a session has its user’s rights on the API, and ends when it signs out', async (t) => {
  const { browser } = await withPassword(t);
  const accounts = await browser.ask('GET', '/v1/accounts');
  assert.equal(accounts.status, 200);
  assert.match(JSON.stringify(accounts.body), /acc_own/);
  assert.doesNotMatch(JSON.stringify(accounts.body), /acc_foreign/);
  const { cookie } = accounts;
  assert.equal((await browser.ask('POST', '/auth/sign-out', {})).status, 204);
  browser.take(cookie);
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 401);
});

test('what changes something is taken from our own pages alone', async (t) => {
  const { browser } = await withPassword(t);
  const script = { name: 's', source: 'local x = 1' };
  for (const origin of ['', 'https://evil.example', 'null', 'http://tidemill.test:81']) {
    const refused = await browser.ask('POST', '/v1/scripts', script, origin);
    assert.equal(refused.body['code'], 'forbidden', origin);
    assert.equal((await browser.ask('POST', '/auth/sign-in', signIn, origin)).status, 403, origin);
  }
  const taken = await browser.ask('POST', '/v1/scripts', script);
  assert.notEqual(taken.body['code'], 'forbidden');
});

test('a session that somebody planted before is not the one that is signed in', async (t) => {
  const { service } = await withPassword(t);
  const browser = browserOf(service);
  browser.take(`tidemill_session=tm_session_${'p'.repeat(43)}`);
  const planted = browser.cookie();
  await browser.ask('POST', '/auth/sign-in', signIn);
  assert.notEqual(browser.cookie(), planted);
  const thief = browserOf(service);
  thief.take(planted);
  assert.equal((await thief.ask('GET', '/v1/accounts')).status, 401);
});

test('a stolen session ends with the password', async (t) => {
  const { service, browser } = await withPassword(t);
  const thief = browserOf(service);
  thief.take(browser.cookie());
  assert.equal((await thief.ask('GET', '/v1/accounts')).status, 200);
  const unproven = { password: 'another password', former_password: 'guessed wrongly' };
  assert.equal((await thief.ask('POST', '/auth/password', unproven)).status, 401);
  const change = { password: 'another password', former_password: PASSWORD };
  assert.equal((await browser.ask('POST', '/auth/password', change)).status, 200);
  assert.equal((await thief.ask('GET', '/v1/accounts')).status, 401);
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 200);
});

test('a session is over after twelve hours without a request', async (t) => {
  const { service, browser } = await withPassword(t);
  service.clock.advance(12 * 3_600_000);
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 401);
});

test('a wrong password, an unknown name and a name without one look alike', async (t) => {
  const { service } = await withPassword(t);
  const refusalOf = async (userName: string) => {
    const browser = browserOf(service);
    const body = { user_name: userName, password: 'guessed wrongly' };
    const { status, body: problem } = await browser.ask('POST', '/auth/sign-in', body);
    return JSON.stringify([status, problem]);
  };
  const wrong = await refusalOf('usr_first');
  assert.match(wrong, /401/);
  assert.equal(await refusalOf('nobody'), wrong);
  assert.equal(await refusalOf('usr_second'), wrong);
});

test('who guesses has to wait, though the next guess were right', async (t) => {
  const { service } = await withPassword(t);
  const guesses = Array.from({ length: 30 }, () =>
    browserOf(service).ask('POST', '/auth/sign-in', { ...signIn, password: 'guessed wrongly' }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, 5);
  assert.equal(statuses.filter((status) => status === 429).length, 25);
  assert.equal((await browserOf(service).ask('POST', '/auth/sign-in', signIn)).status, 429);
  service.clock.advance(2_000);
  const browser = browserOf(service);
  assert.notEqual((await browser.ask('POST', '/auth/sign-in', signIn)).status, 401);
});

test('strangers who guess keep nobody out who comes from a network known before', async (t) => {
  const { service } = await withPassword(t);
  const from = (remoteAddress: string, password: string) =>
    service.api.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      remoteAddress,
      headers: { host: 'tidemill.test', origin: ORIGIN },
      payload: { ...signIn, password },
    });
  const statusOf = async (address: string, password = PASSWORD) =>
    (await from(address, password)).statusCode;
  for (let count = 0; count < 6; count += 1) await from('192.0.2.77', 'guessed wrongly');
  // Where the user signed in by a link, and where nobody did.
  assert.equal(await statusOf('127.0.0.1'), 200);
  assert.equal(await statusOf('198.51.100.9'), 429);
  service.clock.advance(2_000);
  assert.equal(await statusOf('198.51.100.9'), 200);
  for (let count = 0; count < 6; count += 1) await from('192.0.2.77', 'guessed wrongly');
  assert.equal(await statusOf('198.51.100.9'), 200, 'it is known from then on');
  for (let count = 0; count < 5; count += 1) await from('198.51.100.9', 'guessed wrongly');
  assert.equal(await statusOf('198.51.100.9'), 429, 'who guesses there has to wait all the same');
  assert.equal(await statusOf('127.0.0.1'), 200);
});

test('who may only read can change nothing', async (t) => {
  const { service, browser } = await withPassword(t);
  await service.store.setRole('usr_first', 'read_only');
  service.api.forgetPrincipals();
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 200);
  const refused = await browser.ask('POST', '/v1/scripts', { name: 's', source: 'local x = 1' });
  assert.equal(refused.body['code'], 'forbidden');
});

test('a key changes no password', async (t) => {
  const { service } = await withPassword(t);
  const key = await service.makeKey([]);
  const response = await service.api.app.inject({
    method: 'POST',
    url: '/auth/password',
    headers: { authorization: `Bearer ${key}`, origin: ORIGIN, host: 'tidemill.test' },
    payload: JSON.stringify({ password: 'another password' }),
  });
  assert.notEqual(response.statusCode, 200);
});

test('what a person changes is in the audit log', async (t) => {
  const { service, browser } = await withPassword(t);
  await browser.ask('POST', '/v1/scripts', { name: 's', source: 'local x = 1' });
  assert.deepEqual(
    service.state.audit.map(({ act, subject }) => [act, subject]),
    [
      ['sign_in_link_made', null],
      ['sign_in', 'link'],
      ['password_set', null],
      ['request', 'createScript'],
    ],
  );
});

test('a session has the limits of all keys of its user together', async (t) => {
  const { service, browser } = await withPassword(t);
  const limitOf = async (headers: Record<string, string>): Promise<string> => {
    const response = await service.api.app.inject({ method: 'GET', url: '/v1/bots', headers });
    return String(response.headers['x-ratelimit-limit']);
  };
  assert.equal(await limitOf({ cookie: browser.cookie() }), '600');
  const key = await service.makeKey(['read']);
  assert.equal(await limitOf({ authorization: `Bearer ${key}` }), '120');
});
