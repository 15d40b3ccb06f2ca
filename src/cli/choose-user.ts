// Whom a command acts for: `--user`, which may be left out where there is only one user.

import { Option } from 'commander';
import { listUsers } from '#services/users/list-users.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';

const NAMES_SHOWN_MAX = 10;

export type OfUser = { readonly user?: string };

/** `whose` names what belongs to the user. */
export function userOption(whose: string): Option {
  return new Option('--user <NAME>', `${whose} (default: the only user there is)`);
}

/** The user's name. Whether there is such a user is for the service to say. */
export async function chooseUser(
  deps: Pick<ServiceDeps, 'users'>,
  { user }: OfUser,
): Promise<string> {
  if (user !== undefined) return user;
  const users = await listUsers(deps);
  const [first, ...others] = users;
  if (first === undefined)
    throw new CommandFailed('There is no user yet.', 'Make one: tidemill users create NAME');
  if (others.length === 0) return first.name;
  const names = users.slice(0, NAMES_SHOWN_MAX).map(({ name }) => name);
  const more = users.length - names.length;
  throw new CommandFailed(
    `There are ${users.length} users, and "--user" does not say which of them is meant.`,
    `Add --user NAME with one of: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  );
}

/** ` --user NAME` for a command that is shown, as far as it was needed. */
export function userWords({ user }: OfUser): string {
  return user === undefined ? '' : ` --user ${user}`;
}
