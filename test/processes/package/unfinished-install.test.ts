// A clone of which not all is installed: commands end with a line that says what is missing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const NEEDED = ['bin/tidemill', 'package.json', 'test/support/check-installed.sh'];

let clone: string;

before(async () => {
  clone = makeSharedFolder('tidemill-clone-');
  for (const name of NEEDED) await cp(path.join(ROOT, name), path.join(clone, name));
  await mkdir(path.join(clone, 'src/main'), { recursive: true });
  await writeFile(path.join(clone, 'src/main/tidemill.ts'), '');
});
after(() => removeFolder(clone));

/** What a command says before it ends, without what npm adds. */
function say(command: string, ...words: readonly string[]): string {
  const { PATH = '', ...rest } = process.env;
  const others = PATH.split(path.delimiter).filter((each) => !each.includes('node_modules'));
  const env = { ...rest, PATH: others.join(path.delimiter) };
  const { status, stderr, stdout } = spawnSync(command, words, {
    cwd: clone,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 1, stdout + stderr);
  assert.doesNotMatch(stderr, /^ +at /m);
  return stderr.trim();
}

async function putProgram(name: string): Promise<void> {
  const file = path.join(clone, 'node_modules/.bin', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o755);
}

suite('an unfinished installation', () => {
  test('without packages', () => {
    assert.match(
      say('bin/tidemill', 'serve'),
      /^Tidemill is not installed yet: run "npm ci" in \S+ first\.$/,
    );
    assert.match(
      say('npm', 'test', '--silent'),
      /^The packages are not installed: run "npm ci" first\.$/,
    );
    assert.match(say('npm', 'start', '--silent'), /^Tidemill is not installed yet: run "npm ci"/);
  });

  test('without the packages that are optional, those of developers, and the console', async () => {
    const check = (): string => say('sh', 'test/support/check-installed.sh');
    await mkdir(path.join(clone, 'node_modules'));
    assert.match(check(), /Node\.js is missing: .*"npm ci --include=optional"/);
    await putProgram('node');
    assert.match(check(), /of developers are missing: .*"npm ci --include=dev"/);
    await putProgram('tsc');
    assert.match(
      check(),
      /^The web console is not built, .* run "npm run build -w console" first\.$/,
    );
    await mkdir(path.join(clone, 'console/dist'), { recursive: true });
    await writeFile(path.join(clone, 'console/dist/index.html'), '');
    assert.equal(spawnSync('sh', ['test/support/check-installed.sh'], { cwd: clone }).status, 0);
  });
});
