// Headers that a request has more than once.

import type { IncomingMessage } from 'node:http';

/**
 * Whether a header was sent more than once. Node keeps the first Authorization and Host and drops
 * the others without a word. `name` is in lower case.
 */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const other = rawHeaders[index] ?? '';
    if (other.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
