// Work that gives way, at the pool of connections and on the thread: of what is marked as patient
// only so much has a connection at a time, so that all else finds one free at once. The reads of
// one user have some of those places, and their results come back one in each turn of the event
// loop, so that what is made of them does not keep the thread from the work of others. Writes are
// short, and those that commit at once share a flush of the log, so they are limited only by the
// places of all. The mark goes with the work through everything that it calls and waits for.

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
export type LowPriorityLane = <T>(kind: WorkKind, work: () => Promise<T>) => Promise<T>;

/** A transaction is a write. */
export type WorkKind = 'read' | 'write';

/** Ordinary work passes by; what a low-priority statement calls itself has its turn already. */
export function lowPriorityLane(
  placesCount: number,
  readsPerUserMax = placesCount,
): LowPriorityLane {
  const places = sharedPlaces(placesCount, { read: readsPerUserMax, write: placesCount });
  const comeBack = oneInEachTurn();
  return async (kind, work) => {
    const userId = patientUser.getStore() ?? null;
    if (userId === null) return work();
    const line: Line = { kind, userId };
    await places.enter(line);
    let result: Awaited<ReturnType<typeof work>>;
    try {
      result = await patientUser.run(null, work);
    } finally {
      places.leave(line);
    }
    if (kind === 'read' && userId !== NO_USER) await comeBack(userId);
    return result;
  };
}

/** Work of one kind and user. */
type Line = { readonly kind: WorkKind; readonly userId: string };

type SharedPlaces = { enter(line: Line): Promise<void>; leave(line: Line): void };

function sharedPlaces(
  placesCount: number,
  perUserMax: Readonly<Record<WorkKind, number>>,
): SharedPlaces {
  const takenBy = new Map<string, number>();
  /** In the order of their turns. */
  const waitingOf = new Map<string, { readonly line: Line; readonly waiting: (() => void)[] }>();
  let free = placesCount;

  function mayTake(line: Line): boolean {
    if (free === 0) return false;
    return line.userId === NO_USER || (takenBy.get(nameOf(line)) ?? 0) < perUserMax[line.kind];
  }

  function count(line: Line, change: 1 | -1): void {
    free -= change;
    const name = nameOf(line);
    const taken = (takenBy.get(name) ?? 0) + change;
    if (taken === 0) takenBy.delete(name);
    else takenBy.set(name, taken);
  }

  /** Whoever had a turn goes to the end of the line. */
  function beginNext(): void {
    for (const [name, { line, waiting }] of waitingOf) {
      if (!mayTake(line)) continue;
      const begin = waiting.shift();
      waitingOf.delete(name);
      if (waiting.length > 0) waitingOf.set(name, { line, waiting });
      count(line, 1);
      return begin?.();
    }
  }

  return {
    async enter(line) {
      if (mayTake(line)) return count(line, 1);
      const { promise, resolve } = Promise.withResolvers<void>();
      const name = nameOf(line);
      const waiting = waitingOf.get(name)?.waiting ?? [];
      waiting.push(resolve);
      waitingOf.set(name, { line, waiting });
      await promise;
    },
    leave(line) {
      count(line, -1);
      beginNext();
    },
  };
}

function nameOf({ kind, userId }: Line): string {
  return `${kind} ${userId}`;
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
