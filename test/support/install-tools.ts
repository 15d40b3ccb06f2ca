// Installs programs of others that long tests run. They have lockfiles of their own, beside the
// tests, because they weigh more than the project.

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the lockfile of the folder names, where it is not there yet. */
export async function installTools(folder: string): Promise<void> {
  const changedAtMs = async (file: string): Promise<number> =>
    stat(path.join(folder, file)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  const installedAtMs = await changedAtMs('node_modules/.package-lock.json');
  if (installedAtMs >= (await changedAtMs('package-lock.json'))) return;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}
