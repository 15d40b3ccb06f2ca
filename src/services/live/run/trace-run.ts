// A run to whose values its owner subscribes: its updates are made by a traced form of its script,
// which does the same and records what each block gives. Nothing of it is state of the run.

import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import { updateValues } from '#backtesting/port-values/update-values.ts';
import { traceableForm } from '#services/live/run/build-brain.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import type { RunValues } from '#services/live/state/run-messages.ts';

/** `traced` null: nobody subscribes any more. Returns whether values are recorded from now on. */
export function traceRun({ engine }: HostedRun, traced: TracedVisual | null): boolean {
  const { brain, setup } = engine;
  engine.values = null;
  brain.trace?.(null);
  if (traced === null || brain.trace === undefined || setup.brain.kind !== 'script') return false;
  const script = traceableForm(setup.brain, traced.lua);
  if (script === null) return false;
  const values = updateValues(traced);
  brain.trace({ script, begin: values.begin, record: values.record });
  engine.values = values;
  return true;
}

/** Of the newest update that was not read yet; null: there is none, or nobody subscribes. */
export function newestValues({ engine, progress }: HostedRun): RunValues | null {
  const values = engine.values?.take() ?? null;
  return values === null ? null : { atMs: progress.decidedAtMs, values };
}
