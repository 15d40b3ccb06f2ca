// Doctor's checks of the machine: Node.js, the data directory, its disk, the keys, and the port.

import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import type { Check } from '#cli/host.ts';
import { fail, failed, ok, warn } from '#main/checks/check.ts';
import type { Config } from '#main/settings/config.ts';
import { openModeOf, prepareDataDirectory } from '#main/settings/data-directory.ts';
import { readMasterKey } from '#main/settings/master-key.ts';
import { VENUE_KEY_VARIABLE, venueKeyFile } from '#main/settings/venue-key.ts';
import { probePort } from '#main/process/probe-port.ts';
import { findRunningServer } from '#main/process/server-role.ts';

const NODE_MAJOR_MIN = 26;
const GIBIBYTE = 2 ** 30;
const FREE_BYTES_WARN = 5 * GIBIBYTE;
const FREE_BYTES_FAIL = GIBIBYTE / 4;

/** Check of the version of Node.js. */
export function checkNode(): Check {
  const { node } = process.versions;
  const isNew = Number(node.split('.')[0]) >= NODE_MAJOR_MIN;
  if (isNew) return ok('Node.js', node);
  return fail('Node.js', `${node} is too old`, "Use the project's own: bin/tidemill");
}

/**
 * A directory that exists is proved to be writable; for a missing one the rights above it count.
 */
export function checkDataDirectory(dataDir: string): Check {
  const name = 'data directory';
  try {
    if (!existsSync(dataDir)) {
      accessSync(existingPartOf(dataDir), constants.W_OK);
      return ok(name, `${dataDir} does not exist yet; the first start makes it`);
    }
    prepareDataDirectory(dataDir);
    const openMode = openModeOf(dataDir);
    if (openMode === null) return ok(name, `${dataDir} is writable`);
    const detail = `${dataDir} is open to other users (${openMode})`;
    return warn(name, detail, `The next start closes it, or now: chmod 700 ${dataDir}`);
  } catch (error) {
    return failed(name, error);
  }
}

/** Check of free space, by the part of the path that exists. */
export function checkDisk(dataDir: string): Check {
  const { bavail, bsize } = statfsSync(existingPartOf(dataDir));
  const freeBytes = bavail * bsize;
  const detail = `${(freeBytes / GIBIBYTE).toFixed(1)} GiB free`;
  if (freeBytes < FREE_BYTES_FAIL) return fail('disk', detail, 'Make room before you start.');
  if (freeBytes < FREE_BYTES_WARN) {
    return warn('disk', detail, 'Make room soon: prices and results need some gibibytes.');
  }
  return ok('disk', detail);
}

/** Check of the master key; its fingerprint is shown, the key never. */
export function checkMasterKey(config: Config): Check {
  const name = 'master key';
  try {
    const masterKey = readMasterKey(config);
    if (masterKey === null) return ok(name, 'does not exist yet; the first start makes it');
    const place =
      config.masterKey === null ? 'the file in the data directory' : 'TIDEMILL_MASTER_KEY';
    return ok(name, `${systemSecrets(masterKey).fingerprint} (fingerprint), from ${place}`);
  } catch (error) {
    return failed(name, error);
  }
}

/** Without opening it: only venue processes do. */
export function checkVenueKey({ dataDir }: Config): Check {
  const name = 'venue key';
  const file = venueKeyFile(dataDir);
  if (file === null)
    return ok(name, `no file; ${VENUE_KEY_VARIABLE} is set, or the first venue process makes one`);
  if (file.openMode === null) return ok(name, 'the file in the data directory is closed to others');
  const detail = `venue.key is open to other users (${file.openMode})`;
  return fail(name, detail, `Close it: chmod 600 ${join(dataDir, 'venue.key')}`);
}

/** Check that the port is free or the service's own; it is opened for an instant. */
export async function checkPort(config: Config): Promise<Check> {
  const { dataDir, host, port } = config;
  const server = existsSync(dataDir) ? findRunningServer(dataDir) : null;
  if (server !== null) {
    const where = server.address === null ? '' : ` at ${server.address}`;
    return ok('port', `the service runs as process ${server.processId}${where}`);
  }
  try {
    await probePort(host, port);
    return ok('port', `${port} on ${host} is free`);
  } catch (error) {
    return failed('port', error);
  }
}

function existingPartOf(path: string): string {
  return existsSync(path) ? path : existingPartOf(dirname(path));
}
