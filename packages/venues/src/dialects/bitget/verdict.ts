// Replies of Bitget as verdicts. A reply has a code, which is that of success where there are data.

import type { Verdict } from '#venues/dialect.ts';
import { refusalRuleOf } from '#venues/dialects/bitget/refusal-codes.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
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
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

type ErrorBody = { readonly code: string; readonly text: string; readonly data: unknown };

const DONE = '00000';

/** What an account gets for requests of the interface of the other mode. */
export const IS_UNIFIED = '40085';
const OTHER_MODE: ReadonlySet<string> = new Set([IS_UNIFIED, '40084']);

/** Reads the data of a success; whatever throws `UnreadableReply` is unreadable. */
export function bitgetVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (data: unknown) => T,
): Verdict<T> {
  const effect = effectOf(purpose);
  return readOutcome(effect, outcome, (reply, body): Verdict<T> => {
    const { status } = reply;
    const said = saidIn(body);
    const isSuccess = status >= 200 && status < 300;
    if (said !== null && isSuccess && said.code === DONE)
      return { kind: 'done', value: read(said.data) };
    const detail = said === null ? statusDetail(status) : venueDetail(said.text, said.code);
    const retryAfterMs = retryAfterMsOf(reply);
    if (said !== null && OTHER_MODE.has(said.code))
      return { ...notDone('unavailable', detail), isOtherMode: true };
    // What stands before the interface knows no codes, and counts by address.
    if (said === null && status === 429)
      return notDone('rate_limited', detail, { retryAfterMs, stopsAddress: true });
    if (status >= 500) return unclear(purpose, detail);
    if (said === null)
      return isSuccess
        ? unreadable(effect, `Status ${status} without a code.`)
        : unclear(purpose, detail);
    return refusalVerdict(refusalRuleOf(said.code), purpose, { detail, retryAfterMs });
  });
}

/** Of requests of nobody: too many of them are too many of the address. */
export function publicVerdict<T>(outcome: WireOutcome, read: (data: unknown) => T): Verdict<T> {
  const verdict = bitgetVerdict('read', outcome, read);
  const isTooFast = verdict.kind === 'not_done' && verdict.failure === 'rate_limited';
  return isTooFast ? { ...verdict, stopsAddress: true } : verdict;
}

/** The code of a reply; null of one without. */
export function codeOf(outcome: WireOutcome): string | null {
  if (outcome.kind !== 'reply') return null;
  try {
    return saidIn(parseJson(outcome.body))?.code ?? null;
  } catch {
    return null;
  }
}

/** Null of a page. Older parts of the venue wrote the code as a number. */
function saidIn(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, msg, data } = body as Readonly<Record<string, unknown>>;
  const isCode = (typeof code === 'string' && code !== '') || typeof code === 'number';
  if (!isCode) return null;
  return { code: String(code), text: typeof msg === 'string' ? msg : '', data };
}
