// As whom processes run that run scripts. Started by root they get a system user of their own, who
// owns no file and no process: not even what gets past Node's rights can read the data directory,
// or signal or trace the service.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWalkable } from '#adapters/system/is-walkable.ts';

export type ScriptUser = { readonly uid: number; readonly gid: number };

/** Not "nobody", who owns the files of the built-in PostgreSQL; distributions leave it free. */
const SCRIPT_USER_ID = 65_530;

const READABLE_BY_ALL = 0o004;

/** Null: as ourselves, because we may not change it or because nobody else may read the program. */
export function scriptUser(entry: URL): ScriptUser | null {
  if (process.getuid?.() !== 0) return null;
  const files = [process.execPath, fileURLToPath(entry)];
  const mayRead = files.every(
    (file) => isWalkable(dirname(file)) && (statSync(file).mode & READABLE_BY_ALL) !== 0,
  );
  return mayRead ? { uid: SCRIPT_USER_ID, gid: SCRIPT_USER_ID } : null;
}
