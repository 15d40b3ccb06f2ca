// The queue's part of law 6: no job can be queued or taken back, and every operation is requested.
// Only what starts, ends or deletes backtests and labs names the queue.

import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
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

const QUEUE_TROUBLES = [
  'slow',
  'hung',
  'refused',
  'full disk',
  'deadlock',
  'lost response',
  'lost request',
] as const;

/** Jobs are of backtests and of labs. */
const NAMES_JOBS = /backtests|labs/;

export const QUEUE_TROUBLE: TroublePart = {
  dependency: 'queue',
  participants: async () => [...OPERATIONS, ...STREAM_ROUTES].map(({ operationId }) => operationId),
  tryCells,
  planted: [
    plantedInService(
      'accounts that are read behind the queue',
      { trouble: 'refused', atCall: 1 },
      withReadsBehindQueue,
      judgeBesideQueue,
    ),
  ],
};

function judgeBesideQueue(tried: TriedOperation) {
  const { operation, usual, during: outcome, callsCount: requestsCount } = tried;
  const { method, path } = operation;
  if (method !== 'GET' && NAMES_JOBS.test(path)) return judgeNaming(tried);
  return judgeBystander(usual, { outcome, requestsCount });
}

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const quiet = await quietService();
  const count = Math.max(1, Math.round(QUEUE_TROUBLES.length * share));
  for (let at = 0; at < count; at += 1) {
    const trouble = QUEUE_TROUBLES[(seed + at) % QUEUE_TROUBLES.length] ?? 'refused';
    yield* tryService({ trouble, atCall: 1 }, quiet, withTroubledQueue, judgeBesideQueue);
  }
}

function withTroubledQueue(...given: Parameters<Troubling>): ReturnType<Troubling> {
  const [deps, { wrapped }] = given;
  const jobs = wrapped(memoryJobs());
  const { idempotency } = deps.ports;
  const backtests = memoryBacktestStore(jobs, idempotency);
  const labs = memoryLabStore(jobs, idempotency);
  return { ...deps, services: { ...deps.services, backtests, labs } };
}

function withReadsBehindQueue(...given: Parameters<Troubling>): ReturnType<Troubling> {
  const [, { wrapped }] = given;
  const deps = withTroubledQueue(...given);
  const { accounts } = deps.services;
  const jobs = wrapped(memoryJobs());
  const behind = {
    ...bound(accounts),
    async findAccount(...of: Parameters<typeof accounts.findAccount>) {
      await jobs.discard(null, []);
      return accounts.findAccount(...of);
    },
  };
  return { ...deps, services: { ...deps.services, accounts: behind } };
}
