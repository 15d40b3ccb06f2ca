// Constants by their names, for bodies that compare with them.

import { assert } from '#lib/assert.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';

const VALUES: ReadonlyMap<string, number | string> = new Map(
  CONSTANT_CATALOGUE.flatMap(({ name, aliases = [], value }) =>
    [name, ...aliases].map((each): [string, number | string] => [each, value]),
  ),
);

/** The value of a constant; undefined when there is none of the name. */
export function findConstant(name: string): number | string | undefined {
  return VALUES.get(name);
}

/** The number of a constant that the catalogue has. */
export function constantNumber(name: string): number {
  const value = VALUES.get(name);
  assert(typeof value === 'number', `the catalogue has a constant of this name: ${name}`);
  return value;
}
