// The disk's part of law 6: nothing can be written, and every operation is requested. What reads
// needs no disk, and returns what it usually does.

import { memoryRateLimitStore } from '#adapters/memory/memory-rate-limit-store.ts';
import { OPERATIONS } from '#api/operations.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import type { MatrixSize, TriedCell } from '../law.ts';
import { judgeBystander } from './judge-response.ts';
import type { TroublePart } from './trouble-part.ts';
import type { TriedOperation, Troubling } from './troubled-service.ts';
import {
  bound,
  judgeNaming,
  plantedInService,
  quietService,
  tryService,
} from './troubled-service.ts';
import { withTroubledStores } from './troubled-stores.ts';

const DISK_TROUBLES = ['full disk', 'failing disk', 'closed to changes'] as const;

export const DISK_TROUBLE: TroublePart = {
  dependency: 'disk',
  participants: async () => [...OPERATIONS, ...STREAM_ROUTES].map(({ operationId }) => operationId),
  tryCells,
  planted: [
    plantedInService(
      'a reading that notes that it was made',
      { trouble: 'full disk', atCall: 1 },
      withNotedReads,
      judgeOnDisk,
    ),
  ],
};

function judgeOnDisk(tried: TriedOperation) {
  const { operation, usual, during: outcome } = tried;
  if (operation.method !== 'GET') return judgeNaming(tried);
  return judgeBystander(usual, { outcome, requestsCount: 0 });
}

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const quiet = await quietService();
  const count = Math.max(1, Math.round(DISK_TROUBLES.length * share));
  for (let at = 0; at < count; at += 1) {
    const trouble = DISK_TROUBLES[(seed + at) % DISK_TROUBLES.length] ?? 'full disk';
    yield* tryService({ trouble, atCall: 1 }, quiet, withStoresOnDisk, judgeOnDisk);
  }
}

/** As in an installation of several processes, which count requests in the store. */
function withStoresOnDisk(...[deps, stores]: Parameters<Troubling>): ReturnType<Troubling> {
  const ports = { ...deps.ports, rateLimits: memoryRateLimitStore() };
  return withTroubledStores({ ...deps, ports }, stores);
}

function withNotedReads(...given: Parameters<Troubling>): ReturnType<Troubling> {
  const deps = withStoresOnDisk(...given);
  const { accounts, keys } = { ...deps.services, ...deps.ports };
  const noting = {
    ...bound(accounts),
    async findAccount(...of: Parameters<typeof accounts.findAccount>) {
      await keys.touchKeys([]);
      return accounts.findAccount(...of);
    },
  };
  return { ...deps, services: { ...deps.services, accounts: noting } };
}
