// `tidemill orders cancel-all`: the working orders of all accounts, or of one, or on one market.

import type { Command } from 'commander';
import { cancelOrders } from '#services/orders/cancel-orders.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfAccount } from '#cli/choose-account.ts';
import { chooseAccounts } from '#cli/choose-account.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withRiskApplication, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';

type Options = CommonOptions & OfUser & OfAccount & { readonly market?: string };

/** Command `tidemill orders cancel-all`; it names orders that still work. */
export function cancelAllCommand(host: Host): Command {
  return baseCommand('cancel-all', 'cancel all open orders; running bots may place new ones')
    .addOption(userOption('whose orders'))
    .option('--account <ID>', 'only those of one account')
    .option('--market <TAG>', 'only those on one market')
    .action(async (options: Options) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const caller = await ownerOf(deps, options);
        const marketTag = options.market ?? null;
        const working: string[] = [];
        let cancelledCount = 0;
        for (const { accountId } of await chooseAccounts(deps, caller, options)) {
          const cancelled = await cancelOrders(deps, { caller, accountId, marketTag });
          // One that was deleted meanwhile has none.
          if (!cancelled.ok) continue;
          cancelledCount += cancelled.value.cancelledCount;
          working.push(...cancelled.value.workingIds);
        }
        const forMachines = { cancelled_count: cancelledCount, working_order_ids: working };
        writeResult(host, options, forMachines, () => {
          const left = working.length === 0 ? '' : `Still open: ${working.join(', ')}\n`;
          return `Cancelled ${cancelledCount} ${cancelledCount === 1 ? 'order' : 'orders'}.\n${left}`;
        });
      });
    });
}
