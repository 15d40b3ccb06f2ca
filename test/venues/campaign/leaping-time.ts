// Time of a campaign within one process: it stands while anything happens, and leaps to the next
// timer when nothing does, so that an hour of waiting takes no longer than its work. Sockets are
// real: their events are counted by the event loop.

import { performance } from 'node:perf_hooks';

export type LeapingTime = {
  nowMs(): number;
  /** Gives the machine's time back; what waits by then never runs. */
  stop(): void;
};

type Entry = { atMs: number; readonly everyMs: number | null; readonly run: () => void };

/** Turns of the event loop without an event after which nothing is under way. */
const QUIET_TURNS = 6;

/** Replaces the timers and clocks of this process. */
export function startLeapingTime(): LeapingTime {
  const machine = {
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    clearTimeout: globalThis.clearTimeout,
    clearInterval: globalThis.clearInterval,
    dateNow: Date.now,
  };
  const startMs = Date.now();
  const monotonicStartMs = performance.now();
  const waiting = new Map<object, Entry>();
  let passedMs = 0;
  let isOver = false;

  const remove = (handle: unknown): void => {
    if (!waiting.delete(handle as object)) machine.clearTimeout(handle as NodeJS.Timeout);
  };
  const scheduler =
    (isRepeated: boolean) =>
    (run: (...given: readonly unknown[]) => void, delayMs = 1, ...given: readonly unknown[]) => {
      const everyMs = Math.max(delayMs, 1);
      const entry = { atMs: passedMs + everyMs, everyMs: isRepeated ? everyMs : null };
      return keep(waiting, { ...entry, run: () => run(...given) });
    };
  Object.assign(globalThis, {
    setTimeout: scheduler(false),
    setInterval: scheduler(true),
    clearTimeout: remove,
    clearInterval: remove,
  });
  Date.now = () => startMs + Math.floor(passedMs);
  // An own property hides the one of the prototype.
  performance.now = () => monotonicStartMs + passedMs;

  const leap = (): void => {
    let next: readonly [object, Entry] | null = null;
    for (const found of waiting) if (next === null || found[1].atMs < next[1].atMs) next = found;
    if (next === null) return;
    const [handle, entry] = next;
    passedMs = Math.max(passedMs, entry.atMs);
    if (entry.everyMs === null) waiting.delete(handle);
    else entry.atMs += entry.everyMs;
    entry.run();
  };
  let seen = -1;
  let quietTurns = 0;
  const turn = (): void => {
    if (isOver) return;
    const { events } = performance.nodeTiming.uvMetricsInfo;
    quietTurns = events === seen ? quietTurns + 1 : 0;
    seen = events;
    if (quietTurns >= QUIET_TURNS) {
      quietTurns = 0;
      leap();
    }
    setImmediate(turn);
  };
  setImmediate(turn);
  return {
    nowMs: () => Date.now(),
    stop() {
      isOver = true;
      const { dateNow, ...timers } = machine;
      Object.assign(globalThis, timers);
      Date.now = dateNow;
      Reflect.deleteProperty(performance, 'now');
    },
  };
}

/** As much of a timer of Node as is used. */
function keep(waiting: Map<object, Entry>, entry: Entry): object {
  const handle = {
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    [Symbol.dispose]: () => void waiting.delete(handle),
  };
  waiting.set(handle, entry);
  return handle;
}
