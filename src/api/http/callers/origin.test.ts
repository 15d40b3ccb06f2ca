import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseForeignOrigin } from '#api/http/callers/origin.ts';

const BASE_URL = 'https://t.example';
const NAMES = { baseUrl: BASE_URL, hostNames: [] };

for (const [what, method, headers, isTaken] of [
  ['a page of ours', 'POST', { origin: BASE_URL, host: 'x' }, true],
  ['a page at the address that was asked', 'POST', { origin: 'http://a:1', host: 'a:1' }, true],
  ['a page at another port', 'POST', { origin: 'http://a:2', host: 'a:1' }, false],
  ['another site', 'POST', { origin: 'https://evil.example', host: 't.example' }, false],
  ['a sandboxed page', 'POST', { origin: 'null', host: 't.example' }, false],
  ['no origin', 'DELETE', { host: 't.example' }, false],
  [
    'a browser that says cross-site',
    'PUT',
    { origin: BASE_URL, host: 't.example', 'sec-fetch-site': 'cross-site' },
    false,
  ],
  [
    'a page of another name that leads here',
    'POST',
    { origin: 'http://evil.example:1', host: 'evil.example:1' },
    false,
  ],
  ['a read under such a name', 'GET', { host: 'evil.example' }, false],
  ['a read', 'GET', { host: 't.example' }, true],
] as const) {
  test(`${what}: ${isTaken ? 'taken' : 'refused'}`, () => {
    assert.equal(refuseForeignOrigin(NAMES, { method, headers }) === null, isTaken);
  });
}
