// Records decisions of a script and their places, for runs that are compared with one another.

import type { Run } from '#engine/run/run.ts';
import { innermostPlace } from '#lua/runtime/errors.ts';
import { running } from '#lua/runtime/running.ts';
import { withDeepTrace } from '#lua/runtime/script-fault.ts';

/** Notes what the script requests now. */
export function noteDecision(run: Run, text: string): void {
  const { stack = '' } = withDeepTrace(() => new Error('decided'));
  const line = innermostPlace(stack, running.program)?.line ?? null;
  run.decisions.push({ row: run.stage.row, text, line });
}
