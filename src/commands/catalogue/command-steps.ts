// The steps of a call of each command; see command-costs.ts.

import { COMMAND_COSTS } from '#commands/catalogue/command-costs.ts';
import { present } from '#lib/assert.ts';

const STEPS: ReadonlyMap<string, number> = new Map(
  COMMAND_COSTS.flatMap(({ steps, names }) => names.map((name): [string, number] => [name, steps])),
);

/** Of a command by its name. */
export function commandSteps(name: string): number {
  return present(STEPS.get(name), `"${name}" has a cost`);
}
