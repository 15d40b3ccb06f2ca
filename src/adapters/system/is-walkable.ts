// Checks that other users of this system can reach a path.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether this folder and every one above it lets other users through. */
export function isWalkable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
