// Scripts over the wire: compiled on save, paged by id, held apart from other tenants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import {
  AMPLE_BUDGETS,
  makeTestService,
  SECOND_USER,
  closeAfter,
} from '../support/test-service.ts';

type ScriptBody = {
  readonly script_id: string;
  readonly is_valid: boolean;
  readonly source: string;
  readonly description: string | null;
  readonly type: string;
  readonly compile: {
    readonly is_valid: boolean;
    readonly errors: readonly { readonly message: string; readonly line: number | null }[];
  };
};

type ScriptPage = {
  readonly data: readonly { readonly script_id: string }[];
  readonly next_cursor: string | null;
};

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const key = await service.makeKey(['read', 'scripts']);
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const create = async (changes: object = {}) =>
    call('POST', '/v1/scripts', { name: 'one', source: "Log('a')", ...changes });
  return { service, call, create };
}

test('a script is created, read, replaced and deleted', async (t) => {
  const { call, create } = await setUp(t);
  const created = await create({ description: null });
  assert.equal(created.statusCode, 201);
  const script = created.json<ScriptBody>();
  assert.equal(created.headers.location, `/v1/scripts/${script.script_id}`);
  assert.deepEqual(script.compile, { is_valid: true, errors: [] });
  assert.equal(script.type, 'lua');
  const url = `/v1/scripts/${script.script_id}`;
  assert.deepEqual((await call('GET', url)).json(), script);
  const replaced = await call('PUT', `${url}/source`, { source: 'Nope()\nAlso()' });
  assert.equal(replaced.statusCode, 200);
  const { compile, ...rest } = replaced.json<ScriptBody>();
  assert.deepEqual(rest, { script_id: script.script_id });
  assert.deepEqual(
    compile.errors.map(({ line }) => line),
    [1, 2],
  );
  const after = (await call('GET', url)).json<ScriptBody>();
  assert.equal(after.source, 'Nope()\nAlso()');
  assert.equal(after.is_valid, false);
  assert.equal((await call('DELETE', url)).statusCode, 204);
  assertProblem(await call('DELETE', url), 'script_not_found', true);
  assertProblem(await call('GET', url), 'script_not_found', true);
  assertProblem(await call('PUT', `${url}/source`, { source: '' }), 'script_not_found', true);
});

test('a script is renamed, and nothing else of it changes', async (t) => {
  const { service, call, create } = await setUp(t);
  const script = (await create({ description: 'Logs' })).json<ScriptBody>();
  const url = `/v1/scripts/${script.script_id}`;
  const renamed = await call('PUT', url, { name: 'two' });
  assert.equal(renamed.statusCode, 200, renamed.body);
  assert.deepEqual(renamed.json(), { ...script, name: 'two' });
  const words = { name: 'three', description: null };
  await call('PUT', url, words);
  assert.deepEqual((await call('GET', url)).json(), { ...script, ...words });
  for (const payload of [{}, { name: '' }, { name: 'two', source: '' }])
    assertProblem(await call('PUT', url, payload), 'invalid_request', true);
  const stranger = await service.makeKey(['scripts'], SECOND_USER);
  const foreign = await service.api.app.inject({
    method: 'PUT',
    url,
    headers: { authorization: `Bearer ${stranger}` },
    payload: words,
  });
  assertProblem(foreign, 'script_not_found', true);
});

test('a source that does not compile is stored, whatever bytes it has', async (t) => {
  const { call, create } = await setUp(t);
  const source = "local a = '\u0001\u{1f600}\u007f unfinished";
  const script = (await create({ source })).json<ScriptBody>();
  assert.equal(script.is_valid, false);
  const found = (await call('GET', `/v1/scripts/${script.script_id}`)).json<ScriptBody>();
  assert.equal(found.source, source);
});

test('names and descriptions have their bounds', async (t) => {
  const { create } = await setUp(t);
  for (const changes of [
    { name: '' },
    { name: 'x'.repeat(151) },
    { name: 'a\u0000b' },
    { description: 'x'.repeat(2_001) },
    { source: 5 },
    { kind: 'lua' },
  ]) {
    assertProblem(await create(changes), 'invalid_request', true);
  }
  assert.equal((await create({ name: 'x'.repeat(150) })).statusCode, 201);
});

test('the list pages by id and carries no source', async (t) => {
  const { call, create } = await setUp(t);
  for (const name of ['a', 'b', 'c']) await create({ name });
  const first = (await call('GET', '/v1/scripts?limit=2')).json<ScriptPage>();
  assert.equal(first.data.length, 2);
  assert.ok(first.data.every((row) => !('source' in row)));
  const cursor = encodeURIComponent(first.next_cursor ?? '');
  const rest = (await call('GET', `/v1/scripts?limit=2&cursor=${cursor}`)).json<ScriptPage>();
  assert.equal(rest.data.length, 1);
  assert.equal(rest.next_cursor, null);
  const ids = [...first.data, ...rest.data].map(({ script_id }) => script_id);
  assert.deepEqual(ids, ids.toSorted());
});

