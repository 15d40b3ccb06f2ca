// The states that calls keep at their places in the script. A place is a number from the compiler,
// counted for each command; calls of one place within one update are distinguished by their order.

import type { CallApi } from '#engine/run-api/call-api.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import type { RunApi } from '#engine/run-api/run-api.ts';

export type CallSites = Pick<CallApi, 'state' | 'place'> & {
  /** Says which call comes next. Place 0 stands for a command that is called as a value. */
  enter(command: string, place: number): void;
  /** All that the places keep, and how much that is. */
  readonly retained: RetainedSites;
};

export type RetainedSites = { readonly sites: Map<string, CallSite>; stateCount: number };

export type CallSite = { readonly states: object[]; update: number; calls: number };

/** States in all of one run; a script that calls from ever new places is wrong. */
const STATES_MAX = 100_000;

/** The text of a place; `occurrence` counts the calls from it within one update, from 0. */
export function placeText(site: string, occurrence: number): string {
  return occurrence === 0 ? site : `${site}:${occurrence}`;
}

/** State by place in the script; a place beyond the limit of a run throws a script error. */
export function createCallSites(run: RunApi): CallSites {
  const retained: RetainedSites = { sites: new Map(), stateCount: 0 };
  const { sites } = retained;
  let current = '';
  let occurrence = 0;

  function enterSite(): CallSite {
    let site = sites.get(current);
    if (site === undefined) sites.set(current, (site = { states: [], update: -1, calls: 0 }));
    const update = run.updateNumber();
    if (site.update !== update) {
      site.update = update;
      site.calls = 0;
    }
    return site;
  }

  return {
    retained,
    enter(command, place) {
      current = `${command}:${place}`;
      const site = enterSite();
      occurrence = site.calls;
      site.calls += 1;
    },
    place: () => placeText(current, occurrence),
    state<T extends object>(make: () => T): T {
      const { states } = enterSite();
      const known = states[occurrence];
      // A site belongs to one command, whose states are all of one type.
      if (known !== undefined) return known as T;
      retained.stateCount += 1;
      if (retained.stateCount > STATES_MAX) throw libraryError('too many calls keep a state');
      const made = make();
      states[occurrence] = made;
      return made;
    },
  };
}
