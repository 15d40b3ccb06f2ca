// Packs of steps: consecutive rows of a run that become one, under the number of the first event. A
// row of several steps is read like one of several events, also by the release before.

/** A row of a run; `size` is the length of its text in bytes. */
export type StepRow = {
  readonly bot_id: string;
  readonly activation: number;
  readonly sequence: number;
  readonly size: number;
};

/** Rows of a run from the first number to the last. */
export type StepPack = {
  readonly botId: string;
  readonly activation: number;
  readonly first: number;
  readonly last: number;
  readonly rowsCount: number;
};

/** A pack is at least so large, so that its text is compressed and few rows stay beside packs. */
export const PACK_BYTES = 32_768;
/** Tiny rows: so many are one as well. */
export const PACK_ROWS_MAX = 500;

/**
 * Packs of the rows, which are in the order of their runs and numbers and leave no row out. The
 * last rows of a run stay as they are until more of them make a pack.
 */
export function packsOf(rows: readonly StepRow[]): readonly StepPack[] {
  const packs: StepPack[] = [];
  let begun: { readonly row: StepRow; size: number; rowsCount: number } | null = null;
  for (const row of rows) {
    if (begun === null || !isOfOneRun(begun.row, row)) begun = { row, size: 0, rowsCount: 0 };
    begun.size += row.size;
    begun.rowsCount += 1;
    if (begun.size < PACK_BYTES && begun.rowsCount < PACK_ROWS_MAX) continue;
    const { rowsCount } = begun;
    const { bot_id: botId, activation, sequence: first } = begun.row;
    if (rowsCount > 1) packs.push({ botId, activation, first, last: row.sequence, rowsCount });
    begun = null;
  }
  return packs;
}

function isOfOneRun(left: StepRow, right: StepRow): boolean {
  return left.bot_id === right.bot_id && left.activation === right.activation;
}
