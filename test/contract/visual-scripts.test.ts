// Visual scripts over the wire: stored in their canonical form, compiled on save, run as others do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';
import { foreignDocument } from '../visual/foreign-document.ts';

type ErrorBody = {
  readonly message: string;
  readonly line: number | null;
  readonly block: string | null;
  readonly port: string | null;
};

type ScriptBody = {
  readonly script_id: string;
  readonly type: string;
  readonly source: string;
  readonly is_valid: boolean;
  readonly compile: { readonly is_valid: boolean; readonly errors: readonly ErrorBody[] };
};

type CheckedBody = {
  readonly document: string | null;
  readonly lua: string | null;
  readonly compile: ScriptBody['compile'];
  readonly inputs: readonly { readonly key: string }[];
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
  const create = async (document: string) =>
    call('POST', '/v1/scripts/visual', { name: 'drawn', document });
  return { call, create };
}

function rules(period: string, changes: object = {}): string {
  return foreignDocument([
    { id: 'length', command: 'Input', inputs: { label: 'Length', defaultValue: '14' } },
    { id: 'close', command: 'ClosePrices' },
    { id: 'rsi', command: 'RSI', inputs: { prices: ['close'], period } },
    {
      id: 'signal',
      command: 'GetBuySellLevelSignal',
      inputs: { value: ['rsi'], buyLevel: '30', sellLevel: '70' },
      ...changes,
    },
    { id: 'do', command: 'DoSignal', inputs: { signal: ['signal'] } },
  ]);
}

