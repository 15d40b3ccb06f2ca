// Replies of Coinbase as verdicts. A request that failed has another status than 200 and an error;
// an order that was not created has status 200 and a reason.

import type { NotDone, Verdict } from '#venues/dialect.ts';
import { isOfAnotherOrder } from '#venues/dialects/coinbase/another-order.ts';
import { refusalRuleOf, reasonRuleOf } from '#venues/dialects/coinbase/refusal-codes.ts';
import {
  notDone,
  readOutcome,
  retryAfterMsOf,
  statusDetail,
  venueDetail,
} from '#venues/dialects/reply/read-outcome.ts';
import type { CallPurpose } from '#venues/dialects/reply/refusal-verdict.ts';
import { effectOf, refusalVerdict, unclear } from '#venues/dialects/reply/refusal-verdict.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { replyFields, replyList } from '#venues/dialects/reply/reply-fields.ts';
import type { WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

type ErrorBody = { readonly error: string; readonly text: string };

/** Reads a reply of status 200; whatever throws `UnreadableReply` is unreadable. */
export function coinbaseVerdict<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (fields: ReplyFields) => T,
): Verdict<T> {
  return verdictOn(purpose, outcome, (fields) => ({ kind: 'done', value: read(fields) }));
}

/** The same of what is nobody's: too many of those stop the address. */
export function publicVerdict<T>(
  outcome: WireOutcome,
  read: (fields: ReplyFields) => T,
): Verdict<T> {
  const verdict = coinbaseVerdict('read', outcome, read);
  const isTooFast = verdict.kind === 'not_done' && verdict.failure === 'rate_limited';
  return isTooFast ? { ...verdict, stopsAddress: true } : verdict;
}

/** Of an order of this configuration: the same, or why it was not created. */
export function placementVerdict<T>(
  outcome: WireOutcome,
  configuration: unknown,
  read: (fields: ReplyFields) => T,
): Verdict<T> {
  return verdictOn<T>('place', outcome, (fields) => {
    if (fields['success'] === true) return { kind: 'done', value: read(fields) };
    const { error, preview_failure_reason, new_order_failure_reason, ...texts } = replyFields(
      fields['error_response'],
      'The refusal',
    );
    const reasons = [new_order_failure_reason, preview_failure_reason, error].filter(isText);
    const text = [texts['message'], texts['error_details']].filter(isText).join(' ');
    const detail = venueDetail(text, reasons.join(', '));
    if (isOfAnotherOrder(fields['order_configuration'], configuration))
      return { kind: 'unknown', detail: 'The refusal is that of another order.' };
    const rule = fields['success'] === false ? reasonRuleOf(reasons) : 'not_known';
    return refusalVerdict(rule, 'place', { detail, retryAfterMs: null });
  });
}

/** Of the cancellation of one order. */
export function cancelVerdict(outcome: WireOutcome, venueOrderId: string): Verdict<null> {
  return verdictOn('cancel', outcome, ({ results }) => {
    const [first, ...others] = replyList(results, 'The list of results');
    const { success, failure_reason, order_id } = replyFields(first, 'The result');
    const isOurs = others.length === 0 && order_id === venueOrderId;
    const detail = venueDetail('', isText(failure_reason) ? failure_reason : 'no reason');
    if (!isOurs) return { kind: 'unknown', detail: 'The reply names another order.' };
    if (success === true || failure_reason === CANCELLED_BEFORE)
      return { kind: 'done', value: null };
    if (success !== false || !isText(failure_reason)) return { kind: 'unknown', detail };
    if (NOT_WORKING.has(failure_reason)) return { kind: 'absent' };
    return { kind: 'unknown', detail };
  });
}

/** The end of the order is waited for, as after a request that is taken. */
const CANCELLED_BEFORE = 'DUPLICATE_CANCEL_REQUEST';
/** No such order, or one that has ended: a look-up tells which. */
const NOT_WORKING = new Set(['UNKNOWN_CANCEL_ORDER', 'ORDER_IS_FULLY_FILLED']);

function verdictOn<T>(
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (fields: ReplyFields) => Verdict<T>,
): Verdict<T> {
  return readOutcome(effectOf(purpose), outcome, (reply, body): Verdict<T> => {
    if (reply.status >= 200 && reply.status < 300) return read(replyFields(body, 'The reply'));
    const said = saidIn(body);
    const detail = said === null ? statusDetail(reply.status) : venueDetail(said.text, said.error);
    // A wrong key, a wrong signature, and a token that has ended or not begun: it does not say.
    if (reply.status === 401) return { kind: 'clock', detail, mayBeKey: true };
    if (reply.status === 429) return tooMany(reply, said, detail);
    if (reply.status >= 500 || said === null) return unclear(purpose, detail);
    const refusal = { detail, retryAfterMs: retryAfterMsOf(reply) };
    return refusalVerdict(refusalRuleOf(said.error), purpose, refusal);
  });
}

/** What stands before the interface knows no errors, and counts by address. */
function tooMany(reply: WireReply, said: ErrorBody | null, detail: string): NotDone {
  const retryAfterMs = retryAfterMsOf(reply);
  return notDone('rate_limited', detail, { retryAfterMs, stopsAddress: said === null });
}

/** Null of a page. There are two forms; some errors have no word of their own but a text. */
function saidIn(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { error, errors, error_details, message } = body as Readonly<Record<string, unknown>>;
  if (isText(error)) {
    const text = [message, error_details].find((each) => isText(each) && each !== '');
    return { error: isOfOrder(error, text) ? 'NOT_FOUND' : error, text: isText(text) ? text : '' };
  }
  if (!Array.isArray(errors)) return null;
  const [first] = errors as readonly unknown[];
  const { id, message: text } = replyFields(first, 'The error');
  return isText(id) ? { error: id, text: isText(text) ? text : '' } : null;
}

/** The text of an order that does not exist came with the error "unknown". */
function isOfOrder(error: string, text: unknown): boolean {
  return (
    error === 'unknown' && isText(text) && /^order with this orderID was not found$/i.test(text)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
