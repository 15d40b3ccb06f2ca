// Drops parts of a table that are old enough, each after it was archived where there is an archive.
// A process that dies in between leaves the part to the next one, which begins its file anew.

import { LIMITS } from '#lib/limits.ts';
import type { PartArchive } from '#ports/stores/part-archive.ts';
import type { OldPart, PartStore } from '#ports/stores/part-store.ts';

export type DropPartsDeps<Row> = {
  readonly parts: PartStore<Row>;
  /** Null: rows are dropped and nothing remains. */
  readonly archive: PartArchive<Row> | null;
};

export type DroppedPart = {
  readonly name: string;
  /** How many rows were written into its file now. */
  readonly archivedCount: number;
};

/** Those that are busy come later. Throws Failure, with what was dropped before being dropped. */
export async function dropParts<Row>(
  { parts, archive }: DropPartsDeps<Row>,
  ownerId: string,
  olds: readonly OldPart[],
  signal: AbortSignal,
): Promise<readonly DroppedPart[]> {
  const dropped: DroppedPart[] = [];
  for (const old of olds) {
    const read = (after: Row | null) =>
      signal.aborted
        ? Promise.resolve(null)
        : parts.readPart(ownerId, old.id, after, LIMITS.rowsArchivedAtOnceMax);
    const archivedCount =
      archive === null || old.isArchived ? 0 : await writeFile(archive, old, read);
    if (archivedCount === null) break;
    if (archive !== null && !old.isArchived) await parts.noteArchived(old.id);
    if (await parts.dropPart(old.id)) dropped.push({ name: old.name, archivedCount });
  }
  return dropped;
}

/** How many rows its file has; null: it was given up. */
async function writeFile<Row>(
  archive: PartArchive<Row>,
  part: OldPart,
  read: (after: Row | null) => Promise<readonly Row[] | null>,
): Promise<number | null> {
  const file = await archive.open(part);
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
