import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { emptyInstallation } from '#cli/empty-installation.fixture.ts';

type Cleanup = { after(end: () => void): void };

const CLOSE = { id: 'close', command: 'ClosePrices' };
const wires = (...from: readonly string[]) => ({ wires: from });
const average = (period: number) => {
  return { id: 'mean', command: 'SMA', inputs: { prices: wires('close'), period } };
};
const show = { id: 'log', command: 'Log', inputs: { message: wires('mean') } };

function documentOf(...blocks: readonly object[]): string {
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
}

function folder(t: Cleanup): (name: string, text: string) => string {
  const directory = mkdtempSync(path.join(tmpdir(), 'tidemill-forms-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return (name, text) => {
    const file = path.join(directory, name);
    writeFileSync(file, text);
    return file;
  };
}

test('a document becomes Lua and a document of either kind, without a service', async (t) => {
  const { run, seen } = emptyInstallation();
  const write = folder(t);
  const file = write('mean.json', documentOf(CLOSE, average(20), show));
  const lua = (await run(`scripts convert ${file}`)).out;
  assert.match(lua, /SMA\(closePrices, 20\)/);
  const foreign = write('mean.hss', (await run(`scripts convert ${file} --as haasscript`)).out);
  const own = (await run(`scripts convert ${foreign} --as tidemill`)).out;
  assert.equal((await run(`scripts convert ${write('own.json', own)}`)).out, lua);
  const { form, text } = JSON.parse((await run(`scripts convert ${file} --json`)).out) as {
    readonly form: string;
    readonly text: string;
  };
  assert.deepEqual([form, text], ['lua', lua]);
  assert.equal(seen.opened, 0);
});

test('a document that is none, or does not compile, is refused with the first block', async (t) => {
  const { run } = emptyInstallation();
  const write = folder(t);
  const plain = await run(`scripts convert ${write('a.lua', 'DoLong()')}`);
  assert.match(plain.error, /is no document\..*no way back/s);
  const cut = await run(`scripts convert ${write('b.json', '[{')}`);
  assert.match(cut.error, /cannot be read: the document is no JSON/);
  const lost = write('c.json', documentOf(CLOSE, average(20), { id: 'x', command: 'Nowhere' }));
  const refused = await run(`scripts convert ${lost}`);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.error, /does not compile: block "x": there is no command "Nowhere"/);
  assert.match(refused.error, /scripts check .*c\.json/);
  assert.equal((await run(`scripts convert ${lost} --as tidemill`)).exitCode, 0);
});

test('kinds of blocks are found by everyday words; one alone has all its ports', async (t) => {
  const { run } = emptyInstallation();
  const found = (await run('scripts blocks moving average')).out;
  assert.match(found, /^COMMAND +NAME +GIVES +INPUTS\n/);
  assert.match(found, /^SMA +Simple average \(SMA\) +list +prices\*, period\*/m);
  const library = folder(t)(
    'mine.lua',
    "DefineCommand('Zigzag', 'Turns.')\nDefineParameter(NumberType, 'depth', 'How far.', true, 5)\n",
  );
  const one = (await run(`scripts blocks zigzag turns --with ${library}`)).out;
  assert.match(one, /^CC_Zigzag: .*\nTurns\.\nGives: /);
  assert.match(one, /^depth\* +number +How far\.$/m);
  const all = JSON.parse((await run('scripts blocks --json')).out) as {
    readonly data: readonly { readonly command: string; readonly inputs: readonly object[] }[];
  };
  assert.ok(all.data.length > 500, `${all.data.length} kinds`);
  const { data } = JSON.parse((await run('scripts blocks compare --json')).out) as {
    readonly data: readonly {
      readonly command: string;
      readonly outputs: readonly { readonly name: string }[];
    }[];
  };
  const compare = data.find(({ command }) => command === 'Compare');
  const parts = compare?.outputs.map(({ name }) => name).filter(Boolean);
  assert.deepEqual(parts, ['isAbove', 'isEqual', 'isBelow']);
  assert.match((await run('scripts blocks quxquux')).out, /No block has all of these words/);
});

test('the schema is printed as JSON', async () => {
  const { out } = await emptyInstallation().run('scripts schema');
  const schema = JSON.parse(out) as { readonly required: readonly string[] };
  assert.deepEqual(schema.required, ['format', 'version']);
});

test('a version shows what it changed, and its Lua goes on as a script', async (t) => {
  const { run, scripts } = emptyInstallation();
  const write = folder(t);
  await run('users create ada');
  const first = documentOf(CLOSE, average(20), show);
  const added = await run(`scripts add ${write('mean.json', first)}`);
  const id = /scr_\w{26}/.exec(added.out)?.[0] ?? '';
  assert.match((await run(`scripts changes ${id}`)).out, /Nothing is otherwise/);
  const [user] = await scripts.listUsers();
  const stored = await scripts.findScript(user?.userId ?? '', id);
  assert.ok(user !== undefined && stored !== null);
  const { check, userId } = stored;
  for (const later of [documentOf(CLOSE, average(50), show), documentOf(CLOSE, average(50))]) {
    await scripts.replaceSource(userId, id, later, check, 1);
  }
  assert.match((await run(`scripts changes ${id}`)).out, /^log \(Log\) +removed$/m);
  const second = (await run(`scripts changes ${id} --of 2`)).out;
  assert.match(second, /^mean \(SMA\) +changed +period +20 +50$/m);
  const both = JSON.parse((await run(`scripts changes ${id} --since first --json`)).out) as {
    readonly data: readonly { readonly block: string; readonly kind: string }[];
  };
  assert.deepEqual(
    both.data.map(({ block, kind }) => [block, kind]),
    [
      ['mean', 'changed'],
      ['log', 'removed'],
    ],
  );
  assert.match((await run(`scripts changes ${id} --of 9`)).error, /There is no such script/);
  const made = await run(`scripts continue ${id} --name Text`);
  const copy = /scr_\w{26}/.exec(made.out)?.[0] ?? '';
  assert.match(made.out, /"Text"/);
  assert.match((await run(`scripts lua ${copy}`)).out, /SMA\(/);
  assert.match((await run(`scripts continue ${copy}`)).error, /is Lua/);
});
