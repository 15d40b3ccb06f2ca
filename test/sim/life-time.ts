// Time as one process has it: by the counter of its machine, and nothing happens in it while it is
// frozen, or after its death.

import type { LinkTime } from '#adapters/venue-link/link-time.ts';
import type { Machine } from './machine.ts';
import type { Life } from './process.ts';
import type { SimWorld } from './world.ts';

export function timeOf({ agenda }: SimWorld, life: Life, machine: Machine): LinkTime {
  const after = (delayMs: number, run: () => void): (() => void) => {
    let cancel = agenda.after(delayMs, attempt);
    function attempt(): void {
      const leftMs = life.awakeAtMs - agenda.nowMs();
      if (life.isDead) return;
      if (leftMs > 0) cancel = agenda.after(leftMs, attempt);
      else run();
    }
    return () => cancel();
  };
  return {
    nowMs: machine.counterMs,
    after,
    every(periodMs, run) {
      let cancel = after(periodMs, again);
      function again(): void {
        cancel = after(periodMs, again);
        run();
      }
      return () => cancel();
    },
  };
}
