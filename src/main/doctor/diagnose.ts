// The doctor's checks, in the order in which trouble should be dealt with. None of them changes
// anything.

import type { Check } from '#cli/host.ts';
import type { Config } from '#main/settings/config.ts';
import { checkScriptUser } from '#main/checks/script-user-check.ts';
import { checkUser } from '#main/doctor/check-user.ts';
import { diagnoseDatabase } from '#main/doctor/diagnose-database.ts';
import { diagnoseVenues } from '#main/doctor/diagnose-venues.ts';
import {
  checkDataDirectory,
  checkDisk,
  checkMasterKey,
  checkNode,
  checkPort,
  checkVenueKey,
} from '#main/doctor/diagnose-machine.ts';

/** Checks in order; without a usable data directory the rest is left out. */
export async function* diagnose(config: Config): AsyncGenerator<Check> {
  yield checkNode();
  const directory = checkDataDirectory(config.dataDir);
  yield directory;
  if (directory.result === 'fail') return;
  yield checkDisk(config.dataDir);
  yield checkMasterKey(config);
  yield checkVenueKey(config);
  yield checkUser(config);
  // Else they run as the service does.
  if (config.allowsRoot || process.getuid?.() !== 0) yield await checkScriptUser();
  yield await checkPort(config);
  yield* diagnoseDatabase(config);
  yield* diagnoseVenues(config);
}
