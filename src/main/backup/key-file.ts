// The keys of an installation in a file of their own, for safe-keeping apart from its backups:
// whoever has both can read every secret.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CommandFailed } from '#cli/command-error.ts';

export type InstallationKeys = {
  readonly masterKey: Uint8Array;
  /** The one in use first; empty where no account at a real exchange was ever connected. */
  readonly venueKeys: readonly Uint8Array[];
};

const FORMAT = 1;
const KEY = /^[A-Za-z0-9+/]{43}=$/;

type KeyFile = {
  readonly format: number;
  readonly master_key: string;
  readonly venue_keys: readonly string[];
};

function isKeyFile(content: Partial<KeyFile> | null): content is KeyFile {
  const isKey = (key: unknown): boolean => typeof key === 'string' && KEY.test(key);
  const { format, master_key: master, venue_keys: venues } = content ?? {};
  return format === FORMAT && isKey(master) && Array.isArray(venues) && venues.every(isKey);
}

const toText = (key: Uint8Array): string => Buffer.from(key).toString('base64');
const fromText = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Readable by its owner alone, and never over another file. Throws CommandFailed. */
export function writeInstallationKeys(
  file: string,
  { masterKey, venueKeys }: InstallationKeys,
): void {
  const content = {
    format: FORMAT,
    master_key: toText(masterKey),
    venue_keys: venueKeys.map(toText),
  };
  try {
    writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o400, flag: 'wx', flush: true });
  } catch (error) {
    const reason = existsSync(file) ? 'it is there already' : (error as Error).message;
    throw new CommandFailed(
      `The file "${file}" for the keys cannot be written: ${reason}.`,
      'Name another one: --keys FILE',
      { cause: error },
    );
  }
}

/** Throws CommandFailed, whose message repeats nothing of a key. */
export function readInstallationKeys(file: string): InstallationKeys {
  const content = contentOf(file);
  if (isKeyFile(content)) {
    const { master_key: masterKey, venue_keys: venueKeys } = content;
    return { masterKey: fromText(masterKey), venueKeys: venueKeys.map(fromText) };
  }
  throw new CommandFailed(
    `The file "${file}" does not hold the keys of an installation.`,
    'Name the file that "tidemill backup FOLDER --keys FILE" wrote.',
  );
}

function contentOf(file: string): Partial<KeyFile> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<KeyFile> | null;
  } catch {
    return null;
  }
}
