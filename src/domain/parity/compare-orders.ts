// Compares a bot's day with the same minutes in a backtest, and names the causes by which the two
// differ. Every fill is valued at one closing price, so that the causes sum up to the difference
// exactly: what a fill brings is its amount times the way from its price to the closing price, less
// its fee.

import { assert } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ZERO } from '#lib/decimal.ts';
import { minuteStartMs } from '#lib/time.ts';
import type { ComparedOrder, OrderPair } from '#domain/parity/pair-orders.ts';
import type { OrderSide } from '#venue-port/order/order.ts';

export const PARITY_CAUSES = ['missed', 'extra', 'size', 'delay', 'price', 'fee'] as const;
/**
 * `missed`: only the backtest's order filled. `extra`: only the bot's did. `size`: the bot's filled
 * another amount. `delay`: it filled in another minute, and the market had moved. `price`: it
 * filled at another price of its minute (spread, slippage). `fee`: it paid another share of what it
 * traded; what the fee changed with amount and price belongs to their causes.
 */
export type ParityCause = (typeof PARITY_CAUSES)[number];

/** What the bot made by each cause more than the backtest, in the currency of the profits. */
export type ParityEffects = { readonly [cause in ParityCause]: Decimal };

export type ComparedPair = OrderPair & {
  readonly effects: ParityEffects;
  /** By how much the bot's last fill was later; null unless both instants are known. */
  readonly delayMs: number | null;
};

export type ParityTerms = {
  /** At which all that was traded is valued. */
  readonly closingPrice: Decimal;
  /** The market's price when the minute began; null where it is not known. */
  readonly openOf: (minuteStartMs: number) => Decimal | null;
  /**
   * What an amount that was bought at one price brings at another, in the currency of the profits;
   * below zero when the price fell.
   */
  readonly gainOf: (amount: Decimal, boughtAt: Decimal, soldAt: Decimal) => Decimal;
  /** What an amount is worth at a price, in the same currency. */
  readonly valueOf: (amount: Decimal, price: Decimal) => Decimal;
  /** Fees of one share of the value may differ by so much, because each fill's is rounded. */
  readonly feeRounding: Decimal;
};

export type ParityReport = {
  /** Pairs of which at least one order filled, in the order of their placing. */
  readonly pairs: readonly ComparedPair[];
  readonly effects: ParityEffects;
  readonly liveProfit: Decimal;
  readonly backtestProfit: Decimal;
  /** Pairs whose orders filled in one minute, by one amount, at one price and fee. */
  readonly equalCount: number;
};

/**
 * The effects of all pairs sum up to `liveProfit - backtestProfit`, to the last unit. All orders
 * are of one market.
 */
export function compareOrders(paired: readonly OrderPair[], terms: ParityTerms): ParityReport {
  const pairs = paired
    .filter((pair) => hasFilled(pair.live) || hasFilled(pair.backtest))
    .map((pair) => comparePair(pair, terms));
  const effects = sumOf(pairs.map((pair) => pair.effects));
  const report = {
    pairs,
    effects,
    liveProfit: profitOf(
      pairs.map(({ live }) => live),
      terms,
    ),
    backtestProfit: profitOf(
      pairs.map(({ backtest }) => backtest),
      terms,
    ),
    equalCount: pairs.filter(isEqual).length,
  };
  const explained = PARITY_CAUSES.reduce((sum, cause) => sum + effects[cause], 0n);
  assert(explained === report.liveProfit - report.backtestProfit, 'the causes explain all');
  return report;
}

function hasFilled(order: ComparedOrder | null): order is ComparedOrder {
  return order !== null && order.filledAmount > 0n;
}

function isEqual({ live, backtest, effects }: ComparedPair): boolean {
  const areSame = PARITY_CAUSES.every((cause) => effects[cause] === 0n);
  return areSame && minuteOf(live) === minuteOf(backtest);
}

function minuteOf(order: ComparedOrder | null): number | null {
  const filledAtMs = order?.filledAtMs ?? null;
  return filledAtMs === null ? null : minuteStartMs(filledAtMs);
}

const NO_EFFECTS: ParityEffects = {
  missed: ZERO,
  extra: ZERO,
  size: ZERO,
  delay: ZERO,
  price: ZERO,
  fee: ZERO,
};

function comparePair(pair: OrderPair, terms: ParityTerms): ComparedPair {
  const { live, backtest } = pair;
  const missed = hasFilled(live) ? ZERO : minus(broughtBy(backtest, terms));
  if (!hasFilled(live)) return { ...pair, effects: { ...NO_EFFECTS, missed }, delayMs: null };
  const extra = broughtBy(live, terms);
  if (!hasFilled(backtest)) return { ...pair, effects: { ...NO_EFFECTS, extra }, delayMs: null };
  const effects = effectsOf(live, backtest, terms);
  return { ...pair, effects, delayMs: delayOf(live, backtest) };
}

