// The state of the installation, for its owners: what runs, what waits, what is slow, how large the
// database is.

import type {
  DatabaseState,
  InstallationStore,
  QueueState,
  ServiceProcess,
  SlowRequest,
} from '#ports/stores/installation-store.ts';
import { PROCESS_ROLES } from '#ports/stores/installation-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

export type { DatabaseState, QueueState, ServiceProcess, SlowRequest };
export { PROCESS_ROLES };

/** A process that has not been heard of for so long is taken for dead. */
const SILENT_MS_MAX = 30_000;
const TABLES_SHOWN = 12;
const SLOW_SHOWN = 50;

export type ReadInstallationDeps = {
  readonly installation: InstallationStore;
  readonly clock: Clock;
};

export type ShownProcess = ServiceProcess & { readonly isSilent: boolean };

export type Installation = {
  readonly processes: readonly ShownProcess[];
  readonly queues: readonly QueueState[];
  readonly database: DatabaseState;
  /** The last ones of all processes, newest first. */
  readonly slowRequests: readonly SlowRequest[];
};

/** State of every process and of the database, at the present instant. */
export async function readInstallation({
  installation,
  clock,
}: ReadInstallationDeps): Promise<Installation> {
  const [processes, queues, database] = await Promise.all([
    installation.listProcesses(),
    installation.listQueues(),
    installation.readDatabase(TABLES_SHOWN),
  ]);
  const nowMs = clock.nowMs();
  return {
    processes: processes.map((of) => ({ ...of, isSilent: nowMs - of.seenAtMs > SILENT_MS_MAX })),
    queues,
    database,
    slowRequests: processes
      .flatMap(({ slowRequests }) => slowRequests)
      .toSorted((left, right) => endOf(right) - endOf(left))
      .slice(0, SLOW_SHOWN),
  };
}

/** One that cannot be read comes last, and is left out where the others are shown. */
function endOf(request: SlowRequest | null): number {
  return request?.atMs ?? 0;
}
