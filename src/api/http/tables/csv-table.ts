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
      end(leftOutCount) {
        const note = leftOutCount === 0 ? '' : noteOf(leftOutCount);
        return head + note === '' ? NOTHING : Buffer.from(head + note);
      },
    };
  },
};

/** No row: it begins as comments do in what has them. */
function noteOf(leftOutCount: number): string {
  return csvLine([`# rows that cannot be read and are left out: ${leftOutCount}`]);
}
