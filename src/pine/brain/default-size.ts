// Sizes of entries for which a script gives none: the number, the money or the share of the equity
// that its declaration has.

import type { PineBroker } from '#pine/brain/place-order.ts';
import type { EntryRequest } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

/** Amount of an entry at a price, commission included; in contracts where a point has a value. */
export function defaultSize({ terms, api }: PineBroker, price: number): number {
  const { sizeType, sizeValue, commissionType, commissionValue } = terms;
  const cost = price * now.facts.pointValue;
  if (sizeType === 'cash') return roundedMoney(sizeValue) / cost;
  if (sizeType !== 'percent_of_equity') return sizeValue;
  const money = api.wallet.equity() * sizeValue * 0.01;
  if (commissionType === 'cash_per_order')
    return roundedMoney(Math.max(0, money - commissionValue)) / cost;
  if (commissionType === 'cash_per_contract') return roundedMoney(money) / (cost + commissionValue);
  return roundedMoney(money) / (cost * (1 + commissionValue * 0.01));
}

/**
 * An amount that the script gives, down to the step: a value below a step, however little, has not
 * reached it. Measured by PyneCore (`_explicit_qty_round` in github.com/PyneSys/pynecore).
 */
export function explicitSize({ api }: PineBroker, amount: number): number {
  const near = api.markets.roundAmount(null, amount);
  if (!(near > amount)) return near;
  return api.markets.roundAmount(null, near - now.facts.amountStep);
}

const EXACT_MONEY_MIN = 1e7;

/** Money for an order has ten digits, unless there is very much of it. */
function roundedMoney(money: number): number {
  return money > 0 && money < EXACT_MONEY_MIN ? Number(money.toPrecision(10)) : money;
}

/** The price at which the order would execute now: what is sized by it fills there. */
export function sizingPrice(
  { terms }: PineBroker,
  { direction, limit, stop }: EntryRequest,
): number {
  const [better, worse] =
    direction === 'long' ? [Math.min, Math.max] : ([Math.max, Math.min] as const);
  if (!Number.isNaN(limit)) return better(limit, now.close);
  if (!Number.isNaN(stop)) return worse(stop, now.close);
  const sign = direction === 'long' ? 1 : -1;
  return now.close + sign * terms.slippage * now.facts.minTick;
}
