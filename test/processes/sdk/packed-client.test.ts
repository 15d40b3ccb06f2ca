// The client as a package: small, installed into an empty project, and typed under `strict`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const run = promisify(execFile);
const SDK = fileURLToPath(new URL('../../../sdk', import.meta.url));
const COMPILER = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
const GZIP_BYTES_MAX = 15_000;

const PROGRAM = `import { createClient, isProblem } from '@tidemill/client';
import type { Bot, Decimal } from '@tidemill/client';
import { withDecimals } from '@tidemill/client/decimals';

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

test('npm pack of the client installs into an empty project and type-checks', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-packed-'));
  try {
    await run('npm', ['pack', '--pack-destination', folder], { cwd: SDK });
    const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    const project = path.join(folder, 'project');
    await mkdir(project);
    const manifest = { name: 'empty', private: true, type: 'module' };
    await writeFile(path.join(project, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(OPTIONS));
    await writeFile(path.join(project, 'program.ts'), PROGRAM);
    await run('npm', ['install', '--offline', path.join(folder, archive)], { cwd: project });
    await run(COMPILER, ['--project', project]);
    const { stdout } = await run(process.execPath, ['out/program.js'], { cwd: project });
    assert.equal(stdout.trim(), 'function false');
    const installed = path.join(project, 'node_modules/@tidemill/client/dist');
    const modules = (await readdir(installed)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(modules.map((name) => readFile(path.join(installed, name))));
    const size = gzipSync(Buffer.concat(texts)).length;
    assert(size < GZIP_BYTES_MAX, `${size} bytes`);
    assert.deepEqual(await readdir(path.join(project, 'node_modules')), [
      '.package-lock.json',
      '@tidemill',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
