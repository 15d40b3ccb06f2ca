// Liquidation: the venue closes a position that can no longer keep its margin. Its loss and the
// liquidation fee take what stands behind it and not a unit more; the insurance bears the rest.

import type { Decimal } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import { feeUnits, feeWeightOf } from '#domain/money/fee.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import { move, purseOfPosition } from '#domain/ledger/purse.ts';
import type { Position } from '#domain/position/position.ts';
import { exitSide } from '#domain/position/position.ts';
import { unrealizedUnits } from '#domain/position/position-figures.ts';
import { settleClose } from '#domain/position/settle-close.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';

export type Liquidation = {
  readonly terms: TradingTerms;
  /** Open. */
  readonly position: Position;
  /** See `liquidationSettleTicks`. */
  readonly settleTicks: Ticks;
  readonly liquidationFeePercent: Decimal;
  readonly atMs: number;
};

export type LiquidationOutcome = {
  readonly transfers: readonly Transfer[];
  /** The position as it ended. */
  readonly closed: Position;
  readonly valueUnits: Units;
  readonly grossUnits: Units;
  /** `available` of the settlement currency afterwards. */
  readonly availableUnits: Units;
};

/** Closes the position. On isolated margin what was available before is not touched. */
export function liquidateContract(
  liquidation: Liquidation,
  availableUnits: Units,
): LiquidationOutcome {
  const { terms, position, settleTicks, liquidationFeePercent, atMs } = liquidation;
  const { grid } = terms;
  const rounding = valueRounding(grid.shape, exitSide(position.direction));
  const valueUnits = valueOf(grid, settleTicks, position.lots, rounding);
  const purse = purseOfPosition(grid.settlementCurrency, position, availableUnits);
  const { lots } = position;
  const trade = { priceTicks: settleTicks, lots, valueUnits, feeUnits: NO_UNITS, atMs };
  const { position: closed, grossUnits } = settleClose(grid, purse, position, trade);
  const left =
    position.marginMode === 'isolated' ? purse.available - availableUnits : purse.available;
  const wanted = feeUnits(feeWeightOf(valueUnits, liquidationFeePercent));
  const liquidationFeeUnits = (wanted < left ? wanted : left) as Units;
  move(purse, 'available', 'fees', liquidationFeeUnits, 'liquidation_fee');
  return {
    transfers: purse.transfers,
    closed: { ...closed, liquidationFeeUnits },
    valueUnits,
    grossUnits,
    availableUnits: purse.available as Units,
  };
}

/**
 * Closes all cross positions of one settlement currency, those that leave most first, so that
 * gains pay for losses before the insurance does. Outcomes are in that order.
 */
export function liquidateCross(
  liquidations: readonly Liquidation[],
  availableUnits: Units,
): readonly LiquidationOutcome[] {
  const ranked = liquidations
    .map((liquidation) => ({ liquidation, proceeds: proceedsOf(liquidation) }))
    .sort((a, b) => Number(b.proceeds > a.proceeds) - Number(a.proceeds > b.proceeds));
  const outcomes: LiquidationOutcome[] = [];
  let available = availableUnits;
  for (const { liquidation } of ranked) {
    const outcome = liquidateContract(liquidation, available);
    available = outcome.availableUnits;
    outcomes.push(outcome);
  }
  return outcomes;
}

/** What closing it leaves of margin and profit together; what is positive can pay for others. */
function proceedsOf({ terms, position, settleTicks }: Liquidation): bigint {
  return position.marginUnits + unrealizedUnits(terms.grid, position, settleTicks);
}
