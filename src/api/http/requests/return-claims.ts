// Gives claims on Idempotency-Keys back. A claim that cannot be given back now, because the store
// is away, is given back as soon as the store responds, so that an outage costs a retry little more
// than it lasted.

import { LIMITS } from '#lib/limits.ts';
import { failureKind, isDefect } from '#services/access/failure-kind.ts';
import type { ClaimName, RequestPorts } from '#services/access/request-ports.ts';

export type ClaimReturner = {
  /** Tries at once; when that fails, it is tried again in the background. Never rejects. */
  giveBack(claim: ClaimName, requestId: string): Promise<void>;
  /** In the background alone: the store has just failed. */
  giveBackLater(claim: ClaimName): void;
};

type Ports = Pick<RequestPorts, 'clock' | 'timer' | 'log' | 'idempotency'>;
type OwedClaim = { readonly claim: ClaimName; readonly endsAtMs: number };

const RETRY_INTERVAL_MS = 500;

/**
 * Returner that owes nothing; it tries again on a timer until everything is returned or has
 * expired.
 */
export function claimReturner({ clock, timer, log, idempotency }: Ports): ClaimReturner {
  /** In the order in which they were to be given back. */
  const owed = new Set<OwedClaim>();
  let stopTimer: (() => void) | null = null;
  let isTrying = false;

  /** One after the other: the first that fails says that the store is still away. */
  async function tryAll(): Promise<void> {
    if (isTrying) return;
    isTrying = true;
    try {
      for (const each of owed) {
        // Its lock has run out by itself.
        if (each.endsAtMs > clock.nowMs()) await idempotency.release(each.claim);
        owed.delete(each);
      }
      stopTimer?.();
      stopTimer = null;
    } catch {
      // The next round tries again.
    } finally {
      isTrying = false;
    }
  }

  function giveBackLater(claim: ClaimName): void {
    if (owed.size >= LIMITS.claimsOwedMax) return;
    owed.add({ claim, endsAtMs: clock.nowMs() + LIMITS.idempotencyLockMs });
    stopTimer ??= timer.every(RETRY_INTERVAL_MS, () => void tryAll());
  }

  /** A store that responded, and did nothing, may do it at the next call, as after a deadlock. */
  async function release(claim: ClaimName): Promise<void> {
    try {
      await idempotency.release(claim);
    } catch (error) {
      const code = failureKind(error);
      if (code !== 'conflict' && !(code !== null && isDefect(error))) throw error;
      await idempotency.release(claim);
    }
  }

  return {
    giveBackLater,
    async giveBack(claim, requestId) {
      try {
        await release(claim);
      } catch (error) {
        giveBackLater(claim);
        log.warn('idempotency_release_failed', {
          request_id: requestId,
          cause: error instanceof Error ? error.message : String(error),
        });
      }
    },
  };
}
