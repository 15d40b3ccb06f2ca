// What a checking thread runs: each source that it is sent, it compiles and tries, and says what it
// found.

import { parentPort } from 'node:worker_threads';
import type { CheckRequest } from '#adapters/threads/thread-script-checker.ts';
import { present } from '#lib/assert.ts';
import { checkSource } from '#main/check-source.ts';

const port = present(parentPort, 'this module is started as a thread');

port.on('message', ({ source, libraries }: CheckRequest) => {
  port.postMessage(checkSource(source, libraries));
});
