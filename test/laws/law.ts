// The shape of a law: a rule that holds for every driver, strategy, entry point, list or command,
// with a matrix that each of them joins by being in its registry.

/** One case of the matrix, after it was tried. */
export interface TriedCell {
  /** The driver, strategy, entry point, list or command, as its registry names it. */
  readonly participant: string;
  /** The case, readable alone: 'stop loss, spot, one lot'. */
  readonly cell: string;
  readonly verdict: Verdict;
  readonly spans?: CellSpans;
}

/** Of a response: turns of the event loop, and milliseconds of this machine. */
export interface Took {
  readonly turnsCount: number;
  readonly ms: number;
}

/** What something took in a setting, beside a quiet day. It is printed, and judges nothing. */
export interface CellSpans {
  /** Cells of one setting are one row: 'exchanges: requests hung'. */
  readonly setting: string;
  readonly quiet: Took;
  readonly found: Took;
}

export type Verdict =
  | { readonly kind: 'held' }
  /** The case cannot occur or is allowed to differ; the reason stands in the table. */
  | { readonly kind: 'excused'; readonly reason: string }
  | { readonly kind: 'broken'; readonly finding: string };

/** A violation made on purpose, which shows that matrix and judge can see. */
export interface PlantedViolation {
  readonly name: string;
  /** The first cell that the violation breaks, or null when nothing noticed it. */
  readonly find: () => Promise<TriedCell | null>;
}

export interface MatrixSize {
  /** The share of the cases of each participant, above 0 and at most 1. */
  readonly share: number;
  /** Chooses among the cases, and feeds whatever the matrix generates. */
  readonly seed: number;
}

export interface Law {
  /** The number in the table of the laws. */
  readonly number: number;
  readonly title: string;
  /** Every participant, from the registries: one without a cell fails the law. */
  readonly participants: () => Promise<readonly string[]>;
  readonly tryCells: (size: MatrixSize) => AsyncIterable<TriedCell>;
  readonly planted: readonly PlantedViolation[];
}

export const HELD: Verdict = { kind: 'held' };

export function broken(finding: string): Verdict {
  return { kind: 'broken', finding };
}

export function excused(reason: string): Verdict {
  return { kind: 'excused', reason };
}
