// Pages of Bybit's lists: a result with a list and the cursor of the next page.

import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

export type BybitPage = {
  readonly list: readonly unknown[];
  /** Null on the last page. Encoded for an address, to be sent as it is. */
  readonly nextCursor: string | null;
};

const ENCODED = /^[^\s&#?]+$/;

/** Page of a result; the cursor is null on the last page. */
export function readPage(result: unknown, what: string): BybitPage {
  const fields = replyFields(result, what);
  const list = replyList(fields['list'], what);
  const cursor = fields['nextPageCursor'] ?? '';
  if (cursor === '' || list.length === 0) return { list, nextCursor: null };
  if (typeof cursor !== 'string' || !ENCODED.test(cursor))
    throw new UnreadableReply('The cursor of a list is not encoded.');
  return { list, nextCursor: cursor };
}
