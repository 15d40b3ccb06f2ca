// Checking thread: it compiles and tries each source that it is sent, and reports what it found.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import { checkSource } from '#main/checks/check-source.ts';
import type { CheckRequest } from '#services/scripts/compute-checker.ts';
import { drawKeyPlaces } from '#main/draw-key-places.ts';

drawKeyPlaces();

serveThread((sent) => {
  const { source, libraries } = sent as CheckRequest;
  return checkSource(source, libraries);
});
