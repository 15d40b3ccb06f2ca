// The installation as its owners see it, in memory: there is no database to see.

import type { InstallationStore, ServiceProcess } from '#ports/stores/installation-store.ts';
import { PROCESS_ROLES } from '#ports/stores/installation-store.ts';

/** Store in memory, empty at first. */
export function memoryInstallationStore(): InstallationStore {
  const processes = new Map<string, ServiceProcess>();
  return {
    async noteProcess(process, seenSinceMs) {
      for (const { processId, seenAtMs } of processes.values())
        if (seenAtMs < seenSinceMs) processes.delete(processId);
      processes.set(process.processId, process);
    },
    async forgetProcess(processId) {
      processes.delete(processId);
    },
    async listProcesses() {
      const place = ({ role }: ServiceProcess): number => PROCESS_ROLES.indexOf(role);
      return [...processes.values()].toSorted(
        (left, right) => place(left) - place(right) || left.startedAtMs - right.startedAtMs,
      );
    },
    async readDatabase() {
      return { version: 'none', sizeBytes: 0, tables: [], connections: 0, connectionsMax: 0 };
    },
    async listQueues() {
      return [];
    },
  };
}
