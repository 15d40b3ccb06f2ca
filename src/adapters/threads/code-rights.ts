// The rights under which code starts that will run scripts: it may read what it is made of and keep
// compiled code, and nothing else. Threads give up what they have of that; see drop-rights.ts.

import { existsSync, realpathSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';

export type CodeRights = {
  /** Words for Node, before the program. */
  readonly execArgv: string[];
  readonly env: { readonly [name: string]: string };
};

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
/** Only in the repository; in what is built they lie among the sources, and this is nowhere. */
const PACKAGES = fileURLToPath(new URL('../../../packages/', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../../package.json', import.meta.url));

/**
 * For a thread or process with this entry: no network, no program, no native code, no file but the
 * sources and those beside the entry, and nothing of our own environment.
 */
export function codeRights(entry: URL): CodeRights {
  const readable = [SOURCES, PACKAGES, PACKAGE, fileURLToPath(new URL('./', entry))];
  const execArgv = ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
  const cacheFolder = getCompileCacheDir();
  // Whoever cleans up may have deleted it while we run.
  if (cacheFolder === undefined || !existsSync(cacheFolder)) return { execArgv, env: {} };
  const retained = realpathSync(cacheFolder);
  execArgv.push(`--allow-fs-read=${retained}`, `--allow-fs-write=${retained}`);
  return { execArgv, env: { NODE_COMPILE_CACHE: retained } };
}
