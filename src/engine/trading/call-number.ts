// The how-manieth call in this update, so that calls of one kind are told apart from update to
// update.

import type { CommandContext } from '#engine/desks/command-context.ts';

/** Counts from 1 in each update. */
export function callNumber({ run }: CommandContext, kind: string): number {
  const updateKey = `update of ${kind}`;
  const countKey = `calls of ${kind}`;
  const isSameUpdate = run.spared.get(updateKey) === run.updateNumber();
  const before = isSameUpdate ? Number(run.spared.get(countKey)) : 0;
  run.spared.set(updateKey, run.updateNumber());
  run.spared.set(countKey, before + 1);
  return before + 1;
}
