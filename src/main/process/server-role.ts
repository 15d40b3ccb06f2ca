// At most one `tidemill serve` per data directory: a lock that ends with its holder, and a note
// beside it that says who that is. The lock decides; the note tells a server that stays from one
// that was killed, whose lock ends with its last thread.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pauseMs } from 'node:timers/promises';
import { isFileLocked, tryFileLock } from '#adapters/embedded-postgres/file-lock.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ProcessMark } from '#main/process/process-mark.ts';
import { isLiving, markProcess } from '#main/process/process-mark.ts';

export type RunningServer = { readonly processId: number; readonly address: string | null };

export type ServerRole = {
  /** Notes where we listen, for those who are refused and for the doctor. */
  announce(address: string): void;
  release(this: void): void;
};

export type RoleOptions = {
  /** The process that holds the venue key for this one, without which it ends. */
  readonly keyHolderId?: number | undefined;
  /** Hears once that a former server is waited for. */
  readonly report?: (message: string) => void;
  /** Between two looks. */
  readonly pause?: () => Promise<void>;
};

type Note = RunningServer & {
  /** The server ends when one of them does. Absent in notes of earlier releases. */
  readonly marks?: readonly ProcessMark[];
};

const LOCK_FILE = 'server.lock';
const NOTE_FILE = 'server.json';
const LOOK_MS = 50;
/** So often is a server seen alive before it is believed to stay: it may be about to be killed. */
const LIVING_LOOKS = 20;
/** As long as an orderly end may take, and some more for a busy machine. */
const LOOKS_MAX = (2 * LIMITS.shutdownDeadlineMs) / LOOK_MS;

/**
 * Waits for a server that is ending, as one that was killed. Throws CommandFailed when another one
 * stays. The directory must exist.
 */
export async function takeServerRole(
  dataDir: string,
  { keyHolderId, report, pause = () => pauseMs(LOOK_MS) }: RoleOptions = {},
): Promise<ServerRole> {
  let livingLooks = 0;
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const lock = tryFileLock(join(dataDir, LOCK_FILE));
    if (lock !== null) return roleOf(dataDir, lock.release, keyHolderId);
    // Without a note somebody takes the role or reads the lock right now.
    const note = readNote(dataDir);
    if (note === null || marksOf(note).every(isLiving)) livingLooks += 1;
    if (livingLooks === LIVING_LOOKS) break;
    if (look === LIVING_LOOKS) report?.(`Waiting for the former server of "${dataDir}" to end.`);
    await pause();
  }
  throw alreadyServed(dataDir);
}

function roleOf(dataDir: string, unlock: () => void, keyHolderId?: number): ServerRole {
  const ids = keyHolderId === undefined ? [process.pid] : [process.pid, keyHolderId];
  const path = join(dataDir, NOTE_FILE);
  const write = (address: string | null): void => {
    const note: Note = { processId: process.pid, address, marks: ids.map(markProcess) };
    writeFileSync(path, `${JSON.stringify(note)}\n`);
  };
  write(null);
  return {
    announce: write,
    release() {
      rmSync(path, { force: true });
      unlock();
    },
  };
}

/** Who serves this data directory now; null when nobody does. */
export function findRunningServer(dataDir: string): RunningServer | null {
  if (!isFileLocked(join(dataDir, LOCK_FILE))) return null;
  const { processId = 0, address = null } = readNote(dataDir) ?? {};
  return { processId, address };
}

function alreadyServed(dataDir: string): CommandFailed {
  const server = readNote(dataDir);
  const who = server === null ? 'another process' : `process ${server.processId}`;
  const where = server === null || server.address === null ? '' : ` at ${server.address}`;
  return new CommandFailed(
    `The data directory "${dataDir}" is already served by ${who}${where}.`,
    'Stop that process first, or serve another directory: --data-dir DIR --port NUMBER',
  );
}

function marksOf({ processId, marks }: Note): readonly ProcessMark[] {
  return marks ?? [{ id: processId, started: null }];
}

/** The note may be missing or half written: it only informs. */
function readNote(dataDir: string): Note | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, NOTE_FILE), 'utf8')) as Note;
  } catch {
    return null;
  }
}
