// Replies of Hyperliquid as verdicts. The reply to a question is bare JSON; that to an action has
// its status, and one of its own for each order in it.

import type { NotDone, Verdict } from '#venues/dialect.ts';
import { refusalRuleOf } from '#venues/dialects/hyperliquid/refusal-words.ts';
import {
  notDone,
  readOutcome,
  retryAfterMsOf,
  statusDetail,
  unreadable,
  venueDetail,
} from '#venues/dialects/reply/read-outcome.ts';
import type { CallPurpose, RefusalRule } from '#venues/dialects/reply/refusal-verdict.ts';
import { effectOf, refusalVerdict, unclear } from '#venues/dialects/reply/refusal-verdict.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

/** Reads the reply to a question; whatever throws `UnreadableReply` is unreadable. */
export function questionVerdict<T>(
  purpose: 'look_up' | 'read',
  outcome: WireOutcome,
  read: (body: unknown) => T,
): Verdict<T> {
  return readOutcome(effectOf(purpose), outcome, (reply, body): Verdict<T> => {
    if (!isSuccess(reply))
      return addressVerdict(reply) ?? unclear(purpose, statusDetail(reply.status));
    if (body === undefined) return unreadable('reads', 'The reply is no JSON.');
    return { kind: 'done', value: read(body) };
  });
}

/** An action that is refused as a whole: by the interface, or by the chain. */
export function actionVerdict<T>(
  purpose: 'place' | 'prepare' | 'cancel',
  outcome: WireOutcome,
  read: (response: unknown) => Verdict<T>,
): Verdict<T> {
  return readOutcome('acts', outcome, (reply, body): Verdict<T> => {
    if (!isSuccess(reply)) {
      // What cannot be parsed is not passed on.
      if (reply.status === 422) return refusalBy('refused', purpose, 'Status 422.');
      return addressVerdict(reply) ?? unclear(purpose, statusDetail(reply.status));
    }
    const { status, response } = replyFields(body, 'The reply');
    if (status === 'ok') return read(response);
    if (status !== 'err' || typeof response !== 'string')
      return unreadable('acts', 'The reply has no status.');
    return refusal(response, purpose);
  });
}

/**
 * Of the first order in the action, which has one, or an entry and its stop: what is wrong with the
 * action is said once.
 */
export function orderVerdict<T>(
  purpose: 'place' | 'cancel',
  outcome: WireOutcome,
  read: (status: unknown) => T,
  ordersCount = 1,
): Verdict<T> {
  return actionVerdict(purpose, outcome, (response): Verdict<T> => {
    const content = replyFields(replyFields(response, 'The response')['data'], 'The response');
    const statuses = replyList(content['statuses'], 'The list of statuses');
    const [status] = statuses;
    const error = errorIn(status);
    const isOfAll = statuses.length === ordersCount || (statuses.length === 1 && error !== null);
    if (!isOfAll) throw new UnreadableReply('The reply is not of the orders of the action.');
    return error === null ? { kind: 'done', value: read(status) } : refusal(error, purpose);
  });
}

function errorIn(status: unknown): string | null {
  if (typeof status !== 'object' || status === null) return null;
  const { error } = status as Readonly<Record<string, unknown>>;
  return typeof error === 'string' ? error : null;
}

const LIMITED_MS = 10_000;

function refusal(text: string, purpose: CallPurpose): Verdict<never> {
  return refusalBy(refusalRuleOf(text), purpose, venueDetail(text, 'error'));
}

function refusalBy(rule: RefusalRule, purpose: CallPurpose, detail: string): Verdict<never> {
  return refusalVerdict(rule, purpose, { detail, retryAfterMs: LIMITED_MS });
}

function isSuccess({ status }: WireReply): boolean {
  return status >= 200 && status < 300;
}

function addressVerdict(reply: WireReply): NotDone | null {
  if (reply.status !== 429) return null;
  return notDone('rate_limited', 'Status 429.', {
    retryAfterMs: retryAfterMsOf(reply),
    stopsAddress: true,
  });
}
