// Files of custom commands beside the scripts that call them: `--with`.

import path from 'node:path';
import { Option } from 'commander';
import type { ScriptLibrary } from '#services/scripts/script-deps.ts';
import { readTextFile } from '#cli/read-text-file.ts';

/** Option that may be repeated; no files by default. */
export function libraryOption(): Option {
  return new Option('--with <FILE>', 'a script whose custom command they call; may be repeated')
    .argParser((file: string, before: readonly string[]) => [...before, file])
    .default([], 'none');
}

/** Custom command of a file, named after it. Throws when the file cannot be read. */
export function readLibrary(file: string): ScriptLibrary {
  return { name: path.parse(file).name, source: readTextFile(file) };
}
