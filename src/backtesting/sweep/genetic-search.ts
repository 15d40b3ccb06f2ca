// The `intelligent` search: each generation is bred from the best so far and the generation before
// it. Children take genes of two parents and change some; one that was tried before changes more,
// so that every run is of something new.

import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import {
  choicesOf,
  combinationOf,
  countCombinations,
  parameterAt,
} from '#backtesting/sweep/parameter-space.ts';
import { scoreOrNone } from '#backtesting/sweep/search.ts';
import type { Search, SearchConfig } from '#backtesting/sweep/search.ts';
import { sweepChance } from '#backtesting/sweep/sweep-chance.ts';
import type { SweepChance } from '#backtesting/sweep/sweep-chance.ts';
import { rankTrials } from '#backtesting/sweep/trial.ts';
import type { Trial } from '#backtesting/sweep/trial.ts';
import { triedCombinations } from '#backtesting/sweep/tried-combinations.ts';

/** A child that was tried before is changed so often before chance decides alone. */
const ATTEMPTS_MAX = 40;

/** Parents are the best of so many drawn from the pool. */
const TOURNAMENT_SIZE = 2;

/** Search by generations; the same seed and results propose the same combinations. */
export function geneticSearch(space: ParameterSpace, config: SearchConfig, seed: number): Search {
  const count = countCombinations(space);
  const chance = sweepChance(seed);
  const tried = triedCombinations(count);
  let generation = 0;
  let proposed: Float64Array = new Float64Array();
  let elites: readonly Trial[] = [];
  let pool: readonly Trial[] = [];

  function breedNew(): number | null {
    if (pool.length > 0) {
      const child = breed(space, config, pool, chance);
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const combination = combinationOf(space, child);
        if (tried.add(combination)) return combination;
        changeGene(space, child, chance.below(child.length), chance);
      }
    }
    return tried.addFresh(chance);
  }

  return {
    isAdaptive: true,
    runsMax: Math.min(count, config.populationMax * config.generationsMax),
    propose: () => {
      if (generation >= config.generationsMax) return null;
      const combinations: number[] = [];
      while (combinations.length < config.populationMax) {
        const combination = breedNew();
        if (combination === null) break;
        combinations.push(combination);
      }
      if (combinations.length === 0) return null;
      proposed = Float64Array.from(combinations);
      generation += 1;
      return { generation: generation - 1, combinations: proposed };
    },
    tell: (scores) => {
      const trials = Array.from(proposed, (combination, place) => ({
        combination,
        score: scoreOrNone(scores[place]),
      }));
      pool = rankTrials([...elites, ...trials]);
      elites = pool.slice(0, config.elitesMax);
    },
  };
}

function breed(
  space: ParameterSpace,
  config: SearchConfig,
  pool: readonly Trial[],
  chance: SweepChance,
): number[] {
  const first = choicesOf(space, pickParent(pool, chance));
  const second = choicesOf(space, pickParent(pool, chance));
  const child = first.map((gene, index) =>
    chance.share() * 100 < config.mixPercent ? (second[index] ?? gene) : gene,
  );
  for (let index = 0; index < child.length; index += 1)
    if (chance.share() * 100 < config.adjustPercent) changeGene(space, child, index, chance);
  return child;
}

/** The pool is ranked, so the lowest place drawn is the best. */
function pickParent(pool: readonly Trial[], chance: SweepChance): number {
  let place = pool.length - 1;
  for (let draw = 0; draw < TOURNAMENT_SIZE; draw += 1)
    place = Math.min(place, chance.below(pool.length));
  return pool[place]?.combination ?? 0;
}

/**
 * To another value: of ordered ones mostly a near one (one step in two out of three cases, two in
 * two out of nine, and so on), else any.
 */
function changeGene(
  space: ParameterSpace,
  choices: number[],
  index: number,
  chance: SweepChance,
): void {
  const { valuesCount, isOrdered } = parameterAt(space, index);
  if (valuesCount < 2) return;
  const own = choices[index] ?? 0;
  if (isOrdered && chance.share() < 0.8) {
    let step = 1;
    while (chance.share() < 1 / 3) step += 1;
    const isUp = chance.share() < 0.5;
    const moved = own + (isUp ? step : -step);
    if (moved >= 0 && moved < valuesCount) {
      choices[index] = moved;
      return;
    }
  }
  choices[index] = (own + 1 + chance.below(valuesCount - 1)) % valuesCount;
}
