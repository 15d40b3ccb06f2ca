// The execution of a lab that was started, and what it is named by.

import { present } from '#lib/assert.ts';
import type { Lab, LabExecution, LabExecutionKey } from '#ports/stores/lab-store.ts';

/** Execution of a lab at work; its absence is a defect. */
export function executionOf(lab: Lab): LabExecution {
  return present(lab.execution, 'a lab at work was started');
}

/** Names an execution in a text: what was retained of another has nothing to do with it. */
export function executionNameOf(lab: Lab): string {
  return `${lab.labId}.${executionOf(lab).number}`;
}

/** Names the execution that the lab was read with. */
export function executionKeyOf(lab: Lab): LabExecutionKey {
  const { labId, userId } = lab;
  return { labId, userId, executionNumber: executionOf(lab).number };
}
