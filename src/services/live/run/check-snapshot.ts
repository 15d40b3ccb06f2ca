// Compares a stored snapshot with what the run comes to when it is made again: from its beginning
// to where the snapshot stands, and from the snapshot to where the run stands.

import type { Result } from '#lib/result.ts';
import { EarlierMinutesNeeded } from '#engine/series/column-store.ts';
import { firstStateDifference } from '#engine/snapshot/run-state.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Replay } from '#services/live/run/build-run.ts';
import { replayEvents } from '#services/live/run/build-run.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import {
  snapshotOf,
  stateOf,
  restoreSnapshot,
  whySnapshotUseless,
} from '#services/live/run/run-snapshot.ts';

export type SnapshotCheck = Pick<BotSnapshot, 'doneUntilMs' | 'eventCount'> & {
  /** Why it would not be used, in words; null: it would be. */
  readonly useless: string | null;
  /** Where it first differs from the run that is made again, in words; null: nowhere. */
  readonly difference: string | null;
};

export type SnapshotToCheck = {
  readonly digest: Digest;
  readonly record: BotRunRecord;
  /** All of the run. */
  readonly events: readonly string[];
  /** The run at its beginning, with all of its minutes, or with those that the snapshot needs. */
  readonly build: (isCut: boolean) => Promise<HostedRun>;
};

/**
 * Result of the comparison: why the snapshot cannot be used, or the first difference; both null
 * when it is right.
 */
export async function checkSnapshot(
  given: SnapshotToCheck,
  snapshot: BotSnapshot,
): Promise<SnapshotCheck> {
  const { digest, build } = given;
  const { doneUntilMs, eventCount } = snapshot;
  const useless = whySnapshotUseless(digest, await build(false), snapshot);
  const difference = useless === null ? await differenceOf(given, snapshot) : null;
  return { doneUntilMs, eventCount, useless, difference };
}

async function differenceOf(given: SnapshotToCheck, snapshot: BotSnapshot): Promise<string | null> {
  const { digest, record, build, events } = given;
  const { doneUntilMs, eventCount } = snapshot;
  const there = await build(false);
  there.written.progress = { ...there.written.progress, doneUntilMs, eventCount };
  // Orders are counted to the run's end, which is not here.
  toEnd(replayEvents(digest, there, { events }));
  const made = snapshotOf(digest, there);
  if (!made.ok) return `made again, the run cannot be stored: ${made.rejection}`;
  if (made.value.inputsDigest !== snapshot.inputsDigest) return 'its inputs are not those stored';
  if (made.value.stateDigest !== snapshot.stateDigest)
    return firstStateDifference(stateOf(snapshot), stateOf(made.value));
  const whole = await build(false);
  const ended = toEnd(replayEvents(digest, whole, { events }));
  // What the run as a whole comes to is taken from itself.
  if (!ended.ok) return null;
  const later = events.slice(eventCount);
  const goneOn = await goOn(given, snapshot, later);
  if (typeof goneOn === 'string') return `loaded from it, the run ${goneOn}`;
  const [one, other] = [snapshotOf(digest, goneOn), snapshotOf(digest, whole)];
  if (!one.ok || !other.ok || one.value.stateDigest === other.value.stateDigest) return null;
  const where = firstStateDifference(stateOf(one.value), stateOf(other.value));
  return `loaded from it and run on to ${record.eventCount} events: ${where}`;
}

async function goOn(
  { digest, build }: SnapshotToCheck,
  snapshot: BotSnapshot,
  events: readonly string[],
): Promise<HostedRun | string> {
  for (const isCut of [true, false]) {
    const live = await build(isCut);
    try {
      const taken = restoreSnapshot(digest, live, snapshot);
      if (!taken.ok) return `cannot go on: ${taken.rejection}`;
      const earlierCount = snapshot.eventCount;
      const ended = toEnd(replayEvents(digest, live, { events, earlierCount }));
      return ended.ok ? live : `comes to something else: ${ended.rejection}`;
    } catch (error) {
      if (!isCut || !(error instanceof EarlierMinutesNeeded)) throw error;
    }
  }
  return 'cannot go on';
}

/** In one go: nobody else waits for this process. */
export function toEnd(replay: Replay): Result<null, string> {
  for (;;) {
    const part = replay.next(Infinity);
    if (part.done === true) return part.value;
  }
}
