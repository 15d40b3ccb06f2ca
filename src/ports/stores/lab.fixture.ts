// A lab that was made and never configured, for tests of what is retained of labs.

import type { Lab } from '#ports/stores/lab-store.ts';
import { sampleId } from '#ports/stores/store.fixture.ts';

export function sampleLab(userId: string, changes: Partial<Lab> = {}): Lab {
  return {
    labId: sampleId('lab'),
    userId,
    status: 'created',
    design: {
      name: 'a lab',
      scriptId: 'script_1',
      algorithm: 'brute_force',
      accountId: null,
      marketTag: null,
      intervalMinutes: null,
      config: null,
      parameters: '[]',
      parametersCount: 2,
      enabledParametersCount: 1,
    },
    execution: null,
    createdAtMs: 1_700_000_000_000,
    updatedAtMs: 1_700_000_000_000,
    ...changes,
  };
}
