// Sizes of entries for which a script gives none: the number, the money or the share of the equity
// that its declaration has.

import type { SizingByMoney } from '#engine/run-api/order-api.ts';
import { payableAmount, RESERVE_SHARE } from '#engine/run/orders/payable-amount.ts';
import { held } from '#pine/brain/broker-book.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import type { EntryRequest } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

/** Amount of an entry at a price, commission included; in contracts where a point has a value. */
export function defaultSize(broker: PineBroker, price: number): number {
  const budget = defaultBudget(broker);
  if (budget === null) return broker.terms.sizeValue;
  return budget.money / (price * budget.share + budget.extra);
}

/**
 * A size as far as it can be paid. The emulator knows neither fees nor reserves, but a spot wallet
 * has no more than it has.
 */
export function payableSize(broker: PineBroker, request: EntryRequest, size: number): number {
  const { terms, api, isSpot } = broker;
  const facts = api.markets.facts(null);
  if (!isPaidFromEquity(broker) || facts === null) return size;
  const { pointValue, minTick } = now.facts;
  const { limit } = request;
  const price = sizingPrice(broker, request);
  const declared = terms.commissionType === 'percent' ? terms.commissionValue : 0;
  const feeShare = Math.max(facts.makerFeePercent, facts.takerFeePercent, declared, 0) / 100;
  const worst = Number.isNaN(limit)
    ? price * (1 + RESERVE_SHARE) + minTick
    : Math.max(limit, price);
  const entry = {
    amount: size,
    value: price * pointValue,
    reservedValue: worst * pointValue,
    leverage: isSpot ? 1 : api.settings.leverage(),
    feeShare,
  };
  return payableAmount(api.wallet.equity(), entry, closingCost(broker, request, feeShare));
}

function isPaidFromEquity({ terms, isSpot }: PineBroker): boolean {
  return terms.sizeType === 'percent_of_equity' && (isSpot || !terms.emulates);
}

/** Of what the entry turns, which is closed before it: the fee, and a worse price. */
function closingCost({ book }: PineBroker, { direction }: EntryRequest, feeShare: number): number {
  if (book.bindings[0]?.direction === direction) return 0;
  return held(book.bindings) * now.price * now.facts.pointValue * (feeShare + RESERVE_SHARE);
}

/** Money for an entry, and what one of it costs: a share of its price, and so much beside it. */
type Budget = Pick<SizingByMoney, 'money' | 'share' | 'extra'>;

/** Of an entry of the usual size; null: that is a number of contracts. */
function defaultBudget({ terms, api }: PineBroker): Budget | null {
  const { sizeType, sizeValue, commissionType, commissionValue } = terms;
  const { pointValue } = now.facts;
  if (sizeType === 'cash') return { money: roundedMoney(sizeValue), share: pointValue, extra: 0 };
  if (sizeType !== 'percent_of_equity') return null;
  const money = api.wallet.equity() * sizeValue * 0.01;
  if (commissionType === 'cash_per_order') {
    const left = roundedMoney(Math.max(0, money - commissionValue));
    return { money: left, share: pointValue, extra: 0 };
  }
  if (commissionType === 'cash_per_contract')
    return { money: roundedMoney(money), share: pointValue, extra: commissionValue };
  const share = pointValue * (1 + commissionValue * 0.01);
  return { money: roundedMoney(money), share, extra: 0 };
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
  if (!Number.isNaN(limit)) return better(limit, now.price);
  const sign = direction === 'long' ? 1 : -1;
  const met = Number.isNaN(stop) ? now.price : worse(stop, now.price);
  return met + sign * terms.slippage * now.facts.minTick;
}

/** By which an entry with a price is sized anew where it fills; null: it is not. */
export function sizingOf(
  broker: PineBroker,
  { limit, stop, amount }: EntryRequest,
  sized: number,
): SizingByMoney | null {
  const hasStop = !Number.isNaN(stop);
  const isPriced = hasStop !== !Number.isNaN(limit);
  const isSizedAnew = broker.terms.emulates && !isPaidFromEquity(broker);
  if (!isSizedAnew || !Number.isNaN(amount) || !isPriced) return null;
  const budget = defaultBudget(broker);
  if (budget === null) return null;
  const slippage = hasStop ? broker.terms.slippage * now.facts.minTick : 0;
  return { ...budget, amount: sized, slippage };
}
