// Pages of the lists of Bitget's v3 interface: rows, and the cursor from which the next goes on.

import { countedIdField, compareIds } from '#venues/dialects/reply/counted-id.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

const ROWS_PER_CALL_MAX = 100;

type ListedPage = {
  readonly rows: readonly unknown[];
  /** Null after the last page. */
  readonly next: string | null;
};

/** `idName`: the field by which the list is counted; its cursor is an id of it. */
export function pageOf(before: string | null, idName: string) {
  return {
    parameters: {
      limit: ROWS_PER_CALL_MAX,
      ...(before === null ? {} : { cursor: before }),
    },
    readPage(this: void, data: unknown): ListedPage {
      const fields = replyFields(data, 'The page');
      // A list without rows is null in some replies.
      const rows = fields['list'] === null ? [] : replyList(fields['list'], 'The list');
      if (rows.length < ROWS_PER_CALL_MAX) return { rows, next: null };
      const next = countedIdField(fields, 'cursor');
      countedIdField(replyFields(rows.at(-1), 'The row'), idName);
      if (before !== null && compareIds(next, before) >= 0)
        throw new UnreadableReply('The list does not go on.');
      return { rows, next };
    },
  };
}
