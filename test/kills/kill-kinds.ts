// The processes that a round of kills ends at once, by kind. A member that the service starts
// belongs to a kind here: `kill-kinds.test.ts` compares them with the roles of the service.

import type { Member } from '../support/service-family.ts';
import { familyOf, memberOf } from '../support/service-family.ts';

/** `family`: every process of the service and of its database in one go. */
export const KILL_KINDS = [
  'service',
  'venues',
  'bots',
  'database',
  'family',
  'worker',
  'keeper',
  'venues',
] as const satisfies readonly (Member | 'family')[];
export type KillKind = (typeof KILL_KINDS)[number];

/** Ends them by SIGKILL; returns how many there were. */
export function killKind(kind: KillKind, servicePid: number, dataDir: string): number {
  const pids =
    kind === 'family' ? familyOf(servicePid, dataDir) : [memberOf(servicePid, dataDir, kind)];
  return pids.filter((pid) => pid !== null && killed(pid)).length;
}

function killed(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    // It has ended by itself meanwhile.
    return false;
  }
}
