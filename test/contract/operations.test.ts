// Asks every operation of the OpenAPI document what a client may get wrong, and compares each
// response with the contract. An operation added to the table is covered without a line here.

import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Compile } from 'typebox/compile';
import { LIMITS } from '#lib/limits.ts';
import type { Scope } from '#domain/access/scope.ts';
import { OPERATIONS } from '#api/operations.ts';
import type { ProblemCode } from '#api/http/responses/problems.ts';
import type { OpenApiOperation } from '#api/openapi/open-api-document.ts';
import { parametersOf } from '#api/openapi/open-api-document.ts';
import { problemCodesOf } from '#api/openapi/problem-codes.fixture.ts';
import { assertProblem, assertSharedHeaders } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, makeTestService, scopesWithout } from '../support/test-service.ts';
import { someOf } from '../support/share-of-cases.ts';
import { pathWith, walk } from './walk.ts';

const service = await makeTestService(undefined, AMPLE_BUDGETS);
const { app } = service.api;
const document = service.api.document();
const key = await service.makeKey([]);
const bearer = { authorization: `Bearer ${key}` };

function ask(request: InjectOptions, headers: Record<string, string> = bearer) {
  return app.inject({ ...request, headers: { ...headers, ...request.headers } });
}

function codesUnder(operation: OpenApiOperation, status: number): readonly ProblemCode[] {
  return problemCodesOf(document, operation, status);
}

function assertDocumented(operation: OpenApiOperation, code: ProblemCode, status: number): void {
  const codes = codesUnder(operation, status);
  assert(codes.includes(code), `the document lists ${code} under ${status}`);
}

function assertRefused(
  operation: OpenApiOperation,
  response: LightMyRequestResponse,
  code: ProblemCode,
  isAuthenticated = true,
) {
  const problem = assertProblem(response, code, isAuthenticated);
  assertDocumented(operation, code, problem.status);
  return problem;
}

const EVERY = 4;
const kinds = new Set<string>();
const triedKinds = new Set<string>();

/** Declares a share of the checks of an operation, and others of the next operation. */
function someChecks(at: number): (title: string, work: () => Promise<void>) => void {
  let place = at;
  return (title, work) => {
    const kind = title.replace(/^(query parameter|field) \S+/, '$1');
    kinds.add(kind);
    place += 1;
    if (place % EVERY >= someOf(EVERY)) return;
    triedKinds.add(kind);
    test(title, () => assert.doesNotReject(work));
  };
}

