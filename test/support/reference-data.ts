// Folder of reference data: facts that this project did not make and does not ship.
// TIDEMILL_REFERENCE_DATA names it; without, it is looked for beside the repository.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export const REFERENCE_DATA =
  process.env['TIDEMILL_REFERENCE_DATA'] ??
  path.join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** For a test's `skip`: false when the folder is there, else the reason. */
export function skipWithout(folder: string): string | false {
  const named = path.join(REFERENCE_DATA, folder);
  return existsSync(named) ? false : `TIDEMILL_REFERENCE_DATA has no "${folder}"`;
}

/** The text of a gzipped file of the folder. */
export function readReference(file: string): string {
  return gunzipSync(readFileSync(path.join(REFERENCE_DATA, file))).toString();
}
