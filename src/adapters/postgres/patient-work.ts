// Work that gives way at the pool of connections: of what is marked as patient only so much has a
// connection at a time, so that all else finds one free at once. The mark goes with the work
// through everything that it calls and waits for.

import { AsyncLocalStorage } from 'node:async_hooks';

const isPatient = new AsyncLocalStorage<boolean>();

/** Runs work whose statements leave connections to those of others. */
export function patiently<T>(work: () => Promise<T>): Promise<T> {
  return isPatient.run(true, work);
}

/** Where patient work waits its turn, in order. */
export type PatientLane = <T>(work: () => Promise<T>) => Promise<T>;

/** What is not patient passes by; what a patient statement calls itself has its turn already. */
export function patientLane(placesCount: number): PatientLane {
  let free = placesCount;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    await promise;
  }

  function leave(): void {
    const next = waiting.shift();
    // The place goes on to who has waited longest.
    if (next === undefined) free += 1;
    else next();
  }

  return async (work) => {
    if (isPatient.getStore() !== true) return work();
    await enter();
    try {
      return await isPatient.run(false, work);
    } finally {
      leave();
    }
  };
}
