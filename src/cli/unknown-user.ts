// The error for a user's name that nobody has, naming those that exist.

import { listUsers } from '#services/users/list-users.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';

const NAMES_SHOWN_MAX = 10;

/** Failure of a command that names no user, with those that exist. */
export async function unknownUser(deps: ServiceDeps, name: string): Promise<CommandFailed> {
  const users = await listUsers(deps);
  const shown = users.slice(0, NAMES_SHOWN_MAX).map((user) => user.name);
  const more = users.length - shown.length;
  const known =
    users.length === 0
      ? 'There are none yet.'
      : `There are: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return new CommandFailed(
    `There is no user "${name}". ${known}`,
    `Make it: tidemill users create ${name}`,
  );
}
