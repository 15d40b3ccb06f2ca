// Mutants that no test can find because they do the same, each with the reason. They are named by
// the text of their line, so that they survive changes elsewhere in the file; one that names no
// mutant any more fails a test.

import type { Mutant } from './find-mutants.ts';

type EqualMutant = {
  readonly file: string;
  /** The line of the mutant, without the spaces around it. */
  readonly line: string;
  readonly flip: string;
  readonly reason: string;
};

export const EQUAL_MUTANTS: readonly EqualMutant[] = [
  {
    file: 'src/domain/matching/oca-group.ts',
    line: "return (kind === 'cancel' || filledLots > leftLots ? leftLots : filledLots) as Lots;",
    flip: '> -> >=',
    reason: 'either side of the choice is the same number when both are equal',
  },
  {
    file: 'src/domain/matching/oca-group.ts',
    line: 'return left > 0n ? left : 0n;',
    flip: '> -> >=',
    reason: 'nothing left is nothing left',
  },
  {
    file: 'src/domain/matching/oca-group.ts',
    line: 'if (oca === null) return remainingLots;',
    flip: 'oca === null -> false',
    reason: 'an order without a group is of no group, so that nothing is taken off it below',
  },
];

/** Why the mutant does the same as its source; null when that is not known. */
export function reasonOf(file: string, text: string, mutant: Mutant): string | null {
  const line = (text.split('\n')[mutant.line - 1] ?? '').trim();
  const known = EQUAL_MUTANTS.find(
    (each) => each.file === file && each.line === line && each.flip === mutant.flip,
  );
  return known?.reason ?? null;
}
