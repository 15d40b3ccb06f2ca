// Ids that a venue counts upwards, by which its lists go on: texts of digits, of any length.

import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { idField, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

const DIGITS = /^(?:0|[1-9]\d{0,31})$/;

/** Id of digits. Throws `UnreadableReply` for any other. */
export function countedIdField(fields: ReplyFields, name: string): string {
  const id = idField(fields, name);
  if (!DIGITS.test(id)) throw new UnreadableReply(`"${name}" is no id of digits.`);
  return id;
}

/** The first that may come next. */
export function idAfter(id: string): string {
  return String(BigInt(id) + 1n);
}

/** Below zero where the left one is older. */
export function compareIds(left: string, right: string): number {
  if (left === right) return 0;
  return left.length - right.length || (left < right ? -1 : 1);
}
