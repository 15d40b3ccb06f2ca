// The version as people report it: with the commit, where one is known.

import type { ExecFileSyncOptions } from 'node:child_process';
import { execFileSync } from 'node:child_process';

/** Such as `0.1.0 (5d8416104f2a)`; without the commit where there is no repository, or no git. */
export function nameVersion(version: string, folder: string): string {
  const commit = commitOf(folder);
  return commit === null ? version : `${version} (${commit})`;
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
