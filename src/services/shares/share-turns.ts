// Work that waits for its turn: a queue of tenants for promises. Whoever shares something out has
// one of these, and runs each piece of work of a tenant through it:
//
//   const turns = shareTurns({ placesCount: 2, retainedCount: 1, ... });   const checked = await
// turns.run({ tenantId: userId, memberId: userId }, () => compute.run(...));

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Tenant, TenantQueueLimits } from '#domain/shares/tenant-queue.ts';
import { tenantQueue } from '#domain/shares/tenant-queue.ts';

export type SharedTurns = {
  /**
   * Runs the work when it is the tenant's turn. Refused at once when as many of the tenant wait as
   * may, and later when the signal is aborted while it waits. Throws what the work throws. Of one
   * member, what is due first goes first.
   */
  run<T>(
    this: void,
    tenant: Tenant,
    work: () => Promise<T>,
    signal?: AbortSignal,
    dueMs?: number,
  ): Promise<Result<T, 'full' | 'aborted'>>;
  waitingCount(this: void): number;
  runningCount(this: void): number;
};

type Waiting = { hasBegun: boolean; readonly begin: () => void };

/** Turns without work. What is cancelled while it waits gives up its place in the queue. */
export function shareTurns(limits: TenantQueueLimits): SharedTurns {
  const queue = tenantQueue<Waiting>(limits);

  function beginAll(): void {
    for (let turn = queue.next(); turn !== null; turn = queue.next()) {
      turn.item.hasBegun = true;
      turn.item.begin();
    }
  }

  /** Settles when it has begun, or was given up. */
  async function wait(
    tenant: Tenant,
    waiting: Waiting,
    turn: Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const giveUp = (): void => {
      if (queue.remove(tenant, waiting)) waiting.begin();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    await turn;
    signal?.removeEventListener('abort', giveUp);
  }

  return {
    async run(tenant, work, signal, dueMs) {
      if (signal?.aborted === true) return rejected('aborted');
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting: Waiting = { hasBegun: false, begin: resolve };
      if (!queue.add(tenant, waiting, dueMs)) return rejected('full');
      beginAll();
      // With a place free, the work begins at once.
      if (!waiting.hasBegun) await wait(tenant, waiting, promise, signal);
      if (!waiting.hasBegun) return rejected('aborted');
      try {
        return accepted(await work());
      } finally {
        queue.end(tenant);
        beginAll();
      }
    },
    waitingCount: () => queue.waitingCount(),
    runningCount: () => queue.runningCount(),
  };
}
