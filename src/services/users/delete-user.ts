// Deletes a user, or a partner with its end users. First nothing of it signs in any more, and
// nothing is sent to it; then its bots are stopped and its orders cancelled, while there are
// credentials for that; then what it made is deleted, and its credentials are destroyed. Orders,
// fills, books, equity and the audit log stay, under a name that says nothing. Each step may be
// repeated, so that a deletion that was interrupted is resumed, by the service (`resumeDeletions`)
// and by another request.

import type { Result } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { HookStore } from '#ports/stores/hook-store.ts';
import type { LabStore } from '#ports/stores/lab-store.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { auditEntry } from '#services/audit/note-audit.ts';
import type { SwitchReach } from '#services/risk/stop-everything.ts';
import type { StopEverythingDeps, StopEverythingReport } from '#services/risk/stop-everything.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';

export type DeleteUserDeps = AuditDeps &
  StopEverythingDeps & {
    readonly users: Pick<UserStore, 'beginDeletion' | 'endDeletion'>;
    readonly partners: Pick<PartnerStore, 'findPartner' | 'listEndUsers' | 'deleteEndUser'>;
    readonly bots: Pick<BotStore, 'listBots' | 'deleteBot'>;
    readonly labs: Pick<LabStore, 'listLabs' | 'deleteLab'>;
    readonly backtests: Pick<BacktestStore, 'listBacktests' | 'deleteBacktest'>;
    readonly scripts: Pick<ScriptStore, 'listScripts' | 'deleteScript'>;
    readonly hooks: Pick<HookStore, 'listHooks' | 'deleteHook'>;
    readonly webhooks: Pick<WebhookStore, 'listWebhooks' | 'deleteWebhook'>;
    readonly notifications: Pick<NotificationStore, 'deleteNotifications'>;
  };

export type DeleteUserCommand = {
  readonly userId: string;
  readonly actor: Actor;
  /** False: orders stay at the exchanges, for example because one refuses the credentials. */
  readonly cancelsOrders: boolean;
  readonly closesPositions: boolean;
  /** As in `stopEverything`. */
  readonly derivationId: string;
  /** No step is begun after so long; null: all are. */
  readonly withinMs: number | null;
};

export type DeletionReport = Omit<
  StopEverythingReport,
  'botIds' | 'bracketsHaltedCount' | 'failedAccountIds' | 'isComplete'
> & {
  /** False: something is left, and the service resumes it later. */
  readonly isDeleted: boolean;
  readonly stoppedCount: number;
  /** See `StopEverythingReport`. */
  readonly failedAccountIds: readonly string[];
};

export type DeleteUserRejection = 'user_not_found' | 'last_owner';

const REASON = 'Its user is being deleted.';
const PER_PAGE = 100;

/** Throws Failure and OutcomeUnknown; then it may be requested again. */
export async function deleteUser(
  deps: DeleteUserDeps,
  command: DeleteUserCommand,
): Promise<Result<DeletionReport, DeleteUserRejection>> {
  const { userId, actor, cancelsOrders, closesPositions } = command;
  const nowMs = deps.clock.nowMs();
  const resumesAtMs = nowMs + LIMITS.deletionResumeIntervalMs;
  const plan = { cancelsOrders, closesPositions, resumesAtMs };
  const audit = auditEntry(deps, { userId, act: 'user_deletion_begun', ...actor });
  const begun = await deps.users.beginDeletion(userId, nowMs, plan, audit);
  if (begun === 'user_not_found' || begun === 'last_owner') return rejected(begun);
  return accepted(await carryOutDeletion(deps, command));
}

/** Of one that has begun. Throws as `deleteUser` does. */
export async function carryOutDeletion(
  deps: DeleteUserDeps,
  command: DeleteUserCommand,
): Promise<DeletionReport> {
  const { userId, actor, withinMs } = command;
  const deadlineMs = withinMs === null ? Infinity : deps.clock.nowMs() + withinMs;
  await deps.notifications.deleteNotifications(userId);
  await endCalls(deps, userId);
  const isPartner = (await deps.partners.findPartner(userId)) !== null;
  const { isComplete: isStopped, ...report } = await stopAll(deps, command, isPartner);
  const isInTime = (): boolean => deps.clock.nowMs() < deadlineMs;
  const isForgotten =
    isStopped &&
    (!isPartner || (await deleteEndUsers(deps, userId, isInTime))) &&
    (await forgetWork(deps, userId, isInTime));
  if (!isForgotten) return { ...report, isDeleted: false };
  const audit = auditEntry(deps, { userId, act: 'user_deleted', ...actor });
  await deps.users.endDeletion(userId, deps.clock.nowMs(), audit);
  return { ...report, isDeleted: true };
}

