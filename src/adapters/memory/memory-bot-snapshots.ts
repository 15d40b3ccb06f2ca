// Snapshots of runs in memory.

import type { BotFence, BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot, BotSnapshotStore } from '#ports/stores/bot-snapshot-store.ts';
import { SNAPSHOTS_RETAINED } from '#ports/stores/bot-snapshot-store.ts';

/** What they are retained with; null where there is no such run of the bot. */
type Runs = {
  readonly holds: (fence: BotFence) => boolean;
  readonly findRun: (botId: string, activation: number) => BotRunRecord | null;
  /** The activation that a bot stands at. */
  readonly activationOf: (botId: string) => number | null;
};

/** Snapshots in memory, the newest few of each bot. */
export function memoryBotSnapshots({ holds, findRun, activationOf }: Runs): BotSnapshotStore {
  /** By bot, newest first. */
  const snapshots = new Map<string, readonly BotSnapshot[]>();
  const refusals = new Map<string, string | null>();
  return {
    async saveSnapshot(fence, snapshot) {
      const { botId, activation, eventCount, doneUntilMs } = snapshot;
      const run = findRun(botId, activation);
      if (!holds(fence) || run === null || activationOf(botId) !== activation) return false;
      if (run.eventCount < eventCount || run.doneUntilMs < doneUntilMs) return false;
      const retained = [snapshot, ...(snapshots.get(botId) ?? [])];
      snapshots.set(botId, retained.slice(0, SNAPSHOTS_RETAINED));
      return true;
    },
    async findSnapshots(botId, activation, countMax = SNAPSHOTS_RETAINED) {
      const isThere = findRun(botId, activation) !== null;
      const found = isThere ? (snapshots.get(botId) ?? []) : [];
      return {
        snapshots: found.filter((each) => each.activation === activation).slice(0, countMax),
        refusal: isThere ? (refusals.get(keyOf(botId, activation)) ?? null) : null,
      };
    },
    async dropSnapshots(fence, { botId, activation, refusal }) {
      if (!holds(fence) || findRun(botId, activation) === null) return false;
      const retained = snapshots.get(botId) ?? [];
      snapshots.set(
        botId,
        retained.filter((each) => each.activation !== activation),
      );
      refusals.set(keyOf(botId, activation), refusal);
      return true;
    },
  };
}

function keyOf(botId: string, activation: number): string {
  return `${botId}/${activation}`;
}
