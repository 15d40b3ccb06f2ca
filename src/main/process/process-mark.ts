// Identity of a process beyond its id, which the kernel gives to another one later, and its end: a
// process that was killed retains its locks and ports until its last thread has gone, which takes
// seconds on a busy machine.

import { readFileSync } from 'node:fs';

export type ProcessMark = {
  readonly id: number;
  /** In ticks since the machine started; null where the system does not say. */
  readonly started: string | null;
};

// Counted behind the name in parentheses, which may contain anything.
const STATE = 0;
const FLAGS = 6;
const STARTED = 19;
/** PF_EXITING of the kernel. */
const EXITING = 0x4;
/** The bit of SIGKILL among pending signals. */
const KILLED = 0x100n;
const PENDING_SIGNALS = /^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm;

/** Mark of a process; `started` is null where the system does not say. */
export function markProcess(id: number): ProcessMark {
  return { id, started: statOf(id)?.[STARTED] ?? null };
}

/** False of one that is dead or about to be, and of another one that has its id now. */
export function isLiving({ id, started }: ProcessMark): boolean {
  const stat = statOf(id);
  if (stat === null) return answersTo(id);
  if (started !== null && stat[STARTED] !== started) return false;
  return !isEnding(stat, pendingOf(id));
}

/** Of the fields of `/proc/ID/stat` and the text of `/proc/ID/status`. */
export function isEnding(stat: readonly string[], status: string): boolean {
  if (stat[STATE] === 'Z' || stat[STATE] === 'X') return true;
  if ((Number(stat[FLAGS]) & EXITING) !== 0) return true;
  return [...status.matchAll(PENDING_SIGNALS)].some(
    ([, bits]) => (BigInt(`0x${bits ?? '0'}`) & KILLED) !== 0n,
  );
}

function statOf(id: number): readonly string[] | null {
  const text = readOf(id, 'stat');
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function pendingOf(id: number): string {
  return readOf(id, 'status') ?? '';
}

function readOf(id: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'latin1');
  } catch {
    return null;
  }
}

/** Where processes of others are not shown, they still refuse a signal. */
function answersTo(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
