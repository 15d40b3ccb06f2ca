// Cuts what a socket brings into lines, and gives up on one that grows without end.

import type { LinkSocket } from '#adapters/venue-link/venue-sockets.ts';

/** A list of all markets of a large venue has some 3 MB. */
const LINE_CHARACTERS_MAX = 32 * 1024 * 1024;

/** Ends the connection with an error when a line is too long or `onLine` throws. */
export function readLines(
  socket: Pick<LinkSocket, 'setEncoding' | 'on' | 'destroy'>,
  onLine: (line: string) => void,
): void {
  /** Pieces of a line that has not ended; joined once, so that a long line costs its length. */
  let pieces: string[] = [];
  let charactersCount = 0;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    try {
      const [first = '', ...others] = chunk.split('\n');
      pieces.push(first);
      charactersCount += first.length;
      for (const next of others) {
        onLine(pieces.join(''));
        pieces = [next];
        charactersCount = next.length;
      }
      if (charactersCount > LINE_CHARACTERS_MAX) throw new Error('a line has no end');
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
