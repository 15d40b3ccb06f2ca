// A service below a path of a proxy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressWithin, basePathOf, headersBelow, pageBelow } from '#api/http/base-path.ts';

test('the path of a base address has no slash at its end', () => {
  assert.equal(basePathOf('https://example.org'), '');
  assert.equal(basePathOf('https://example.org/'), '');
  assert.equal(basePathOf('https://example.org/trade/mill/'), '/trade/mill');
});

for (const [address, within] of [
  ['/mill', '/'],
  ['/mill/', '/'],
  ['/mill?a=1', '/?a=1'],
  ['/mill/v1/bots?limit=2', '/v1/bots?limit=2'],
  ['/mill/mill', '/mill'],
  ['/v1/bots', '/v1/bots'],
  // As long as the path, and another one.
  ['/1234/v1/bots', '/1234/v1/bots'],
  ['/millstone', '/millstone'],
  ['/', '/'],
] as const)
  test(`below "/mill", ${address} is ${within}`, () => {
    assert.equal(addressWithin('/mill', address), within);
    assert.equal(addressWithin('', address), address);
  });

test('a place is below the path, and nothing else is', () => {
  const headers = ['Location', '/v1/bots/bot_1', 'Link', '/v1', 'X', 'Location'];
  const below = ['Location', '/mill/v1/bots/bot_1', 'Link', '/v1', 'X', 'Location'];
  assert.deepEqual(headersBelow('/mill', headers), below);
  assert.deepEqual(headersBelow('', headers), headers);
  const elsewhere = ['Location', 'https://example.org/'];
  assert.deepEqual(headersBelow('/mill', elsewhere), elsewhere);
});

test('links of a page are below the path, those to elsewhere and texts are not', () => {
  const page =
    '<a href="/docs">x</a> <a href="#top">y</a> <a href="//a.b/c">z</a> &quot;/docs&quot;';
  assert.equal(
    pageBelow('/mill', page),
    '<a href="/mill/docs">x</a> <a href="#top">y</a> <a href="//a.b/c">z</a> &quot;/docs&quot;',
  );
  assert.equal(pageBelow('', page), page);
});
