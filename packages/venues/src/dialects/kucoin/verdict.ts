// Replies of KuCoin as verdicts. A reply has a code, which is that of success where there are data.

import type { NotDone, Verdict } from '#venues/dialect.ts';
import { refusalRuleOf } from '#venues/dialects/kucoin/refusal-codes.ts';
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
import type { WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

type ErrorBody = { readonly code: string; readonly text: string; readonly data: unknown };

const DONE = '200000';

/** Reads the data of a success; whatever throws `UnreadableReply` is unreadable. */
export function kucoinVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (data: unknown) => T,
): Verdict<T> {
  const effect = effectOf(purpose);
  return readOutcome(effect, outcome, (reply, body): Verdict<T> => {
    const said = saidIn(body);
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
    const refusal = { detail, retryAfterMs: resetAfterMsOf(reply) };
    return refusalVerdict(refusalRuleOf(said.code, said.text), purpose, refusal);
  });
}

/** Of requests of nobody: too many of them are too many of the address. */
export function publicVerdict<T>(outcome: WireOutcome, read: (data: unknown) => T): Verdict<T> {
  const verdict = kucoinVerdict('read', outcome, read);
  return verdict.kind === 'not_done' && verdict.failure === 'rate_limited'
    ? { ...verdict, stopsAddress: true }
    : verdict;
}

function saidIn(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, msg, data } = body as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string' || code === '') return null;
  return { code, text: typeof msg === 'string' ? msg : '', data };
}

/** Refusals of what stands before the interface, which knows no codes of it. */
function addressVerdict(reply: WireReply, said: ErrorBody | null): NotDone | null {
  if (said !== null || reply.status !== 429) return null;
  return notDone('rate_limited', detailOf(reply, said), {
    retryAfterMs: retryAfterMsOf(reply),
    stopsAddress: true,
  });
}

const RESET_MS_MAX = 60_000;

/** The window of the limit ends in so many milliseconds. */
function resetAfterMsOf(reply: WireReply): number | null {
  const text = reply.headers.get('gw-ratelimit-reset') ?? '';
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), RESET_MS_MAX) : retryAfterMsOf(reply);
}

function detailOf({ status }: WireReply, said: ErrorBody | null): string {
  return said === null ? statusDetail(status) : venueDetail(said.text, said.code);
}