for (const [at, { name, operation, path, request, body }] of walk(document, service).entries()) {
  const isRead = request.method === 'GET';
  const query = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');

  suite(name, () => {
    const check = someChecks(at);

    test('no key, or another scheme: unauthorized, without naming an error', async () => {
      for (const headers of [{}, { authorization: 'Basic dXNlcjpwYXNz' }] as const) {
        const response = await ask(request, headers);
        assertRefused(operation, response, 'unauthorized', false);
        assert.equal(response.headers['www-authenticate'], 'Bearer realm="api"');
      }
    });

    check('a malformed and an unknown key are treated alike', async () => {
      const responses = [];
      for (const token of ['eyJhbGciOi.J9.x', `tm_live_${'A'.repeat(43)}`, 'tm_live_short']) {
        const response = await ask(request, { authorization: `Bearer ${token}` });
        assertRefused(operation, response, 'invalid_api_key', false);
        const challenge = 'Bearer realm="api", error="invalid_token"';
        assert.equal(response.headers['www-authenticate'], challenge);
        responses.push(response.body);
      }
      assert.equal(new Set(responses).size, 1);
    });

    test('a key without the scope is shown which one', async () => {
      const scope = operation['x-required-scope'] as Scope;
      const lacking = await service.makeKey(scopesWithout(scope));
      const response = await ask(request, { authorization: `Bearer ${lacking}` });
      const problem = assertRefused(operation, response, 'insufficient_scope');
      assert(problem.detail.includes(`"${scope}"`));
    });

    check('a method that the path lacks: 405 with those it has', async () => {
      const response = await ask({ ...request, method: 'PATCH' });
      assertProblem(response, 'method_not_allowed', true);
      assert(String(response.headers.allow).split(', ').includes(request.method));
    });

    check('OPTIONS lists the methods, without a key and without CORS', async () => {
      const response = await app.inject({ method: 'OPTIONS', url: request.url });
      assert.equal(response.statusCode, 204);
      assert.equal(response.body, '');
      assert(String(response.headers.allow).split(', ').includes(request.method));
      assertSharedHeaders(response, false);
    });

    check('an Accept header that rules out JSON is refused', async () => {
      const response = await ask({ ...request, headers: { accept: 'image/png' } });
      assertRefused(operation, response, 'not_acceptable');
    });

    check('an unknown query parameter is named', async () => {
      const response = await ask({ ...request, query: { no_such_parameter: '1' } });
      const problem = assertRefused(operation, response, 'invalid_request');
      assert.equal(problem.errors?.[0]?.parameter, 'no_such_parameter');
    });

    const { query: _required, ...bare } = request;
    for (const { name: parameter, schema } of query) {
      check(`query parameter ${parameter} stands once`, async () => {
        const text = schema.type === 'integer' ? '1' : 'x';
        const url = `${request.url}?${parameter}=${text}&${parameter}=${text}`;
        const problem = assertRefused(operation, await ask({ ...bare, url }), 'invalid_request');
        assert(problem.errors?.some((error) => error.parameter === parameter));
      });
      if (schema.type !== 'integer') continue;
      const tooMany = String((schema.maximum ?? 0) + 1);
      for (const text of ['0', tooMany, '-1', '1.0', '1e2', '+5', '%205', '07', 'abc', '']) {
        check(`query parameter ${parameter}=${text} is refused`, async () => {
          const response = await ask({ ...bare, url: `${request.url}?${parameter}=${text}` });
          const problem = assertRefused(operation, response, 'invalid_request');
          assert.equal(problem.errors?.[0]?.parameter, parameter);
        });
      }
    }

    if (query.some((parameter) => parameter.name === 'cursor')) {
      check('an altered, foreign or empty cursor is unusable', async () => {
        for (const cursor of ['', 'AAAA', '*', 'AQ'.repeat(40)]) {
          const problem = assertRefused(
            operation,
            await ask({ ...request, query: { cursor } }),
            'invalid_request',
          );
          assert.equal(problem.errors?.[0]?.parameter, 'cursor');
        }
      });
    }

    if (path.includes('{')) {
      test("another user's name and an impossible one are treated like none", async () => {
        const names = [service.foreignAccountId, 'a%00b', '%F0%9F%98%80', 'x'.repeat(2_000)];
        const codes = codesUnder(operation, 404);
        const bodies: string[] = [];
        for (const id of names) {
          const url = pathWith(path.replaceAll(/\{\w+\}/g, '{account_id}'), id);
          const response = await ask({ ...request, url });
          const { code } = response.json<{ code: ProblemCode }>();
          assert(codes.includes(code), response.body);
          assertProblem(response, code, true);
          bodies.push(code);
        }
        assert.equal(new Set(bodies).size, 1);
      });
    }

    if (isRead) {
      check('HEAD responds like GET, without the body', async () => {
        const get = await ask(request);
        const head = await ask({ ...request, method: 'HEAD' });
        assert.equal(head.statusCode, get.statusCode);
        assert.equal(head.body, '');
        assert.equal(head.headers['content-length'], get.headers['content-length']);
        assert.equal(head.headers['content-type'], get.headers['content-type']);
        assertSharedHeaders(head, true);
      });
    } else {
      check('a body that is no JSON object, no UTF-8 or too deep: invalid_request', async () => {
        const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
        const texts = ['{', 'x', '[1]', '"text"', 'null', '{"a":1} x', deep, '{"a":"\\u0000"}'];
        const payloads = [...texts, Buffer.from([0x7b, 0xff, 0x7d])];
        for (const payload of payloads) {
          const headers = { 'content-type': 'application/json' };
          assertRefused(operation, await ask({ ...request, payload, headers }), 'invalid_request');
        }
      });

      check('another media type or a content encoding: unsupported_media_type', async () => {
        const kinds = [
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          { 'content-type': 'application/json; charset=latin1' },
          { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          { 'content-type': 'nonsense' },
        ];
        for (const headers of kinds) {
          const response = await ask({ ...request, payload: '{}', headers });
          assertRefused(operation, response, 'unsupported_media_type');
        }
      });

      check('a body above the limit: payload_too_large, and the connection ends', async () => {
        const { bodyBytesMax: own } =
          OPERATIONS.find((of) => of.operationId === operation.operationId) ?? {};
        const bytesMax = own ?? LIMITS.bodyBytesMax;
        const payload = JSON.stringify({ a: 'x'.repeat(bytesMax) });
        const headers = { 'content-type': 'application/json' };
        const response = await ask({ ...request, payload, headers });
        assertRefused(operation, response, 'payload_too_large');
        assert.equal(response.headers.connection, 'close');
      });

      check('an unknown body field is named', async () => {
        const payload = { ...body, no_such_field: 1 };
        const problem = assertRefused(
          operation,
          await ask({ ...request, payload }),
          'invalid_request',
        );
        assert(problem.errors?.some((error) => error.pointer === '#/no_such_field'));
      });
    }

    if (body !== null) {
      const source = OPERATIONS.find(({ operationId }) => operationId === operation.operationId);
      const fieldCode = source?.fieldProblem ?? 'invalid_request';

      check('an empty body: invalid_request', async () => {
        for (const headers of [{}, { 'content-type': 'application/json' }] as const) {
          const { method, url } = request;
          assertRefused(operation, await ask({ method, url, headers }), 'invalid_request');
        }
      });

      for (const field of Object.keys(body)) {
        check(`field ${field} of a wrong type is named with what was expected`, async () => {
          const isObject = typeof body[field] === 'object' && !Array.isArray(body[field]);
          const payload = { ...body, [field]: isObject ? [true] : { wrong: true } };
          const problem = assertRefused(operation, await ask({ ...request, payload }), fieldCode);
          const error = problem.errors?.find(({ pointer }) => pointer === `#/${field}`);
          assert.match(error?.detail ?? '', /expected .+, found an (?:object|array)/);
        });
      }
    }

    if (request.method === 'POST' || request.method === 'PUT') {
      check('an empty, too long or strange Idempotency-Key: invalid_request', async () => {
        for (const bad of ['', 'a b', 'a,b', 'a"b', 'é', 'x'.repeat(256)]) {
          const headers = { 'idempotency-key': bad };
          const problem = assertRefused(
            operation,
            await ask({ ...request, headers }),
            'invalid_request',
          );
          assert.equal(problem.errors?.[0]?.header, 'Idempotency-Key');
        }
      });
    }

    test('the response to a request in order has the documented shape', async () => {
      const response = await ask(request);
      assertSharedHeaders(response, true);
      const described = operation.responses[String(response.statusCode)];
      assert(described !== undefined, `${response.statusCode} is documented: ${response.body}`);
      if (response.statusCode >= 300) return;
      const source = OPERATIONS.find(({ operationId }) => operationId === operation.operationId);
      const schema = source?.success.schema ?? null;
      if (schema === null) assert.equal(response.body, '');
      else assert(Compile(schema).Check(response.json()), response.body);
    });
  });
}

test('no test request was our own mistake', () => {
  assert.deepEqual(service.defects(), []);
});

test('every kind of check is tried every day', () => {
  assert.ok(kinds.size > 10);
  assert.deepEqual([...triedKinds].toSorted(), [...kinds].toSorted());
});
