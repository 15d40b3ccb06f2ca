import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isByTls, sessionCookie, sessionTokenOf } from '#api/http/callers/session-cookie.ts';

const TOKEN = `tm_session_${'a'.repeat(43)}`;
const OTHER = `tm_session_${'b'.repeat(43)}`;

for (const [cookie, token] of [
  [`tidemill_session=${TOKEN}`, TOKEN],
  [`a=1; tidemill_session=${TOKEN}; b=2`, TOKEN],
  [`tidemill_session=${TOKEN}; tidemill_session=${OTHER}`, null],
  ['tidemill_session=chosen', null],
  [`xtidemill_session=${TOKEN}`, null],
  ['', null],
] as const) {
  test(`"${cookie.slice(0, 40)}…" has ${token === null ? 'no' : 'a'} token`, () => {
    assert.equal(sessionTokenOf('http://t.example', { headers: { cookie } }), token);
  });
}

test('the cookie is out of reach of scripts and of other sites', () => {
  assert.equal(
    sessionCookie(TOKEN, true),
    `__Host-tidemill_session=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure`,
  );
  assert.match(sessionCookie(null, false), /^tidemill_session=; .*Max-Age=0$/);
});

test('by TLS it has a name that no other host can set, and no other counts', () => {
  const own = `__Host-tidemill_session=${TOKEN}`;
  const planted = `tidemill_session=${OTHER}`;
  for (const [baseUrl, cookie, token] of [
    ['https://t.example', `${planted}; ${own}`, TOKEN],
    ['https://t.example', planted, null],
    ['http://t.example', planted, OTHER],
  ] as const)
    assert.equal(sessionTokenOf(baseUrl, { headers: { cookie } }), token);
});

test('it is secure behind TLS', () => {
  assert.equal(isByTls('https://t.example', { headers: {} }), true);
  const forwarded = { headers: { 'x-forwarded-proto': 'https' } };
  assert.equal(isByTls('http://127.0.0.1:8080', forwarded), true);
  assert.equal(isByTls('http://127.0.0.1:8080', { headers: {} }), false);
});
