// Space of the disks that folders are on.

import { statfs } from 'node:fs/promises';

export type DiskSpace = { readonly freeBytes: number; readonly sizeBytes: number };

/** What an ordinary user may still write; null where the folder cannot be reached. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return null;
  }
}
