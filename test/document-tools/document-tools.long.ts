// Generators of others read the document of the API without a warning, and their clients pass the
// compiler. They have a lockfile of their own, because they weigh more than the project, and are
// installed when this runs first. The linters are in test/processes/document/.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installTools } from '../support/install-tools.ts';
import { runTool } from '../support/run-tool.ts';
import { removeFolder } from '../support/remove-folder.ts';

const HERE = import.meta.dirname;
const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));
before(() => installTools(HERE));

suite('generators', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tidemill-generated-'));
  after(() => removeFolder(folder));
  await cp(DOCUMENT, path.join(folder, 'openapi.json'));

  async function assertGenerates(tool: string, words: readonly string[]): Promise<void> {
    const said = await runTool(HERE, tool, words, folder);
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
    await runTool(HERE, 'tsc', [...strict, ...modules, ...names]);
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
