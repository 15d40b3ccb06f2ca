// Log lines of bots by month, which are dropped whole. Of several processes one drops months at a
// time, and another goes on where it died. Throws Failure, and OutcomeUnknown; repeating a call is
// safe.

export type OldMonth = {
  /** Since January 1970. */
  readonly month: number;
  /** Such as `2026-11`. */
  readonly name: string;
  readonly installationId: string;
  readonly isArchived: boolean;
};

export type StoredLine = {
  readonly botId: string;
  readonly sequence: number;
  readonly atMs: number;
  readonly severity: string;
  readonly message: string;
  /** JSON: as it was sent to the owner; null: it was not. */
  readonly notice: string | null;
};

export type LineMonthStore = {
  /** Makes room for the lines of this month and the next two; how many months were made. */
  keepMonths(): Promise<number>;
  /** Months of which each line is older, the first one first; none while others are at it. */
  claimOldMonths(ownerId: string, beforeMs: number): Promise<readonly OldMonth[]>;
  /** In the order of bots and lines; null where another process is at it now. */
  readMonth(
    ownerId: string,
    month: number,
    after: StoredLine | null,
    limit: number,
  ): Promise<readonly StoredLine[] | null>;
  noteArchived(month: number): Promise<void>;
  /** False while others use the lines for long, as a backup does. */
  dropMonth(month: number): Promise<boolean>;
};
