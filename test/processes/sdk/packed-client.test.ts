// The client as a package: small, installed into an empty project, and typed under `strict`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { removeFolder } from '../../support/remove-folder.ts';

const run = promisify(execFile);
const SDK = fileURLToPath(new URL('../../../sdk', import.meta.url));
const BIN = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));
const COMPILER = path.join(BIN, 'tsc');
/** The one of Vite, which builds the console. */
const BUNDLER = path.join(BIN, 'rolldown');
const GZIP_BYTES_MAX = 15_000;

const PROGRAM = `
import { createClient, createPartialClient, events, isProblem } from '@tidemill/client';
import type { Bot, Decimal } from '@tidemill/client';
import { withDecimals } from '@tidemill/client/decimals';
import { getOrder, listBots, placeOrder } from '@tidemill/client/operations';

const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x' });
export async function amounts(): Promise<readonly Decimal[]> {
  const { order_id } = await client.placeOrder({
    body: { account_id: 'a', market_tag: 'M', side: 'buy', type: 'market', amount: '1' },
  });
  const order = await client.getOrder({ order_id });
  const bots: Bot[] = [];
  for await (const bot of client.each('listBots')) bots.push(bot);
  return [order.amount];
}
class Numeral {
  readonly text: string;
  constructor(text: string) { this.text = text; }
  negated(): Numeral { return new Numeral('-' + this.text); }
}
const counted = withDecimals(client, { read: (text) => new Numeral(text), write: (value) => value.text });
export async function numerals(amount: Numeral): Promise<Numeral> {
  const order = { account_id: 'a', market_tag: 'M', side: 'buy', type: 'market', amount } as const;
  const { order_id } = await counted.placeOrder({ body: order });
  for await (const bot of counted.each('listBots')) console.log(bot.bot_id.length);
  return (await counted.getOrder({ order_id })).amount.negated();
}
// @ts-expect-error -- ids are no numerals
export const named = () => counted.getOrder({ order_id: new Numeral('1') });
// @ts-expect-error -- money is text
export const wrong = () => client.placeOrder({ body: { amount: 1 } });
// @ts-expect-error -- an id is required
export const missing = () => client.getBot();
// @ts-expect-error -- it has no pages
export const whole = () => client.each('getBot', { bot_id: 'b' });
const chosen = { events, getOrder, listBots };
const part = createPartialClient({ baseUrl: 'http://127.0.0.1:1' }, chosen);
export async function parts(): Promise<readonly string[]> {
  const order = await part.getOrder({ order_id: 'o' });
  for await (const event of part.events()) return [order.amount, event.object_id ?? ''];
  for await (const bot of part.each('listBots')) return [bot.bot_id];
  return [];
}
// @ts-expect-error -- it was not given to the part
export const placed = () => part.placeOrder({ body: {} });
// @ts-expect-error -- nor was this
export const orders = () => part.each('listOrders');
// @ts-expect-error -- the row of another operation
export const mixed = () => createPartialClient({ baseUrl: '' }, { getOrder: placeOrder });
// @ts-expect-error -- the API has no such operation
export const unknown = () => createPartialClient({ baseUrl: '' }, { sellAll: placeOrder });
console.log(typeof client.listBots, isProblem(null));
`;

const OPTIONS = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: [],
    outDir: 'out',
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
  files: ['program.ts'],
};

/** Of the same programs, one by the whole client and one by a client of what it calls. */
const WHOLE = `import { createClient } from '@tidemill/client';
const client = createClient({ baseUrl: '', apiKey: '' });
console.log(client.getOrder, client.placeOrder);
`;
const PART = `import { createPartialClient } from '@tidemill/client';
import { getOrder, placeOrder } from '@tidemill/client/operations';
const client = createPartialClient({ baseUrl: '', apiKey: '' }, { getOrder, placeOrder });
console.log(client.getOrder, client.placeOrder);
`;

let folder: string;
let project: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tidemill-packed-'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: SDK });
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  project = path.join(folder, 'project');
  await mkdir(project);
  const manifest = { name: 'empty', private: true, type: 'module' };
  await write('package.json', JSON.stringify(manifest));
  await run('npm', ['install', '--offline', path.join(folder, archive)], { cwd: project });
});
after(() => removeFolder(folder));

const write = (name: string, text: string): Promise<void> =>
  writeFile(path.join(project, name), text);

test('npm pack of the client installs into an empty project and type-checks', async () => {
  await write('tsconfig.json', JSON.stringify(OPTIONS));
  await write('program.ts', PROGRAM);
  await run(COMPILER, ['--project', project]);
  const { stdout } = await run(process.execPath, ['out/program.js'], { cwd: project });
  assert.equal(stdout.trim(), 'function false');
  assert.deepEqual(await readdir(path.join(project, 'node_modules')), [
    '.package-lock.json',
    '@tidemill',
  ]);
});

test('it is small, and a bundle has only what its program calls', async (context) => {
  const installed = path.join(project, 'node_modules/@tidemill/client/dist');
  const modules = (await readdir(installed)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(modules.map((name) => readFile(path.join(installed, name))));
  const size = gzipSync(Buffer.concat(texts)).length;
  assert(size < GZIP_BYTES_MAX, `${size} bytes`);

  const whole = await bundleOf('whole', WHOLE);
  const part = await bundleOf('part', PART);
  assert.match(whole, /\/v1\/backtests/);
  assert.match(whole, /text\/event-stream/);
  assert.match(part, /\/v1\/orders\/\{order_id\}/);
  assert.doesNotMatch(part, /\/v1\/(?!orders\b)/);
  assert.doesNotMatch(part, /text\/event-stream/);
  assert(part.length * 3 < whole.length, `${part.length} of ${whole.length} bytes`);
  const gzipped = [whole, part].map((text) => gzipSync(text).length);
  context.diagnostic(
    `${size} bytes; bundles ${whole.length}, ${part.length}; gzip ${gzipped.join(', ')}`,
  );
});

async function bundleOf(name: string, text: string): Promise<string> {
  await write(`${name}.js`, text);
  const words = [`${name}.js`, '--format', 'esm', '--minify', '--dir', `bundle-${name}`];
  await run(BUNDLER, words, { cwd: project });
  return readFile(path.join(project, `bundle-${name}`, `${name}.js`), 'utf8');
}
