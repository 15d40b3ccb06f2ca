// A stateful thread whose requests try what it must not do. Such threads respond at once, so the
// first request begins the attempts, and later ones get null until all have ended.

import { serveStatefulThread } from '#adapters/threads/serve-stateful-thread.ts';
import type { Escape, Outcomes } from './try-attempts.ts';
import { tryAttempts } from './try-attempts.ts';

let trying: Promise<void> | null = null;
let outcomes: Outcomes | null = null;

serveStatefulThread((sent) => {
  trying ??= tryAttempts(sent as Escape).then((ended) => void (outcomes = ended));
  return outcomes;
});
