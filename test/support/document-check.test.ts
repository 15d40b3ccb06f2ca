// The check of responses notices what a client would stumble over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DescribedOperation } from './document-check.ts';
import { differencesFrom, operationAt } from './document-check.ts';
import { makeTestService } from './test-service.ts';

const service = await makeTestService();
const document = service.api.document();
const key = await service.makeKey([]);
const url = `/v1/accounts/${service.ownAccountId}/balance`;
const { statusCode, headers, body } = await service.api.app.inject({
  url,
  headers: { authorization: `Bearer ${key}` },
});

type Change = {
  readonly status?: number;
  readonly text?: string;
  readonly headers?: { readonly [name: string]: string | undefined };
};

function differencesWith(change: Change): readonly string[] {
  const operation: DescribedOperation | undefined = operationAt(document, 'GET', url);
  assert(operation !== undefined);
  const sent = { ...headers, ...change.headers };
  return differencesFrom(document, operation, {
    status: change.status ?? statusCode,
    header: (name) => sent[name.toLowerCase()]?.toString(),
    text: change.text ?? body,
  });
}

const problem = (code: string) => ({
  headers: { 'content-type': 'application/problem+json' },
  text: JSON.stringify({ type: 'https://a.test', title: 'T', status: 404, detail: 'D', code }),
});

test('a response as it is documented has no difference', () => {
  assert.deepEqual(differencesWith({}), []);
  assert.deepEqual(differencesWith({ status: 404, ...problem('account_not_found') }), []);
});

test('what differs is named', () => {
  const cases: readonly (readonly [Change, RegExp])[] = [
    [{ text: body.replace('{', '{"unknown_field":1,') }, /not of its schema/],
    [{ text: '{}' }, /not of its schema/],
    [{ status: 206 }, /status 206 is not documented/],
    [{ headers: { 'x-request-id': undefined } }, /^lacks X-Request-Id$/],
    [{ headers: { ratelimit: undefined } }, /^lacks RateLimit$/],
    [{ headers: { location: '/v1/x' } }, /^has Location, which is not documented$/],
    [{ headers: { 'content-type': 'text/html' } }, /^is text\/html, not application\/json$/],
    [{ status: 404, ...problem('bot_not_found') }, /bot_not_found is not documented under 404/],
    [{ status: 403, ...problem('account_not_found') }, /is not documented under 403/],
  ];
  for (const [change, expected] of cases) {
    const [difference = '', ...others] = differencesWith(change);
    assert.match(difference, expected);
    assert.deepEqual(others, []);
  }
});

test('an operation is found by its path, and a path without a parameter before one with it', () => {
  const idAt = (method: string, path: string) => operationAt(document, method, path)?.operationId;
  assert.equal(idAt('GET', '/v1/orders'), 'listOrders');
  assert.equal(idAt('POST', '/v1/partner/users/u/bots/preview'), 'partnerPreviewBot');
  assert.equal(idAt('PATCH', '/v1/orders'), undefined);
  assert.equal(idAt('GET', '/v1/nothing'), undefined);
});
