// The client does the same on each runtime that it is for: compiled once, as its package is, and
// run by Node 20, 22 and the project's own, Deno, Bun and a browser against one service. A runtime
// that cannot be installed here is skipped by name.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { findBrowser, NO_BROWSER, startBrowser } from '../support/browser.ts';
import { installTools } from '../support/install-tools.ts';
import { withRequestedService } from '../support/requested-service.ts';
import type { Findings, Place } from './runtimes/try-client.ts';
import { removeFolder } from '../support/remove-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HERE = path.join(import.meta.dirname, 'runtimes');
const PACKAGES = path.join(HERE, 'node_modules');
const PROGRAM = fileURLToPath(new URL('runtimes/main.ts', import.meta.url));
const RUN_MS_MAX = 120_000;

/** The program, and its words before the script. */
const RUNTIMES: { readonly [name: string]: readonly [program: string, ...words: string[]] } = {
  'Node 20': [path.join(PACKAGES, 'node-20/bin/node')],
  'Node 22': [path.join(PACKAGES, 'node-22/bin/node')],
  'Node of the project': [process.execPath],
  Deno: [path.join(PACKAGES, '@deno/linux-x64-glibc/deno'), 'run', '--no-config', '--allow-net'],
  Bun: [path.join(PACKAGES, '@oven/bun-linux-x64/bin/bun')],
};

const EXPECTED: Findings = {
  cancelled: 'cancelled',
  refused: null,
  isFollowed: true,
  isOneOrder: true,
  amount: 0.001,
  unknown: true,
  aborted: 'TimeoutError',
  isLimitKnown: true,
};

suite('the client', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemill-runtimes-'));
    await compile(folder);
    // Where a package is not for this machine or cannot be fetched, its runtime is skipped.
    await installTools(HERE).catch(() => undefined);
  });
  after(() => removeFolder(folder));

  for (const [name, [program, ...words]] of Object.entries(RUNTIMES)) {
    test(name, async (context) => {
      if (!isExecutable(program)) return context.skip(`${name} cannot be installed here`);
      const main = path.join(folder, 'test/sdk/runtimes/main.js');
      await withRequestedService(async ({ service, key, accountId }) => {
        const place = [service.url, key, accountId];
        const { stdout } = await run(program, [...words, main, ...place], {
          timeout: RUN_MS_MAX,
        });
        assertFound(JSON.parse(stdout) as Findings);
      });
    });
  }

  test('a browser', async (context) => {
    const found = await findBrowser();
    if (found === null) return context.skip(NO_BROWSER);
    const browser = await startBrowser(found);
    try {
      await withRequestedService(async ({ service, key: apiKey, accountId }) => {
        const page = await browser.newPage();
        await serveModules(page, folder);
        await page.goto(`${service.url}/modules/page.html`);
        assertFound(await findingsIn(page, { baseUrl: '', apiKey, accountId }));
      });
    } finally {
      await browser.close();
    }
  });
});

function isExecutable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function assertFound({ markets, ...found }: Findings): void {
  assert(Number(markets) > 2);
  assert.deepEqual(found, EXPECTED);
}

/** The client, its examples and the program, in JavaScript as the package has it. */
async function compile(folder: string): Promise<void> {
  const modules = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const paths = ['--rootDir', ROOT, '--outDir', folder, '--rewriteRelativeImportExtensions'];
  const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
  const words = [
    '--strict',
    '--ignoreConfig',
    '--lib',
    'es2023,dom,dom.iterable,dom.asynciterable',
  ];
  await run(tsc, [...words, ...modules, ...paths, PROGRAM], { cwd: ROOT });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
}

/** An empty page of the service's own address, and the modules beside it. */
async function serveModules(page: Page, folder: string): Promise<void> {
  await page.route('**/modules/**', async (route) => {
    const [, name = ''] = route.request().url().split('/modules/');
    if (name === 'page.html') return route.fulfill({ contentType: 'text/html', body: '<p></p>' });
    const body = await readFile(path.join(folder, name), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body });
  });
}

async function findingsIn(page: Page, place: Place): Promise<Findings> {
  const program = `import('/modules/test/sdk/runtimes/try-client.js')
    .then(({ tryClient }) => tryClient(${JSON.stringify(place)}))`;
  return page.evaluate<Findings>(program);
}
