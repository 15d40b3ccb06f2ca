// Figure of stored rows that this process has met and cannot read.

import { unreadableCounts } from '#adapters/postgres/rows/stored-rows.ts';
import type { Figure } from '#api/http/responses/metrics.ts';

/** Shown from the start; the others once there is one. */
const TABLES = ['orders', 'bots'];

/** Counter by table, with a zero for each table that has none. */
export function recordFigures(role: string): Figure {
  const counts = unreadableCounts();
  const tables = [...new Set([...TABLES, ...counts.keys()])];
  return {
    name: 'tidemill_unreadable_records_total',
    kind: 'counter',
    help: 'Readings of stored rows that cannot be read, by table.',
    samples: tables.map((table) => ({ labels: { role, table }, value: counts.get(table) ?? 0 })),
  };
}
