// The error for a user that is no partner, or is one already.

import type { CreatePartnerRejection } from '#services/partners/create-partner.ts';
import type { NoPartner } from '#services/partners/find-partner-of.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';

/** Failure of a command, with what to do next. */
export async function refusedPartner(
  deps: ServiceDeps,
  rejection: CreatePartnerRejection | NoPartner,
  userName: string,
): Promise<CommandFailed> {
  switch (rejection) {
    case 'user_not_found':
      return unknownUser(deps, userName);
    case 'already_partner':
      return new CommandFailed(
        `${userName} is a partner already.`,
        'See what it has: tidemill partners list',
      );
    case 'not_a_partner':
      return new CommandFailed(
        `${userName} is no partner.`,
        `Make it one: tidemill partners create ${userName}`,
      );
  }
}
