// Sessions of people: seen by them, ended by them, and of no use to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { browserOf } from '../support/browser-of.ts';
import { FIRST_SIGN_IN, linkOf, PASSWORD, signedIn, withPassword } from '../support/signed-in.ts';

type Row = Readonly<Record<string, unknown>>;

test('sessions are listed, and ended one by one', async (t) => {
  const { service, browser } = await withPassword(t);
  const second = browserOf(service);
  service.clock.advance(1);
  await second.ask('POST', '/auth/sign-in', FIRST_SIGN_IN);
  const listed = (await browser.ask('GET', '/auth/sessions')).body['data'] as readonly Row[];
  assert.deepEqual(
    listed.map((of) => [of['is_own'], of['signed_in_by']]),
    [
      [false, 'password'],
      [true, 'password'],
    ],
  );
  const body = { session_id: String(listed[0]?.['session_id']) };
  assert.equal((await browser.ask('POST', '/auth/sessions/end', body)).status, 204);
  assert.equal((await second.ask('GET', '/v1/accounts')).status, 401);
  assert.equal((await browser.ask('POST', '/auth/sessions/end', body)).status, 404);
});

test('nobody ends the sessions of another', async (t) => {
  const { service, browser } = await withPassword(t);
  const other = await signedIn(service, 'usr_second');
  const { body } = await browser.ask('GET', '/auth/session');
  const foreign = { session_id: String(body['session_id']) };
  assert.equal((await other.ask('POST', '/auth/sessions/end', foreign)).status, 404);
  assert.equal((await other.ask('POST', '/auth/sessions/end-others', {})).body['ended_count'], 0);
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 200);
});

test('all other sessions are ended at once, and links with them', async (t) => {
  const { service, browser } = await withPassword(t);
  const thief = browserOf(service);
  await thief.ask('POST', '/auth/sign-in', FIRST_SIGN_IN);
  const link = await linkOf(service);
  const ended = await browser.ask('POST', '/auth/sessions/end-others', {});
  assert.equal(ended.body['ended_count'], 1);
  assert.equal((await thief.ask('GET', '/v1/accounts')).status, 401);
  assert.equal((await browserOf(service).ask('POST', '/auth/link', { link })).status, 401);
});

test('a session ends after thirty days, however often it is used', async (t) => {
  const { service, browser } = await withPassword(t);
  const halves = (2 * LIMITS.sessionMsMax) / LIMITS.sessionIdleMsMax;
  for (let half = 1; half < halves; half += 1) {
    service.clock.advance(LIMITS.sessionIdleMsMax / 2);
    await service.api.flushKeyUses();
    service.api.forgetPrincipals();
    assert.equal((await browser.ask('GET', '/v1/accounts')).status, half < halves ? 200 : 401);
    await service.api.flushKeyUses();
  }
  service.clock.advance(LIMITS.sessionIdleMsMax / 2);
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 401);
});

test('an owner makes links for others, and nobody else does', async (t) => {
  const { service, browser } = await withPassword(t);
  const wanted = { user_name: 'usr_second' };
  const trader = await signedIn(service, 'usr_second');
  const refused = await trader.ask('POST', '/auth/sign-in-link', wanted);
  assert.equal(refused.body['code'], 'forbidden');
  const made = await browser.ask('POST', '/auth/sign-in-link', wanted);
  const link = String(made.body['link']).split('#link=')[1];
  const other = browserOf(service);
  assert.equal((await other.ask('POST', '/auth/link', { link })).body['user_name'], 'usr_second');
  const nobody = await browser.ask('POST', '/auth/sign-in-link', { user_name: 'nobody' });
  assert.equal(nobody.status, 404);
  const entry = service.state.audit.findLast(({ act }) => act === 'sign_in_link_made');
  assert.deepEqual([entry?.userId, entry?.actorUserId], ['usr_second', 'usr_first']);
  service.clock.advance(LIMITS.confirmationMsMax);
  const late = await browser.ask('POST', '/auth/sign-in-link', wanted);
  assert.equal(late.body['code'], 'confirmation_required');
});

test('who has neither password nor app proves by signing in anew', async (t) => {
  const { service } = await withPassword(t);
  const browser = browserOf(service);
  const link = await linkOf(service, 'usr_second');
  const signed = await browser.ask('POST', '/auth/link', { link });
  assert.equal(signed.body['proof'], 'sign_in');
  const refused = await browser.ask('POST', '/auth/confirm', { secret: PASSWORD });
  assert.match(String(refused.body['detail']), /sign in again/);
});

test('wrong passwords of a stranger keep nobody out who is signed in', async (t) => {
  const { service, browser } = await withPassword(t);
  service.clock.advance(LIMITS.confirmationMsMax);
  const stranger = browserOf(service);
  const wrong = { ...FIRST_SIGN_IN, password: 'guessed horse' };
  const guesses: number[] = [];
  for (let count = 0; count < 7; count += 1)
    guesses.push((await stranger.ask('POST', '/auth/sign-in', wrong)).status);
  assert.equal(guesses.at(-1), 429);
  const confirmed = await browser.ask('POST', '/auth/confirm', { secret: PASSWORD });
  assert.equal(confirmed.status, 200);
});

test('wrong passwords of a session make it wait, and no other one', async (t) => {
  const { service, browser } = await withPassword(t);
  const other = browserOf(service);
  await other.ask('POST', '/auth/sign-in', FIRST_SIGN_IN);
  const guesses: number[] = [];
  for (let count = 0; count < 7; count += 1)
    guesses.push((await browser.ask('POST', '/auth/confirm', { secret: 'guessed horse' })).status);
  assert.equal(guesses.at(-1), 429);
  assert.equal((await browser.ask('POST', '/auth/confirm', { secret: PASSWORD })).status, 429);
  assert.equal((await other.ask('POST', '/auth/confirm', { secret: PASSWORD })).status, 200);
});
