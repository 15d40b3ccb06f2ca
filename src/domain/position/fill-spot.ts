// Books a fill on a spot market: money against asset, and the fee: in the quote currency on both
// sides, unless the account pays it in another (fee-payment.ts). The amounts are those of
// settle-spot.ts.

import { assert } from '#lib/assert.ts';
import { BIG_INTEGERS } from '#lib/integers.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { Transfer } from '#domain/ledger/transfer.ts';
import type { Purse } from '#domain/ledger/purse.ts';
import { move } from '#domain/ledger/purse.ts';
import type { PaidFee } from '#domain/position/fee-payment.ts';
import { feeToPay } from '#domain/position/fee-payment.ts';
import type { Fill } from '#domain/position/fill.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import type { SpotSettlement } from '#domain/position/settle-spot.ts';
import { emptySettlement, settleSpot } from '#domain/position/settle-spot.ts';
import { ratesFor, spotSums } from '#domain/position/spot-rates.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

export type SpotFillOutcome = {
  /**
   * The ledger refuses them when the price was worse than held for and `available` cannot make up
   * for it.
   */
  readonly transfers: readonly Transfer[];
  readonly hold: OrderHold;
  readonly valueUnits: Units;
  readonly feeUnits: Units;
  readonly feeCurrency: string;
  readonly baseUnits: Units;
};

/**
 * Settles a fill of a spot order. Asserts that it is within the order's open lots. `feeFundsUnits`:
 * what is available, before it, of a currency of its own that fees are paid in.
 */
export function fillSpot(
  terms: TradingTerms,
  hold: OrderHold,
  fill: Fill,
  feeFundsUnits: Units = NO_UNITS,
): SpotFillOutcome {
  assert(hold.kind === 'spot', 'a spot fill belongs to a spot order');
  assert(fill.lots > 0n && fill.lots <= hold.lots, 'a fill is within the open lots');
  assert(fill.priceTicks > 0n, 'a trade has a price');
  const settled = emptySettlement<bigint>(BIG_INTEGERS);
  settleSpot<bigint>(BIG_INTEGERS, ratesFor(terms, hold), spotSums(hold), fill, settled);
  const after: OrderHold = {
    ...hold,
    heldUnits: settled.heldUnits as Units,
    lots: (hold.lots - fill.lots) as Lots,
    openingLots: settled.remainingLots as Lots,
    filledLots: settled.filledLots as Lots,
    traded: { numerator: settled.traded, denominator: 1n },
    openedUnits: settled.openedUnits as Units,
    feeWeight: settled.feeWeight,
  };
  const transfers = transfersOf(terms, hold, settled);
  const valueUnits = settled.valueUnits as Units;
  const baseUnits = settled.baseUnits as Units;
  const { feePayment } = terms;
  if (feePayment === undefined) {
    const feeUnits = settled.feeUnits as Units;
    const feeCurrency = terms.grid.settlementCurrency;
    return { transfers, hold: after, valueUnits, feeUnits, feeCurrency, baseUnits };
  }
  const traded = { valueUnits, baseUnits };
  const fee = feeToPay(terms, feePayment, hold, fill, traded, feeFundsUnits);
  return {
    transfers: [...transfers, ...feeTransfers(hold.reference, fee)],
    hold: { ...after, feeWeight: fee.feeWeight },
    valueUnits,
    feeUnits: fee.units,
    feeCurrency: fee.currency,
    baseUnits,
  };
}

function feeTransfers(reference: string, { currency, units }: PaidFee): readonly Transfer[] {
  const purse = purseOf(reference, currency);
  if (units < 0n) move(purse, 'fees', 'available', -units, 'fee');
  else move(purse, 'available', 'fees', units, 'fee');
  return purse.transfers;
}

/** What `available` cannot pay of them, the ledger refuses. */
function transfersOf(
  terms: TradingTerms,
  { side, reference }: OrderHold,
  settled: SpotSettlement<bigint>,
): readonly Transfer[] {
  const { valueUnits, baseUnits, feeUnits, heldPart, heldFee, spareUnits } = settled;
  const quote = purseOf(reference, terms.grid.settlementCurrency);
  const base = purseOf(reference, terms.base);
  const isBuy = side === 'buy';
  const [paying, paid] = isBuy ? [quote, valueUnits] : [base, baseUnits];
  move(paying, 'reserved', 'venue', heldPart, 'trade');
  move(paying, 'available', 'venue', paid - heldPart, 'trade');
  if (isBuy) move(base, 'venue', 'available', baseUnits, 'trade');
  else move(quote, 'venue', 'available', valueUnits, 'trade');
  if (feeUnits < 0n) move(quote, 'fees', 'available', -feeUnits, 'fee');
  move(quote, 'reserved', 'fees', heldFee, 'fee');
  if (feeUnits > heldFee) move(quote, 'available', 'fees', feeUnits - heldFee, 'fee');
  move(paying, 'reserved', 'available', spareUnits, 'release');
  const receiving = isBuy ? base : quote;
  return [...paying.transfers, ...receiving.transfers];
}

function purseOf(reference: string, currency: string): Purse {
  return { currency, reference, transfers: [], reserved: 0n, available: 0n, margin: 0n };
}
