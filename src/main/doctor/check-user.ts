// Check of the doctor's that the service runs as an ordinary user, or would when root starts it.

import type { Check } from '#cli/host.ts';
import { fail, ok, warn } from '#main/checks/check.ts';
import {
  closedProgram,
  findRootObstacle,
  UNPRIVILEGED_ADVICE,
  userFor,
} from '#main/process/give-up-root.ts';
import type { Config } from '#main/settings/config.ts';

/** Check of the user; root is a warning, or refused where nothing allows it. */
export function checkUser({ dataDir, allowsRoot }: Config): Check {
  const name = 'user';
  const userId = process.getuid?.() ?? null;
  if (userId !== 0) return ok(name, userId === null ? 'not known here' : `${userId}, not root`);
  if (allowsRoot)
    return warn(
      name,
      "root, and the service keeps root's rights: TIDEMILL_ALLOW_ROOT",
      UNPRIVILEGED_ADVICE,
    );
  const closed = closedProgram(userFor(dataDir));
  if (closed !== null)
    return warn(
      name,
      `root, and the service keeps root's rights: others have no way through "${closed}"`,
      UNPRIVILEGED_ADVICE,
    );
  const obstacle = findRootObstacle(dataDir);
  if (obstacle !== null) return fail(name, obstacle, UNPRIVILEGED_ADVICE);
  return ok(name, `root, and the service will run as user ${userFor(dataDir).userId}`);
}
