// Judges what threads did, by the rule alone: the scripts of one owner take at most a second of a
// minute on threads that owners share, from there on the reserved one, before any strike; a script
// that was started runs its first updates there; and each minute of others is run, or its owner is
// notified that it was not.

import type { Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { Observation } from './watched-threads.ts';

const SHARE_MS = 1_000;
const FIRST_UPDATES = 3;

export function judgeTenants(seen: Observation): Verdict {
  return judgeShare(seen) ?? judgeFirst(seen) ?? judgeOthers(seen) ?? judgeStrikes(seen) ?? HELD;
}

/** The update that goes beyond the second may be the last one of the minute there. */
function judgeShare({ updates }: Observation): Verdict | null {
  const groups = Map.groupBy(
    updates.filter(({ isShared }) => isShared),
    ({ minute, ownerId }) => `${ownerId} in minute ${minute}`,
  );
  for (const [whose, group] of groups) {
    const costs = group.map(({ costMs }) => costMs);
    const beforeLast = costs.slice(0, -1).reduce((sum, cost) => sum + cost, 0);
    if (beforeLast > SHARE_MS)
      return broken(`scripts of ${whose} took ${beforeLast} ms of a shared thread, and went on`);
  }
  return null;
}

function judgeFirst({ updates, startedAt }: Observation): Verdict | null {
  for (const [botId, starts] of startedAt)
    for (const from of starts) {
      const next = starts.find((start) => start > from) ?? Infinity;
      const since = updates.filter(
        (update) => update.botId === botId && update.minute >= from && update.minute < next,
      );
      const shared = since.slice(0, FIRST_UPDATES).find(({ isShared }) => isShared);
      if (shared !== undefined)
        return broken(`a script that was started in minute ${from} ran on a shared thread at once`);
    }
  return null;
}

function judgeOthers({ others }: Observation): Verdict | null {
  for (const { passed, ran, said } of others)
    if (ran + said < passed)
      return broken(`${passed - ran - said} of ${passed} minutes of another owner are gone`);
  return null;
}

function judgeStrikes({ endedCount }: Observation): Verdict | null {
  return endedCount > 0 ? broken(`${endedCount} bots were ended where moving them does`) : null;
}
