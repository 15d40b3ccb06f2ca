// An account that is named by its id, whoever it belongs to.

import { listEveryAccount } from '#services/accounts/list-every-account.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { withRiskApplication } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, RiskApplication } from '#cli/host.ts';

/** Runs `act` for the user whose account it is. Throws CommandFailed when there is none. */
export async function withOwnAccount(
  host: Host,
  options: CommonOptions,
  accountId: string,
  act: (application: RiskApplication, userId: string, exchange: string) => Promise<void>,
): Promise<void> {
  await withRiskApplication(host, options, async (application) => {
    const accounts = await listEveryAccount(application.deps);
    const account = accounts.find((each) => each.accountId === accountId);
    if (account === undefined)
      throw new CommandFailed(
        `There is no account with the id "${accountId}".`,
        'See the ids that exist: tidemill accounts list',
      );
    await act(application, account.userId, account.exchange);
  });
}
