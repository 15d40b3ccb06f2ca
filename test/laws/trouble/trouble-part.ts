// Part of a dependency in the law of trouble: its rows of the table, its cells, and the violations
// that they find.

import type { MatrixSize, PlantedViolation, TriedCell } from '../law.ts';

export interface TroublePart {
  /** Begins the name of each of its participants: 'exchanges', 'database'. */
  readonly dependency: string;
  /** Every operation, and whatever else depends on it, without the name of the dependency. */
  readonly participants: () => Promise<readonly string[]>;
  readonly tryCells: (size: MatrixSize) => AsyncIterable<TriedCell>;
  readonly planted: readonly PlantedViolation[];
}
