// Compiled code for services that root starts: they run as an ordinary user, for whom Node retains
// code in a folder of its own, which that user cannot make where packages are root's. Without it
// each of their processes strips and compiles all sources anew, which is most of its start.

import { chmodSync, copyFileSync, existsSync, lchownSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Owner } from '#adapters/system/service-user.ts';

/** Node ends the names of its folders with the id of the user. */
const OF_ROOT = /-0$/;
/** Others have a way through it, as they have to the sources. */
const WALKABLE = 0o755;

/**
 * Makes the service user's folder beside `own`, which is root's, with what it lacks of that. Does
 * nothing for other users, whose services have their rights.
 */
export function shareCompiledCode(own: string | undefined, user: Owner): void {
  if (own === undefined || !OF_ROOT.test(own)) return;
  chmodSync(dirname(own), WALKABLE);
  shareFolder(own, folderFor(own, user), user);
}

function folderFor(folder: string, { userId }: Owner): string {
  return join(dirname(folder), basename(folder).replace(OF_ROOT, `-${userId}`));
}

/** The folders in it are of programs with other flags, and named in the same way. */
function shareFolder(own: string, others: string, user: Owner): void {
  mkdirSync(others, { recursive: true });
  lchownSync(others, user.userId, user.groupId);
  for (const entry of readdirSync(own, { withFileTypes: true })) {
    const [from, to] = [join(own, entry.name), join(others, entry.name)];
    if (entry.isDirectory()) shareFolder(from, folderFor(to, user), user);
    else if (!existsSync(to)) shareFile(from, to, user);
  }
}

/** Programs that end meanwhile rename and remove what they wrote. */
function shareFile(from: string, to: string, user: Owner): void {
  try {
    copyFileSync(from, to);
    lchownSync(to, user.userId, user.groupId);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
