// Replies of Gate as verdicts. A request that failed has another status than 2xx, and a label.

import type { Verdict } from '#venues/dialect.ts';
import { refusalRuleOf } from '#venues/dialects/gate/refusal-codes.ts';
import {
  notDone,
  readOutcome,
  retryAfterMsOf,
  statusDetail,
  venueDetail,
} from '#venues/dialects/reply/read-outcome.ts';
import type { CallPurpose } from '#venues/dialects/reply/refusal-verdict.ts';
import { effectOf, refusalVerdict, unclear } from '#venues/dialects/reply/refusal-verdict.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

type ErrorBody = { readonly label: string; readonly text: string };

/** Reads a reply of status 2xx; whatever throws `UnreadableReply` is unreadable. */
export function gateVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (body: unknown) => T,
): Verdict<T> {
  return readOutcome(effectOf(purpose), outcome, (reply, body): Verdict<T> => {
    const { status } = reply;
    if (status >= 200 && status < 300) return { kind: 'done', value: read(body) };
    const said = saidIn(body);
    const detail = said === null ? statusDetail(status) : venueDetail(said.text, said.label);
    const retryAfterMs = retryAfterMsOf(reply);
    // What stands before the interface knows no labels, and counts by address.
    if (status === 429)
      return notDone('rate_limited', detail, { retryAfterMs, stopsAddress: said === null });
    if (status >= 500 || said === null) return unclear(purpose, detail);
    return refusalVerdict(refusalRuleOf(said.label), purpose, { detail, retryAfterMs });
  });
}

/** The same of what is nobody's: too many of those stop the address. */
export function publicVerdict<T>(outcome: WireOutcome, read: (body: unknown) => T): Verdict<T> {
  const verdict = gateVerdict('read', outcome, read);
  const isTooFast = verdict.kind === 'not_done' && verdict.failure === 'rate_limited';
  return isTooFast ? { ...verdict, stopsAddress: true } : verdict;
}

/** Null of a page. */
function saidIn(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { label, message, detail } = body as Readonly<Record<string, unknown>>;
  if (typeof label !== 'string' || label === '') return null;
  const text = [message, detail].find((each) => typeof each === 'string');
  return { label, text: typeof text === 'string' ? text : '' };
}
