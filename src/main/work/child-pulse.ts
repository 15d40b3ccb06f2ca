// A process as /proc shows it, where there is one: what it computed, and whether it waits.

import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { Pulse } from '#main/work/watchdog.ts';

const UNTOLD: Pulse = { cpuTicks: null, run: null };
// Counted behind the name in parentheses, which may contain anything.
const STATE = 0;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Pulse of a process; unknown where the system has no /proc or the process has ended. */
export function readPulse(pid: number | undefined): Pulse {
  if (pid === undefined) return UNTOLD;
  try {
    return parsePulse(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return UNTOLD;
  }
}

/** Of the text of /proc/PID/stat. */
export function parsePulse(text: string): Pulse {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const cpuTicks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
  return Number.isSafeInteger(cpuTicks) ? { cpuTicks, run: runOf(fields[STATE] ?? '') } : UNTOLD;
}

function runOf(state: string): Pulse['run'] {
  // Running or runnable; waiting for a disk, as one that is being paged in.
  if (state === 'R' || state === 'D') return 'ready';
  return state === 'T' || state === 't' ? 'stopped' : 'waiting';
}

/** Load of the last minute for each processor. */
export function loadPerProcessor(): number {
  return (loadavg()[0] ?? 0) / availableParallelism();
}