test("another user's script is treated like an unknown one", async (t) => {
  const { service, create } = await setUp(t);
  const { script_id } = (await create()).json<ScriptBody>();
  const foreignKey = await service.makeKey([], SECOND_USER);
  for (const [method, path, payload] of [
    ['GET', '', undefined],
    ['GET', '/inputs', undefined],
    ['PUT', '/source', { source: '' }],
    ['DELETE', '', undefined],
  ] as const) {
    const responses = [];
    for (const id of [script_id, 'scr_00000000000000000000000000']) {
      const response = await service.api.app.inject({
        method,
        url: `/v1/scripts/${id}${path}`,
        headers: { authorization: `Bearer ${foreignKey}` },
        ...(payload === undefined ? {} : { payload }),
      });
      responses.push(assertProblem(response, 'script_not_found', true));
    }
    assert.deepEqual(responses[0], responses[1]);
  }
});

test('each input says under which key it is chosen', async (t) => {
  const { call, create } = await setUp(t);
  const source = `
    local slow = Input('Slow', 20)
    local fast = Input('Fast', 5, 'Of the fast average', 'Averages')
    local press = InputButton('Reset', function() end)`;
  const { script_id, compile } = (await create({ source })).json<ScriptBody>();
  assert.deepEqual(compile.errors, []);
  type Listed = { readonly key: string | null; readonly label: string };
  const { data } = (await call('GET', `/v1/scripts/${script_id}/inputs`)).json<{
    data: readonly Listed[];
  }>();
  assert.deepEqual(
    data.map(({ key, label }) => [key, label]),
    [
      ['Slow', 'Slow'],
      ['Averages.Fast', 'Fast'],
      [null, 'Reset'],
    ],
  );
});

test('a mistake is shown with its line, its column and what was probably meant', async (t) => {
  const service = await makeTestService();
  closeAfter(t, service);
  const key = await service.makeKey([]);
  const made = await service.api.app.inject({
    method: 'POST',
    url: '/v1/scripts',
    headers: { authorization: `Bearer ${key}` },
    payload: { name: 's', source: "Log('a')\nif true then DoLnog() end" },
  });
  assert.deepEqual(made.json<{ compile: { errors: object[] } }>().compile.errors, [
    {
      message: "unknown reference 'DoLnog'; did you mean 'DoLong'?",
      line: 2,
      column: 14,
      block: null,
      port: null,
    },
  ]);
});

test('a source is checked without being stored', async (t) => {
  const { call, create } = await setUp(t);
  const { script_id } = (await create()).json<ScriptBody>();
  const checked = await call('POST', '/v1/scripts/check', { source: 'Nope()', script_id });
  assert.equal(checked.statusCode, 200);
  const found = checked.json<ScriptBody & { inputs: object[]; warnings: object[] }>();
  assert.equal(found.compile.is_valid, false);
  assert.equal(found.compile.errors[0]?.line, 1);
  assert.deepEqual([found.inputs, found.warnings], [[], []]);
  const script = (await call('GET', `/v1/scripts/${script_id}`)).json<ScriptBody>();
  assert.equal(script.source, "Log('a')");
  const { data } = (await call('GET', '/v1/scripts')).json<ScriptPage>();
  assert.equal(data.length, 1);
});

test('each source that was saved can be read again', async (t) => {
  const { service, call, create } = await setUp(t);
  const { script_id } = (await create()).json<ScriptBody>();
  const url = `/v1/scripts/${script_id}`;
  await call('PUT', `${url}/source`, { source: 'Nope()' });
  await call('PUT', `${url}/source`, { source: "Log('b')" });
  type Version = { readonly version: number; readonly is_valid: boolean; readonly source?: string };
  type Versions = { readonly data: readonly Version[]; readonly next_cursor: string | null };
  const first = (await call('GET', `${url}/versions?limit=2`)).json<Versions>();
  assert.deepEqual(
    first.data.map(({ version, is_valid: isValid }) => [version, isValid]),
    [
      [3, true],
      [2, false],
    ],
  );
  const next = await call('GET', `${url}/versions?limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual(
    next.json<Versions>().data.map(({ version }) => version),
    [1],
  );
  assert.equal(next.json<Versions>().next_cursor, null);
  assert.equal((await call('GET', `${url}/versions/1`)).json<Version>().source, "Log('a')");
  for (const version of ['4', '0', 'one'])
    assertProblem(await call('GET', `${url}/versions/${version}`), 'script_not_found', true);
  const other = await service.makeKey(['read'], SECOND_USER);
  for (const path of ['versions', 'versions/1']) {
    const headers = { authorization: `Bearer ${other}` };
    const foreign = await service.api.app.inject({ method: 'GET', url: `${url}/${path}`, headers });
    assertProblem(foreign, 'script_not_found', true);
  }
});

test('every command and constant is described', async (t) => {
  const { call } = await setUp(t);
  const response = await call('GET', '/v1/script-commands');
  const { commands, constants } = response.json<{
    commands: { name: string; signature: string; parameters: object[] }[];
    constants: { name: string; group: string }[];
  }>();
  const average = commands.find(({ name }) => name === 'SMA');
  assert.match(average?.signature ?? '', /^SMA\(/);
  assert.ok((average?.parameters.length ?? 0) >= 2);
  assert.ok(constants.some(({ name }) => name === 'LimitOrderType'));
  assert.ok(commands.length >= 579 && constants.length >= 197);
});
