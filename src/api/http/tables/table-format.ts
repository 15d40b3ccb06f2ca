// Forms in which a list is sent as a table. Rows come page by page, and what can be sent already is
// sent, so that a long list costs no memory.

import type { TableColumn, TableItem } from '#api/http/tables/table-columns.ts';

export type TableFile = {
  /** What of the file can be sent now; may be nothing. */
  readonly add: (items: readonly TableItem[]) => Uint8Array;
  /** With how many rows of the list it lacks, where the file is all that is retained. */
  readonly end: (leftOutCount: number) => Uint8Array;
};

export type TableFormat = {
  readonly contentType: string;
  /** Of the file's name. */
  readonly extension: string;
  readonly open: (columns: readonly TableColumn[]) => TableFile;
};
