// Lets suspects in: jobs whose last attempt ended with its process. Each is tried in a process of
// its own, so no other job waits for them, but few are tried at once: one, and one of another
// tenant beside it, because a death makes suspects of all that the process was at.

import type { Tenant } from '#domain/shares/tenant-queue.ts';
import { tenantQueue } from '#domain/shares/tenant-queue.ts';

export type SuspectGate = {
  /** Runs `work` when it is the tenant's turn. */
  enter<T>(this: void, tenant: Tenant, work: () => Promise<T>): Promise<T>;
};

/** Gate that is entered by turns of tenants; it never refuses. */
export function suspectGate(): SuspectGate {
  const queue = tenantQueue<() => void>({
    placesCount: 1,
    retainedCount: 1,
    waitingPerTenantMax: Infinity,
    sharesMax: 1,
  });

  function letIn(): void {
    for (let turn = queue.next(); turn !== null; turn = queue.next()) turn.item();
  }

  return {
    async enter(tenant, work) {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.add(tenant, resolve);
      letIn();
      await promise;
      try {
        return await work();
      } finally {
        queue.end(tenant);
        letIn();
      }
    },
  };
}
