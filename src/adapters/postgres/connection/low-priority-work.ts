// Work that gives way, at the pool of connections and on the thread: of what is marked as patient
// only so much has a connection at a time, so that all else finds one free at once. What one user
// asks for has some of those places, and its results come back one in each turn of the event loop,
// so that what is made of them does not keep the thread from the work of others. The mark goes with
// the work through everything that it calls and waits for.

import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom low-priority work is done; null: it has its place, or is not patient. */
const patientUser = new AsyncLocalStorage<string | null>();

/** Stands for the work of a whole process, which is nobody's own. */
const NO_USER = '';

/** Runs work of a user whose statements leave connections, and the thread, to those of others. */
export function withLowPriority<T>(userId: string, work: () => Promise<T>): Promise<T> {
  return patientUser.run(userId, work);
}

/** The same for work that is done for all users: it leaves connections to other work alone. */
export function withLowPriorityForAll<T>(work: () => Promise<T>): Promise<T> {
  return patientUser.run(NO_USER, work);
}

/** Where low-priority work waits its turn: users in turn, the work of each in order. */
export type LowPriorityLane = <T>(work: () => Promise<T>) => Promise<T>;

/** Ordinary work passes by; what a low-priority statement calls itself has its turn already. */
export function lowPriorityLane(placesCount: number, perUserMax = placesCount): LowPriorityLane {
  const places = sharedPlaces(placesCount, perUserMax);
  const comeBack = oneInEachTurn();
  return async (work) => {
    const userId = patientUser.getStore() ?? null;
    if (userId === null) return work();
    await places.enter(userId);
    let result: Awaited<ReturnType<typeof work>>;
    try {
      result = await patientUser.run(null, work);
    } finally {
      places.leave(userId);
    }
    if (userId !== NO_USER) await comeBack(userId);
    return result;
  };
}

type SharedPlaces = { enter(userId: string): Promise<void>; leave(userId: string): void };

function sharedPlaces(placesCount: number, perUserMax: number): SharedPlaces {
  const takenBy = new Map<string, number>();
  /** In the order of their turns. */
  const waitingOf = new Map<string, (() => void)[]>();
  let free = placesCount;

  function mayTake(userId: string): boolean {
    if (free === 0) return false;
    return userId === NO_USER || (takenBy.get(userId) ?? 0) < perUserMax;
  }

  function count(userId: string, change: 1 | -1): void {
    free -= change;
    const taken = (takenBy.get(userId) ?? 0) + change;
    if (taken === 0) takenBy.delete(userId);
    else takenBy.set(userId, taken);
  }

  /** Whoever had a turn goes to the end of the line. */
  function beginNext(): void {
    for (const [userId, waiting] of waitingOf) {
      if (!mayTake(userId)) continue;
      const begin = waiting.shift();
      waitingOf.delete(userId);
      if (waiting.length > 0) waitingOf.set(userId, waiting);
      count(userId, 1);
      return begin?.();
    }
  }

  return {
    async enter(userId) {
      if (mayTake(userId)) return count(userId, 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = waitingOf.get(userId) ?? [];
      waiting.push(resolve);
      waitingOf.set(userId, waiting);
      await promise;
    },
    leave(userId) {
      count(userId, -1);
      beginNext();
    },
  };
}

/** Settles at once for the first of a user in a turn of the event loop, later for the others. */
function oneInEachTurn(): (userId: string) => Promise<void> {
  /** Of users that had one in this turn. */
  const waitingOf = new Map<string, (() => void)[]>();

  function nextTurn(): void {
    for (const [userId, waiting] of waitingOf) {
      const resume = waiting.shift();
      if (resume === undefined) waitingOf.delete(userId);
      else resume();
    }
    if (waitingOf.size > 0) setImmediate(nextTurn);
  }

  return async (userId) => {
    const waiting = waitingOf.get(userId);
    if (waiting !== undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      return promise;
    }
    waitingOf.set(userId, []);
    if (waitingOf.size === 1) setImmediate(nextTurn);
  };
}
