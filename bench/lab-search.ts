// Number of runs that each search needs to come within 5 % of the best of a surface, over thirty
// seeds. `npm run bench:lab-search`; the figures stand in bench/README.md.

import process from 'node:process';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { SearchAlgorithm } from '#backtesting/sweep/create-search.ts';
import { gridSurfaces } from './lab/surfaces.ts';
import type { GridSurface } from './lab/surfaces.ts';

const SEEDS = Array.from({ length: 30 }, (_, place) => place + 1);
const CONFIG = {
  populationMax: 10,
  generationsMax: 100,
  elitesMax: 3,
  mixPercent: 40,
  adjustPercent: 25,
};
const GOAL = 0.95;
const ALGORITHMS = ['random', 'intelligent', 'cluster'] as const;

/** Runs until the goal was reached; one more than the budget when it was not. */
function runsNeeded(algorithm: SearchAlgorithm, surface: GridSurface, seed: number): number {
  const search = createSearch(algorithm, surface.space, CONFIG, seed);
  let made = 0;
  for (let proposal = search.propose(); proposal !== null; proposal = search.propose()) {
    for (const combination of proposal.combinations) {
      made += 1;
      if ((surface.scores[combination] ?? 0) >= GOAL) return made;
    }
    search.tell(proposal.combinations.map((index) => surface.noisyScores[index] ?? NaN));
  }
  return search.runsMax + 1;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

function line(cells: readonly (string | number)[]): void {
  const padded = cells.map((cell, place) => String(cell).padStart(place === 0 ? 0 : 12));
  process.stdout.write(
    `${padded.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell)).join('')}\n`,
  );
}

line(['median runs', ...ALGORITHMS, '(missed)']);
const all: Record<string, number[]> = { random: [], intelligent: [], cluster: [] };
for (const surface of gridSurfaces()) {
  const needed = ALGORITHMS.map((algorithm) =>
    SEEDS.map((seed) => runsNeeded(algorithm, surface, seed)),
  );
  for (const [place, algorithm] of ALGORITHMS.entries())
    all[algorithm]?.push(...(needed[place] ?? []));
  const budget = CONFIG.populationMax * CONFIG.generationsMax;
  const missed = needed.map((runs) => runs.filter((count) => count > budget).length).join('/');
  line([surface.name, ...needed.map(median), missed]);
}
line(['all', ...ALGORITHMS.map((algorithm) => median(all[algorithm] ?? []))]);
