// Reads the file that the first start of a service wrote for its operator, as there is no terminal
// in tests.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Empty while it is not there. */
export function firstStartIn(dataDir: string): string {
  const file = path.join(dataDir, 'first-start.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
