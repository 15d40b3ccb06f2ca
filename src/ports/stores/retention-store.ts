// Pruning of stored data by kind, in slices. Of several processes one prunes a kind at a time, and
// another goes on where it died. Throws Failure, and OutcomeUnknown; repeating a call is safe.

/** Kinds whose rows have no other work that deletes them. */
export const PRUNED_KINDS = ['lines', 'steps', 'brackets', 'backtests', 'labs', 'usage'] as const;
export type PrunedKind = (typeof PRUNED_KINDS)[number];

export type WantedSlice = {
  readonly kind: PrunedKind;
  /** Of the process. */
  readonly ownerId: string;
  readonly beforeMs: number;
  readonly rowsMax: number;
};

export type PrunedSlice = {
  readonly deletedCount: number;
  /** All of the kind was looked through, lately or just now, or another process is at it. */
  readonly isOver: boolean;
};

export type RetentionStore = {
  pruneSlice(wanted: WantedSlice): Promise<PrunedSlice>;
  /**
   * Joins rows of steps that no load from a snapshot reads; what a replay reads stays the same.
   * The count is of rows that there are fewer, of `rowsMax` at most; a pack is made whole.
   */
  packSteps(ownerId: string, rowsMax: number): Promise<PrunedSlice>;
};
