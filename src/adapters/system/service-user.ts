// The user of a service that root started: the owner of its data directory; where that is root, or
// nothing is there yet, the user "tidemill", or "nobody" if there is none, to whom the directory is
// given. PostgreSQL makes no database for a user without a name.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type Owner = { readonly userId: number; readonly groupId: number };

/** Has a name everywhere, and may be shared with other programs. */
export const NOBODY: Owner = { userId: 65_534, groupId: 65_534 };
const SERVICE_USER = /^tidemill:[^:]*:(\d+):(\d+):/m;
const USERS_FILE = '/etc/passwd';

/** To whom a data directory of root's is given. */
export function serviceUser(): Owner {
  const users = existsSync(USERS_FILE) ? readFileSync(USERS_FILE, 'utf8') : '';
  const [, userId = '0', groupId = '0'] = SERVICE_USER.exec(users) ?? [];
  const isOrdinary = Number(userId) > 0 && Number(groupId) > 0;
  return isOrdinary ? { userId: Number(userId), groupId: Number(groupId) } : NOBODY;
}

export const ROOT: Owner = { userId: 0, groupId: 0 };

/** Its owner; a group of root's is not taken over with it. Null where there is no such path. */
export function ownerOf(path: string): Owner | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const isRootsGroup = found.gid === 0 && found.uid !== 0;
  return { userId: found.uid, groupId: isRootsGroup ? found.uid : found.gid };
}

/** Process with root's rights; false where a system has no users. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Does `act`, which must not wait for anything, with the file rights of this owner, if we are root:
 * a link that the owner put there leads nowhere where the owner itself may not go.
 */
export function withRightsOf<T>(owner: Owner, act: () => T): T {
  if (!isRoot() || owner.userId === 0) return act();
  process.setegid?.(owner.groupId);
  process.seteuid?.(owner.userId);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

const READ = 0o4;
const ENTER = 0o1;

function may(path: string, right: number, { userId, groupId }: Owner): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === userId ? 6 : gid === groupId ? 3 : 0;
  return ((mode >> shift) & right) === right;
}

/** This folder or the first one above it that the user may not enter; null. */
export function closedFolder(path: string, user: Owner): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!may(folder, ENTER, user)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** What keeps the user from reading this file: it, or a folder above it; null. */
export function obstacleTo(file: string, user: Owner): string | null {
  return closedFolder(dirname(file), user) ?? (may(file, READ, user) ? null : file);
}
