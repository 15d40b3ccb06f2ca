// A small trading account driven by arbitrary actions, for the properties of accounting: it places,
// fills and cancels orders, pays funding and liquidates on one market, and cancels an order whose
// fill is refused.

import type { Decimal } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import { payFunding } from '#domain/funding/pay-funding.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import { applyTransfers, balancesIn } from '#domain/ledger/ledger.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import { liquidateContract } from '#domain/margin/liquidate-contract.ts';
import { liquidationDue } from '#domain/margin/liquidation-price.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { Fill } from '#domain/position/fill.ts';
import { fillContract } from '#domain/position/fill-contract.ts';
import { fillSpot } from '#domain/position/fill-spot.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { holdContract, holdSpot, openingLots, releaseHold } from '#domain/position/order-hold.ts';
import type { MarginMode, Position } from '#domain/position/position.ts';
import { increasePosition, newPosition, reducePosition } from '#domain/position/position.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { decimal, ONE } from '#lib/decimal.ts';

export type Action =
  | {
      readonly kind: 'place';
      readonly side: OrderSide;
      readonly priceTicks: Ticks;
      readonly lots: Lots;
      readonly leverage: Decimal;
      readonly marginMode: MarginMode;
    }
  | {
      readonly kind: 'fill';
      readonly order: number;
      readonly priceTicks: Ticks;
      readonly lots: Lots;
      readonly isMaker: boolean;
    }
  | { readonly kind: 'cancel'; readonly order: number }
  | { readonly kind: 'fund'; readonly rate: Decimal; readonly priceTicks: Ticks }
  | { readonly kind: 'liquidate'; readonly priceTicks: Ticks };

export type AccountRun = {
  readonly terms: TradingTerms;
  readonly ledger: Ledger;
  readonly holds: readonly OrderHold[];
  readonly position: Position | null;
  readonly closed: readonly Position[];
  readonly count: number;
};

const RUN_TIERS = singleTier(decimal('0.01'), decimal('100'));

export function newRun(terms: TradingTerms, ledger: Ledger): AccountRun {
  return { terms, ledger, holds: [], position: null, closed: [], count: 0 };
}

export function step(run: AccountRun, action: Action): AccountRun {
  const next = { ...run, count: run.count + 1 };
  switch (action.kind) {
    case 'place':
      return place(next, action);
    case 'fill':
      return fill(next, action);
    case 'cancel':
      return cancel(next, holdAt(next, action.order));
    case 'fund':
      return fund(next, action);
    case 'liquidate':
      return liquidate(next, action.priceTicks);
  }
}

/** Cancels all orders and closes the position at this price. */
export function flatten(run: AccountRun, priceTicks: Ticks): AccountRun {
  let flat = run;
  for (const hold of run.holds) flat = cancel(flat, hold);
  const { position } = flat;
  if (position === null) return flat;
  const side = position.direction === 'long' ? 'sell' : 'buy';
  const { lots, leverage, marginMode } = position;
  flat = step(flat, { kind: 'place', side, priceTicks, lots, leverage, marginMode });
  return step(flat, { kind: 'fill', order: 0, priceTicks, lots, isMaker: false });
}

type Of<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

function isSpot({ terms }: AccountRun): boolean {
  return terms.marketTag.endsWith(':spot');
}

function holdAt({ holds }: AccountRun, index: number): OrderHold | undefined {
  return holds[index % Math.max(holds.length, 1)];
}

function settlement(run: AccountRun): Units {
  return balancesIn(run.ledger, run.terms.grid.settlementCurrency).available;
}

function place(run: AccountRun, action: Of<'place'>): AccountRun {
  const { terms, position } = run;
  const { side, lots } = action;
  const request = { reference: `order-${run.count}`, side, lots, heldTicks: action.priceTicks };
  const { hold, transfers } = isSpot(run)
    ? holdSpot(terms, request)
    : holdContract(terms, {
        ...request,
        openingLots: openingLots(position, side, lots),
        leverage: position?.leverage ?? action.leverage,
        marginMode: position?.marginMode ?? action.marginMode,
      });
  const result = applyTransfers(run.ledger, transfers);
  return result.ok ? { ...run, ledger: result.value, holds: [...run.holds, hold] } : run;
}

