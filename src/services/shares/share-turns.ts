// Work that waits for its turn: a queue of tenants for promises. Whoever shares something out has
// one of these, and runs each piece of work of a tenant through it:
//
//   const turns = shareTurns({ placesCount: 2, keptCount: 1, ... });
//   const checked = await turns.run({ tenantId: userId, memberId: userId }, () => compute.run(...));

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Tenant, TenantQueueLimits } from '#domain/shares/tenant-queue.ts';
import { tenantQueue } from '#domain/shares/tenant-queue.ts';

export type SharedTurns = {
  /**
   * Runs the work when it is the tenant's turn. Refused at once when as many of the tenant wait as
   * may, and later when the signal is aborted while it waits. Throws what the work throws.
   */
  run<T>(
    this: void,
    tenant: Tenant,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<Result<T, 'full' | 'aborted'>>;
  waitingCount(this: void): number;
  runningCount(this: void): number;
};

type Waiting = { readonly begin: (isOn: boolean) => void };

export function shareTurns(limits: TenantQueueLimits): SharedTurns {
  const queue = tenantQueue<Waiting>(limits);

  function beginAll(): void {
    for (let turn = queue.next(); turn !== null; turn = queue.next()) turn.item.begin(true);
  }

  /** Settles with whether the work may begin. */
  async function turnOf(tenant: Tenant, signal: AbortSignal | undefined): Promise<Rejected> {
    if (signal?.aborted === true) return 'aborted';
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting: Waiting = { begin: resolve };
    if (!queue.add(tenant, waiting)) return 'full';
    const giveUp = (): void => {
      if (queue.remove(tenant, waiting)) resolve(false);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    beginAll();
    const isOn = await promise;
    signal?.removeEventListener('abort', giveUp);
    return isOn ? null : 'aborted';
  }

  return {
    async run(tenant, work, signal) {
      const refusal = await turnOf(tenant, signal);
      if (refusal !== null) return rejected(refusal);
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

/** Null: it may begin. */
type Rejected = 'full' | 'aborted' | null;
