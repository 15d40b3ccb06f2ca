// Checks, for the doctor and a start, that processes that run scripts run as the user that is
// theirs.

import { findScriptUserObstacle, SCRIPT_USER_ID } from '#adapters/processes/script-user.ts';
import type { Check } from '#cli/host.ts';
import { ok, warn } from '#main/checks/check.ts';
import type { Log } from '#venue-port/world/log.ts';

const ENTRY = new URL('./check-process.ts', import.meta.url);
const ADVICE =
  'Run Tidemill as a user of its own; or give root CAP_SETUID and CAP_SETGID, and let every user ' +
  'read the program and Node.';

/** Check of the user of scripts, by trying to change to it. */
export async function checkScriptUser(): Promise<Check> {
  const name = 'user of scripts';
  if (process.getuid?.() !== 0) return ok(name, 'the user of the service, who is not root');
  const obstacle = await findScriptUserObstacle(ENTRY);
  if (obstacle === null) return ok(name, `checks of scripts run as user ${SCRIPT_USER_ID}`);
  return warn(name, `scripts are checked as root: ${obstacle}`, ADVICE);
}

/** One line at the start of a process that runs scripts in others; they run all the same. */
export async function warnOfScriptUser(log: Pick<Log, 'warn'>): Promise<void> {
  const { advice, detail, result } = await checkScriptUser();
  if (result === 'warn') log.warn('scripts.user', { reason: detail, advice });
}
