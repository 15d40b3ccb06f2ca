// Law 5: one bad row costs itself. Each list of each dialect, with each field of a row damaged in
// each way: the other rows stay as they are, what is left out is named, and what it leaves unknown
// is neither zero, flat nor absent.

import { DIALECT_CODES } from '#venues/dialects/load-dialect.ts';
import { seededChance } from '../../sim/chance.ts';
import type { Law, MatrixSize, TriedCell } from '../law.ts';
import { excused } from '../law.ts';
import { listNames, listsOf, WITHOUT_ROWS } from './lists-of.ts';
import { PLANTED_ROWS } from './planted-rows.ts';
import { cellsOf } from './row-cells.ts';

export const ROWS_LAW: Law = {
  number: 5,
  title: 'one bad row costs itself',
  participants: listNames,
  tryCells,
  planted: PLANTED_ROWS,
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const chance = seededChance(seed);
  for (const code of DIALECT_CODES)
    for (const list of listsOf(code))
      yield* cellsOf(
        `${code} ${list.name}`,
        list,
        (index) => index === 0 || chance.below(10_000) < share * 10_000,
      );
  yield {
    participant: WITHOUT_ROWS,
    cell: 'the account',
    verdict: excused('it is one row, whose reply is the whole list'),
  };
}
