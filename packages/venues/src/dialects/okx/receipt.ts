// Receipts of OKX: what it says of the only order of a request.

import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

/**
 * Receipt of the only order. Throws `UnreadableReply` for more than one and for one that did not
 * succeed.
 */
export function receiptOf(data: readonly unknown[]): ReplyFields {
  if (data.length !== 1) throw new UnreadableReply('The reply is not of one order.');
  const fields = replyFields(data[0], 'The acknowledgement');
  if (fields['sCode'] !== '0') throw new UnreadableReply('The reply does not say what happened.');
  return fields;
}
