// Compute whose places are shared out: what is run for a tenant waits for that tenant's turn.

import { rejected } from '#lib/result.ts';
import type { Tenant } from '#domain/shares/tenant-queue.ts';
import type { Compute } from '#ports/work/compute.ts';
import type { SharedTurns } from '#services/shares/share-turns.ts';

/**
 * For what the tenant has run; `turns` has no more places than `compute` carries out at once. Of
 * one member, what is due first goes first.
 */
export function sharedCompute<Input, Output>(
  turns: SharedTurns,
  { tenant, dueMs }: { readonly tenant: Tenant; readonly dueMs?: number },
  compute: Compute<Input, Output>,
): Compute<Input, Output> {
  return {
    async run(input, call) {
      const turn = await turns.run(tenant, () => compute.run(input, call), call.signal, dueMs);
      if (turn.ok) return turn.value;
      return rejected({ kind: 'cancelled', message: 'It was cancelled before its turn.' });
    },
  };
}
