// Books a fill on a futures market: it reduces the position it is against, opens what is left over,
// or both.

import { assert } from '#lib/assert.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import type { Purse } from '#domain/ledger/purse.ts';
import type { Fill } from '#domain/position/fill.ts';
import { priceTrade } from '#domain/position/fill.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import { openingLots } from '#domain/position/order-hold.ts';
import { payFee, payFromHold, releaseSpare } from '#domain/position/pay-from-hold.ts';
import type { Position } from '#domain/position/position.ts';
import { increasePosition, initialMarginUnits, newPosition } from '#domain/position/position.ts';
import { settleClose } from '#domain/position/settle-close.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

export type ContractFillContext = {
  /** The position that the fill increases or reduces; null opens a new one. */
  readonly position: Position | null;
  /** The id of the position that the fill opens, when it opens one. */
  readonly newPositionId: string;
  /** `available` of the settlement currency, as the ledger has it before this fill. */
  readonly availableUnits: Units;
};

export type ContractFillOutcome = {
  /** The ledger refuses them when margin or fee of an opening part cannot be paid. */
  readonly transfers: readonly Transfer[];
  readonly hold: OrderHold;
  /** The open position after the fill; null when flat. */
  readonly position: Position | null;
  /** The position that this fill closed, as it ended. */
  readonly closed: Position | null;
  /** Of this fill: its value, the gross profit it realised, and its fee. */
  readonly valueUnits: Units;
  readonly grossUnits: Units;
  readonly feeUnits: Units;
  /** What the insurance bore of this fill's loss. */
  readonly insuredUnits: Units;
};

/** Settles a fill of a contract order. Asserts that it is within the order's open lots. */
export function fillContract(
  terms: TradingTerms,
  hold: OrderHold,
  fill: Fill,
  context: ContractFillContext,
): ContractFillOutcome {
  assert(hold.kind === 'contract', 'a contract fill belongs to a contract order');
  assert(fill.lots > 0n && fill.lots <= hold.lots, 'a fill is within the open lots');
  const opened = openingLots(context.position, hold.side, fill.lots);
  const start: Settling = {
    purse: {
      currency: hold.currency,
      reference: hold.reference,
      transfers: [],
      reserved: hold.heldUnits,
      available: context.availableUnits,
      margin: context.position?.marginUnits ?? 0n,
    },
    hold,
    position: context.position,
    closed: null,
    valueUnits: NO_UNITS,
    grossUnits: NO_UNITS,
    feeUnits: NO_UNITS,
  };
  const insuredBefore = context.position?.insuredUnits ?? NO_UNITS;
  const reduced = reducePart(terms, start, fill, (fill.lots - opened) as Lots);
  const reducedPosition = reduced.closed ?? reduced.position;
  const insuredUnits = ((reducedPosition?.insuredUnits ?? 0n) - insuredBefore) as Units;
  const { purse, ...outcome } = openPart(terms, reduced, fill, opened, context.newPositionId);
  const after = withFilledLots(outcome.hold, fill.lots, opened);
  return {
    ...outcome,
    insuredUnits,
    hold: releaseSpare(terms, purse, after),
    transfers: purse.transfers,
  };
}

type Settling = Omit<ContractFillOutcome, 'transfers' | 'insuredUnits'> & { readonly purse: Purse };

function reducePart(terms: TradingTerms, state: Settling, fill: Fill, lots: Lots): Settling {
  const { position, purse, hold } = state;
  if (lots === 0n || position === null) return state;
  const { traded, feeWeight, ...costs } = priceTrade(terms, hold, fill, lots);
  const trade = { ...costs, lots, priceTicks: fill.priceTicks, atMs: fill.atMs };
  const { position: left, grossUnits } = settleClose(terms.grid, purse, position, trade);
  const isClosed = left.lots === 0n;
  return {
    purse,
    ...costs,
    grossUnits,
    hold: { ...hold, traded, feeWeight },
    position: isClosed ? null : left,
    closed: isClosed ? left : null,
  };
}

function openPart(
  terms: TradingTerms,
  state: Settling,
  fill: Fill,
  lots: Lots,
  newPositionId: string,
): Settling {
  if (lots === 0n) return state;
  const { hold, purse } = state;
  const { traded, feeWeight, ...costs } = priceTrade(terms, hold, fill, lots);
  const { leverage, marginMode } = hold;
  const position =
    state.position ??
    newPosition(
      {
        positionId: newPositionId,
        marketTag: terms.marketTag,
        direction: hold.side === 'buy' ? 'long' : 'short',
        marginMode,
        leverage,
      },
      fill.atMs,
    );
  const openedUnits = (hold.openedUnits + costs.valueUnits) as Units;
  const marginUnits = (initialMarginUnits(openedUnits, leverage) -
    initialMarginUnits(hold.openedUnits, leverage)) as Units;
  payFromHold(purse, 'margin', marginUnits, 'margin');
  payFee(purse, costs.feeUnits);
  const trade = { ...costs, lots, priceTicks: fill.priceTicks, atMs: fill.atMs };
  return {
    ...state,
    hold: { ...hold, traded, feeWeight, openedUnits },
    position: increasePosition(terms.grid, position, trade, marginUnits),
    valueUnits: (state.valueUnits + costs.valueUnits) as Units,
    feeUnits: (state.feeUnits + costs.feeUnits) as Units,
  };
}

function withFilledLots(hold: OrderHold, filled: Lots, opened: Lots): OrderHold {
  const lots = (hold.lots - filled) as Lots;
  const opening = hold.openingLots > opened ? hold.openingLots - opened : 0n;
  return {
    ...hold,
    lots,
    openingLots: (opening < lots ? opening : lots) as Lots,
    filledLots: (hold.filledLots + filled) as Lots,
  };
}
