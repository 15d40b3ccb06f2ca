// Removes a folder in which a killed program may still write: PostgreSQL ends a moment after the
// process that started it, and until then makes new files in a folder that is being emptied.

import { rm } from 'node:fs/promises';

const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } as const;

/** Retries for 21 s, ever more slowly, while the folder fills again; absent folders are fine. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, REMOVAL);
}
