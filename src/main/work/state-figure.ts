// The figure of the state of a process beside the service, as its watchdog sees it.

import type { Figure } from '#api/http/responses/metrics.ts';
import type { BesideRole } from '#main/run-role.ts';
import type { ChildState } from '#main/work/watchdog.ts';
import { CHILD_STATES } from '#main/work/watchdog.ts';

/** Gauge with a sample for each state, 1 for the current one. */
export function stateFigure(role: BesideRole, current: ChildState): Figure {
  return {
    name: 'tidemill_process_state',
    kind: 'gauge',
    help: 'State of a process beside the API: 1 for the one it is in.',
    samples: CHILD_STATES.map((state) => ({
      labels: { role, state },
      value: state === current ? 1 : 0,
    })),
  };
}
