// The clock of the venue: the machine's, plus an offset that a test moves. Tasks are due by this
// clock, so moving it forward runs what became due.

export type VenueClock = {
  nowMs(): number;
  /** Moves the time forward and runs, in order, what becomes due on the way. */
  advance(byMs: number): void;
  /** Changes what the clock shows and runs nothing early: a clock that was set wrong. */
  step(byMs: number): void;
  schedule(inMs: number, task: () => void): void;
  close(): void;
};

type Task = { dueMs: number; readonly turn: number; readonly run: () => void };

/**
 * Clock that shows the machine's time until it is moved; tasks run in the order in which they are
 * due.
 */
export function createVenueClock(machineNowMs: () => number = Date.now): VenueClock {
  let offsetMs = 0;
  let turn = 0;
  let tasks: Task[] = [];
  let timer: NodeJS.Timeout | null = null;
  /** What is scheduled meanwhile is seen at the end. */
  let isAdvancing = false;
  const nowMs = (): number => machineNowMs() + offsetMs;

  const takeDue = (untilMs: number): Task | null => {
    const [first] = tasks;
    if (first === undefined || first.dueMs > untilMs) return null;
    tasks = tasks.slice(1);
    return first;
  };
  const rearm = (): void => {
    if (isAdvancing) return;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const [first] = tasks;
    if (first === undefined) return;
    const waitMs = Math.min(Math.max(first.dueMs - nowMs(), 0), 2 ** 31 - 1);
    timer = setTimeout(runDue, waitMs).unref();
  };
  const runDue = (): void => {
    for (let task = takeDue(nowMs()); task !== null; task = takeDue(nowMs())) task.run();
    rearm();
  };
  return {
    nowMs,
    advance(byMs) {
      const untilMs = nowMs() + byMs;
      const wasAdvancing = isAdvancing;
      isAdvancing = true;
      for (let task = takeDue(untilMs); task !== null; task = takeDue(untilMs)) {
        offsetMs += Math.max(task.dueMs - nowMs(), 0);
        task.run();
      }
      offsetMs += Math.max(untilMs - nowMs(), 0);
      isAdvancing = wasAdvancing;
      rearm();
    },
    step(byMs) {
      offsetMs += byMs;
      for (const task of tasks) task.dueMs += byMs;
      rearm();
    },
    schedule(inMs, task) {
      turn += 1;
      tasks.push({ dueMs: nowMs() + inMs, turn, run: task });
      tasks.sort((a, b) => a.dueMs - b.dueMs || a.turn - b.turn);
      rearm();
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      tasks = [];
    },
  };
}
