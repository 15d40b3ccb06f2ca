// Limits the number of concurrent requests of one tenant: some hold connections, a check or an
// exchange's response, more wait for those, and beyond that the tenant is asked to come back. So no
// tenant drains what all share. End users' keys count as their partner's, and take turns in it.
// What stops something has places of its own: it must get through when all others are taken. While
// the process is late, tenants share the places of one, and what is above that is refused at once.

import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
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
  /**
   * Runs the work in its turn; `full` when as many wait as may, `late` when the process is late and
   * the tenant has its part already. Throws what the work throws.
   */
  run<T>(
    this: void,
    caller: Pick<Caller, 'userId' | 'endUserId'>,
    isUrgent: boolean,
    work: () => Promise<T>,
  ): Promise<Result<T, 'full' | 'late'>>;
  refusedCount(this: void): number;
  /** Of those that were refused because the process was late. */
  lateCount(this: void): number;
};

/** Begins the names of places for what stops something. */
const URGENT = 'urgent ';

/** Shares without requests; urgent ones have places of their own. */
export function requestShares(
  { atOnceMax, waitingMax }: RequestShare,
  isLate: () => boolean,
): RequestShares {
  const turnsOf = new Map<string, SharedTurns>();
  let refusedCount = 0;
  let lateCount = 0;

  /** Whether the tenant has as many requests as a part of one tenant's places, but at least one. */
  function hasItsPart(turns: SharedTurns): boolean {
    const tenantsCount = [...turnsOf.keys()].filter((name) => !name.startsWith(URGENT)).length;
    const part = Math.max(1, Math.floor(atOnceMax / tenantsCount));
    return turns.runningCount() + turns.waitingCount() >= part;
  }

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
      const name = isUrgent ? `${URGENT}${userId}` : userId;
      const turns = openTurns(name);
      const member = endUserId ?? userId;
      try {
        if (!isUrgent && isLate() && hasItsPart(turns)) {
          lateCount += 1;
          return rejected('late');
        }
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
    lateCount: () => lateCount,
  };
}

const TOO_LATE = refuse(
  'temporarily_unavailable',
  'The service is late, and other requests of yours are being carried out. ' +
    'Nothing was done; try again.',
);

/** The response to a request that had no turn. */
export function refuseTurn(
  rejection: 'full' | 'late',
  { atOnceMax, waitingMax }: RequestShare,
): Refusal {
  if (rejection === 'late') return TOO_LATE;
  const detail =
    `${atOnceMax} requests of yours are being carried out and ${waitingMax} wait, as many as may. ` +
    'Nothing was done; try again.';
  return refuse('temporarily_unavailable', detail);
}
