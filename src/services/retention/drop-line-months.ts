// Drops months of log lines that are old enough, each after it was archived where there is an
// archive. A process that dies in between leaves the month to the next one, which begins its file
// anew.

import { LIMITS } from '#lib/limits.ts';
import type { LineMonthStore, OldMonth, StoredLine } from '#ports/stores/line-month-store.ts';
import type { LineArchive } from '#ports/stores/line-archive.ts';

export type DropLineMonthsDeps = {
  readonly lineMonths: LineMonthStore;
  /** Null: lines are dropped and nothing remains. */
  readonly lineArchive: LineArchive | null;
};

export type DroppedMonth = {
  readonly name: string;
  /** How many lines were written into its file now. */
  readonly archivedCount: number;
};

/** Those that are busy come later. Throws Failure, with what was dropped before being dropped. */
export async function dropLineMonths(
  { lineMonths, lineArchive }: DropLineMonthsDeps,
  ownerId: string,
  beforeMs: number,
  signal: AbortSignal,
): Promise<readonly DroppedMonth[]> {
  const dropped: DroppedMonth[] = [];
  for (const old of await lineMonths.claimOldMonths(ownerId, beforeMs)) {
    const read = (after: StoredLine | null) =>
      signal.aborted
        ? Promise.resolve(null)
        : lineMonths.readMonth(ownerId, old.month, after, LIMITS.linesArchivedAtOnceMax);
    const archivedCount =
      lineArchive === null || old.isArchived ? 0 : await archive(lineArchive, old, read);
    if (archivedCount === null) break;
    if (lineArchive !== null && !old.isArchived) await lineMonths.noteArchived(old.month);
    if (await lineMonths.dropMonth(old.month)) dropped.push({ name: old.name, archivedCount });
  }
  return dropped;
}

/** How many lines its file has; null: it was given up. */
async function archive(
  lineArchive: LineArchive,
  month: OldMonth,
  read: (after: StoredLine | null) => Promise<readonly StoredLine[] | null>,
): Promise<number | null> {
  const file = await lineArchive.open(month);
  try {
    let count = 0;
    let page = await read(null);
    while (page !== null && page.length > 0) {
      await file.add(page);
      count += page.length;
      page = await read(page.at(-1) ?? null);
    }
    if (page !== null) {
      await file.finish();
      return count;
    }
  } catch (error) {
    await file.abandon();
    throw error;
  }
  await file.abandon();
  return null;
}
