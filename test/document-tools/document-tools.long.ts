// Programs of others read the document of the API without a warning: two linters, and three
// generators whose clients then pass the compiler. They have a lockfile of their own, because they
// weigh more than the project, and are installed when this runs first.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installTools } from '../support/install-tools.ts';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));
const QUIET = {
  CI: 'true',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

before(() => installTools(HERE));

/** Runs a program of the lockfile beside this file; returns all that it said. */
async function say(tool: string, words: readonly string[], folder = HERE): Promise<string> {
  const program = path.join(HERE, 'node_modules/.bin', tool);
  const environment = { ...process.env, ...QUIET };
  const options = { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr } = await run(program, words, options).catch((error: unknown) => {
    const { stdout: said, stderr: complained } = error as { stdout: string; stderr: string };
    throw new Error(`${tool} failed:\n${said}\n${complained}`, { cause: error });
  });
  return stdout + stderr;
}

suite('linters', () => {
  test('redocly finds nothing under its strictest rules', async () => {
    const said = await say('redocly', ['lint', DOCUMENT, '--extends=recommended-strict']);
    assert.match(said, /Your API description is valid/);
    assert.doesNotMatch(said, /warning/i);
  });

  test('spectral finds nothing, not even a hint', async () => {
    const rules = path.join(HERE, 'spectral.yaml');
    const said = await say('spectral', ['lint', DOCUMENT, '-r', rules, '--fail-severity=hint']);
    assert.match(said, /No results/);
  });
});

suite('generators', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-generated-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await cp(DOCUMENT, path.join(folder, 'openapi.json'));

  async function assertGenerates(tool: string, words: readonly string[]): Promise<void> {
    const said = await say(tool, words, folder);
    assert.doesNotMatch(said, /warn|error|deprecat|conflict|skipp|unsupported/i, said);
  }

  /** The files compile as they are. */
  async function assertCompiles(files: string): Promise<void> {
    const own = path.join(folder, files);
    const names = files.endsWith('.ts')
      ? [own]
      : (await readdir(own, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
          .map((entry) => path.join(entry.parentPath, entry.name));
    assert(names.length > 0, `${files} has files`);
    const strict = ['--noEmit', '--strict', '--skipLibCheck', '--lib', 'es2023,dom,dom.iterable'];
    const modules = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
    await say('tsc', [...strict, ...modules, ...names]);
  }

  test('openapi-typescript', async () => {
    await assertGenerates('openapi-typescript', ['openapi.json', '-o', 'types.ts']);
    await assertCompiles('types.ts');
  });

  test('hey-api', async () => {
    await assertGenerates('openapi-ts', ['-i', 'openapi.json', '-o', 'hey', '--no-log-file']);
    await assertCompiles('hey');
  });

  test('orval', async () => {
    const settings = {
      tidemill: {
        input: './openapi.json',
        output: { target: './orval/tidemill.ts', client: 'fetch', mode: 'single' },
      },
    };
    const text = `export default ${JSON.stringify(settings)};\n`;
    await writeFile(path.join(folder, 'orval.config.mjs'), text);
    await assertGenerates('orval', ['--config', 'orval.config.mjs']);
    await assertCompiles('orval/tidemill.ts');
  });
});
