// What a checking thread runs: each source that it is sent, it compiles and tries, and says what it
// found.

import { serveThread } from '#adapters/threads/serve-thread.ts';
import { checkSource } from '#main/checks/check-source.ts';
import type { CheckRequest } from '#services/scripts/compute-checker.ts';
import { drawKeyPlaces } from '#main/draw-key-places.ts';

drawKeyPlaces();

serveThread((sent) => {
  const { source, libraries } = sent as CheckRequest;
  return checkSource(source, libraries);
});
