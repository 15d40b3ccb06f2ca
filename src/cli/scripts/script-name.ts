// Name of a script that comes as a file.

import path from 'node:path';

const ENDINGS = /\.(?:lua|pine|json|hss)$/i;

/** The file's name without the folder and the ending of its kind. */
export function scriptNameOf(file: string): string {
  return path.basename(file).replace(ENDINGS, '');
}
