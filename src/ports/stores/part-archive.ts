// Files of stored rows that are to be dropped, one for each part of their table. Throws Failure.

import type { OldPart } from '#ports/stores/part-store.ts';

export type OpenPartFile<Row> = {
  add(rows: readonly Row[]): Promise<void>;
  /** The file has its name and survives a loss of power. */
  finish(): Promise<void>;
  /** Nothing of it stays; also after what failed. */
  abandon(): Promise<void>;
};

export type PartArchive<Row> = {
  /** Begins the file anew. Installations may share an archive. */
  open(part: Pick<OldPart, 'name' | 'installationId'>): Promise<OpenPartFile<Row>>;
};
