// Judges orders by the limits of their account. Judged where they are written down, one after the
// other, from what was known of the account a moment before and from what was written since.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { AccountLimits, CurrencyLimits } from '#domain/risk/account-limits.ts';
import { limitsIn, needsStanding } from '#domain/risk/account-limits.ts';

/** What an order would add. `value` is what it is worth at most. */
export type NotedValue = {
  readonly marketTag: string;
  readonly currency: string;
  readonly side: OrderSide;
  /** Zero of an order that only reduces what is held. */
  readonly value: Decimal;
};

/** What an account has on one market, in the currency that it settles in. */
export type MarketStanding = {
  readonly marketTag: string;
  /** Shorts are below zero. */
  readonly held: Decimal;
  /** Longs and shorts that stand against one another, both counted. */
  readonly hedged: Decimal;
  /** Of working orders. */
  readonly buys: Decimal;
  readonly sells: Decimal;
};

/** What was known of an account in one currency. */
export type Standing = {
  /** Orders that were written later are not in it. */
  readonly afterSequence: number;
  readonly markets: readonly MarketStanding[];
  /** Since 00:00 UTC; not below zero, and not below the loss that reached the limit before. */
  readonly dailyLoss: Decimal;
};

export type OrderRisk = NotedValue & {
  /** Null where no limit needs it. */
  readonly standing: Standing | null;
  /** Of an order that brings its account nearer to holding nothing: no limit stands before it. */
  readonly onlyReduces?: boolean;
};

export type OrderHistory = {
  /** How many orders of the account were placed within the last minute, with limits or without. */
  readonly recentCount: number;
  /** What was written after the standing was taken, in the currency of the order. */
  readonly values: readonly NotedValue[];
};

/** `unknown`: the limits need more than was found out. */
export type Judgement =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: string };

const ALLOWED: Judgement = { kind: 'allowed' };

/** The first order that breaks a limit decides for all. */
export function judgeOrders(
  limits: AccountLimits,
  risks: readonly OrderRisk[],
  noted: OrderHistory,
): Judgement {
  for (const [index, risk] of risks.entries()) {
    const earlier = risks.slice(0, index).filter(({ currency }) => currency === risk.currency);
    const judgement = judgeOrder(limits, risk, {
      recentCount: noted.recentCount + index,
      values: [...noted.values.filter(({ currency }) => currency === risk.currency), ...earlier],
    });
    if (judgement.kind !== 'allowed') return judgement;
  }
  return ALLOWED;
}

function judgeOrder(limits: AccountLimits, risk: OrderRisk, noted: OrderHistory): Judgement {
  if (risk.onlyReduces === true) return ALLOWED;
  const { maxOrdersPerMinute, currencies } = limits;
  if (maxOrdersPerMinute !== null && noted.recentCount >= maxOrdersPerMinute)
    return refused(tooManyInWords(maxOrdersPerMinute, noted.recentCount));
  if (currencies.length === 0) return ALLOWED;
  const { currency } = risk;
  const allowed = limitsIn(limits, currency);
  if (allowed === null)
    return refused(`its account has limits, and none for what settles in ${currency}`);
  const { maxOrderValue } = allowed;
  if (maxOrderValue !== null && risk.value > maxOrderValue)
    return refused(
      `it is worth ${inWords(risk.value, currency)}, more than ${most(maxOrderValue, currency)}`,
    );
  return needsStanding(allowed) ? judgeStanding(allowed, risk, noted) : ALLOWED;
}

function judgeStanding(
  { currency, maxExposure, maxDailyLoss }: CurrencyLimits,
  risk: OrderRisk,
  { values }: OrderHistory,
): Judgement {
  const { standing } = risk;
  if (standing === null) return { kind: 'unknown' };
  const before = exposureOf(standing, values);
  const after = exposureOf(standing, [...values, risk]);
  // What brings the account nearer to holding nothing is never in the way of these limits.
  if (after <= before) return ALLOWED;
  if (maxExposure !== null && after > maxExposure)
    return refused(
      `with it the account's exposure is ${inWords(after, currency)}, more than ${most(maxExposure, currency)}`,
    );
  if (maxDailyLoss !== null && standing.dailyLoss >= maxDailyLoss)
    return refused(lossInWords(standing.dailyLoss, maxDailyLoss, currency));
  return ALLOWED;
}

/** No more orders are counted than matter. */
function tooManyInWords(ordersMax: number, placedCount: number): string {
  const placed = placedCount === ordersMax ? `${placedCount}` : `at least ${placedCount}`;
  const orders = ordersMax === 1 ? 'order' : 'orders';
  const allowed = `its account may place ${ordersMax} ${orders} a minute`;
  return `${allowed} and has placed ${placed} in the last one`;
}

/** Why an account may not enlarge what it holds today. */
export function lossInWords(loss: Decimal, maxDailyLoss: Decimal, currency: string): string {
  return (
    `its account has lost ${inWords(loss, currency)} since 00:00 UTC, ` +
    `and may lose ${inWords(maxDailyLoss, currency)} a day`
  );
}

/**
 * The most that may be held once working orders fill: of each market all buys or all sells,
 * whichever leads to more.
 */
export function exposureOf({ markets }: Standing, values: readonly NotedValue[]): Decimal {
  const tags = new Set([...markets, ...values].map(({ marketTag }) => marketTag));
  let total = ZERO;
  for (const tag of tags) {
    const known = markets.find(({ marketTag }) => marketTag === tag);
    const added = values.filter(({ marketTag }) => marketTag === tag);
    const held = known?.held ?? ZERO;
    const buys = sumOf(added, 'buy') + (known?.buys ?? ZERO);
    const sells = sumOf(added, 'sell') + (known?.sells ?? ZERO);
    const [long, short] = [magnitude(held + buys), magnitude(held - sells)];
    total = (total + (known?.hedged ?? ZERO) + (long > short ? long : short)) as Decimal;
  }
  return total;
}

function sumOf(values: readonly NotedValue[], wanted: OrderSide): bigint {
  return values.reduce((sum, { side, value }) => (side === wanted ? sum + value : sum), 0n);
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function most(limit: Decimal, currency: string): string {
  return `the ${inWords(limit, currency)} that its account allows`;
}

function inWords(value: Decimal, currency: string): string {
  return `${formatDecimal(value)} ${currency}`;
}

function refused(reason: string): Judgement {
  return { kind: 'refused', reason };
}
