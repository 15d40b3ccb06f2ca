// Harness of an exchange's contract suite, and the arithmetic that its tests share.

import assert from 'node:assert/strict';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, decimalFromUnits, divideDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';
import type { Market } from '#venue-port/market/market.ts';
import { passivePrice } from '#venue-port/market/price-digits.ts';
import type { ExchangeFaults } from '#ports/exchange/exchange-fault.ts';
import type {
  Balance,
  Exchange,
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueAccount,
  VenueFill,
  VenueOrder,
  VenueRejection,
} from '#venue-port/exchange/exchange.ts';

/**
 * An account with money, and a market on which a few smallest orders are affordable and fill at
 * once.
 */
export type ContractAccount = {
  readonly account: VenueAccount;
  readonly marketTag: string;
};

export type ContractHarness = {
  readonly exchange: Exchange;
  /**
   * Holds both currencies of its market, and no orders. Where the venue has no spot, it is a
   * futures account as `futures` is.
   */
  readonly spot: ContractAccount;
  /** A vanilla market's; no orders and no positions. Null where the venue has no futures. */
  readonly futures: ContractAccount | null;
  /** The spot account from now on pays its fees so; left out where that cannot be chosen. */
  payFees?(feesIn: FeesIn): Promise<ContractAccount>;
  /** The venue cancels a post-only order that would take, and does not say why; absent: it says. */
  readonly postOnlyEnds?: 'cancelled' | undefined;
  /** In the mode of its accounts purchases of spot at market wait for no price. */
  readonly refusesWaitingBuys?: true | undefined;
  /** Look-ups do not show whether an order is post-only; absent: they do. */
  readonly isPostOnlyHidden?: true | undefined;
  nowMs(): number;
  /** A client order id that was never used. */
  newClientOrderId(): string;
  /** Null where time cannot be driven. */
  readonly advanceMs: ((durationMs: number) => Promise<void>) | null;
  readonly faults: ExchangeFaults | null;
};

export type MakeContractHarness = () => Promise<ContractHarness>;

export async function marketOf(harness: ContractHarness, holder: ContractAccount): Promise<Market> {
  const markets = await harness.exchange.listMarkets();
  const market = markets.find((item) => item.marketTag === holder.marketTag);
  assert(market !== undefined, `the exchange lists ${holder.marketTag}`);
  return market;
}

/**
 * The smallest amount on the step that is worth three times the minimum at this price; on a spot
 * market without a minimum of value, three times that of the amount.
 */
function smallAmount(market: Market, price: Decimal): Decimal {
  const amountStep = stepOf(market.amountStep, market.amountDecimals);
  const byValue = divideDecimal((market.minOrderValue * 3n) as Decimal, price, 'ceil');
  const { marketType, minOrderAmount, minOrderValue } = market;
  const isByAmount = marketType === 'spot' && minOrderValue === ZERO;
  const byAmount = isByAmount ? minOrderAmount * 3n : minOrderAmount;
  const least = byValue > byAmount ? byValue : byAmount;
  const steps = (least + amountStep - 1n) / amountStep;
  return ((steps > 0n ? steps : 1n) * amountStep) as Decimal;
}

/** The highest valid price that is no more than this share (in percent) of the given one. */
export function shareOfPrice(market: Market, price: Decimal, percent: string): Decimal {
  const share = multiplyDecimal(
    price,
    divideDecimal(decimal(percent), decimal('100'), 'floor'),
    'floor',
  );
  return passivePrice(market, share, 'buy');
}

/** The step, or one unit of the last decimal where the venue sets none. */
function stepOf(step: Decimal, decimals: number): Decimal {
  return step > 0n ? step : decimalFromUnits(1n, decimals);
}

export type OrderWish = Partial<NewVenueOrder> & Pick<NewVenueOrder, 'side'>;

