// `tidemill stop-everything`: the risk switch, for one user or the whole installation.

import type { Command } from 'commander';
import type { StopEverythingReport, SwitchReach } from '#services/risk/stop-everything.ts';
import { reachesOfUser } from '#services/risk/reaches-of-user.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, RiskApplication } from '#cli/host.ts';
import { counted } from '#cli/counted.ts';
import { unknownUser } from '#cli/unknown-user.ts';

type Options = CommonOptions & {
  readonly user?: string;
  readonly cancelOrders?: true;
  readonly closePositions?: true;
};

const ADVICE = 'Repeat the command for their orders and positions; bots are stopped.';
const NOT_ALL_FOUND = new CommandFailed('The accounts could not be found in the database.', ADVICE);
const REASON = 'Stopped by the operator, with the risk switch.';

/**
 * Command `tidemill stop-everything`; it fails while orders are left or accounts could not be read.
 */
export function stopEverythingCommand(host: Host): Command {
  return baseCommand('stop-everything', 'stop all running bots at once')
    .option('--user <NAME>', "only those of this user and of a partner's end users")
    .option('--cancel-orders', 'cancel every working order, those placed by hand too')
    .option('--close-positions', 'close what is held with market orders; cancels orders first')
    .action(async (options: Options) => {
      const application = await host.openRiskApplication(options);
      try {
        const reaches = await reachesOf(application, options.user);
        const reports: StopEverythingReport[] = [];
        for (const reach of reaches) reports.push(await stop(application, reach, options));
        const report = together(reports);
        writeResult(host, options, reportToJson(report), () => inWords(report, options));
        if (report.failedAccountIds.length > 0) throw accountsLeft(report);
        if (report.isComplete || report.workingCount > 0) return;
        throw report.positionsLeftCount > 0 ? positionsLeft(report) : NOT_ALL_FOUND;
      } finally {
        await application.close();
      }
    });
}

async function reachesOf(
  { deps }: RiskApplication,
  userName: string | undefined,
): Promise<readonly SwitchReach[]> {
  if (userName === undefined) return [{ kind: 'installation' }];
  const reaches = await reachesOfUser(deps, userName);
  if (reaches === null) throw await unknownUser(deps, userName);
  return reaches;
}

function stop(
  { deps }: RiskApplication,
  reach: SwitchReach,
  { cancelOrders, closePositions }: Options,
): Promise<StopEverythingReport> {
  return stopEverything(deps, {
    reach,
    reason: REASON,
    cancelsOrders: cancelOrders === true,
    closesPositions: closePositions === true,
    derivationId: `command ${deps.clock.nowMs()} ${deps.random.bytes(16).join('.')}`,
    withinMs: null,
  });
}

function together(reports: readonly StopEverythingReport[]): StopEverythingReport {
  const sum = (count: (report: StopEverythingReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    botIds: reports.flatMap(({ botIds }) => botIds),
    bracketsHaltedCount: sum(({ bracketsHaltedCount }) => bracketsHaltedCount),
    cancelledCount: sum(({ cancelledCount }) => cancelledCount),
    workingCount: sum(({ workingCount }) => workingCount),
    closingCount: sum(({ closingCount }) => closingCount),
    positionsLeftCount: sum(({ positionsLeftCount }) => positionsLeftCount),
    failedAccountIds: reports.flatMap(({ failedAccountIds }) => failedAccountIds),
    isComplete: reports.every(({ isComplete }) => isComplete),
  };
}

function reportToJson(report: StopEverythingReport): object {
  return {
    bot_ids: report.botIds,
    brackets_halted: report.bracketsHaltedCount,
    orders_cancelled: report.cancelledCount,
    orders_working: report.workingCount,
    closing_orders: report.closingCount,
    positions_left: report.positionsLeftCount,
    account_ids_left: report.failedAccountIds,
    is_complete: report.isComplete,
  };
}

function inWords(report: StopEverythingReport, options: Options): string {
  const { bracketsHaltedCount: halted } = report;
  const lines = [`Stopped ${counted(report.botIds.length, 'bot')}.`];
  if (halted > 0)
    lines.push(`${halted} brackets enter nothing more; their stops and targets stay.`);
  if (options.cancelOrders === true || options.closePositions === true)
    lines.push(
      `Cancelled ${counted(report.cancelledCount, 'order')}; ${report.workingCount} still work.`,
    );
  if (options.closePositions === true)
    lines.push(`Sent ${counted(report.closingCount, 'market order')} to close what was held.`);
  if (report.positionsLeftCount > 0)
    lines.push(`${counted(report.positionsLeftCount, 'position')} could not be closed.`);
  return `${lines.join('\n')}\n`;
}

function positionsLeft({ positionsLeftCount }: StopEverythingReport): CommandFailed {
  const positions = counted(positionsLeftCount, 'position');
  return new CommandFailed(`${positions} could not be closed.`, ADVICE);
}

function accountsLeft({ failedAccountIds }: StopEverythingReport): CommandFailed {
  return new CommandFailed(
    `The exchange did not respond for ${failedAccountIds.join(', ')}.`,
    ADVICE,
  );
}
