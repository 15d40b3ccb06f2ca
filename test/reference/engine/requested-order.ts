// From what a program asks for to an order in the market's steps.

import type { Fraction } from './fraction.ts';
import {
  fraction,
  fractionOf,
  most,
  NOTHING,
  ONE,
  over,
  plus,
  roundedDown,
  roundedUp,
  times,
} from './fraction.ts';
import { lastPrice } from './last-price.ts';
import { heldOf, profitOf } from './position-ledger.ts';
import { worthOf } from './reference-market.ts';
import type { ReferenceOrder, Wish } from './reference-order.ts';
import { isStopType } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';

/** Of a step, and of the number itself. */
const NEAR = '0.000000001';
const NEAR_SHARE = '0.000000000001';

/** Amounts down, prices to the passive side, triggers as the rules say. */
export function requestedOrder(run: ReferenceState, wish: Wish, row: number): ReferenceOrder {
  const { market, rules, orders } = run;
  const { action, type, price, trigger, trail } = wish;
  const { priceStep, amountStep } = market;
  const positionId = wish.positionId ?? '';
  const isExit = isExitOf(run, wish, heldOf(run.ledger, positionId));
  const amount = roundedDown(wish.amount ?? amountOfShare(run, row), amountStep);
  const isRefused = (wish.isImmediate && type !== 'market') || amount.numerator === 0n;
  const atLeastOne = (value: Fraction): Fraction => most(priceStep, toNearest(value));
  const side = ['buy', 'go_long', 'exit_short'].includes(action) ? 'buy' : 'sell';
  const isLimit = ['limit', 'maker_or_cancel', 'stop_limit', 'take_profit_limit'].includes(type);
  const toNearest = (value: Fraction): Fraction =>
    roundedDown(plus(value, over(priceStep, fraction(2n))), priceStep);
  const away = side === 'buy' ? roundedDown : roundedUp;
  const outward = side === 'buy' ? roundedUp : roundedDown;
  const toActivation = (value: Fraction) =>
    rules.triggersOutward ? away(value, priceStep) : toNearest(value);
  const toDistance = (value: Fraction) =>
    rules.triggersOutward ? roundedUp(value, priceStep) : toNearest(value);
  const roundTrigger = rules.triggersOutward && isStopType(type) ? outward : toNearest;
  return {
    index: orders.length,
    wish,
    side,
    positionId,
    isExit,
    isReduceOnly: wish.isReduceOnly || (market.kind !== 'spot' && action.startsWith('exit')),
    role: isExit ? roleOf(wish) : null,
    limit: isLimit ? (side === 'buy' ? roundedDown : roundedUp)(price, priceStep) : null,
    trigger: trigger === null ? null : roundTrigger(trigger, priceStep),
    trail: ifGiven(trail?.offset, atLeastOne),
    activation: ifGiven(trail?.activationPrice, (value) => most(priceStep, toActivation(value))),
    activationDistance: ifGiven(trail?.activationDistance, toDistance),
    requestedRow: row,
    arrival: 0,
    amount,
    filled: NOTHING,
    paid: NOTHING,
    worthExact: NOTHING,
    opened: NOTHING,
    feeExact: NOTHING,
    fee: NOTHING,
    state: isRefused ? 'refused' : 'asked',
    isTaken: false,
    isTriggered: false,
    isDistant: false,
    best: null,
  };
}

/** What the share of the equity comes to at the last price, down to the step. */
export function amountOfShare(run: ReferenceState, row: number): Fraction {
  const { market, equityShare } = run;
  const price = lastPrice(run, row);
  const worth = times(equityAt(run, price), equityShare);
  const amount = over(worth, worthOf(market, price, ONE));
  // A script's number that is so near to a step counts as on it.
  const near = plus(
    times(market.amountStep, fractionOf(NEAR)),
    times(amount, fractionOf(NEAR_SHARE)),
  );
  return roundedDown(plus(amount, near), market.amountStep);
}

export function equityAt(
  { startEquity, market, ledger }: ReferenceState,
  price: Fraction,
): Fraction {
  return most(NOTHING, plus(startEquity, profitOf(market, ledger, price)));
}

function ifGiven(
  value: Fraction | null | undefined,
  round: (value: Fraction) => Fraction,
): Fraction | null {
  return value === null || value === undefined ? null : round(value);
}

/**
 * Whether an order leaves its position. A buy does when that is short. A sale does when that is
 * long, and on spot also when nothing is held of it: then it sells what the account has.
 */
function isExitOf({ market }: ReferenceState, { action }: Wish, held: Fraction): boolean {
  if (action === 'buy') return held.numerator < 0n;
  if (action !== 'sell') return action === 'exit_long' || action === 'exit_short';
  return held.numerator > 0n || (held.numerator === 0n && market.kind === 'spot');
}

function roleOf({ type }: Wish): ReferenceOrder['role'] {
  if (type === 'market') return null;
  return isStopType(type) || type === 'trailing_stop_market' ? 'stop' : 'target';
}
