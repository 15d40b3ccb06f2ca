// Bad documents of visual scripts over the wire: refused with all that is wrong and nothing stored,
// or stored as invalid with their block and port; and a check of each stores nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { Problem } from '../support/assert-problem.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';
import { BAD_DOCUMENTS, FINE, INVALID, UNREADABLE } from '../visual/bad-documents.ts';

type CompileResult = {
  readonly is_valid: boolean;
  readonly errors: readonly { readonly block: string | null; readonly port: string | null }[];
};
type ScriptBody = {
  readonly script_id: string;
  readonly source: string;
  readonly compile: CompileResult;
};

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['read', 'scripts']);
  const headers = { authorization: `Bearer ${key}` };
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> =>
    service.api.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const stored = async (): Promise<number> =>
    (await call('GET', '/v1/scripts')).json<{ data: readonly object[] }>().data.length;
  return { call, stored };
}

test('a document that cannot be read is refused, and nothing of it is stored', async (t) => {
  const { call, stored } = await setUp(t);
  const made = await call('POST', '/v1/scripts/visual', { name: 'fine', document: FINE });
  const before = made.json<ScriptBody>();
  const url = `/v1/scripts/${before.script_id}`;
  for (const [name, document, detail] of UNREADABLE) {
    const created = await call('POST', '/v1/scripts/visual', { name, document });
    assert.match(created.json<Problem>().detail, detail, name);
    assertProblem(created, 'invalid_request', true);
    const replaced = await call('PUT', `${url}/source`, { source: document });
    assertProblem(replaced, 'invalid_request', true);
    const checked = await call('POST', '/v1/scripts/visual/check', { document });
    assert.equal(checked.json<{ compile: CompileResult }>().compile.is_valid, false, name);
    assert.deepEqual((await call('GET', url)).json<ScriptBody>(), before, name);
    assert.equal(await stored(), 1, name);
  }
});

test('one of 10 MB is refused before it is read', async (t) => {
  const { call, stored } = await setUp(t);
  const document = BAD_DOCUMENTS['10 MB'];
  for (const [method, url, body] of [
    ['POST', '/v1/scripts/visual', { name: 'large', document }],
    ['POST', '/v1/scripts/visual/check', { document }],
  ] as const) {
    const refused = await call(method, url, body);
    assert.ok([400, 413].includes(refused.statusCode), `${refused.statusCode}`);
  }
  assert.equal(await stored(), 0);
});

test('one that can be read is stored with its errors, each at its block and port', async (t) => {
  const { call, stored } = await setUp(t);
  for (const [at, [name, document, places]] of INVALID.entries()) {
    const checked = await call('POST', '/v1/scripts/visual/check', { document });
    assert.equal(await stored(), at, name);
    const created = await call('POST', '/v1/scripts/visual', { name, document });
    assert.equal(created.statusCode, 201, `${name}: ${created.body}`);
    const { compile } = created.json<ScriptBody>();
    assert.equal(compile.is_valid, false, name);
    const found = compile.errors.map(({ block, port }) => [block, port] as const);
    assert.deepEqual(found, places, `${name}: ${JSON.stringify(compile.errors)}`);
    assert.deepEqual(checked.json<{ compile: CompileResult }>().compile, compile, name);
  }
});
