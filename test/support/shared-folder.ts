// A folder for a test that starts a service in it. Where root runs the tests, the service becomes
// another user, who has to come through to its data directory.

import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENTERED_BY_ALL = 0o711;

/** Below the system's folder for temporary files, with a name that begins so. */
export function makeSharedFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, ENTERED_BY_ALL);
  return folder;
}
