// Errors of Binance as verdicts. A rejection is a white list of codes and, where a code covers many
// things, of messages: a code or message that is not listed says nothing about an order.

import type { FailureCode } from '#venue-port/world/failure.ts';
import type { NotDone, Verdict } from '#venues/dialect.ts';
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
import type { WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';

/** `engine`: the message decides. */
export type BinanceRule = RefusalRule | 'engine';

export type RefusalRules = ReadonlyMap<number, BinanceRule>;

type VenueError = { readonly code: number; readonly text: string };

/** Reads a reply that is no refusal; whatever throws `UnreadableReply` is unreadable. */
export function readBinance<T>(
  rules: RefusalRules,
  purpose: CallPurpose,
  outcome: WireOutcome,
  read: (body: unknown) => T,
): Verdict<T> {
  const effect = effectOf(purpose);
  return readOutcome(effect, outcome, (reply, body): Verdict<T> => {
    const error = venueError(body);
    if (error === null && reply.status >= 200 && reply.status < 300)
      return { kind: 'done', value: read(body) };
    const ofAddress = addressVerdict(reply, body, error);
    if (ofAddress !== null) return ofAddress;
    if (reply.status >= 500) return unclear(purpose, detailOf(reply, error));
    if (error === null) return unreadable(effect, `Status ${reply.status} without an error.`);
    return errorVerdict(rules.get(error.code) ?? 'not_known', purpose, reply, error);
  });
}

/** Errors are `{code, msg}`; a success never has a negative code. */
function venueError(body: unknown): VenueError | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, msg } = body as { readonly code?: unknown; readonly msg?: unknown };
  if (typeof code !== 'number' || typeof msg !== 'string') return null;
  return code <= 0 ? { code, text: msg } : null;
}

/** Refusals that do not depend on what was requested: the request was not passed on. */
function addressVerdict(reply: WireReply, body: unknown, error: VenueError | null): NotDone | null {
  const { status } = reply;
  const detail = detailOf(reply, error);
  const stop = (failure: FailureCode): NotDone =>
    notDone(failure, detail, { retryAfterMs: retryAfterMsOf(reply), stopsAddress: true });
  if (status === 418) return stop('rate_limited');
  // Orders are counted by account, everything else by address.
  if (status === 429) return { ...stop('rate_limited'), stopsAddress: error?.code !== -1015 };
  // The firewall replies in HTML, before anything that could carry a request out.
  if (status === 403 && body === undefined) return stop('unavailable');
  if (status === 451) return stop('region_blocked');
  return null;
}

function detailOf({ status }: WireReply, error: VenueError | null): string {
  return error === null ? statusDetail(status) : venueDetail(error.text, error.code);
}

function errorVerdict(
  rule: BinanceRule,
  purpose: CallPurpose,
  reply: WireReply,
  error: VenueError,
): Verdict<never> {
  const detail = detailOf(reply, error);
  if (rule === 'engine')
    return engineVerdict(purpose, error.text, detail) ?? unclear(purpose, detail);
  return refusalVerdict(rule, purpose, { detail, retryAfterMs: retryAfterMsOf(reply) });
}

const FUNDS = 'Account has insufficient balance for requested action.';
const NOT_WORKING = 'Unknown order sent.';
const DUPLICATE = /\bduplicate\b/i;

/** With these the matching engine refuses an order. */
const ENGINE_REFUSALS: ReadonlySet<string> = new Set([
  'Market is closed.',
  'Market orders are not supported for this symbol.',
  'Stop loss orders are not supported for this symbol.',
  'Stop loss limit orders are not supported for this symbol.',
  'Take profit orders are not supported for this symbol.',
  'Take profit limit orders are not supported for this symbol.',
  'Price * QTY is zero or less.',
  'This action is disabled on this account.',
  'This account may not place or cancel orders.',
  'Unsupported order combination',
  'Order would immediately match and take.',
  'This symbol is not permitted for this account.',
  'This symbol is restricted for this account.',
  'Rest API trading is not enabled.',
  'Order book liquidity is less than `LOT_SIZE` filter minimum quantity.',
  'Order book liquidity is less than `MARKET_LOT_SIZE` filter minimum quantity.',
  'Order book liquidity is less than symbol minimum quantity.',
]);

/** The last price is beyond the trigger already: in the documentation, and as it is replied. */
const TRIGGER_PASSED: ReadonlySet<string> = new Set([
  'Order would trigger immediately.',
  'Stop price would trigger immediately.',
]);

function engineVerdict(purpose: CallPurpose, text: string, detail: string): Verdict<never> | null {
  if (purpose === 'cancel') return text === NOT_WORKING ? { kind: 'absent' } : null;
  if (purpose !== 'place') return null;
  if (DUPLICATE.test(text)) return { kind: 'duplicate' };
  if (text === FUNDS) return { kind: 'rejected', code: 'insufficient_funds', detail };
  if (TRIGGER_PASSED.has(text)) return { kind: 'rejected', code: 'trigger_passed', detail };
  const isRefusal = ENGINE_REFUSALS.has(text) || text.startsWith('Filter failure: ');
  return isRefusal ? { kind: 'rejected', code: 'order_rejected', detail } : null;
}
