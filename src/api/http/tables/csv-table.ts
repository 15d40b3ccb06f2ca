// A table as comma-separated values, its names first.

import { csvLine } from '#lib/csv.ts';
import type { TableFormat } from '#api/http/tables/table-format.ts';

const NOTHING = new Uint8Array();

export const CSV_TABLE: TableFormat = {
  contentType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  open(columns) {
    let head = csvLine(columns.map(({ name }) => name));
    return {
      add(items) {
        const lines = items.map((item) => csvLine(columns.map(({ read }) => read(item))));
        const text = head + lines.join('');
        head = '';
        return Buffer.from(text);
      },
      end: () => (head === '' ? NOTHING : Buffer.from(head)),
    };
  },
};
