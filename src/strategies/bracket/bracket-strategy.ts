// A bracket: one entry, and a stop and targets for exactly what it fills, also in parts. It ends
// once nothing is held and nothing rests.

import type { Lots } from '#venue-port/market/market-grid.ts';
import { amountOf, lotsOf, ticksOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { entrySide } from '#domain/position/position.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { BracketOutcome, BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { BracketConfig } from '#strategies/bracket/bracket-config.ts';
import {
  amountText,
  entryOf,
  heldLots,
  leave,
  protect,
  settleExits,
} from '#strategies/bracket/bracket-exits.ts';
import { followPrice } from '#strategies/bracket/follow-price.ts';
import type { BracketNow, BracketState } from '#strategies/bracket/bracket-state.ts';
import { newBracketState } from '#strategies/bracket/bracket-state.ts';
import { readStoredConfig } from '#strategies/read-config.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import { filledOrder, lotsFrom } from '#strategies/shared/filled-order.ts';
import { priceTicksNow } from '#strategies/shared/market-now.ts';
import { orderRequest } from '#strategies/shared/order-request.ts';
import type { Strategy } from '#strategies/shared/strategy-brain.ts';

/** `first` holds until it is edited. `placesStops`: see StrategyOptions. */
export function bracketStrategy(
  first: BracketConfig,
  market: Market,
  placesStops = false,
): Strategy {
  return (api) => {
    let config = first;
    const state = newBracketState();
    const terms = tradingTerms(market);
    const now = (): BracketNow => {
      const nowMs = api.clock.nowMs();
      return { config, state, market, terms, api, nowMs, placesStops };
    };
    const advance = (): void => {
      if (state.phase === 'done' || priceTicksNow(api, market) === null) return;
      if (state.phase === 'waiting') api.settings.raise('update_on_filled_orders');
      advanceBracket(now());
    };
    return {
      update: advance,
      edit(record) {
        const read = readStoredConfig('bracket', record, market);
        if (read.ok && read.value.rules.kind === 'bracket') config = read.value.rules.bracket;
        // Whatever else cannot be read: what stops an entry is heard.
        else if (record['allows_entry'] === false) config = { ...config, allowsEntry: false };
        advance();
      },
      signal: () => undefined,
      listensTo: () => null,
      bracket: () => standingOf(now()),
      save: () => ({ config, state }),
      restore(saved) {
        const retained = saved as SavedBracket;
        ({ config } = retained);
        Object.assign(state, retained.state);
      },
    };
  };
}

type SavedBracket = { readonly config: BracketConfig; readonly state: BracketState };

function advanceBracket(now: BracketNow): void {
  const { state, config, api } = now;
  if (state.phase === 'waiting') {
    enter(now);
    return;
  }
  settleExits(now);
  const entry = entryOf(now);
  if (entry === null) return;
  const held = heldLots(now);
  // Once an exit has begun, or its owner says so, nothing more is entered.
  const hasLeft = held < filledOrder(now.terms, entry).lotsAfterFees;
  if (entry.state === 'open' && (hasLeft || !config.allowsEntry)) api.orders.cancel(entry.orderId);
  const wantsOut = config.ending !== 'none' || state.closing !== null;
  if (!wantsOut) protect(followPrice(now));
  const isLeaving = config.ending !== 'none' || state.closing !== null;
  const isOut = isLeaving ? leave(now) : held === 0 && api.orders.open(null).length === 0;
  if (isOut && !mayHaveFilled(now, entry)) endBracket(now, entry);
}

/** So long after its refusal an entry is looked for: the reply may have been that of another. */
const REFUSED_WATCH_MS = 5 * MINUTE_MS;

/** Whether its exchange has refused it lately, as far as is known. */
function mayHaveFilled({ config, terms, nowMs }: BracketNow, entry: BotOrder): boolean {
  if (entry.state !== 'failed' || config.ending !== 'none') return false;
  const { endedAtMs } = entry;
  if (endedAtMs === null || nowMs - endedAtMs >= REFUSED_WATCH_MS) return false;
  return filledOrder(terms, entry).lots === 0;
}

function enter(now: BracketNow): void {
  const { state, config, market, terms, api } = now;
  if (!config.allowsEntry || config.ending !== 'none') {
    finish(now, 'cancelled', 'it was cancelled before its entry was sent');
    return;
  }
  if (market.contract !== null) {
    api.settings.setMarginMode(config.marginMode);
    api.settings.setLeverage(doubleOf(config.leverage));
  }
  const { direction, entryPrice } = config;
  const stance = { isSpot: market.contract === null, direction };
  const lots = Number(lotsOf(terms.grid, config.amount, 'floor'));
  const ticks = entryPrice === null ? null : ticksOf(terms.grid, entryPrice, 'half_even');
  const wanted = { side: entrySide(direction), isExit: false, lots, ticks, note: 'entry' };
  const orderId = api.orders.place(orderRequest(stance, terms, wanted));
  if (orderId === '') {
    finish(now, 'not_entered', 'its entry was refused, see the log');
    return;
  }
  state.entryId = orderId;
  state.phase = 'open';
}

function endBracket(now: BracketNow, entry: BotOrder): void {
  const { config, terms } = now;
  const { lots } = filledOrder(terms, entry);
  if (lots === 0) {
    const isWanted = config.ending !== 'none' || !config.allowsEntry;
    const why = entry.message === '' ? 'its entry was cancelled' : entry.message;
    finish(now, isWanted ? 'cancelled' : 'not_entered', why);
    return;
  }
  const held = heldLots(now);
  if (held > 0) {
    finish(now, 'cancelled', `its owner ended it and keeps ${amountText(now, held)}`);
    return;
  }
  const outcome = outcomeOf(now);
  finish(now, outcome, ENDINGS[outcome]);
}

const ENDINGS: { readonly [outcome in BracketOutcome]: string } = {
  target: 'its target was reached',
  stop: 'its stop was reached',
  target_and_stop: 'a target was reached, and the stop closed the rest',
  closed: 'what it held was closed',
  cancelled: 'it was cancelled',
  not_entered: 'nothing was entered',
};

/** By which of its exits what it held was left. */
function outcomeOf({ api }: BracketNow): BracketOutcome {
  const exits = api.orders.filled(null).filter(({ isEnter }) => !isEnter);
  const isBy = (...types: readonly BotOrder['type'][]): boolean =>
    exits.some(({ type, filledAmount }) => filledAmount > 0 && types.includes(type));
  if (isBy('market')) return 'closed';
  const isStopped = isBy('stop_market', 'trailing_stop_market');
  if (!isBy('limit')) return isStopped ? 'stop' : 'closed';
  return isStopped ? 'target_and_stop' : 'target';
}

function finish({ state, api }: BracketNow, outcome: BracketOutcome, reason: string): void {
  state.phase = 'done';
  state.outcome = outcome;
  state.problem = reason;
  state.uncoveredLots = 0;
  api.settings.deactivate(reason, true);
}

/** Shown while it is looked for; null: it was not refused. */
function refusalOf(now: BracketNow, entry: BotOrder | null): string | null {
  if (entry === null || !mayHaveFilled(now, entry)) return null;
  const { message } = entry;
  return `its entry was refused (${message}); it is looked for, in case it has filled all the same`;
}

function standingOf(now: BracketNow): BracketStanding {
  const { state, terms, api, config } = now;
  const amount = (lots: number) => amountOf(terms.grid, BigInt(lots) as Lots);
  const entry = entryOf(now);
  const filled = entry === null ? null : filledOrder(terms, entry);
  const position = api.positions.held(null);
  const held = position === null ? 0 : lotsFrom(terms, position.amount);
  const isLeaving = config.ending !== 'none' || state.closing !== null;
  const isOpen = held > 0 ? (isLeaving ? 'closing' : 'holding') : 'entering';
  return {
    phase: state.phase === 'done' ? 'done' : isOpen,
    enteredAmount: amount(filled?.lots ?? 0),
    heldAmount: amount(held),
    enterPrice: filled === null || filled.lots === 0 ? null : filled.price,
    uncoveredAmount: amount(state.uncoveredLots),
    reason: state.problem ?? state.closing ?? refusalOf(now, entry),
    outcome: state.outcome,
  };
}
