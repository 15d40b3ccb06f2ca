// Fees of spot fills that the venue took out of the base currency. What is lost to them cannot be
// sold any more, so positions are lessened by it: in whole lots, rounded up, over all fills of a
// market. The fee itself is booked as a cost, by its value, as any fee; so the lots count as sold
// at the price of their fill to pay for it.

import { divideRounded, unitOfScale } from '#lib/decimal.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { currencyScale, NO_UNITS } from '#venue-port/money/currency.ts';
import type { RunMarket } from '#engine/run/run-market.ts';

/** Of one market. */
export type BaseFees = {
  /** All that fees have taken, exact. */
  units: Units;
  /** The lots that positions were lessened by for it. */
  lots: Lots;
};

/** No fees in units and none in lots. */
export function noBaseFees(): BaseFees {
  return { units: NO_UNITS, lots: 0n as Lots };
}

/** Adds a fee; returns how many lots more are lost. What is less than a lot stays as dust. */
export function addBaseFee(fees: BaseFees, { terms }: RunMarket, units: Units): Lots {
  fees.units = (fees.units + units) as Units;
  const amount = fees.units * unitOfScale(currencyScale(terms.base));
  const lots = divideRounded(amount, terms.grid.amountStep, 'ceil') as Lots;
  const added = (lots - fees.lots) as Lots;
  fees.lots = lots;
  return added;
}