function cancel(run: AccountRun, hold: OrderHold | undefined): AccountRun {
  if (hold === undefined) return run;
  const result = applyTransfers(run.ledger, releaseHold(hold).transfers);
  const holds = run.holds.filter((other) => other !== hold);
  return result.ok ? { ...run, ledger: result.value, holds } : run;
}

function fill(run: AccountRun, action: Of<'fill'>): AccountRun {
  const hold = holdAt(run, action.order);
  if (hold === undefined) return run;
  const lots = action.lots < hold.lots ? action.lots : hold.lots;
  const filled: Fill = { ...action, lots, atMs: run.count };
  const outcome = isSpot(run) ? spotOutcome(run, hold, filled) : contractOutcome(run, hold, filled);
  const result = applyTransfers(run.ledger, outcome.transfers);
  if (!result.ok) return cancel(run, hold);
  const holds = run.holds
    .map((other) => (other === hold ? outcome.hold : other))
    .filter((other) => other.lots > 0n);
  const closed = outcome.closed === null ? run.closed : [...run.closed, outcome.closed];
  return { ...run, ledger: result.value, holds, closed, position: outcome.position };
}

function contractOutcome(run: AccountRun, hold: OrderHold, filled: Fill) {
  return fillContract(run.terms, hold, filled, {
    position: run.position,
    newPositionId: `position-${run.count}`,
    availableUnits: settlement(run),
  });
}

/**
 * Spot inventory retained as a position; the account began without any, so it sells what it bought.
 */
function spotOutcome(run: AccountRun, hold: OrderHold, filled: Fill) {
  const { grid, marketTag } = run.terms;
  const outcome = fillSpot(run.terms, hold, filled);
  const trade = { ...filled, valueUnits: outcome.valueUnits, feeUnits: outcome.feeUnits };
  const opening = {
    positionId: `position-${run.count}`,
    marketTag,
    direction: 'long' as const,
    marginMode: 'isolated' as const,
    leverage: ONE,
  };
  const before = run.position ?? newPosition(opening, run.count);
  const after =
    hold.side === 'buy'
      ? increasePosition(grid, before, trade, NO_UNITS)
      : reducePosition(grid, before, trade).position;
  const isClosed = after.lots === 0n;
  return { ...outcome, position: isClosed ? null : after, closed: isClosed ? after : null };
}

function fund(run: AccountRun, { rate, priceTicks }: Of<'fund'>): AccountRun {
  const { position, terms } = run;
  if (position === null || isSpot(run)) return run;
  const due = { markTicks: priceTicks, rate, atMs: run.count };
  const outcome = payFunding(terms.grid, position, due, settlement(run));
  const result = applyTransfers(run.ledger, outcome.transfers);
  return result.ok ? { ...run, ledger: result.value, position: outcome.position } : run;
}

function liquidate(run: AccountRun, settleTicks: Ticks): AccountRun {
  const { position, terms } = run;
  if (position === null || isSpot(run)) return run;
  const backing = position.marginMode === 'cross' ? settlement(run) : NO_UNITS;
  const backingUnits = (backing + position.marginUnits) as Units;
  if (!liquidationDue(terms.grid, position, RUN_TIERS, settleTicks, backingUnits)) return run;
  const liquidationFeePercent = decimal('0.5');
  const { closed, transfers } = liquidateContract(
    { terms, position, settleTicks, liquidationFeePercent, atMs: run.count },
    settlement(run),
  );
  const result = applyTransfers(run.ledger, transfers);
  if (!result.ok) return run;
  return { ...run, ledger: result.value, position: null, closed: [...run.closed, closed] };
}