test('a document is stored in its canonical form, and read back as such', async (t) => {
  const { call, create } = await setUp(t);
  const created = await create(rules('#Length'));
  assert.equal(created.statusCode, 201, created.body);
  const script = created.json<ScriptBody>();
  assert.equal(script.type, 'visual');
  assert.deepEqual(script.compile, { is_valid: true, errors: [] });
  assert.match(script.source, /^\{\n {2}"format": "tidemill-visual"/);
  const url = `/v1/scripts/${script.script_id}`;
  assert.deepEqual((await call('GET', url)).json(), script);
  const listed = (await call('GET', '/v1/scripts')).json<{ data: readonly ScriptBody[] }>();
  assert.deepEqual(
    listed.data.map(({ type, is_valid }) => [type, is_valid]),
    [['visual', true]],
  );
  const inputs = (await call('GET', `${url}/inputs`)).json<{ data: readonly { key: string }[] }>();
  assert.deepEqual(
    inputs.data.map(({ key }) => key),
    ['Length'],
  );
  const exported = (await call('GET', `${url}/export`)).json<{ document: string }>();
  const again = await call('PUT', `${url}/source`, { source: exported.document });
  assert.equal(again.statusCode, 200, again.body);
  assert.equal((await call('GET', url)).json<ScriptBody>().source, script.source);
});

test('its Lua says the block of each line, and becomes a script of its own', async (t) => {
  const { call, create } = await setUp(t);
  const { script_id } = (await create(rules('21'))).json<ScriptBody>();
  const url = `/v1/scripts/${script_id}`;
  const lua = (await call('GET', `${url}/lua`)).json<{ lua: string; line_blocks: string[] }>();
  const at = lua.lua.split('\n').findIndex((line) => line.includes('RSI(closePrices, 21)'));
  assert.equal(lua.line_blocks[at], 'rsi');
  const made = await call('POST', `${url}/convert`, { name: 'as text' });
  assert.equal(made.statusCode, 201, made.body);
  const text = made.json<ScriptBody>();
  assert.deepEqual([text.type, text.source, text.is_valid], ['lua', lua.lua, true]);
  assertProblem(await call('POST', `/v1/scripts/${text.script_id}/convert`, {}), 'forbidden', true);
  assertProblem(await call('GET', `/v1/scripts/${text.script_id}/export`), 'forbidden', true);
});

test('errors name the block and the port, and have no line', async (t) => {
  const { call, create } = await setUp(t);
  const wrong = (await create(rules('soon'))).json<ScriptBody>();
  assert.equal(wrong.is_valid, false);
  const [error] = wrong.compile.errors;
  assert.deepEqual([error?.line, error?.block, error?.port], [null, 'rsi', 'period']);
  const late = (await create(rules('-3'))).json<ScriptBody>();
  assert.equal(late.compile.errors[0]?.block, 'rsi');
  const refused = await create('no document');
  assertProblem(refused, 'invalid_request', true);
  const url = `/v1/scripts/${wrong.script_id}`;
  assertProblem(
    await call('PUT', `${url}/source`, { source: 'DoLong()' }),
    'invalid_request',
    true,
  );
  assert.deepEqual((await call('GET', url)).json(), wrong);
});

test('a check stores nothing', async (t) => {
  const { call } = await setUp(t);
  const url = '/v1/scripts/visual/check';
  const fine = (await call('POST', url, { document: rules('#Length') })).json<CheckedBody>();
  assert.equal(fine.compile.is_valid, true);
  assert.match(fine.lua ?? '', /RSI\(closePrices, length\)/);
  assert.deepEqual(
    fine.inputs.map(({ key }) => key),
    ['Length'],
  );
  const bad = (await call('POST', url, { document: '[' })).json<CheckedBody>();
  assert.deepEqual([bad.document, bad.lua, bad.compile.is_valid], [null, null, false]);
  assert.deepEqual((await call('GET', '/v1/scripts')).json<{ data: unknown[] }>().data, []);
});

test('versions differ by blocks', async (t) => {
  const { call, create } = await setUp(t);
  const { script_id } = (await create(rules('14'))).json<ScriptBody>();
  const url = `/v1/scripts/${script_id}`;
  await call('PUT', `${url}/source`, { source: rules('21', { x: 900 }) });
  const changes = await call('GET', `${url}/versions/2/changes`);
  const { data } = changes.json<{
    data: readonly { block: string; kind: string; fields: object[] }[];
  }>();
  assert.deepEqual(
    data.map(({ block, kind }) => [block, kind]),
    [
      ['rsi', 'changed'],
      ['signal', 'moved'],
    ],
  );
  assert.deepEqual(data[0]?.fields, [
    { field: 'period', is_port: true, before: '14', after: '21' },
  ]);
});

test('every command and constant is a kind of blocks', async (t) => {
  const { call } = await setUp(t);
  const { data } = (await call('GET', '/v1/scripts/visual/blocks')).json<{
    data: readonly { command: string; is_constant: boolean; inputs: { name: string }[] }[];
  }>();
  assert.ok(data.length > 700);
  const rsi = data.find(({ command }) => command === 'RSI');
  assert.deepEqual(
    rsi?.inputs.map(({ name }) => name),
    ['prices', 'period', 'convention'],
  );
});

const OWN_COMMAND = `DefineCommand('Bands', 'High and low of the closes.')
local prices = DefineParameter(ListNumberType, 'prices', 'Values.', true, 0)
local lookback = DefineParameter(NumberType, 'lookback', '', false, 20)
DefineOutputIndex(1, NumberType, 'upper', 'Highest.')
DefineOutputIndex(2, NumberType, 'lower', 'Lowest.')
DefineOutput(ListDynamicType, NewArray(GetHigh(prices, lookback), GetLow(prices, lookback)))`;

test('custom commands of the user are kinds of blocks', async (t) => {
  const { call } = await setUp(t);
  await call('POST', '/v1/scripts', { name: 'Bands', source: OWN_COMMAND });
  const { data } = (await call('GET', '/v1/scripts/visual/blocks')).json<{
    data: readonly { command: string; inputs: object[]; outputs: object[] }[];
  }>();
  const [bands] = data;
  assert.equal(bands?.command, 'CC_Bands');
  const port = { group: null, unit: null, takes_many: false, default: null };
  assert.deepEqual(bands.inputs, [
    { ...port, name: 'prices', kind: 'list', meaning: 'Values.', is_required: true },
    { ...port, name: 'lookback', kind: 'number', meaning: 'Parameter of it.', is_required: false },
  ]);
  assert.deepEqual(bands.outputs, [
    { name: '', kind: 'any', group: null },
    { name: 'upper', kind: 'number', group: null },
    { name: 'lower', kind: 'number', group: null },
  ]);
});

const BLEND = `DefineCommand('Blend', 'A high with a share.')
local share = DefineParameter(NumberType, 'share', '', true, 0)
local prices = DefineParameter(ListNumberType, 'prices', '', true, 0)
local lookback = DefineParameter(NumberType, 'lookback', '', false, 3)
DefineOutput(NumberType, Add(share, GetHigh(prices, lookback)))`;

type Call = { readonly parameters: readonly string[]; readonly inputs: object };

/** A document that logs what the command gives; `held` is nothing in the first update. */
function calling({ parameters, inputs }: Call, gate: readonly string[]): string {
  const blocks = [
    { id: 'close', command: 'ClosePrices' },
    { id: 'held', command: 'Load', inputs: { key: 'x' } },
    { id: 'rises', command: 'IsBiggerThan', inputs: { input1: { wires: ['close'] }, input2: 1e9 } },
    { id: 'blend', command: 'CC_Blend', parameters, inputs, gate },
    { id: 'log', command: 'Log', inputs: { message: { wires: ['blend'] } } },
  ];
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
}

test('a value that a custom command lacks is a problem of the check, at its port', async (t) => {
  const { call } = await setUp(t);
  await call('POST', '/v1/scripts', { name: 'Blend', source: BLEND });
  const check = async (document: string): Promise<CheckedBody & { warnings: ErrorBody[] }> =>
    (await call('POST', '/v1/scripts/visual/check', { document })).json();
  const all = ['share', 'prices', 'lookback'];
  const prices = { wires: ['close'] };
  const wrong: readonly (readonly [Call, RegExp, string | null])[] = [
    [{ parameters: all, inputs: { share: 1 } }, /needs this input/, 'prices'],
    [{ parameters: all, inputs: { prices } }, /needs this input/, 'share'],
    [{ parameters: ['share'], inputs: { share: 1 } }, /needs "prices" by now/, null],
    [{ parameters: ['other', 'prices'], inputs: { prices } }, /needs "share" by now/, 'other'],
  ];
  for (const [given, message, port] of wrong) {
    // Also where the block does not run in the check.
    for (const gate of [[], ['rises']]) {
      const { compile } = await check(calling(given, gate));
      assert.equal(compile.is_valid, false);
      assert.deepEqual(
        compile.errors.map((error) => [error.block, error.port, message.test(error.message)]),
        [['blend', port, true]],
        JSON.stringify(compile),
      );
    }
  }
  const absent = { share: 1, prices: { wires: ['held'] } };
  const held = await check(calling({ parameters: all, inputs: absent }, []));
  assert.equal(held.compile.is_valid, true, JSON.stringify(held.compile));
  assert.match(held.lua ?? '', /if x ~= nil then\n {2}blend = CC_Blend\(1, x\)/);
  const optional = { share: 1, prices, lookback: { wires: ['held'] } };
  const open = await check(calling({ parameters: all, inputs: optional }, []));
  assert.match(open.lua ?? '', /\nlocal blend = CC_Blend\(1, closePrices, x\)/);
  const unfit = { share: { wires: ['rises'] }, prices };
  const { warnings } = await check(calling({ parameters: all, inputs: unfit }, []));
  assert.ok(warnings.some(({ block, port }) => block === 'blend' && port === 'share'));
});

test('the Lua of a caller and its lines are what the check compiled', async (t) => {
  const { call, create } = await setUp(t);
  await call('POST', '/v1/scripts', { name: 'Blend', source: BLEND });
  const inputs = { share: 1, prices: { wires: ['held'] } };
  const made = await create(calling({ parameters: ['share', 'prices'], inputs }, []));
  const url = `/v1/scripts/${made.json<ScriptBody>().script_id}/lua`;
  const { lua, line_blocks: lines } = (await call('GET', url)).json<{
    lua: string;
    line_blocks: string[];
  }>();
  const at = lua.split('\n').findIndex((line) => line.includes('CC_Blend('));
  assert.equal(lines[at], 'blend');
});

const UNREADABLE: Readonly<Record<string, string>> = {
  'Lua instead of a document': 'DoLong()',
  'a torn document': rules('14').slice(0, -9),
  'JSON of something else': '{"blocks": []}',
  '5,000 blocks': JSON.stringify({
    format: 'tidemill-visual',
    version: 1,
    blocks: Array.from({ length: 5_000 }, (_, at) => ({ id: `b${at}`, command: 'DoLong' })),
  }),
  'two blocks of one id': foreignDocument([
    { id: 'twin', command: 'DoLong' },
    { id: 'twin', command: 'DoShort' },
  ]),
};

test('a document that cannot be read is refused whole, and nothing of it is stored', async (t) => {
  const { call, create } = await setUp(t);
  const stored = (await create(rules('14'))).json<ScriptBody>();
  const url = `/v1/scripts/${stored.script_id}`;
  for (const [name, document] of Object.entries(UNREADABLE)) {
    const refused = assertProblem(await create(document), 'invalid_request', true);
    assert.match(refused.errors?.[0]?.detail ?? '', /The document cannot be read: .+/, name);
    const replaced = await call('PUT', `${url}/source`, { source: document });
    assertProblem(replaced, 'invalid_request', true);
  }
  const large = `[${' '.repeat(10_000_000)}]`;
  assertProblem(await create(large), 'payload_too_large', true);
  assertProblem(await call('PUT', `${url}/source`, { source: large }), 'payload_too_large', true);
  const listed = (await call('GET', '/v1/scripts')).json<{ data: readonly ScriptBody[] }>();
  assert.deepEqual(
    listed.data.map(({ script_id }) => script_id),
    [stored.script_id],
  );
  assert.deepEqual((await call('GET', url)).json(), stored);
  const versions = await call('GET', `${url}/versions`);
  assert.equal(versions.json<{ data: unknown[] }>().data.length, 1);
});

const CLOSE = { id: 'close', command: 'ClosePrices' };

test('a document with mistakes is stored whole, and each is at its block and port', async (t) => {
  const { create } = await setUp(t);
  const log = { id: 'log', command: 'Log', inputs: { message: ['a'] } };
  const wrong: readonly (readonly [string, RegExp, readonly [string, string | null][]])[] = [
    [
      foreignDocument([
        log,
        { id: 'a', command: 'IsBigerThan', inputs: { input1: ['close'] } },
        CLOSE,
      ]),
      /no command "IsBigerThan"; did you mean "IsBiggerThan"/,
      [['a', null]],
    ],
    [
      foreignDocument([
        log,
        { id: 'a', command: 'Abs', inputs: { input: ['b'] } },
        { id: 'b', command: 'Abs', inputs: { input: ['a'] } },
      ]),
      /in a circle/,
      [
        ['a', 'input'],
        ['b', 'input'],
      ],
    ],
    [
      foreignDocument([
        { id: 'a', command: 'SessionSet', inputs: { key: 'x', value: '#y' } },
        { id: 'b', command: 'SessionSet', inputs: { key: 'y', value: '#x' } },
      ]),
      /in a circle/,
      [
        ['a', 'value'],
        ['b', 'value'],
      ],
    ],
    [
      foreignDocument([
        log,
        { id: 'a', command: 'Abs', inputs: { input: ['close'] } },
        CLOSE,
      ]).replace(
        '"Guid":"close_out_xxxxxxxxxxx","Connections":',
        '"Guid":"elsewhere","Connections":',
      ),
      /leads here from nowhere/,
      [['a', 'input']],
    ],
  ];
  for (const [document, message, places] of wrong) {
    const created = await create(document);
    assert.equal(created.statusCode, 201, created.body);
    const { compile } = created.json<ScriptBody>();
    assert.equal(compile.is_valid, false);
    const found = compile.errors.filter((error) => message.test(error.message));
    assert.deepEqual(
      found.map(({ block, port, line }) => [block, port, line]),
      places.map(([block, port]) => [block, port, null]),
      created.body,
    );
  }
});
