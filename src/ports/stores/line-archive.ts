// Files of log lines that are to be dropped, one for each month. Throws Failure.

import type { OldMonth, StoredLine } from '#ports/stores/line-month-store.ts';

export type OpenMonthFile = {
  add(lines: readonly StoredLine[]): Promise<void>;
  /** The file has its name and survives a loss of power. */
  finish(): Promise<void>;
  /** Nothing of it stays; also after what failed. */
  abandon(): Promise<void>;
};

export type LineArchive = {
  /** Begins the file anew. Installations may share an archive. */
  open(month: Pick<OldMonth, 'name' | 'installationId'>): Promise<OpenMonthFile>;
};
