// Figures of snapshots since the process began: how runs were loaded, and what came of their
// snapshots.

export type SnapshotFigures = {
  /** Runs that were loaded from a snapshot, and from their beginning. */
  loadedCount: number;
  replayedCount: number;
  /** Snapshots that were of no use. */
  unfitCount: number;
  writtenCount: number;
  /** Runs of which something could not be stored. */
  refusedCount: number;
  /** Compared with a replay, and those that were different. */
  checkedCount: number;
  differingCount: number;
};

/** Figures, all zero. */
export function snapshotFigures(): SnapshotFigures {
  return {
    loadedCount: 0,
    replayedCount: 0,
    unfitCount: 0,
    writtenCount: 0,
    refusedCount: 0,
    checkedCount: 0,
    differingCount: 0,
  };
}
