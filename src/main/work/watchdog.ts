// Judges the silence of a process beside the service, once a second. A busy process is not a dead
// one: seconds in which it computes, waits for a processor or a disk, or in which the judge itself
// stood still are excused up to a bound; the limit is longer after a start and under load.

import type { BesideRole } from '#main/run-role.ts';

export type WatchRule = {
  /** A silence of so many seconds is reported. */
  readonly reportedSeconds: number;
  /**
   * Whether it is replaced when the silence goes on. It need not be where what it held passes to
   * another process by itself.
   */
  readonly isReplaced: boolean;
};

export const WATCH_RULES: { readonly [role in BesideRole]: WatchRule } = {
  worker: { reportedSeconds: 6, isReplaced: false },
  bots: { reportedSeconds: 6, isReplaced: false },
  venues: { reportedSeconds: 6, isReplaced: true },
};

/** After its first message; what is loaded late makes a process slow. */
const GRACE_SECONDS = 30;
/** Even a busy one is replaced after so long: an endless loop computes too. */
const BUSY_SECONDS_MAX = 60;
/** From being requested to end until it is killed, as long as an orderly end may take. */
const HAND_OVER_SECONDS = 10;
const LOAD_FACTOR_MAX = 10;
/** A turn of the judge that comes later than this says that it stood still itself. */
const LATE_MS_MAX = 500;

/** A process as its system sees it. */
export type Pulse = {
  /** Since its start; null where the system does not tell. */
  readonly cpuTicks: number | null;
  /** `ready`: it computes, or waits for a processor or a disk. Null: the system does not tell. */
  readonly run: 'ready' | 'waiting' | 'stopped' | null;
};

export type Turn = {
  readonly pulse: Pulse;
  /** By how much this turn comes too late. */
  readonly lateMs: number;
  /** Processes that want a processor, for each processor. */
  readonly loadPerProcessor: number;
};

export type WatchAction =
  | { readonly kind: 'none' }
  /** `terminate`: it is to give back what it holds, and to end. */
  | {
      readonly kind: 'report' | 'terminate' | 'kill';
      readonly silentSeconds: number;
      readonly busySeconds: number;
      readonly limitSeconds: number;
    };

/** `starting`: it has not informed of itself yet. */
export const CHILD_STATES = ['starting', 'serving', 'silent'] as const;
export type ChildState = (typeof CHILD_STATES)[number];

export type Watchdog = {
  /** It said something. */
  hear(this: void): void;
  /** Once a second. */
  turn(this: void, turn: Turn): WatchAction;
  state(this: void): ChildState;
  /** Whether it was requested to end, or killed. */
  hasActed(this: void): boolean;
};

const NONE: WatchAction = { kind: 'none' };

/** Watchdog of one process, called once a second; limits grow with the load of the machine. */
export function watchdog({ reportedSeconds, isReplaced }: WatchRule): Watchdog {
  let hasSpoken = false;
  let servedSeconds = 0;
  let silentSeconds = 0;
  let busySeconds = 0;
  let cpuTicks: number | null = null;
  let terminatingSeconds: number | null = null;
  let isKilled = false;

  function limitOf({ pulse, loadPerProcessor }: Turn): number {
    // Load does not stop a process; somebody did.
    if (pulse.run === 'stopped') return reportedSeconds;
    const factor = Math.min(Math.max(loadPerProcessor, 1), LOAD_FACTOR_MAX);
    const limit = Math.ceil(reportedSeconds * factor);
    return servedSeconds <= GRACE_SECONDS ? Math.max(limit, GRACE_SECONDS) : limit;
  }

  function isExcused({ pulse, lateMs }: Turn): boolean {
    const hasComputed = cpuTicks !== null && pulse.cpuTicks !== null && pulse.cpuTicks > cpuTicks;
    cpuTicks = pulse.cpuTicks;
    return lateMs > LATE_MS_MAX || pulse.run === 'ready' || hasComputed;
  }

  function turn(given: Turn): WatchAction {
    if (!hasSpoken || isKilled) return NONE;
    servedSeconds += 1;
    silentSeconds += 1;
    if (isExcused(given)) busySeconds += 1;
    const limitSeconds = limitOf(given);
    const of = { silentSeconds, busySeconds, limitSeconds };
    if (terminatingSeconds !== null) {
      terminatingSeconds += 1;
      isKilled = terminatingSeconds >= HAND_OVER_SECONDS;
      return isKilled ? { kind: 'kill', ...of } : NONE;
    }
    const isFrozen = silentSeconds - busySeconds > limitSeconds;
    if (isReplaced && (isFrozen || silentSeconds > BUSY_SECONDS_MAX)) {
      // A stopped one cannot hear that it is to end.
      isKilled = given.pulse.run === 'stopped';
      terminatingSeconds = 0;
      return { kind: isKilled ? 'kill' : 'terminate', ...of };
    }
    return silentSeconds === reportedSeconds ? { kind: 'report', ...of } : NONE;
  }

  return {
    hear() {
      hasSpoken = true;
      silentSeconds = 0;
      busySeconds = 0;
    },
    turn,
    state() {
      if (!hasSpoken) return 'starting';
      return silentSeconds >= reportedSeconds ? 'silent' : 'serving';
    },
    hasActed: () => terminatingSeconds !== null,
  };
}
