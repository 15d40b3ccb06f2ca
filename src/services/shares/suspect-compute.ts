// Compute of suspects, in processes of their own: whose work ends its process is noted, so that
// what its tenant begins next is a suspect as well.

import type { Tenant } from '#domain/shares/tenant-queue.ts';
import type { Compute } from '#ports/work/compute.ts';
import type { Jobs } from '#ports/work/jobs.ts';

/** Compute that also suspects the tenant whenever a call has ended its process. */
export function suspectCompute<Input, Output>(
  jobs: Pick<Jobs<never>, 'suspect'>,
  tenant: Tenant,
  compute: Compute<Input, Output>,
): Compute<Input, Output> {
  return {
    async run(input, call) {
      const ending = await compute.run(input, call);
      if (!ending.ok && ending.rejection.endsProcess === true) await jobs.suspect(tenant);
      return ending;
    },
  };
}
