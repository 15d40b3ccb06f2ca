// Turns of the tests that start real processes: each commit's check runs one turn of them, and
// successive commits all. They take an hour on two cores; one turn takes some minutes.

import assert from 'node:assert/strict';

/** Number of turns, and the turn to run, from 0. */
export type Turn = { readonly index: number; readonly count: number };

/** Turns of which each takes about as long as the everyday tests. */
export const TURNS = 8;

/** Seconds of processor time of files that take long, on a quiet machine. */
export const PROCESSOR_S: Readonly<Record<string, number>> = {
  'test/thorough/whole-tests.long.ts': 900,
  'test/thorough/properties.long.ts': 800,
  'test/thorough/seeds.long.ts': 700,
  'test/processes/console/pages.test.ts': 250,
  'test/tenants/tenants.long.ts': 240,
  'test/processes/console/research.test.ts': 190,
  'test/processes/console/rules.test.ts': 190,
  'test/processes/console/trading.test.ts': 190,
  'test/processes/console/failing-pages.test.ts': 150,
  'test/processes/console/languages.test.ts': 140,
  'test/processes/console/accounts.test.ts': 120,
  'test/processes/console/limits.test.ts': 116,
  'test/processes/venues/futures-campaign.test.ts': 113,
  'test/processes/storage/backup.test.ts': 112,
  'test/processes/damaged-rows.test.ts': 103,
  'test/processes/venues/spot-campaign.test.ts': 92,
  'test/processes/kills.test.ts': 80,
  'test/processes/jobs/kill-lab-workers.test.ts': 76,
  'test/processes/venues/killed-feed.test.ts': 74,
  'test/processes/sim/seeds.test.ts': 70,
  'test/processes/sim/mutants.test.ts': 70,
  'test/processes/venues/venue-takeover.test.ts': 50,
  'test/processes/chaos/chaos.test.ts': 50,
  'test/processes/jobs/lab-workers.test.ts': 50,
};
const USUAL_S = 25;

/** Files by their processor time, the longest first, those of equal time by their paths. */
export function longestFirst(files: readonly string[]): readonly string[] {
  return files.toSorted((one, other) => {
    const more = secondsOf(other) - secondsOf(one);
    return more === 0 ? comparePaths(one, other) : more;
  });
}

/** Files of one turn: the longest first, each to the turn that has the least so far. */
export function filesOfTurn(files: readonly string[], { index, count }: Turn): readonly string[] {
  assert.ok(index >= 0 && index < count, `turn ${index} is not one of ${count}`);
  const turns = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  for (const file of longestFirst(files)) {
    const least = turns.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.seconds += secondsOf(file);
    least.files.push(file);
  }
  return turns[index]?.files ?? [];
}

/** Turn of a commit: its hash, which is uniform, so that commits need no order among them. */
export function turnOfCommit(hash: string, count: number): Turn {
  assert.match(hash, /^[0-9a-f]{8}/, 'a commit is named by its hash');
  return { index: Number.parseInt(hash.slice(0, 8), 16) % count, count };
}

function secondsOf(file: string): number {
  return PROCESSOR_S[file] ?? USUAL_S;
}

function comparePaths(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
