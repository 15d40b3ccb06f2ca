// A stored script that a command names by its id.

import { Argument } from 'commander';
import type { Result } from '#lib/result.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { withApplication } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, ServiceDeps } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';

export type ScriptOptions = CommonOptions & OfUser;
export type ScriptDepsOfUser = ServiceDeps;
export type ScriptKey = { readonly userId: string; readonly scriptId: string };
type Missing = 'script_not_found' | 'not_visual';

/** Argument of a script's id. */
export function scriptId(): Argument {
  return new Argument('<ID>', 'the id that "tidemill scripts list" shows');
}

function missing(rejection: Missing, options: ScriptOptions): CommandFailed {
  return rejection === 'not_visual'
    ? new CommandFailed('The script is Lua, and has no document.', 'Its text is its source.')
    : new CommandFailed(
        'There is no such script.',
        `See what there is: tidemill scripts list${userWords(options)}`,
      );
}

/** What `read` finds of a script of the user that is meant. */
export async function ofScript<Found>(
  host: Host,
  options: ScriptOptions,
  id: string,
  read: (deps: ScriptDepsOfUser, key: ScriptKey) => Promise<Result<Found, Missing>>,
  show: (found: Found) => void,
): Promise<void> {
  await withApplication(host, options, async ({ deps }) => {
    const userName = await chooseUser(deps, options);
    const user = await deps.users.findUserByName(userName);
    if (user === null) throw await unknownUser(deps, userName);
    const found = await read(deps, { userId: user.userId, scriptId: id });
    if (!found.ok) throw missing(found.rejection, options);
    show(found.value);
  });
}
