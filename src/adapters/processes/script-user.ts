// As whom processes run that run scripts. Started by root they get a system user of their own, who
// owns no file and no process: not even what gets past Node's rights can read the data directory,
// or signal or trace the service.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isWalkable } from '#adapters/system/is-walkable.ts';

export type ScriptUser = { readonly uid: number; readonly gid: number };

/** Not "nobody", who owns the files of the built-in PostgreSQL; distributions leave it free. */
export const SCRIPT_USER_ID = 65_530;
const SCRIPT_USER: ScriptUser = { uid: SCRIPT_USER_ID, gid: SCRIPT_USER_ID };

const READABLE_BY_ALL = 0o004;

/** Our own process may not take that user, as was found out by `findScriptUserObstacle`. */
let isForbidden = false;

/** Null: as ourselves, because we may not change it or because nobody else may read the program. */
export function scriptUser(entry: URL): ScriptUser | null {
  if (process.getuid?.() !== 0 || isForbidden) return null;
  return unreadableFile(entry) === null ? SCRIPT_USER : null;
}

function unreadableFile(entry: URL): string | null {
  const mayRead = (file: string): boolean =>
    isWalkable(dirname(file)) && (statSync(file).mode & READABLE_BY_ALL) !== 0;
  return [process.execPath, fileURLToPath(entry)].find((file) => !mayRead(file)) ?? null;
}

/** Prints the first file or folder below those that it is named which its user may not read. */
const READ_ALL = `
  const { accessSync, constants, readdirSync, statSync } = require('node:fs');
  const look = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) look(path + '/' + name);
    else accessSync(path, constants.R_OK);
  };
  try { process.argv.slice(1).forEach(look); } catch (error) { process.stdout.write(error.path); }
`;

/**
 * Why processes that run scripts run as root itself; null when they do not, or when we are not
 * root. Starts Node as their user, and has it read every source.
 */
export async function findScriptUserObstacle(entry: URL): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  const unreadable = unreadableFile(entry);
  const obstacle = unreadable === null ? await tryUser(entry) : mayNotRead(unreadable);
  isForbidden = obstacle !== null;
  return obstacle;
}

async function tryUser(entry: URL): Promise<string | null> {
  const words = ['--eval', READ_ALL, fileURLToPath(new URL('../../', import.meta.url))];
  try {
    // It throws at once where root lacks the right.
    const child = spawn(process.execPath, [...words, fileURLToPath(entry)], {
      ...SCRIPT_USER,
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [unreadable, [code, signal]] = await Promise.all([
      text(child.stdout),
      once(child, 'exit') as Promise<[number | null, string | null]>,
    ]);
    if (unreadable !== '') return mayNotRead(unreadable);
    if (code === 0) return null;
    return `Node does not run as user ${SCRIPT_USER_ID} (${signal ?? `exit code ${code}`})`;
  } catch (error) {
    return `the system does not let root start a process as user ${SCRIPT_USER_ID} (${
      (error as NodeJS.ErrnoException).code ?? 'unknown'
    })`;
  }
}

function mayNotRead(path: string): string {
  return `user ${SCRIPT_USER_ID} may not read "${path}"`;
}
