// Documents of bots as they were stored, of which one may be damaged: whoever needs it fails, and
// whoever works through many of them goes on with the others.

import { Failure } from '#venue-port/world/failure.ts';

/** Throws Failure when `read` throws: it does not pass by itself. */
export function readStored<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'unknown';
    const message = `What is stored of ${name} cannot be read: ${cause}`;
    throw new Failure('corrupt_reply', message, { cause: error, source: 'store', isDefect: true });
  }
}
