// Kraken's list of fills, which is given newest first and fifty at once.

import { DAY_MS } from '#lib/time.ts';
import type { OrderName, VenueFill } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  ListedMarket,
  ListQuery,
  Page,
  Query,
  Verdict,
} from '#venues/dialect.ts';
import { inOrder, readListedFills } from '#venues/dialects/kraken/read-fill.ts';
import { krakenRequest } from '#venues/dialects/kraken/requests.ts';
import { krakenVerdict } from '#venues/dialects/kraken/verdict.ts';
import { fillsByWindow, listedOrderId } from '#venues/dialects/reply/fill-lists.ts';
import { insistOnOrder } from '#venues/dialects/reply/insist-on-order.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { RowPage, TimeWindow } from '#venues/dialects/reply/windowed-list.ts';

const LISTED_MS = 89 * DAY_MS;
const WINDOW_MS = 30 * DAY_MS;
const PER_CALL_MAX = 50;
/** Fills that the venue makes of several of one taker are not known to its stream. */
const EACH_FILL = { consolidate_taker: false } as const;

/** Fills of the account after a place, oldest first. */
export const fillsAfter = fillsByWindow({
  listedMs: LISTED_MS,
  windowMs: WINDOW_MS,
  page: (window, skipped: number | null, context) => fillPage(window, skipped ?? 0, context),
});

/** Pages are by place, so a window that has not ended may shift: what is in two counts once. */
function fillPage(
  window: TimeWindow,
  skipped: number,
  context: AccountContext,
): Query<RowPage<VenueFill, number>> {
  return {
    call: krakenRequest('fills', {
      ...secondsOf(window),
      ...EACH_FILL,
      ...(skipped === 0 ? {} : { ofs: skipped }),
    }),
    read: (outcome) =>
      krakenVerdict('read', outcome, ({ trades }) => {
        const { items: rows, unreadable } = readListedFills(trades, context);
        const isFull = rows.length + unreadable.length >= PER_CALL_MAX;
        return { rows, next: isFull ? skipped + PER_CALL_MAX : null, unreadable };
      }),
  };
}

/** In whole seconds, the first of which is left out, and the last is not. */
function secondsOf({ fromMs, toMs }: TimeWindow): { readonly start: number; readonly end: number } {
  return { start: Math.max(0, Math.floor(fromMs / 1_000) - 1), end: Math.ceil(toMs / 1_000) };
}

/** The order names its fills, and so many of them are listed at once. */
const NAMED_PER_CALL_MAX = 20;

/** Fills of one order: the order first, which names them, then the fills by their ids. */
export function orderFills(
  name: OrderName,
  _listed: ListedMarket,
  context: AccountContext,
): ListQuery<VenueFill> {
  const venueOrderId = listedOrderId(name);
  return {
    call: krakenRequest('orders', { txid: venueOrderId, trades: true, ...EACH_FILL }),
    read(outcome): Verdict<Page<VenueFill>> {
      const verdict = krakenVerdict('look_up', outcome, (result): Page<VenueFill> => {
        const { trades } = replyFields(result[venueOrderId], 'The order');
        // An order without fills has no list of them.
        const ids = replyList(trades ?? [], 'The list of fills').map((id) => {
          if (typeof id === 'string' && id !== '') return id;
          throw new UnreadableReply('The id of a fill is no text.');
        });
        return { items: [], next: namedFills(ids, venueOrderId, context) };
      });
      // Nor has one that the venue does not know.
      return verdict.kind === 'absent'
        ? { kind: 'done', value: { items: [], next: null } }
        : verdict;
    },
  };
}

function namedFills(
  ids: readonly string[],
  venueOrderId: string,
  context: AccountContext,
): ListQuery<VenueFill> | null {
  const requested = ids.slice(0, NAMED_PER_CALL_MAX);
  if (requested.length === 0) return null;
  return {
    call: krakenRequest('namedFills', { txid: requested.join(',') }),
    read: (outcome) =>
      krakenVerdict('read', outcome, (result) => {
        const { items: fills } = readListedFills(result, context);
        insistOnOrder(fills, venueOrderId);
        if (fills.length !== requested.length)
          throw new UnreadableReply('The reply does not have all fills.');
        const next = namedFills(ids.slice(NAMED_PER_CALL_MAX), venueOrderId, context);
        return { items: inOrder(fills).map(({ item }) => item), next };
      }),
  };
}
