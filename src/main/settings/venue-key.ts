// The private keys by which credentials of exchanges are opened: in TIDEMILL_VENUE_KEY, or in a
// file of the data directory. Only a venue process reads them; they are no part of the settings
// that every process reads.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { Environment } from '#main/settings/config.ts';
import { writeKeyFile } from '#main/settings/write-key-file.ts';

export const VENUE_KEY_VARIABLE = 'TIDEMILL_VENUE_KEY';

const FILE = 'venue.key';
const BASE_64 = /^[A-Za-z0-9+/]{43}=$/;
const EXPECTED =
  'one key or several, each 32 bytes as base64 (openssl rand -base64 32), the one in use first';
/** What group and others may do to the file. */
const OTHERS_MAY = 0o077;

/**
 * Each 32 bytes, the one in use first; null when there is none yet. Throws WrongUse and
 * CommandFailed, whose messages repeat nothing of a key.
 */
export function readVenueKeys(
  environment: Environment,
  dataDir: string,
): readonly Uint8Array[] | null {
  const given = environment[VENUE_KEY_VARIABLE] ?? '';
  if (given !== '') {
    const keys = parseKeys(given, ',');
    if (keys === null) throw new WrongUse(`${VENUE_KEY_VARIABLE}: expected ${EXPECTED}.`);
    return keys;
  }
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return null;
  const keys = parseKeys(readFileSync(file, 'utf8'), '\n');
  if (keys !== null) return keys;
  throw new CommandFailed(
    `The file "${file}" does not hold venue keys: expected ${EXPECTED}, a line each.`,
    'Put it back from a backup. Without it, the credentials of exchanges cannot be opened.',
  );
}

/**
 * Writes the keys of an installation that has none, the one in use first. The data directory must
 * be prepared.
 */
export function writeVenueKeys(dataDir: string, keys: readonly Uint8Array[]): void {
  writeKeyFile(join(dataDir, FILE), keys, 0o600);
}

/** The file, without opening it; `openMode` is such as "mode 0644", null where it is closed. */
export function venueKeyFile(dataDir: string): { readonly openMode: string | null } | null {
  const found = statSync(join(dataDir, FILE), { throwIfNoEntry: false });
  if (found === undefined) return null;
  const mode = found.mode & 0o777;
  return { openMode: (mode & OTHERS_MAY) === 0 ? null : `mode 0${mode.toString(8)}` };
}

function parseKeys(text: string, separator: string): readonly Uint8Array[] | null {
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isValid = parts.length > 0 && parts.every((part) => BASE_64.test(part));
  return isValid ? parts.map((part) => new Uint8Array(Buffer.from(part, 'base64'))) : null;
}
