// Instants of KuCoin's interface of unified accounts, which counts them in nanoseconds.

import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { UnreadableReply, wholeIn } from '#venues/dialects/reply/reply-fields.ts';

const PER_MILLISECOND = 1_000_000n;
const MS_MAX = 100_000_000_000_000n;

/** Instant in milliseconds; parts of one are cut. Throws `UnreadableReply` for what is none. */
export function nanosecondsField(fields: ReplyFields, name: string): number {
  const atMs = (wholeIn(fields[name]) ?? 0n) / PER_MILLISECOND;
  if (atMs <= 0n || atMs > MS_MAX) throw new UnreadableReply(`"${name}" is not an instant.`);
  return Number(atMs);
}
