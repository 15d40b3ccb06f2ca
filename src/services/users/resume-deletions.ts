// Resumes deletions of users that were held up: an exchange did not respond, a process died, or
// there was more than one request may take. Nobody has to request them again.

import { LIMITS } from '#lib/limits.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import { AT_THE_MACHINE } from '#services/audit/note-audit.ts';
import type { DeleteUserDeps } from '#services/users/delete-user.ts';
import { carryOutDeletion } from '#services/users/delete-user.ts';

export type ResumeDeletionsDeps = Omit<DeleteUserDeps, 'users'> & {
  readonly users: DeleteUserDeps['users'] & Pick<UserStore, 'claimDeletion'>;
};

/** One after the other, as long as any is due. Throws Failure and OutcomeUnknown. */
export async function resumeDeletions(
  deps: ResumeDeletionsDeps,
  signal: AbortSignal,
): Promise<void> {
  const { users, clock, log } = deps;
  while (!signal.aborted) {
    const nowMs = clock.nowMs();
    const held = await users.claimDeletion(nowMs, nowMs + LIMITS.deletionResumeIntervalMs);
    if (held === null) return;
    const { userId } = held;
    const report = await carryOutDeletion(deps, {
      ...held,
      actor: AT_THE_MACHINE,
      derivationId: `deletion:${userId}:${nowMs}`,
      withinMs: LIMITS.deletionResumeMsMax,
    });
    log.info('user.deletion_resumed', {
      user_id: userId,
      is_deleted: report.isDeleted,
      orders_working: report.workingCount,
      accounts_left: report.failedAccountIds.length,
    });
  }
}
