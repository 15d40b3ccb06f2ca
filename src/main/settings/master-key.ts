// The key under which this installation's secrets are sealed. It is retained outside the database:
// in TIDEMILL_MASTER_KEY, or in a file of the data directory that the first start makes.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from '#cli/command-error.ts';
import type { Config } from '#main/settings/config.ts';
import { writeKeyFile } from '#main/settings/write-key-file.ts';

const FILE = 'master.key';
const KEY_BYTES = 32;
const BASE_64 = /^[A-Za-z0-9+/]{43}=$/;

/** 32 bytes; null when there is none yet. Throws CommandFailed when the file holds no key. */
export function readMasterKey(config: Config): Uint8Array | null {
  const file = join(config.dataDir, FILE);
  if (config.masterKey !== null) return config.masterKey;
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').trim();
  if (BASE_64.test(text)) return Buffer.from(text, 'base64');
  throw new CommandFailed(
    `The file "${file}" does not hold a master key.`,
    'Put it back from a backup. Without it, sealed secrets cannot be opened.',
  );
}

/** As `readMasterKey`, and made when there is none. The data directory must be prepared. */
export function openMasterKey(config: Config): Uint8Array {
  const found = readMasterKey(config);
  if (found !== null) return found;
  writeMasterKey(config, randomBytes(KEY_BYTES));
  return openMasterKey(config);
}

/** Writes the key of an installation that has none. The data directory must be prepared. */
export function writeMasterKey({ dataDir }: Pick<Config, 'dataDir'>, key: Uint8Array): void {
  writeKeyFile(join(dataDir, FILE), [key], 0o400);
}
