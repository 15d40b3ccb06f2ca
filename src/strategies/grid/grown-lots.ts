// Growth of one grid's amount with the money: a raised investment enlarges every interval, what was
// earned and is reinvested enlarges the entries that come next.

import { divideRounded } from '#lib/decimal.ts';
import { priceOf } from '#venue-port/market/market-grid.ts';
import { unitsOf } from '#venue-port/money/currency.ts';
import type { GridNow } from '#strategies/grid/grid-orders.ts';
import { settlement } from '#strategies/grid/grid-plan.ts';

/** Takes over an investment that was raised; the requirement grows with the lots alone. */
export function raiseInvestment({ config, state, api }: GridNow): void {
  const { investment } = config;
  if (investment <= state.investment) return;
  const lots = (BigInt(state.lotsPerGrid) * investment) / state.investment;
  state.investment = investment;
  if (Number(lots) === state.lotsPerGrid) return;
  state.lotsPerGrid = Number(lots);
  api.log.write('info', `the investment was raised: each grid has ${lots} amount steps now`);
}

/** Lots of an entry with the profit so far in it. */
export function grownLots(now: GridNow): number {
  const { config, state } = now;
  const { lotsPerGrid: plain, earnedUnits } = state;
  if (!config.reinvestsProfit || earnedUnits <= 0n) return plain;
  const invested = investedUnits(now);
  if (invested === 0n) return plain;
  return Number((BigInt(plain) * (invested + earnedUnits)) / invested);
}

/** The investment in the settlement currency, base at the last price. */
function investedUnits({ config, market }: GridNow): bigint {
  const currency = settlement(market);
  const units = unitsOf(currency, config.investment, 'floor');
  if (config.investmentAsset !== 'base') return units;
  const price = priceOf(market.terms.grid, market.priceTicks);
  return divideRounded(units * price, 10n ** 18n, 'floor');
}
