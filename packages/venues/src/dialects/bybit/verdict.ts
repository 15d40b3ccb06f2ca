// Replies of Bybit as verdicts. Its errors come with HTTP status 200 and a return code; the
// statuses that matter are of its firewall and of what stands before its interface.

import type { NotDone, Verdict } from '#venues/dialect.ts';
import { refusalRuleOf } from '#venues/dialects/bybit/refusal-codes.ts';
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

type Reply = { readonly code: number; readonly text: string; readonly body: BybitBody };

/** What every reply has. */
type BybitBody = Readonly<Record<'result' | 'time', unknown>>;

/** What a reader is given: the result, and the venue's time of the reply. */
export type ReadResult<T> = (result: unknown, timeMs: unknown) => T;

/**
 * Reads a reply that is no refusal; whatever throws `UnreadableReply` is unreadable. `settled`:
 * codes that say that what was requested is so already.
 */
export function bybitVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: ReadResult<T>,
  settled: readonly number[] = [],
): Verdict<T> {
  const effect = effectOf(purpose);
  return readOutcome(effect, outcome, (reply, body): Verdict<T> => {
    const said = replyOf(body);
    const isSuccess = reply.status >= 200 && reply.status < 300;
    if (said !== null && isSuccess && (said.code === 0 || settled.includes(said.code)))
      return { kind: 'done', value: read(said.body.result, said.body.time) };
    const ofAddress = addressVerdict(reply, said);
    if (ofAddress !== null) return ofAddress;
    if (reply.status >= 500) return unclear(purpose, detailOf(reply, said));
    if (said === null)
      return isSuccess
        ? unreadable(effect, `Status ${reply.status} without a return code.`)
        : unclear(purpose, statusDetail(reply.status));
    const refusal = { detail: detailOf(reply, said), retryAfterMs: limitResetMs(reply, said) };
    return refusalVerdict(refusalRuleOf(said.code), purpose, refusal);
  });
}

function replyOf(body: unknown): Reply | null {
  if (typeof body !== 'object' || body === null) return null;
  const { retCode, retMsg } = body as { readonly retCode?: unknown; readonly retMsg?: unknown };
  if (typeof retCode !== 'number' || typeof retMsg !== 'string') return null;
  return { code: retCode, text: retMsg, body: body as BybitBody };
}

/** So long the venue wants to be left alone after it has turned an address away. */
const BANNED_MS = 600_000;

/** Refusals that do not depend on what was requested: the request was not passed on. */
function addressVerdict(reply: WireReply, said: Reply | null): NotDone | null {
  const { status, body } = reply;
  const detail = detailOf(reply, said);
  const retryAfterMs = retryAfterMsOf(reply);
  if (status === 429) return notDone('rate_limited', detail, { retryAfterMs, stopsAddress: true });
  if (status === 401 && said === null) return notDone('unauthorized', detail);
  if (status !== 403 || said !== null) return null;
  if (body.includes('access too frequent'))
    return notDone('rate_limited', `${detail} Access too frequent.`, {
      retryAfterMs: retryAfterMs ?? BANNED_MS,
      stopsAddress: true,
    });
  if (body.includes('block access from your country'))
    return notDone('region_blocked', detail, { stopsAddress: true });
  return null;
}

function detailOf({ status }: WireReply, said: Reply | null): string {
  return said === null ? statusDetail(status) : venueDetail(said.text, said.code);
}

const RESET_MS_MAX = 60_000;

/** Until the account may ask again, by the venue's own clock; null: it does not say. */
function limitResetMs({ headers }: WireReply, { body }: Reply): number | null {
  const resetAt = headers.get('x-bapi-limit-reset-timestamp');
  if (resetAt === undefined || !/^\d{1,15}$/.test(resetAt)) return null;
  if (typeof body.time !== 'number') return null;
  return Math.min(Math.max(Number(resetAt) - body.time, 0), RESET_MS_MAX);
}
