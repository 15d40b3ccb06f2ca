// The simulator in a process of its own, as `npm run sim` runs it.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const LINES_SHOWN = 60;

/** `npm run sim` with these flags; the end of what it wrote. */
export function runSimulator(...flags: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, ...flags], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n').slice(-LINES_SHOWN) };
}
