// Journal of a simulation, one line per event in fixed columns, and its hash: two runs of one seed
// are the same when their hashes are.

import { createHash } from 'node:crypto';
import type { Clock } from '#venue-port/world/clock.ts';

export type Journal = {
  note(actor: string, event: string): void;
  readonly lines: readonly string[];
  hash(): string;
};

export function makeJournal(clock: Clock): Journal {
  const startMs = clock.nowMs();
  const lines: string[] = [];
  return {
    note(actor, event) {
      const second = ((clock.nowMs() - startMs) / 1_000).toFixed(3);
      lines.push(`${second.padStart(10)}  ${actor.padEnd(9)}  ${event}`);
    },
    lines,
    hash: () => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16),
  };
}
