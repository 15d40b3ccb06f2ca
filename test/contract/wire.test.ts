// Behaviour on a real socket: requests that are no HTTP, headers sent twice, bodies that go on and
// on, and how connections end.

import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { LIMITS } from '#lib/limits.ts';
import { AMPLE_BUDGETS, makeTestService } from '../support/test-service.ts';
import type { RawResponse } from '../support/raw-http.ts';
import { exchangeRaw, rawRequest } from '../support/raw-http.ts';

const service = await makeTestService(undefined, AMPLE_BUDGETS);
const key = await service.makeKey([]);
const address = await service.api.listen({ host: '127.0.0.1', port: 0 });
const authorization = `Authorization: Bearer ${key}`;
after(() => service.close());

async function ask(text: string | Buffer): Promise<RawResponse> {
  const [response] = await exchangeRaw(address, text);
  assert(response !== undefined, 'the server responded');
  return response;
}

function assertCode(response: RawResponse, status: number, code: string): void {
  assert.equal(response.status, status, response.body);
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  assert.equal((JSON.parse(response.body) as { code: string }).code, code);
  for (const name of ['date', 'x-request-id', 'cache-control']) assert(response.headers.has(name));
}

test('bytes that are no HTTP: 400', async () => {
  for (const text of ['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET /a b HTTP/1.1\r\n\r\n']) {
    const response = await ask(text);
    assertCode(response, 400, 'invalid_request');
    assert.equal(response.headers.get('connection'), 'close');
  }
});

test('a body with two lengths, and one with a length and chunks: 400', async () => {
  const lengths = ['Content-Length: 2', 'Content-Length: 3'];
  assertCode(await ask(rawRequest('POST /v1/orders HTTP/1.1', lengths)), 400, 'invalid_request');
  const both = ['Content-Length: 2', 'Transfer-Encoding: chunked'];
  assertCode(await ask(rawRequest('POST /v1/orders HTTP/1.1', both)), 400, 'invalid_request');
});

test('headers longer than the server reads: 431', async () => {
  const response = await ask(
    rawRequest('GET /v1/markets HTTP/1.1', [`X-Long: ${'x'.repeat(20_000)}`]),
  );
  assertCode(response, 431, 'headers_too_large');
});

test('HTTP/1.1 without Host, or with two: 400; HTTP/1.0 needs none', async () => {
  const response = await ask(`GET /v1/accounts HTTP/1.1\r\n${authorization}\r\n\r\n`);
  assertCode(response, 400, 'invalid_request');
  const two = ask(rawRequest('GET /v1/accounts HTTP/1.1', [authorization, 'host: other.test']));
  assertCode(await two, 400, 'invalid_request');
  const old = await ask(`GET /v1/accounts HTTP/1.0\r\n${authorization}\r\n\r\n`);
  assert.equal(old.status, 200);
});

test('a request line of another version: 400', async () => {
  for (const [path, version] of [
    ['/v1/accounts', '2.0'],
    ['/v1/accounts', '0.9'],
  ]) {
    const response = await ask(rawRequest(`GET ${path} HTTP/${version}`, [authorization]));
    assertCode(response, 400, 'invalid_request');
    assert.equal(response.headers.get('connection'), 'close');
  }
});

test('two Authorization headers are refused, even when they are equal', async () => {
  const headers = [authorization, authorization.replace('A', 'a')];
  const response = await ask(rawRequest('GET /v1/accounts HTTP/1.1', headers));
  assertCode(response, 401, 'unauthorized');
});

test('the scheme is read in any case, with any number of spaces', async () => {
  for (const header of [`authorization: bearer ${key}`, `AUTHORIZATION: BEARER   ${key}`]) {
    const response = await ask(rawRequest('GET /v1/accounts HTTP/1.1', [header]));
    assert.equal(response.status, 200);
  }
});

test('a chunked body that goes on beyond the limit: 413, and the connection ends', async () => {
  const size = LIMITS.bodyBytesMax + 1;
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`;
  const headers = [authorization, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const text = rawRequest('POST /v1/orders HTTP/1.1', headers, '', 'keep-alive') + chunk;
  const response = await ask(text);
  assertCode(response, 413, 'payload_too_large');
  assert.equal(response.headers.get('connection'), 'close');
});

test('a path that is badly encoded: 400; slashes and case make another path: 404', async () => {
  const bad = await ask(rawRequest('GET /v1/%zz HTTP/1.1', [authorization]));
  assertCode(bad, 400, 'invalid_request');
  assert(bad.headers.has('ratelimit'));
  for (const path of ['/v1/markets/', '/V1/accounts', '//v1/accounts', '/v1/nothing']) {
    const response = await ask(rawRequest(`GET ${path} HTTP/1.1`, [authorization]));
    assertCode(response, 404, 'not_found');
    assert(response.headers.has('ratelimit'));
  }
});

test('an unknown path without a key: 401, so that nothing is learnt', async () => {
  assertCode(await ask(rawRequest('GET /v1/nothing HTTP/1.1', [])), 401, 'unauthorized');
});

test('a response to HEAD has the length of the body and no body', async () => {
  const response = await ask(
    rawRequest('HEAD /v1/accounts/none/balance HTTP/1.1', [authorization]),
  );
  assert.equal(response.status, 404);
  assert.equal(response.body, '');
  assert(Number(response.headers.get('content-length')) > 100);
});

test('an expectation that we do not know is passed over', async () => {
  const headers = [authorization, 'Expect: wonders', 'Content-Type: application/json'];
  const response = await ask(rawRequest('POST /v1/orders HTTP/1.1', headers, '{}'));
  assertCode(response, 400, 'invalid_request');
});

test('names longer than any of ours are described, not sent back', async () => {
  const long = 'x'.repeat(100_000);
  for (const name of ['account_id', 'market_tag']) {
    const order = { account_id: 'a', market_tag: 'b', side: 'buy', type: 'market', amount: '1' };
    const body = JSON.stringify({ ...order, [name]: long });
    const headers = [authorization, 'Content-Type: application/json'];
    const response = await ask(rawRequest('POST /v1/orders HTTP/1.1', headers, body));
    assertCode(response, 400, 'invalid_request');
    assert(
      response.body.includes(name) && response.body.length < 1_000,
      response.body.slice(0, 200),
    );
  }
});

test('a market that the account cannot trade is a fault of its field', async () => {
  const order = { account_id: service.ownAccountId, side: 'buy', type: 'market', amount: '1' };
  const body = JSON.stringify({ ...order, market_tag: 'NO' });
  const headers = [authorization, 'Content-Type: application/json'];
  const response = await ask(rawRequest('POST /v1/orders HTTP/1.1', headers, body));
  assertCode(response, 400, 'invalid_request');
  const { errors } = JSON.parse(response.body) as { errors: { pointer: string }[] };
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    ['#/market_tag'],
  );
});
