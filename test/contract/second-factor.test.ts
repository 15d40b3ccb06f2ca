// The code of an authenticator app beside the password: how it is set up, used, lost and attacked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOfStep, secretFromText, stepAt } from '#domain/access/app-code.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import type { HttpBrowser } from '../support/browser-of.ts';
import { browserOf } from '../support/browser-of.ts';
import { FIRST_SIGN_IN, linkOf, PASSWORD, signedIn, withPassword } from '../support/signed-in.ts';
import type { TestService } from '../support/test-service.ts';

/** What the app shows so many half minutes from now. */
function codeNow({ clock }: TestService, secret: string, stepsLater = 0): string {
  const bytes = secretFromText(secret);
  assert.ok(bytes !== null);
  return codeOfStep(systemDigest.hmacSha1, bytes, stepAt(clock.nowMs()) + stepsLater);
}

/** The first user with an app; `next` is a code that was not used yet. */
async function withApp(t: { after(hook: () => Promise<void>): void }) {
  const { service, browser } = await withPassword(t);
  const { secret, codes } = await setUp(service, browser);
  const next = (): string => {
    service.clock.advance(30_000);
    return codeNow(service, secret);
  };
  return { service, browser, secret, codes, next };
}

async function setUp(service: TestService, browser: HttpBrowser) {
  const begun = await browser.ask('POST', '/auth/app/begin', {});
  const secret = String(begun.body['secret']);
  assert.match(String(begun.body['address']), new RegExp(`^otpauth://.*secret=${secret}`));
  const done = await browser.ask('POST', '/auth/app', { secret, code: codeNow(service, secret) });
  assert.equal(done.status, 200, JSON.stringify(done.body));
  return { secret, codes: done.body['recovery_codes'] as readonly string[] };
}

async function ticketOf(browser: HttpBrowser): Promise<string> {
  const first = await browser.ask('POST', '/auth/sign-in', FIRST_SIGN_IN);
  assert.deepEqual([first.status, first.body['needs'], first.header], [200, 'code', '']);
  return String(first.body['ticket']);
}

test('with an app a password alone signs nobody in', async (t) => {
  const { service, next } = await withApp(t);
  const browser = browserOf(service);
  const ticket = await ticketOf(browser);
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 401);
  const wrong = await browser.ask('POST', '/auth/code', { ticket, code: '000000' });
  assert.deepEqual([wrong.status, wrong.body['code']], [401, 'unauthorized']);
  const right = await browser.ask('POST', '/auth/code', { ticket, code: next() });
  assert.equal(right.body['user_name'], 'usr_first');
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 200);
});

test('a code counts once, also in two sign-ins at once', async (t) => {
  const { service, next } = await withApp(t);
  const code = next();
  const browsers = Array.from({ length: 4 }, () => browserOf(service));
  const tickets = await Promise.all(browsers.map(ticketOf));
  const signed = await Promise.all(
    browsers.map((browser, at) => browser.ask('POST', '/auth/code', { ticket: tickets[at], code })),
  );
  assert.equal(signed.filter(({ status }) => status === 200).length, 1);
  // Nor does the code before it, which somebody may have seen.
  const late = browserOf(service);
  const again = await late.ask('POST', '/auth/code', { ticket: await ticketOf(late), code });
  assert.equal(again.status, 401);
});

test('a ticket is for its own user, once, for five minutes', async (t) => {
  const { service, next } = await withApp(t);
  const browser = browserOf(service);
  const ticket = await ticketOf(browser);
  assert.equal((await browser.ask('POST', '/auth/code', { ticket, code: next() })).status, 200);
  const used = await browser.ask('POST', '/auth/code', { ticket, code: next() });
  assert.match(String(used.body['detail']), /begin to sign in again/);
  const old = await ticketOf(browserOf(service));
  service.clock.advance(300_000);
  const late = await browser.ask('POST', '/auth/code', { ticket: old, code: next() });
  assert.match(String(late.body['detail']), /begin to sign in again/);
});

test('who guesses codes has to wait, with whatever ticket', async (t) => {
  const { service, secret, next } = await withApp(t);
  const enter = async (code: string) => {
    const browser = browserOf(service);
    const ticket = await ticketOf(browser);
    return (await browser.ask('POST', '/auth/code', { ticket, code })).status;
  };
  const statuses: number[] = [];
  for (let guess = 0; guess < 8; guess += 1) statuses.push(await enter('000000'));
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  assert.equal(await enter(codeNow(service, secret, 1)), 429);
  service.clock.advance(2_000);
  assert.equal(await enter(next()), 200);
});

test('what is stored of an app shows neither its secret nor its codes', async (t) => {
  const { service, secret, codes } = await withApp(t);
  const stored = service.state.secondFactors.get('usr_first');
  assert.ok(stored !== undefined);
  const plain = Buffer.from(secretFromText(secret) ?? []);
  assert.equal(Buffer.from(stored.sealedSecret).indexOf(plain), -1);
  assert.equal(stored.recoveryHashes.size, codes.length);
  for (const code of codes) assert.ok(!stored.recoveryHashes.has(code));
});

