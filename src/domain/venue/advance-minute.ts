// One closed minute at the venue: funding and liquidation first, then the resting orders against
// the minute's candles, time-outs last. Executions of all markets settle in the order of their
// instants.

import { MINUTE_MS } from '#lib/time.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Execution } from '#domain/matching/execution.ts';
import { isExpired, matchMinute } from '#domain/matching/match-minute.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { MarketMinute } from '#domain/venue/market-minute.ts';
import { settleExecution } from '#domain/venue/settle-execution.ts';
import { settleMargin } from '#domain/venue/settle-margin.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import { NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { VenueDraft } from '#domain/venue/venue-draft.ts';
import {
  closeDraft,
  endOrder,
  noteUse,
  openDraft,
  replaceOrder,
} from '#domain/venue/venue-draft.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { usedLotsOf } from '#domain/venue/venue-state.ts';

type MarketOutcome = {
  readonly market: VenueMarket;
  readonly executions: readonly Execution[];
  readonly changed: readonly RestingOrder[];
  readonly expired: readonly RestingOrder[];
};

/**
 * Advances the account over the minute that begins at `openTimeMs` (or over a longer candle); the
 * same state when nothing happened. Every market with an order or a position of the account must be
 * given.
 */
export function advanceMinute(
  state: VenueState,
  openTimeMs: number,
  minutes: readonly MarketMinute[],
  durationMs: number = MINUTE_MS,
): VenueStep {
  if (state.orders.length === 0 && state.positions.length === 0) return unchanged(state);
  const draft = openDraft(state);
  if (state.positions.length > 0) settleMargin(draft, openTimeMs, minutes);
  const matched = minutes.map((minute) => match(draft, openTimeMs, minute, durationMs));
  settleMatched(draft, matched, openTimeMs, openTimeMs + durationMs);
  const isQuiet = draft.orders === state.orders && draft.positions === state.positions;
  return isQuiet ? unchanged(state) : closeDraft(draft);
}

function unchanged(state: VenueState): VenueStep {
  return { state, effects: NO_EFFECTS };
}

function match(
  draft: VenueDraft,
  openTimeMs: number,
  { market, candle, affected, openOf }: MarketMinute,
  durationMs: number,
): MarketOutcome {
  const { marketTag } = market.terms;
  const resting: RestingOrder[] = [];
  for (const order of draft.orders) {
    const isAffected = affected?.has(order.resting.orderId) ?? true;
    if (order.marketTag === marketTag && isAffected) resting.push(order.resting);
  }
  const endMs = openTimeMs + durationMs;
  if (candle === null || resting.length === 0) {
    const expired = resting.filter((order) => isExpired(order, endMs));
    return { market, executions: [], changed: [], expired };
  }
  const usedLots: Lots = usedLotsOf(draft, marketTag, openTimeMs);
  const known = { durationMs, usedLots };
  const context = openOf === undefined ? known : { ...known, openOf };
  const outcome = matchMinute(market.rules, resting, candle, context);
  const { executions, changed, expired } = outcome;
  // What arrives at this candle's close shares its volume.
  if (executions.length > 0) noteUse(draft, marketTag, openTimeMs, outcome.usedLots);
  return { market, executions, changed, expired };
}

function settleMatched(
  draft: VenueDraft,
  matched: readonly MarketOutcome[],
  openTimeMs: number,
  endMs: number,
): void {
  const executions: { readonly market: VenueMarket; readonly execution: Execution }[] = [];
  for (const each of matched)
    for (const execution of each.executions) executions.push({ market: each.market, execution });
  // A stable sort: executions of one market at one instant stay in the order of the path.
  if (executions.length > 1)
    executions.sort((left, right) => left.execution.atMs - right.execution.atMs);
  for (const { market, execution } of executions)
    if (workingOrder(draft, execution.orderId) !== null) settleExecution(draft, market, execution);
  for (const { changed, expired } of matched) {
    for (const resting of changed) keepChanged(draft, resting, openTimeMs, endMs);
    for (const resting of expired) {
      keepChanged(draft, resting, openTimeMs, endMs);
      const order = workingOrder(draft, resting.orderId);
      if (order !== null) endOrder(draft, order, 'expired', null, resting.expiresAtMs ?? endMs);
    }
  }
}

/** What matching made of an order that goes on: triggered, trailed on. */
function keepChanged(
  draft: VenueDraft,
  resting: RestingOrder,
  openTimeMs: number,
  endMs: number,
): void {
  const order = workingOrder(draft, resting.orderId);
  if (order === null) return;
  const updatedAtMs = order.updatedAtMs > openTimeMs ? order.updatedAtMs : endMs;
  // Fills of other exits, or of its group, may have taken something off it.
  const { openLots } = order.resting;
  const remainingLots = resting.oca === null ? resting.remainingLots : order.resting.remainingLots;
  const isSame = resting.openLots === openLots && resting.remainingLots === remainingLots;
  const retained = isSame ? resting : { ...resting, openLots, remainingLots };
  replaceOrder(draft, { ...order, resting: retained, updatedAtMs });
}

function workingOrder(draft: VenueDraft, orderId: string): VenueDraft['orders'][number] | null {
  return draft.orders.find((order) => order.resting.orderId === orderId) ?? null;
}
