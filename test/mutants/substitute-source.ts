// Loaded before a program to give it another text of one source file, without touching the tree:
// the file TEST_MUTANT names is JSON with the file's path, and the new text or null for its own.
// Processes and threads that the program starts inherit it. Loading the file is noted in a file.

import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

export type Substitution = {
  readonly path: string;
  readonly text: string | null;
  /** Written when the path is loaded. */
  readonly noted: string;
};

const order = process.env['TEST_MUTANT'];
if (order !== undefined) substitute(JSON.parse(readFileSync(order, 'utf8')) as Substitution);

function substitute({ path, text, noted }: Substitution): void {
  const replaced = pathToFileURL(path).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url.split('?')[0] !== replaced) return loaded;
      writeFileSync(noted, '');
      return text === null ? loaded : { ...loaded, source: text };
    },
  });
}