test('a recovery code stands in for the app, once each, however it is typed', async (t) => {
  const { service, codes } = await withApp(t);
  assert.equal(codes.length, 10);
  assert.equal(new Set(codes).size, 10);
  const [first = '', second = ''] = codes;
  const enter = async (code: string) => {
    const browser = browserOf(service);
    const ticket = await ticketOf(browser);
    return (await browser.ask('POST', '/auth/code', { ticket, code })).status;
  };
  assert.equal(await enter(first.toUpperCase().replaceAll('-', ' ')), 200);
  assert.equal(await enter(first), 401);
  assert.equal(await enter(second), 200);
  const acts = service.state.audit.map(({ act }) => act);
  assert.equal(acts.filter((act) => act === 'recovery_code_used').length, 2);
  assert.equal((await service.store.findSecondFactor('usr_first'))?.recoveryCodesLeft, 8);
});

test('an app is set up by who proved to be there, and ends all other sessions', async (t) => {
  const { service, browser } = await withPassword(t);
  const thief = browserOf(service);
  thief.take(browser.cookie());
  const elsewhere = browserOf(service);
  await elsewhere.ask('POST', '/auth/sign-in', FIRST_SIGN_IN);
  service.clock.advance(900_000);
  const refused = await thief.ask('POST', '/auth/app/begin', {});
  assert.deepEqual([refused.status, refused.body['code']], [403, 'confirmation_required']);
  const unproven = await thief.ask('POST', '/auth/confirm', { secret: 'guessed wrongly' });
  assert.equal(unproven.status, 401);
  const proven = await browser.ask('POST', '/auth/confirm', { secret: PASSWORD });
  assert.deepEqual([proven.status, proven.body['proof']], [200, 'password']);
  await setUp(service, browser);
  assert.equal((await elsewhere.ask('GET', '/v1/accounts')).status, 401);
  assert.equal((await browser.ask('GET', '/v1/accounts')).status, 200);
});

test('with an app it is its code that proves, and the password does not', async (t) => {
  const { service, browser, next } = await withApp(t);
  service.clock.advance(900_000);
  assert.equal(
    (await browser.ask('POST', '/auth/app/remove', {})).body['code'],
    'confirmation_required',
  );
  assert.equal((await browser.ask('POST', '/auth/confirm', { secret: PASSWORD })).status, 401);
  assert.equal((await browser.ask('POST', '/auth/confirm', { secret: next() })).status, 200);
  assert.equal((await browser.ask('POST', '/auth/app/remove', {})).status, 204);
  assert.equal((await browserOf(service).ask('POST', '/auth/sign-in', FIRST_SIGN_IN)).status, 200);
});

test('who knows the password alone proves nothing by changing it', async (t) => {
  const { service, browser } = await withApp(t);
  service.clock.advance(900_000);
  const change = { password: 'another password', former_password: PASSWORD };
  assert.equal((await browser.ask('POST', '/auth/password', change)).status, 200);
  assert.equal(
    (await browser.ask('POST', '/auth/app/remove', {})).body['code'],
    'confirmation_required',
  );
});

test('a link stands in for the password, and not for the app', async (t) => {
  const { service, next } = await withApp(t);
  const browser = browserOf(service);
  const first = await browser.ask('POST', '/auth/link', { link: await linkOf(service) });
  assert.equal(first.body['needs'], 'code');
  const ticket = String(first.body['ticket']);
  const done = await browser.ask('POST', '/auth/code', { ticket, code: next() });
  assert.equal(done.body['may_set_password'], true);
});

test('a secret that somebody else began with is none of one’s own', async (t) => {
  const { service, browser } = await withPassword(t);
  const other = await signedIn(service, 'usr_second');
  const secret = String((await other.ask('POST', '/auth/app/begin', {})).body['secret']);
  const stolen = { secret, code: codeNow(service, secret) };
  assert.equal((await browser.ask('POST', '/auth/app', stolen)).status, 400);
  const made = { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code: '000000' };
  assert.equal((await browser.ask('POST', '/auth/app', made)).status, 400);
  assert.equal((await browser.ask('GET', '/auth/factors')).body['app'], null);
});

test('new recovery codes leave none of the old ones', async (t) => {
  const { service, browser, codes } = await withApp(t);
  const made = await browser.ask('POST', '/auth/recovery-codes', {});
  const fresh = made.body['recovery_codes'] as readonly string[];
  assert.equal(fresh.length, 10);
  const enter = async (code = '') => {
    const visitor = browserOf(service);
    const ticket = await ticketOf(visitor);
    return (await visitor.ask('POST', '/auth/code', { ticket, code })).status;
  };
  assert.deepEqual([await enter(codes[0]), await enter(fresh[0])], [401, 200]);
});
