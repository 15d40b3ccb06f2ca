// One pass over a law's matrix, counted by participant.

import type { CellSpans, Law, MatrixSize, TriedCell } from './law.ts';

export interface ParticipantCount {
  readonly participant: string;
  readonly cellsCount: number;
  readonly heldCount: number;
  readonly excusedCount: number;
}

export interface LawResult {
  readonly counts: readonly ParticipantCount[];
  readonly broken: readonly TriedCell[];
  /** Cells by the reason that excuses them. */
  readonly excuses: ReadonlyMap<string, number>;
  /** What cells took, by their setting. */
  readonly spans: ReadonlyMap<string, readonly CellSpans[]>;
  /** Registered, but without a cell in the matrix. */
  readonly absent: readonly string[];
}

/** Tries the cells of the chosen share; each registered participant has a row. */
export async function tryLaw(law: Law, size: MatrixSize): Promise<LawResult> {
  const registered = await law.participants();
  const byParticipant = new Map(
    registered.map((participant) => [participant, { cells: 0, held: 0, excused: 0 }]),
  );
  const broken: TriedCell[] = [];
  const spans: CellSpans[] = [];
  const excuses = new Map<string, number>();
  for await (const tried of law.tryCells(size)) {
    const count = byParticipant.get(tried.participant);
    if (count === undefined) {
      broken.push({ ...tried, verdict: { kind: 'broken', finding: 'no registry has it' } });
      continue;
    }
    count.cells += 1;
    if (tried.spans !== undefined) spans.push(tried.spans);
    if (tried.verdict.kind === 'held') count.held += 1;
    else if (tried.verdict.kind === 'broken') broken.push(tried);
    else {
      count.excused += 1;
      excuses.set(tried.verdict.reason, (excuses.get(tried.verdict.reason) ?? 0) + 1);
    }
  }
  return {
    counts: [...byParticipant].map(([participant, count]) => ({
      participant,
      cellsCount: count.cells,
      heldCount: count.held,
      excusedCount: count.excused,
    })),
    broken,
    excuses,
    spans: Map.groupBy(spans, ({ setting }) => setting),
    absent: registered.filter((each) => byParticipant.get(each)?.cells === 0),
  };
}