function delayOf(live: ComparedOrder, backtest: ComparedOrder): number | null {
  if (live.filledAtMs === null || backtest.filledAtMs === null) return null;
  return live.filledAtMs - backtest.filledAtMs;
}

function minus(value: Decimal): Decimal {
  return -value as Decimal;
}

/** Price is what the other causes leave, so that nothing is lost by rounding. */
function effectsOf(
  live: ComparedOrder,
  backtest: ComparedOrder,
  terms: ParityTerms,
): ParityEffects {
  const { closingPrice } = terms;
  const asLarge = gain(terms, live, backtest.averagePrice, closingPrice);
  const there = gain(terms, backtest, backtest.averagePrice, closingPrice);
  const here = gain(terms, live, live.averagePrice, closingPrice);
  const moved = moveOf(live, backtest, terms);
  const feeAt = (price: Decimal): Decimal => feeAsOf(backtest, live.filledAmount, price, terms);
  const [feeAsLarge, feeLater] = [feeAt(backtest.averagePrice), feeAt(moved.price)];
  return withoutRounding(terms, {
    ...NO_EFFECTS,
    size: (asLarge - there + backtest.fees - feeAsLarge) as Decimal,
    delay: (moved.gain + feeAsLarge - feeLater) as Decimal,
    price: (here - asLarge - moved.gain + feeLater - feeAt(live.averagePrice)) as Decimal,
    fee: (feeAt(live.averagePrice) - live.fees) as Decimal,
  });
}

/** What the backtest's order would have paid for this amount at this price. */
function feeAsOf(
  { fees, filledAmount, averagePrice }: ComparedOrder,
  amount: Decimal,
  price: Decimal,
  { valueOf }: ParityTerms,
): Decimal {
  const traded = valueOf(filledAmount, averagePrice);
  if (traded <= 0n || (amount === filledAmount && price === averagePrice)) return fees;
  return divideRounded(fees * valueOf(amount, price), traded, 'half_even') as Decimal;
}

/** A fee that is the same but for its rounding belongs to what changed it. */
function withoutRounding({ feeRounding }: ParityTerms, effects: ParityEffects): ParityEffects {
  const { fee } = effects;
  if (fee === 0n || fee > feeRounding || fee < -feeRounding) return effects;
  const cause = (['price', 'delay', 'size'] as const).find((each) => effects[each] !== 0n);
  if (cause === undefined) return effects;
  return { ...effects, fee: ZERO, [cause]: (effects[cause] + fee) as Decimal };
}

/** What the market moved between the minutes of the two fills, and the price that it moved to. */
function moveOf(live: ComparedOrder, backtest: ComparedOrder, terms: ParityTerms) {
  const { averagePrice } = backtest;
  const still = { gain: ZERO, price: averagePrice };
  const [liveMinute, backtestMinute] = [minuteOf(live), minuteOf(backtest)];
  if (liveMinute === null || backtestMinute === null || liveMinute === backtestMinute) return still;
  const [later, earlier] = [terms.openOf(liveMinute), terms.openOf(backtestMinute)];
  if (later === null || earlier === null) return still;
  const price = (averagePrice + later - earlier) as Decimal;
  return { gain: gain(terms, live, later, earlier), price: price > 0n ? price : averagePrice };
}

/** Of the order's filled amount, had it filled at one price and were it valued at the other. */
function gain(
  { gainOf }: ParityTerms,
  { side, filledAmount }: ComparedOrder,
  filledAt: Decimal,
  valuedAt: Decimal,
): Decimal {
  return signed(side, gainOf(filledAmount, filledAt, valuedAt));
}

function signed(side: OrderSide, value: Decimal): Decimal {
  return side === 'buy' ? value : minus(value);
}

function broughtBy(order: ComparedOrder | null, terms: ParityTerms): Decimal {
  if (!hasFilled(order)) return ZERO;
  return (gain(terms, order, order.averagePrice, terms.closingPrice) - order.fees) as Decimal;
}

function profitOf(orders: readonly (ComparedOrder | null)[], terms: ParityTerms): Decimal {
  return orders.reduce((sum, order) => (sum + broughtBy(order, terms)) as Decimal, ZERO);
}

function sumOf(all: readonly ParityEffects[]): ParityEffects {
  const total = (cause: ParityCause): Decimal =>
    all.reduce((sum, effects) => (sum + effects[cause]) as Decimal, ZERO);
  return Object.fromEntries(PARITY_CAUSES.map((cause) => [cause, total(cause)])) as ParityEffects;
}
