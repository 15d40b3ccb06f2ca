// Parts of a table by time, which are dropped whole. Of several processes one drops those of a
// table at a time, and another goes on where it died. Throws Failure, and OutcomeUnknown; repeating
// a call is safe.

export type OldPart = {
  readonly id: number;
  /** Such as `2026-11`. */
  readonly name: string;
  readonly installationId: string;
  readonly isArchived: boolean;
};

export type PartStore<Row> = {
  /** In the order of their key; null where another process is at it now. */
  readPart(
    ownerId: string,
    partId: number,
    after: Row | null,
    limit: number,
  ): Promise<readonly Row[] | null>;
  noteArchived(partId: number): Promise<void>;
  /** False while others use the rows for long, as a backup does. */
  dropPart(partId: number): Promise<boolean>;
};
