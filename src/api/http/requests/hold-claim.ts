// Keeps the claim on an Idempotency-Key while its request is carried out: the lock is renewed in
// good time, so that a request which takes longer than the lock is not taken over by a retry.

import { LIMITS } from '#lib/limits.ts';
import { failureKind } from '#services/access/failure-kind.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { noteDefect } from '#api/http/requests/request-context.ts';

export type HeldClaim = {
  readonly recordId: string;
  readonly ownerId: string;
};

/** A renewal may fail twice and the lock still holds. */
const RENEWAL_INTERVAL_MS = LIMITS.idempotencyLockMs / 3;
const RENEWALS_MAX = Math.floor(LIMITS.idempotencyHeldMsMax / RENEWAL_INTERVAL_MS);

/**
 * Renews from now on. The returned function ends it and settles when no renewal is under way any
 * more, so that none can lock what is released next.
 */
export function holdClaim(context: RequestContext, claim: HeldClaim): () => Promise<void> {
  const { clock, timer, log } = context.edge.deps.ports;
  const { idempotency } = context.lane;
  let renewal: Promise<void> | null = null;
  let count = 0;
  const stop = timer.every(RENEWAL_INTERVAL_MS, () => {
    // The last one is still waiting for the store; it tells how that ends.
    if (renewal !== null) return;
    count += 1;
    if (count >= RENEWALS_MAX) stop();
    renewal = renew().finally(() => (renewal = null));
  });

  async function renew(): Promise<void> {
    const lockedUntilMs = clock.nowMs() + LIMITS.idempotencyLockMs;
    try {
      const isHeld = await idempotency.renew(claim.recordId, claim.ownerId, lockedUntilMs);
      // Its outcome is written already, or it was taken over.
      if (!isHeld) stop();
    } catch (error) {
      if (failureKind(error) === null) return noteDefect(context, error);
      log.warn('idempotency_renewal_failed', {
        request_id: context.requestId,
        cause: error instanceof Error ? error.message : String(error),
      });
    }
  }

  return async (): Promise<void> => {
    stop();
    await renewal;
  };
}
