// The `cluster` search: a first pass that touches every band of every parameter, then the rest of
// the budget around the best centres found, which move as better ones are found. Around a centre
// that no longer improves the search narrows; one that is searched through gives way to another.

import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import {
  choicesOf,
  combinationOf,
  countCombinations,
  parameterAt,
} from '#backtesting/sweep/parameter-space.ts';
import { scoreOrNone } from '#backtesting/sweep/search.ts';
import type { Search, SearchConfig } from '#backtesting/sweep/search.ts';
import { stratifiedChoices } from '#backtesting/sweep/stratified-choices.ts';
import { sweepChance } from '#backtesting/sweep/sweep-chance.ts';
import type { SweepChance } from '#backtesting/sweep/sweep-chance.ts';
import { rankTrials } from '#backtesting/sweep/trial.ts';
import type { Trial } from '#backtesting/sweep/trial.ts';
import { triedCombinations } from '#backtesting/sweep/tried-combinations.ts';

/** Of the first pass, for each parameter. */
const BANDS_PER_PARAMETER = 4;
/** The first pass takes at most this share of the budget. */
const FIRST_PASS_SHARE = 0.25;
/** Half the width of the neighbourhood of a new centre, as a share of a parameter's values. */
const WIDTH_START = 0.25;
const WIDTH_SHRINK = 0.7;
/** So many draws find nothing new before a centre counts as searched through. */
const ATTEMPTS_MAX = 60;
const TRIALS_RETAINED = 200;

type Centre = Trial & { readonly width: number };

/** Search in rounds; the same seed and results propose the same combinations. */
export function clusterSearch(space: ParameterSpace, config: SearchConfig, seed: number): Search {
  const count = countCombinations(space);
  const runsMax = Math.min(count, config.populationMax * config.generationsMax);
  const chance = sweepChance(seed);
  const tried = triedCombinations(count);
  let round = 0;
  let made = 0;
  let proposed: Float64Array = new Float64Array();
  let centres: readonly Centre[] = [];
  let best: readonly Trial[] = [];

  function firstPass(): number[] {
    const wanted = Math.max(config.populationMax, BANDS_PER_PARAMETER * space.parameters.length);
    const length = Math.max(1, Math.min(runsMax, wanted, Math.ceil(runsMax * FIRST_PASS_SHARE)));
    return stratifiedChoices(space, length, chance).flatMap((choices) => {
      const combination = combinationOf(space, choices);
      if (tried.add(combination)) return [combination];
      return tried.addFresh(chance) ?? [];
    });
  }

  function around(): number[] {
    const combinations: number[] = [];
    const length = Math.min(config.populationMax, runsMax - made);
    for (let place = 0; combinations.length < length; place += 1) {
      const centre = centres[place % Math.max(1, centres.length)];
      const near = centre === undefined ? null : drawNear(centre);
      const combination = near ?? tried.addFresh(chance);
      if (combination === null) break;
      combinations.push(combination);
    }
    return combinations;
  }

  function drawNear(centre: Centre): number | null {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const choices = nearChoices(space, centre, chance);
      const combination = combinationOf(space, choices);
      if (tried.add(combination)) return combination;
    }
    return null;
  }

  return {
    isAdaptive: true,
    runsMax,
    propose: () => {
      if (made >= runsMax) return null;
      proposed = Float64Array.from(round === 0 ? firstPass() : around());
      made += proposed.length;
      round += 1;
      return { generation: round - 1, combinations: proposed };
    },
    tell: (scores) => {
      const trials = Array.from(proposed, (combination, place) => ({
        combination,
        score: scoreOrNone(scores[place]),
      }));
      best = rankTrials([...best, ...trials]).slice(0, TRIALS_RETAINED);
      centres = chooseCentres(space, best, centres, config.elitesMax);
    },
  };
}

/**
 * The best trials that do not lie in each other's neighbourhood. A centre that stayed narrows, a
 * new one starts as wide as the one that it grew from.
 */
function chooseCentres(
  space: ParameterSpace,
  best: readonly Trial[],
  before: readonly Centre[],
  centresMax: number,
): Centre[] {
  const chosen: Centre[] = [];
  for (const trial of best) {
    if (chosen.length >= Math.max(1, centresMax)) break;
    if (chosen.some((centre) => isWithin(space, centre, trial, WIDTH_START))) continue;
    const same = before.find((centre) => centre.combination === trial.combination);
    const parent = before.find((centre) => isWithin(space, centre, trial, WIDTH_START));
    const width = same === undefined ? (parent?.width ?? WIDTH_START) : same.width * WIDTH_SHRINK;
    chosen.push({ ...trial, width });
  }
  return chosen;
}

/** Whether two combinations differ by at most the width in every parameter. */
function isWithin(space: ParameterSpace, left: Trial, right: Trial, width: number): boolean {
  const theirs = choicesOf(space, right.combination);
  return choicesOf(space, left.combination).every((own, index) => {
    const { valuesCount, isOrdered } = parameterAt(space, index);
    const distance = Math.abs(own - (theirs[index] ?? 0));
    return isOrdered ? distance <= Math.max(1, width * valuesCount) : distance === 0;
  });
}

/** Each parameter within the centre's width or as it is; at least one differs where one can. */
function nearChoices(space: ParameterSpace, centre: Centre, chance: SweepChance): number[] {
  const choices = choicesOf(space, centre.combination);
  const certain = chance.below(choices.length);
  return choices.map((own, index) => {
    if (index !== certain && chance.share() < 0.5) return own;
    const { valuesCount, isOrdered } = parameterAt(space, index);
    if (valuesCount < 2) return own;
    if (!isOrdered) return (own + 1 + chance.below(valuesCount - 1)) % valuesCount;
    const reach = Math.max(1, Math.round(centre.width * valuesCount));
    const moved = own + (1 + chance.below(reach)) * (chance.share() < 0.5 ? 1 : -1);
    return Math.min(valuesCount - 1, Math.max(0, moved));
  });
}
