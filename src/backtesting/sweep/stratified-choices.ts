// A Latin hypercube over a space: each parameter's values are cut into as many bands as samples are
// wanted, and every band of every parameter is used once.

import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import type { SweepChance } from '#backtesting/sweep/sweep-chance.ts';

/** `length` samples, each the place of a value for every parameter; samples may be equal. */
export function stratifiedChoices(
  space: ParameterSpace,
  length: number,
  chance: SweepChance,
): number[][] {
  const columns = space.parameters.map(({ valuesCount }) => {
    const bands = shuffled(length, chance);
    return bands.map((band) => Math.floor(((band + chance.share()) / length) * valuesCount));
  });
  return Array.from({ length }, (_, place) => columns.map((column) => column[place] ?? 0));
}

/** 0 to `length - 1` in random order. */
function shuffled(length: number, chance: SweepChance): number[] {
  const places = Array.from({ length }, (_, place) => place);
  for (let place = length - 1; place > 0; place -= 1) {
    const other = chance.below(place + 1);
    const retained = places[place] ?? 0;
    places[place] = places[other] ?? 0;
    places[other] = retained;
  }
  return places;
}
