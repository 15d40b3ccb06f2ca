// From the outcome of a call to a verdict, as far as all venues agree: what never left was not
// done, and an act without a readable reply may have been carried out.

import { storableText } from '#lib/storable-text.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';
import type { NotDone, Verdict } from '#venues/dialect.ts';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { NotSentCause, WireNotSent, WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

/** Whether a call changes something at the venue. */
export type CallEffect = 'acts' | 'reads';

/** `body` is the parsed JSON; undefined where the body is none. */
export type ReadReply<T> = (reply: WireReply, body: unknown) => Verdict<T>;

/**
 * Verdict on a call; a reply that cannot be read is unknown for an act, and a failure for a read.
 */
export function readOutcome<T>(
  effect: CallEffect,
  outcome: WireOutcome,
  read: ReadReply<T>,
): Verdict<T> {
  if (outcome.kind === 'not_sent') return notSent(outcome);
  if (outcome.kind === 'no_reply')
    return effect === 'acts'
      ? { kind: 'unknown', detail: `No readable reply: ${outcome.cause}.` }
      : notDone('timeout', `No readable reply: ${outcome.cause}.`);
  try {
    return read(outcome, parsedBody(outcome.body));
  } catch (error) {
    if (!(error instanceof UnreadableReply)) throw error;
    return unreadable(effect, error.message);
  }
}

/** What a reply without the venue's own words says: its status, and what 403 comes from. */
export function statusDetail(status: number): string {
  return status === 403
    ? 'Status 403: a firewall turns this address away, or its region is not served.'
    : `Status ${status}.`;
}

/** The verdict on a reply that cannot be read. */
export function unreadable(effect: CallEffect, detail: string): Verdict<never> {
  return effect === 'acts' ? { kind: 'unknown', detail } : notDone('corrupt_reply', detail);
}

/** Verdict that nothing was done, and why. */
export function notDone(
  failure: FailureCode,
  detail: string,
  extra: Partial<Pick<NotDone, 'retryAfterMs' | 'stopsAddress'>> = {},
): NotDone {
  return { kind: 'not_done', failure, detail, retryAfterMs: null, stopsAddress: false, ...extra };
}

const NOT_SENT: { readonly [cause in NotSentCause]: readonly [FailureCode, string] } = {
  refused: ['unavailable', 'The exchange refused the connection.'],
  dns: ['unavailable', 'The address of the exchange was not found.'],
  tls: ['unavailable', 'No encrypted connection to the exchange could be made.'],
  deadline: ['unavailable', 'The request could not be sent in time.'],
  budget: ['rate_limited', 'The request budget of the exchange is used up.'],
  clock: ['unavailable', "The exchange's clock is not known."],
  credentials: [
    'unauthorized',
    'Nothing can be signed with these credentials: the secret has another form here.',
  ],
  library: ['unavailable', 'The package that signs requests is not installed.'],
  lease: ['unavailable', 'Another process trades the account by now.'],
};

function notSent({ cause, retryAfterMs }: WireNotSent): NotDone {
  const [failure, detail] = NOT_SENT[cause];
  return notDone(failure, detail, { retryAfterMs });
}

function parsedBody(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

const RETRY_AFTER_MS_MAX = 7 * 86_400_000;

/** From the header `retry-after`, in seconds; null without one. */
export function retryAfterMsOf({ headers }: Pick<WireReply, 'headers'>): number | null {
  const text = headers.get('retry-after');
  if (text === undefined || !/^\d{1,9}$/.test(text)) return null;
  return Math.min(Number(text) * 1_000, RETRY_AFTER_MS_MAX);
}

const DETAIL_CHARACTERS_MAX = 200;

/** A venue's own text as it may be shown: one line, not long, with the venue's code behind it. */
export function venueDetail(text: string, code: string | number): string {
  const line = storableText(text).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  const behind = ` (${code})`;
  const cut = line.trim().slice(0, DETAIL_CHARACTERS_MAX - behind.length);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}${behind}`;
}
