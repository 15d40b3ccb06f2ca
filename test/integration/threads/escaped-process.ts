// A process of compute that itself, beside any thread, tries what it must not do.

import { serveProcess } from '#adapters/processes/serve-process.ts';
import { accepted } from '#lib/result.ts';
import type { Escape } from './try-attempts.ts';
import { tryAttempts } from './try-attempts.ts';

serveProcess<Escape>(
  { run: async (escape) => accepted(await tryAttempts(escape)) },
  { residentMegabytesMax: 1_000, idleMegabytesMax: 1_000, end: () => process.exit() },
);
