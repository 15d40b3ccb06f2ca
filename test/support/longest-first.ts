// Order of test files in which a few that take minutes do not come last.

/** Files that take minutes on a quiet machine, the longest first. */
export const LONGEST: readonly string[] = [
  'test/processes/console/pages.test.ts',
  'test/processes/venues/futures-campaign.test.ts',
  'test/processes/venues/spot-campaign.test.ts',
  'test/thorough/whole-tests.long.ts',
  'test/thorough/properties.long.ts',
  'test/thorough/seeds.long.ts',
  'test/processes/sim/seeds.test.ts',
  'test/processes/sim/mutants.test.ts',
  'test/processes/storage/backup.test.ts',
  'test/processes/jobs/kill-lab-workers.test.ts',
  'test/processes/console/research.test.ts',
  'test/processes/console/trading.test.ts',
  'test/processes/console/rules.test.ts',
  'test/processes/console/limits.test.ts',
  'test/processes/venues/killed-feed.test.ts',
  'test/processes/damaged-rows.test.ts',
  'test/processes/kills.test.ts',
  'test/processes/venues/venue-takeover.test.ts',
  'test/processes/chaos/chaos.test.ts',
  'test/processes/jobs/lab-workers.test.ts',
];

/** The files, those of `LONGEST` before all others, which keep their alphabetical order. */
export function longestFirst(files: readonly string[]): readonly string[] {
  const long = LONGEST.filter((file) => files.includes(file));
  return [...long, ...files.filter((file) => !long.includes(file)).toSorted()];
}
