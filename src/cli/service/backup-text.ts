// A backup in words, and as JSON for machines.

import type { BackupSummary } from '#cli/host.ts';
import { countText } from '#lib/group-thousands.ts';

const MIB = 2 ** 20;

/** Backup as machines read it. */
export function backupToJson(summary: BackupSummary) {
  return {
    folder: summary.folder,
    keys_file: summary.keysFile,
    taken_at: summary.takenAt,
    release: summary.release,
    migration: summary.migration,
    tables_count: summary.tablesCount,
    rows_count: summary.rowsCount,
    bytes: summary.bytes,
  };
}

/** `1,204 rows of 73 tables, 1.2 MiB, as of 2026-11-24T17:00:00.000Z`. */
export function backupText({ rowsCount, tablesCount, bytes, takenAt }: BackupSummary): string {
  const size = bytes < MIB ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
  return `${countText(rowsCount)} rows of ${tablesCount} tables, ${size}, as of ${takenAt}`;
}
