// At most one `tidemill serve` per data directory: a lock that ends with its holder, and a note
// beside it that says who that is.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryFileLock } from '#adapters/embedded-postgres/file-lock.ts';
import { CommandFailed } from '#cli/command-error.ts';

export type RunningServer = { readonly processId: number; readonly address: string | null };

export type ServerRole = {
  /** Notes where we listen, for those who are refused and for the doctor. */
  announce(address: string): void;
  release(): void;
};

const LOCK_FILE = 'server.lock';
const NOTE_FILE = 'server.json';

/** Throws CommandFailed when another process has the role. The directory must exist. */
export function takeServerRole(dataDir: string): ServerRole {
  const lock = tryFileLock(join(dataDir, LOCK_FILE));
  if (lock === null) throw alreadyServed(dataDir);
  const note = join(dataDir, NOTE_FILE);
  const write = (address: string | null): void => {
    const server: RunningServer = { processId: process.pid, address };
    writeFileSync(note, `${JSON.stringify(server)}\n`);
  };
  write(null);
  return {
    announce: write,
    release() {
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

/** Who serves this data directory now; null when nobody does. */
export function findRunningServer(dataDir: string): RunningServer | null {
  const lock = tryFileLock(join(dataDir, LOCK_FILE));
  if (lock === null) return readNote(dataDir) ?? { processId: 0, address: null };
  lock.release();
  return null;
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

/** The note may be missing or half written: it only informs. */
function readNote(dataDir: string): RunningServer | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, NOTE_FILE), 'utf8')) as RunningServer;
  } catch {
    return null;
  }
}