async function stopAll(
  deps: DeleteUserDeps,
  { userId, cancelsOrders, closesPositions, derivationId, withinMs }: DeleteUserCommand,
  isPartner: boolean,
): Promise<Omit<DeletionReport, 'isDeleted'> & Pick<StopEverythingReport, 'isComplete'>> {
  const own: SwitchReach = { kind: 'user', userId };
  const others: SwitchReach = { kind: 'end_users', partnerId: userId, endUserId: null };
  const reports: StopEverythingReport[] = [];
  for (const reach of isPartner ? [own, others] : [own]) {
    const withBrackets = { endsBrackets: true } as const;
    const choices = { cancelsOrders, closesPositions, derivationId, withinMs, ...withBrackets };
    reports.push(await stopEverything(deps, { reach, reason: REASON, ...choices }));
  }
  const sum = (count: (report: StopEverythingReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    stoppedCount: sum(({ botIds }) => botIds.length),
    cancelledCount: sum(({ cancelledCount }) => cancelledCount),
    workingCount: sum(({ workingCount }) => workingCount),
    closingCount: sum(({ closingCount }) => closingCount),
    positionsLeftCount: sum(({ positionsLeftCount }) => positionsLeftCount),
    failedAccountIds: reports.flatMap(({ failedAccountIds }) => failedAccountIds),
    isComplete: reports.every(({ isComplete }) => isComplete),
  };
}

/** Nothing calls it from outside, and it calls nobody. */
async function endCalls(deps: DeleteUserDeps, userId: string): Promise<void> {
  for (const { hookId } of await deps.hooks.listHooks(userId))
    await deps.hooks.deleteHook(userId, hookId);
  for (const { webhookId } of await deps.webhooks.listWebhooks(userId))
    await deps.webhooks.deleteWebhook({ userId, webhookId });
}

/** Whether all are deleted. */
function deleteEndUsers(
  deps: DeleteUserDeps,
  partnerId: string,
  isInTime: () => boolean,
): Promise<boolean> {
  const reach = { partnerId, endUserId: null };
  return untilNone(isInTime, async () => {
    const endUsers = await deps.partners.listEndUsers(reach, null, PER_PAGE);
    return endUsers.map(({ userId }) => async () => {
      await endCalls(deps, userId);
      await deps.partners.deleteEndUser(reach, userId, deps.clock.nowMs());
    });
  });
}

/** Whether nothing is left of what the user made. */
async function forgetWork(
  deps: DeleteUserDeps,
  userId: string,
  isInTime: () => boolean,
): Promise<boolean> {
  for (const nextPage of pagesOfWork(deps, userId))
    if (!(await untilNone(isInTime, nextPage))) return false;
  return true;
}

function pagesOfWork(
  { bots, labs, backtests, scripts }: DeleteUserDeps,
  userId: string,
): readonly (() => Promise<readonly Deletion[]>)[] {
  return [
    async () => {
      const page = await bots.listBots(userId, null, PER_PAGE);
      return page.map(
        ({ botId }) =>
          () =>
            bots.deleteBot(userId, botId),
      );
    },
    async () => {
      const page = await labs.listLabs(userId, null, PER_PAGE);
      return page.map(
        ({ labId }) =>
          () =>
            labs.deleteLab(userId, labId),
      );
    },
    async () => {
      const page = await backtests.listBacktests(userId, null, PER_PAGE);
      return page.map(
        ({ backtest }) =>
          () =>
            backtests.deleteBacktest(userId, backtest.backtestId),
      );
    },
    async () => {
      const page = await scripts.listScripts(userId, null, PER_PAGE);
      return page.map(
        ({ scriptId }) =>
          () =>
            scripts.deleteScript(userId, scriptId),
      );
    },
  ];
}

type Deletion = () => Promise<unknown>;

/** Carries out one page of deletions after the other. False: the time is over before the last. */
async function untilNone(
  isInTime: () => boolean,
  nextPage: () => Promise<readonly Deletion[]>,
): Promise<boolean> {
  for (;;) {
    const page = await nextPage();
    if (page.length === 0) return true;
    for (const deletion of page) {
      if (!isInTime()) return false;
      await deletion();
    }
  }
}
