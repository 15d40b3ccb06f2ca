// Log lines of bots by month, numbered since January 1970.

import type { OldPart, PartStore } from '#ports/stores/part-store.ts';

export type StoredLine = {
  readonly botId: string;
  readonly sequence: number;
  readonly atMs: number;
  readonly severity: string;
  readonly message: string;
  /** JSON: as it was sent to the owner; null: it was not. */
  readonly notice: string | null;
};

export type LineMonthStore = PartStore<StoredLine> & {
  /** Makes room for the lines of this month and the next two; how many months were made. */
  keepMonths(): Promise<number>;
  /** Months of which each line is older, the first one first; none while others are at it. */
  claimOldMonths(ownerId: string, beforeMs: number): Promise<readonly OldPart[]>;
};
