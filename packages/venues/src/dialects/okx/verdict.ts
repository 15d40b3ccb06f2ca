// Replies of OKX as verdicts. A reply has a code; that of an order or of its cancellation is
// repeated, more exactly, in the only item of the list.

import type { NotDone, Verdict } from '#venues/dialect.ts';
import { refusalRuleOf } from '#venues/dialects/okx/refusal-codes.ts';
import {
  notDone,
  readOutcome,
  retryAfterMsOf,
  statusDetail,
  unreadable,
  venueDetail,
} from '#venues/dialects/reply/read-outcome.ts';
import type { CallPurpose } from '#venues/dialects/reply/refusal-verdict.ts';
import { effectOf, refusalVerdict, unclear } from '#venues/dialects/reply/refusal-verdict.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

type ErrorBody = { readonly code: string; readonly text: string };
type Reply = ErrorBody & { readonly data: readonly unknown[] };

const DONE = '0';

/** Reads a reply that is no refusal; whatever throws `UnreadableReply` is unreadable. */
export function okxVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (data: readonly unknown[]) => T,
): Verdict<T> {
  const effect = effectOf(purpose);
  return readOutcome(effect, outcome, (reply, body): Verdict<T> => {
    const said = replyOf(body);
    const isSuccess = reply.status >= 200 && reply.status < 300;
    if (said !== null && isSuccess && said.code === DONE)
      return { kind: 'done', value: read(said.data) };
    const ofAddress = addressVerdict(reply, said);
    if (ofAddress !== null) return ofAddress;
    const detail = detailOf(reply, said);
    if (reply.status >= 500) return unclear(purpose, detail);
    if (said === null)
      return isSuccess
        ? unreadable(effect, `Status ${reply.status} without a code.`)
        : unclear(purpose, detail);
    const refusal = { detail, retryAfterMs: retryAfterMsOf(reply) };
    return refusalVerdict(refusalRuleOf(said.code), purpose, refusal);
  });
}

/** Of an order, what the list says of it comes first: the code around it is then "1". */
function replyOf(body: unknown): Reply | null {
  const { code, msg, data } = fieldsOf(body);
  if (typeof code !== 'string' || typeof msg !== 'string') return null;
  // Refusals may come without a list.
  const list: readonly unknown[] = Array.isArray(data) ? data : [];
  if (code === DONE && !Array.isArray(data)) throw new UnreadableReply('The reply has no list.');
  const ofItem = list.length === 1 ? itemCode(list[0]) : null;
  return { code, text: msg, data: list, ...(ofItem === null ? {} : ofItem) };
}

/** Null where the item is no receipt, or one of success: the reply's own code counts. */
function itemCode(item: unknown): ErrorBody | null {
  const { sCode, sMsg } = fieldsOf(item);
  if (typeof sCode !== 'string' || sCode === DONE) return null;
  return { code: sCode, text: typeof sMsg === 'string' ? sMsg : '' };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Refusals of what stands before the interface, which knows no codes. */
function addressVerdict(reply: WireReply, said: Reply | null): NotDone | null {
  if (said !== null) return null;
  const detail = detailOf(reply, said);
  if (reply.status === 429)
    return notDone('rate_limited', detail, {
      retryAfterMs: retryAfterMsOf(reply),
      stopsAddress: true,
    });
  return reply.status === 401 ? notDone('unauthorized', detail) : null;
}

function detailOf({ status }: WireReply, said: Reply | null): string {
  return said === null ? statusDetail(status) : venueDetail(said.text, said.code);
}
