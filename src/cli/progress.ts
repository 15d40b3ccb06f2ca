// A line that says how far long work has come: rewritten in place on a terminal, now and then a new
// one elsewhere, none for machines.

import type { Host } from '#cli/host.ts';
import type { CommonOptions } from '#cli/command-base.ts';

export type Progress = {
  /** `share` is 0 to 1; shown at most every half second. */
  show(text: string, share: number): void;
  /** Clears what stands there. */
  end(): void;
};

const PAUSE_MS = { inPlace: 200, lines: 5_000 } as const;

/** Progress of one piece of work; `end` clears its line. It writes to standard error. */
export function makeProgress(
  { terminal }: Host,
  { json }: CommonOptions,
  clock: { nowMs(): number },
): Progress {
  const isInPlace = terminal.isColored;
  const pauseMs = isInPlace ? PAUSE_MS.inPlace : PAUSE_MS.lines;
  let shownAtMs = clock.nowMs();
  let isShown = false;
  return {
    show(text, share) {
      const nowMs = clock.nowMs();
      if (json === true || nowMs - shownAtMs < pauseMs) return;
      shownAtMs = nowMs;
      const line = `${String(Math.floor(share * 100)).padStart(3)} %  ${text}`;
      terminal.writeError(isInPlace ? `\r\u001b[K${line}` : `${line}\n`);
      isShown = isInPlace;
    },
    end() {
      if (isShown) terminal.writeError('\r\u001b[K');
      isShown = false;
    },
  };
}
