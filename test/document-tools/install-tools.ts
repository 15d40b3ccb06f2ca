// Installs the programs of others that the tests of this folder run, where they are not there yet.

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function installTools(): Promise<void> {
  const folder = import.meta.dirname;
  const changedAtMs = async (file: string): Promise<number> =>
    stat(path.join(folder, file)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const installedAtMs = await changedAtMs('node_modules/.package-lock.json');
  if (installedAtMs >= (await changedAtMs('package-lock.json'))) return;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}
