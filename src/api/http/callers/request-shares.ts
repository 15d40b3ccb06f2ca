// Limits the number of concurrent requests of one tenant: some hold connections, a check or an
// exchange's response, more wait for those, and beyond that the tenant is asked to come back. So no
// tenant drains what all share. End users' keys count as their partner's, and take turns in it.
// What stops something has places of its own: it must get through when all others are taken.

import { rejected } from '#lib/result.ts';
import type { Result } from '#lib/result.ts';
import type { Caller } from '#services/access/request-ports.ts';
import type { SharedTurns } from '#services/shares/share-turns.ts';
import { shareTurns } from '#services/shares/share-turns.ts';

export type RequestShare = {
  /** Of a tenant, carried out at once. */
  readonly atOnceMax: number;
  /** Of a tenant, that wait beyond those. */
  readonly waitingMax: number;
};

export type RequestShares = {
  /** Runs the work in its turn; `full` when as many wait as may. Throws what the work throws. */
  run<T>(
    this: void,
    caller: Pick<Caller, 'userId' | 'endUserId'>,
    isUrgent: boolean,
    work: () => Promise<T>,
  ): Promise<Result<T, 'full'>>;
  refusedCount(this: void): number;
};

export function requestShares({ atOnceMax, waitingMax }: RequestShare): RequestShares {
  const turnsOf = new Map<string, SharedTurns>();
  let refusedCount = 0;

  function openTurns(name: string): SharedTurns {
    const known = turnsOf.get(name);
    if (known !== undefined) return known;
    const turns = shareTurns({
      placesCount: atOnceMax,
      retainedCount: 0,
      waitingPerTenantMax: waitingMax,
      sharesMax: 1,
    });
    turnsOf.set(name, turns);
    return turns;
  }

  return {
    async run({ userId, endUserId }, isUrgent, work) {
      const name = isUrgent ? `urgent ${userId}` : userId;
      const turns = openTurns(name);
      const member = endUserId ?? userId;
      try {
        const isFull = turns.waitingCount() >= waitingMax && turns.runningCount() >= atOnceMax;
        const turn = isFull
          ? rejected('full' as const)
          : await turns.run({ tenantId: member, memberId: member }, work);
        if (turn.ok) return turn;
        refusedCount += 1;
        return rejected('full');
      } finally {
        if (turns.runningCount() + turns.waitingCount() === 0) turnsOf.delete(name);
      }
    },
    refusedCount: () => refusedCount,
  };
}
