// The version as people report it: with the commit, where one is known.

import type { ExecFileSyncOptions } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the package was built from; the repository does not have it. */
const BUILT_FROM = 'dist/commit.txt';

/** Such as `0.1.0 (5d8416104f2a)`; without the commit where none is known. */
export function nameVersion(version: string, folder: string): string {
  const commit = commitOf(folder) ?? builtFrom(folder);
  return commit === null ? version : `${version} (${commit})`;
}

function builtFrom(folder: string): string | null {
  try {
    return readFileSync(path.join(folder, BUILT_FROM), 'utf8').trim();
  } catch {
    return null;
  }
}

function commitOf(folder: string): string | null {
  try {
    // Only of a repository that begins here: an installed package may be inside of another one.
    const words = ['rev-parse', '--show-prefix', '--short=12', 'HEAD'];
    const options = { cwd: folder, stdio: 'pipe', timeout: 2_000 } satisfies ExecFileSyncOptions;
    const [prefix, commit = ''] = execFileSync('git', words, options).toString().split('\n');
    return prefix === '' && /^[\da-f]+$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}
