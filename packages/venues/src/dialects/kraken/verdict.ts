// Replies of Kraken as verdicts. A reply has a list of errors, which is empty where there is a
// result; its status is nearly always 200.

import type { NotDone, Verdict } from '#venues/dialect.ts';
import { refusalRuleOf } from '#venues/dialects/kraken/refusal-codes.ts';
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
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields } from '#venues/dialects/reply/reply-fields.ts';
import type { WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

type ErrorBody = { readonly errors: readonly string[]; readonly result: unknown };

/** Reads the result of a reply without errors; whatever throws `UnreadableReply` is unreadable. */
export function krakenVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (result: ReplyFields) => T,
): Verdict<T> {
  const effect = effectOf(purpose);
  return readOutcome(effect, outcome, (reply, body): Verdict<T> => {
    const said = saidIn(body);
    const isSuccess = reply.status >= 200 && reply.status < 300;
    if (said !== null && isSuccess && said.errors.length === 0)
      return { kind: 'done', value: read(replyFields(said.result, 'The result')) };
    const ofAddress = addressVerdict(reply, said);
    if (ofAddress !== null) return ofAddress;
    const detail = detailOf(reply, said);
    if (reply.status >= 500) return unclear(purpose, detail);
    if (said === null)
      return isSuccess
        ? unreadable(effect, `Status ${reply.status} without a list of errors.`)
        : unclear(purpose, detail);
    const refusal = { detail, retryAfterMs: retryAfterMsOf(reply) };
    return refusalVerdict(refusalRuleOf(said.errors), purpose, refusal);
  });
}

/** Warnings begin with another letter, and say nothing against the result. */
function saidIn(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error, result } = body as Readonly<Record<string, unknown>>;
  if (!Array.isArray(error) || !error.every((each) => typeof each === 'string')) return null;
  const isWarning = (each: string): boolean => each.startsWith('W') && result !== undefined;
  return { errors: error.filter((each) => !isWarning(each)), result };
}

/** Refusals of what stands before the interface, which knows no errors. */
function addressVerdict(reply: WireReply, said: ErrorBody | null): NotDone | null {
  if (said !== null || reply.status !== 429) return null;
  return notDone('rate_limited', detailOf(reply, said), {
    retryAfterMs: retryAfterMsOf(reply),
    stopsAddress: true,
  });
}

function detailOf({ status }: WireReply, said: ErrorBody | null): string {
  return said === null ? statusDetail(status) : venueDetail(said.errors.join(', '), status);
}
