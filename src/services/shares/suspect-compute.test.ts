import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tenant } from '#domain/shares/tenant-queue.ts';
import { rejected } from '#lib/result.ts';
import type { ComputeFault } from '#ports/work/compute.ts';
import { suspectCompute } from '#services/shares/suspect-compute.ts';

const TENANT: Tenant = { tenantId: 'usr_partner', memberId: 'usr_member' };

async function notedAfter(fault: ComputeFault): Promise<readonly Tenant[]> {
  const noted: Tenant[] = [];
  const suspect = async (tenant: Tenant): Promise<void> => void noted.push(tenant);
  const compute = suspectCompute({ suspect }, TENANT, { run: async () => rejected(fault) });
  const call = { signal: new AbortController().signal, onProgress: () => undefined };
  assert.deepEqual(await compute.run(null, call), rejected(fault));
  return noted;
}

test('a tenant whose work ends its process is noted, and no other', async () => {
  const ended = { kind: 'crashed', message: 'SIGSEGV', endsProcess: true } as const;
  assert.deepEqual(await notedAfter(ended), [TENANT]);
  assert.deepEqual(await notedAfter({ kind: 'out_of_memory', message: 'heap' }), []);
  assert.deepEqual(await notedAfter({ kind: 'cancelled', message: 'cancelled' }), []);
});
