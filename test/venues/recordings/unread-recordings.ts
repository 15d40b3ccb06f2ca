// The list of recordings that no reader reads with its figures compared, each with its reason, in
// the order of their names.

import { fileURLToPath } from 'node:url';
import { accountOfRecordings } from './account-of-recordings.ts';

export const UNREAD_FILE = fileURLToPath(new URL('unread.txt', import.meta.url));

/** The text of the list, made of the recordings that are here. */
export async function unreadRecordings(): Promise<string> {
  const account = [...(await accountOfRecordings())];
  const unread = account.filter(([, { kind }]) => !kind.includes('with figures'));
  const lines = unread.map(([name, { reason }]) => `${name}: ${reason}\n`);
  return lines.toSorted((one, other) => (one < other ? -1 : 1)).join('');
}
