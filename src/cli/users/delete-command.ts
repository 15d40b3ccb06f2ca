// `tidemill users delete`: for good, so the name is typed once more.

import type { Command } from 'commander';
import { AT_THE_MACHINE } from '#services/audit/note-audit.ts';
import type { DeletionReport } from '#services/users/delete-user.ts';
import { deleteUser } from '#services/users/delete-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, derivationOf, writeResult } from '#cli/command-base.ts';
import { counted } from '#cli/counted.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, LabApplication } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';

type Options = CommonOptions & {
  readonly confirm?: string;
  readonly leaveOrders?: true;
  readonly closePositions?: true;
};

/** Command `tidemill users delete`; without the name once more nothing is done. */
export function deleteUserCommand(host: Host): Command {
  return baseCommand('delete', 'delete a user for good, and the end users of a partner')
    .argument('<NAME>', 'the user')
    .option('--confirm <NAME>', 'the name once more; without it nothing is done')
    .option('--leave-orders', 'cancel no orders, where an exchange refuses the credentials')
    .option('--close-positions', 'close what is held with market orders')
    .action(async (userName: string, options: Options) => {
      if (options.confirm !== userName) throw unconfirmed(userName);
      const application = await host.openLabApplication(options);
      try {
        const { deps } = application;
        const user = await deps.users.findUserByName(userName);
        const report = user === null ? null : await carryOut(deps, user.userId, options);
        if (report === null) throw await unknownUser(deps, userName);
        writeResult(host, options, reportToJson(report), () => inWords(report, userName));
        if (!report.isDeleted) throw notDone(report, userName);
      } finally {
        await application.close();
      }
    });
}

/** Null: there is no such user. */
async function carryOut(
  deps: LabApplication['deps'],
  userId: string,
  { leaveOrders, closePositions }: Options,
): Promise<DeletionReport | null> {
  const deleted = await deleteUser(deps, {
    userId,
    actor: AT_THE_MACHINE,
    cancelsOrders: leaveOrders !== true,
    closesPositions: closePositions === true,
    derivationId: derivationOf(deps),
    withinMs: null,
  });
  if (deleted.ok) return deleted.value;
  if (deleted.rejection === 'user_not_found') return null;
  throw new CommandFailed(
    'This is the last owner.',
    'Make another one first: tidemill users set-role NAME owner',
  );
}

function unconfirmed(userName: string): CommandFailed {
  return new CommandFailed(
    `Deleting ${userName} cannot be undone: its bots are stopped, its orders cancelled, and what ` +
      'it made is deleted; orders, fills, books and the audit log stay.',
    `Type the name once more: tidemill users delete ${userName} --confirm ${userName}`,
  );
}

function inWords(report: DeletionReport, userName: string): string {
  const { stoppedCount, cancelledCount, closingCount, isDeleted } = report;
  const lines = [
    `Stopped ${counted(stoppedCount, 'bot')} and cancelled ${counted(cancelledCount, 'order')}.`,
  ];
  if (closingCount > 0)
    lines.push(`Sent ${counted(closingCount, 'market order')} to close what was held.`);
  if (isDeleted) lines.push(`${userName} is deleted.`);
  return `${lines.join('\n')}\n`;
}

function notDone(
  { workingCount, positionsLeftCount, failedAccountIds }: DeletionReport,
  name: string,
): CommandFailed {
  const failed = failedAccountIds.length;
  const left =
    workingCount === 0 && positionsLeftCount > 0
      ? `${counted(positionsLeftCount, 'position')} of ${name} could not be closed`
      : `${workingCount} orders of ${name} still work`;
  return new CommandFailed(
    failed > 0
      ? `The exchange did not respond for ${failedAccountIds.join(', ')}; ${name} is not deleted.`
      : `${left}; it is not deleted.`,
    'Nothing signs in as the user any more. A running service resumes it every minute; ' +
      'to leave the orders at the exchange, repeat the command with --leave-orders.',
  );
}

function reportToJson(report: DeletionReport): object {
  return {
    is_deleted: report.isDeleted,
    bots_stopped: report.stoppedCount,
    orders_cancelled: report.cancelledCount,
    orders_working: report.workingCount,
    closing_orders: report.closingCount,
    positions_left: report.positionsLeftCount,
    account_ids_left: report.failedAccountIds,
  };
}