/** A small order on the holder's market: a market order, unless stated otherwise. */
export async function newOrder(
  harness: ContractHarness,
  holder: ContractAccount,
  wish: OrderWish,
): Promise<NewVenueOrder> {
  const market = await marketOf(harness, holder);
  const { price } = await harness.exchange.fetchPrice(holder.marketTag);
  return {
    clientOrderId: harness.newClientOrderId(),
    marketTag: holder.marketTag,
    type: wish.price === undefined ? 'market' : 'limit',
    price: decimal('0'),
    amount: smallAmount(market, price),
    terms: PLAIN_TERMS,
    decidedAtMs: harness.nowMs(),
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

/** A buy that rests: a limit at 80 % of the price. */
export async function restingBuy(
  harness: ContractHarness,
  holder: ContractAccount,
): Promise<NewVenueOrder> {
  const market = await marketOf(harness, holder);
  const { price } = await harness.exchange.fetchPrice(holder.marketTag);
  const limit = shareOfPrice(market, price, '80');
  const amount = smallAmount(market, limit);
  return newOrder(harness, holder, { side: 'buy', price: limit, amount });
}

export async function placed(
  harness: ContractHarness,
  holder: ContractAccount,
  order: NewVenueOrder,
): Promise<PlacedOrder> {
  const response = await harness.exchange.placeOrder(holder.account, order);
  assert(response.ok, `the order is taken: ${JSON.stringify(refusalOf(response))}`);
  return response.value;
}

/**
 * As the venue shows the order where its response says no more than that it was taken.
 */
export async function shown(
  harness: ContractHarness,
  holder: ContractAccount,
  order: PlacedOrder,
): Promise<PlacedOrder> {
  if (order.state !== 'acknowledged') return order;
  const { clientOrderId, placedAtMs: decidedAtMs } = order;
  assert(clientOrderId !== null, 'the venue names the order');
  const found = await lookUp(harness, holder, { clientOrderId, decidedAtMs });
  assert(found !== null, 'an order that was taken is shown');
  return found;
}

/** As `orderNameOf`, of an order that the venue has not named yet. */
export function nameOf({
  clientOrderId,
  decidedAtMs,
}: Pick<NewVenueOrder, 'clientOrderId' | 'decidedAtMs'>): OrderName {
  return { clientOrderId, venueOrderId: null, placedAtMs: decidedAtMs };
}

/** The order as the venue shows it; null where it says that it has none of this name. */
export async function lookUp(
  { exchange }: Pick<ContractHarness, 'exchange'>,
  { account, marketTag }: ContractAccount,
  order: Pick<NewVenueOrder, 'clientOrderId' | 'decidedAtMs'>,
): Promise<VenueOrder | null> {
  const seen = await exchange.fetchOrder(account, marketTag, nameOf(order));
  assert(seen.kind !== 'forgotten', 'no order is older than the venue retains');
  return seen.kind === 'found' ? seen.order : null;
}

export function refusalOf<T>(response: Result<T, VenueRejection>): VenueRejection | null {
  return response.ok ? null : response.rejection;
}

export type Holdings = ReadonlyMap<string, Balance>;

/** The account's money by currency, checked to be well formed. */
export async function holdingsOf(
  harness: ContractHarness,
  holder: ContractAccount,
): Promise<Holdings> {
  const { balances } = await harness.exchange.fetchBalances(holder.account);
  for (const balance of balances) {
    assert(
      balance.available >= 0n && balance.locked >= 0n,
      `${balance.currency} is not below zero`,
    );
    assert.equal(balance.marginUsed === null, holder.account.marketType === 'spot');
    if (holder.account.marketType === 'spot')
      assert.equal(balance.available + balance.locked, balance.total);
  }
  return new Map(balances.map((balance) => [balance.currency, balance]));
}

/** Every fill of the account, through pages of the given size. */
export async function allFills(
  harness: ContractHarness,
  holder: ContractAccount,
  pageSize: number,
): Promise<readonly VenueFill[]> {
  const fills: VenueFill[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<Exchange['fetchFills']>> = await harness.exchange.fetchFills(
      holder.account,
      [holder.marketTag],
      cursor,
      pageSize,
    );
    assert(page.fills.length <= pageSize, 'a page holds no more than was requested');
    if (page.fills.length === 0) return fills;
    fills.push(...page.fills);
    cursor = page.cursor;
  }
}

/**
 * What the fills of one spot market did to each currency: exactly, to the last digit that fills
 * carry.
 */
export function spotEffect(market: Market, fills: readonly VenueFill[]): Map<string, Decimal> {
  const effect = new Map<string, Decimal>();
  const add = (currency: string, change: bigint): void => {
    effect.set(currency, ((effect.get(currency) ?? 0n) + change) as Decimal);
  };
  for (const fill of fills) {
    const sign = fill.side === 'buy' ? 1n : -1n;
    add(market.base, sign * fill.amount);
    add(market.quote, -sign * multiplyDecimal(fill.price, fill.amount, 'half_even'));
    add(fill.feeCurrency, -fill.fee);
  }
  return effect;
}

/** One unit of the eighth decimal, the finest that venues book. */
export const FINEST = decimal('0.00000001');

/** Asserts equality up to `tolerance`. */
export function assertNear(
  actual: bigint,
  expected: bigint,
  tolerance: bigint,
  what: string,
): void {
  const gap = actual > expected ? actual - expected : expected - actual;
  assert(gap <= tolerance, `${what}: ${actual} is not within ${tolerance} of ${expected}`);
}
