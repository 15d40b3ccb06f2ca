// Assesses orders for the limits of an account: what each is worth at most, what the account holds
// and what it has lost today. Queried at the exchange before the orders are written down.

import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { CurrencyLimits } from '#domain/risk/account-limits.ts';
import { limitsIn, needsStanding } from '#domain/risk/account-limits.ts';
import type { MarketStanding, OrderRisk, Standing } from '#domain/risk/judge-orders.ts';
import { highestValue, shareOfValue, valueAt } from '#domain/risk/order-value.ts';
import type { HeldSides } from '#domain/risk/only-reduces.ts';
import { isExitByKind, reducesPresent } from '#domain/risk/only-reduces.ts';
import type { Exchange, VenuePosition } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import type { WorkingOrders } from '#services/orders/unreadable-orders.ts';
import { readableOrders } from '#services/orders/unreadable-orders.ts';

/** Of orders of one account, in their order. Throws Failure when the exchange does not respond. */
export async function assessOrders(
  deps: OrderDeps,
  at: AccountAtExchange,
  orders: readonly Order[],
): Promise<readonly OrderRisk[]> {
  const limits = await deps.orders.findLimits(at.account.accountId);
  const markets = await marketsByTag(at.exchange);
  const prices = rememberedPrices(at.exchange);
  const standings = new Map<string, Standing | null>();
  const risks: OrderRisk[] = [];
  const isExit = exitJudge(deps, at, orders);
  for (const order of orders) {
    const market = marketOf(markets, order.marketTag);
    const currency = settlementCurrencyOf(market);
    const allowed = limits === null ? null : limitsIn(limits, currency);
    // First: what keeps the standing from being taken keeps nobody from leaving.
    const onlyReduces = await isExit(market, order);
    if (!onlyReduces && !standings.has(currency)) {
      const isNeeded = allowed !== null && needsStanding(allowed);
      standings.set(currency, isNeeded ? await takeStanding(deps, at, allowed) : null);
    }
    const { marketTag } = market;
    const value = allowed === null ? ZERO : await valueOfOrder(market, order, prices);
    const standing = standings.get(currency) ?? null;
    risks.push({ marketTag, currency, side: order.side, value, standing, onlyReduces });
  }
  return risks;
}

/**
 * What the account has lost in the currency today. A loss that reaches the limit stays for the rest
 * of the day, whatever comes back. Throws Failure.
 */
export async function takeDailyLoss(
  deps: OrderDeps,
  at: AccountAtExchange,
  limits: LossLimits,
): Promise<Decimal> {
  const markets = await marketsByTag(at.exchange);
  const held = await heldIn(at, limits.currency, markets, rememberedPrices(at.exchange));
  return noteLoss(deps, at, limits, held.worth);
}

/** What the account holds in the currency, and what it has lost in it today. Throws Failure. */
async function takeStanding(
  deps: OrderDeps,
  at: AccountAtExchange,
  limits: LossLimits,
): Promise<Standing> {
  const { account, exchange } = at;
  const { accountId } = account;
  const { currency } = limits;
  await reconcileAccount(deps, at);
  // First, so that an order which is written from now on is counted at least once.
  const afterSequence = await deps.orders.lastJudgedSequence(accountId);
  const working = await deps.orders.listWorkingOrders(accountId);
  const markets = await marketsByTag(exchange);
  const prices = rememberedPrices(exchange);
  const held = await heldIn(at, currency, markets, prices);
  const standings = new Map(held.markets.map((each) => [each.marketTag, each]));
  for (const order of working) {
    const market = markets.get(order.marketTag ?? '');
    if (market === undefined || settlementCurrencyOf(market) !== currency) continue;
    const value = await valueLeft(market, order, prices);
    const known = standings.get(market.marketTag) ?? holdingNothing(market.marketTag);
    const side = order.side === 'buy' ? 'buys' : 'sells';
    standings.set(market.marketTag, { ...known, [side]: addDecimal(known[side], value) });
  }
  const dailyLoss = await noteLoss(deps, at, limits, held.worth);
  return { afterSequence, markets: [...standings.values()], dailyLoss };
}

type LossLimits = Pick<CurrencyLimits, 'currency' | 'maxDailyLoss'>;

async function noteLoss(
  { clock, orders }: OrderDeps,
  { account: { accountId } }: AccountAtExchange,
  { currency, maxDailyLoss }: LossLimits,
  worthNow: Decimal,
): Promise<Decimal> {
  const day = Math.floor(clock.nowMs() / DAY_MS);
  const { latchedLoss, worth } = await orders.openDay(accountId, {
    currency,
    day,
    worth: worthNow,
  });
  const loss = subtractDecimal(worth, worthNow);
  const isReached = maxDailyLoss !== null && loss > latchedLoss && loss >= maxDailyLoss;
  if (isReached) await orders.latchLoss(accountId, { currency, day, loss });
  return loss > latchedLoss ? loss : latchedLoss;
}

type AccountStanding = {
  /** What the account is worth in the currency. */
  readonly worth: Decimal;
  readonly markets: readonly MarketStanding[];
};

function heldIn(
  at: AccountAtExchange,
  currency: string,
  markets: Markets,
  prices: Prices,
): Promise<AccountStanding> {
  return at.account.marketType === 'spot'
    ? spotHeld(at, currency, markets, prices)
    : futuresHeld(at, currency, markets);
}

/** Positions at their marks; profits that are not realised belong to the worth. */
async function futuresHeld(
  { account, exchange }: AccountAtExchange,
  currency: string,
  markets: Markets,
): Promise<AccountStanding> {
  const positions = await exchange.fetchPositions(account);
  const { balances } = await exchange.fetchBalances(account, [currency]);
  const balance = balances.find((each) => each.currency === currency);
  const sides = new Map<string, { long: Decimal; short: Decimal }>();
  for (const { marketTag, direction, amount, markPrice } of positions) {
    const market = markets.get(marketTag);
    if (market === undefined || settlementCurrencyOf(market) !== currency) continue;
    const both = sides.get(marketTag) ?? { long: ZERO, short: ZERO };
    both[direction] = addDecimal(both[direction], valueAt(market, markPrice, amount));
    sides.set(marketTag, both);
  }
  return {
    worth: addDecimal(balance?.total ?? ZERO, balance?.unrealizedProfit ?? ZERO),
    markets: [...sides].map(([marketTag, { long, short }]) => ({
      ...holdingNothing(marketTag),
      held: subtractDecimal(long, short),
      hedged: (2n * (long < short ? long : short)) as Decimal,
    })),
  };
}

/** What is in the wallet at the last prices of the markets that have it against the currency. */
async function spotHeld(
  { account, exchange }: AccountAtExchange,
  currency: string,
  markets: Markets,
  prices: Prices,
): Promise<AccountStanding> {
  const { balances } = await exchange.fetchBalances(account);
  const standings: MarketStanding[] = [];
  let worth = balances.find((each) => each.currency === currency)?.total ?? ZERO;
  for (const { currency: base, total } of balances) {
    const market = [...markets.values()].find(
      (each) => each.marketType === 'spot' && each.base === base && each.quote === currency,
    );
    if (market === undefined || total === ZERO) continue;
    const held = valueAt(market, await prices(market.marketTag), total);
    worth = addDecimal(worth, held);
    standings.push({ ...holdingNothing(market.marketTag), held });
  }
  return { worth, markets: standings };
}

function holdingNothing(marketTag: string): MarketStanding {
  return { marketTag, held: ZERO, hedged: ZERO, buys: ZERO, sells: ZERO };
}

/** By kind, or by what the account holds, which is requested once and only where it decides. */
function exitJudge(
  { orders: store }: OrderDeps,
  { account, exchange }: AccountAtExchange,
  orders: readonly Order[],
): (market: Market, order: Order) => Promise<boolean> {
  let requested: Promise<readonly [readonly VenuePosition[], WorkingOrders]> | null = null;
  return async (market, order) => {
    if (isExitByKind(market, order)) return true;
    if (market.contract === null) return false;
    requested ??= Promise.all([
      exchange.fetchPositions(account),
      readableOrders((onUnreadable) => store.listWorkingOrders(account.accountId, onUnreadable)),
    ]);
    const [positions, { orders: working, unreadable }] = await requested;
    // How much of what is held it takes is not known.
    if (unreadable.some(({ marketTag }) => marketTag === order.marketTag)) return false;
    const earlier = orders.slice(0, orders.indexOf(order));
    const ids = new Set(orders.map(({ orderId }) => orderId));
    const others = [...working.filter(({ orderId }) => !ids.has(orderId)), ...earlier];
    const ahead = others.filter(({ marketTag }) => marketTag === order.marketTag);
    return reducesPresent(order, heldSides(positions, market), ahead);
  };
}

function heldSides(positions: readonly VenuePosition[], { marketTag }: Market): HeldSides {
  const sum = (wanted: VenuePosition['direction']): Decimal =>
    positions
      .filter((each) => each.marketTag === marketTag && each.direction === wanted)
      .reduce((total, { amount }) => addDecimal(total, amount), ZERO);
  return { long: sum('long'), short: sum('short') };
}

/** At its own prices or at the market's, whichever makes it more; what reduces adds nothing. */
async function valueOfOrder(market: Market, order: Order, prices: Prices): Promise<Decimal> {
  const { terms, price, amount } = order;
  if (terms.isReduceOnly) return ZERO;
  const now = await prices(market.marketTag);
  return highestValue(market, [price, terms.triggerPrice ?? ZERO, now], amount);
}

async function valueLeft(market: Market, order: Order, prices: Prices): Promise<Decimal> {
  const value = await valueOfOrder(market, order, prices);
  const left = subtractDecimal(order.amount, order.filledAmount);
  return shareOfValue(value, left > ZERO ? left : ZERO, order.amount);
}

type Markets = ReadonlyMap<string, Market>;

async function marketsByTag(exchange: Exchange): Promise<Markets> {
  const markets = await exchange.listMarkets();
  return new Map(markets.map((market) => [market.marketTag, market]));
}

function marketOf(markets: Markets, marketTag: string | null): Market {
  const market = markets.get(present(marketTag, 'an order we place is on a market'));
  if (market !== undefined) return market;
  throw new Failure('unavailable', `the exchange does not list market "${marketTag}" now`);
}

type Prices = (marketTag: string) => Promise<Decimal>;

/** Each market is requested once. */
function rememberedPrices(exchange: Exchange): Prices {
  const known = new Map<string, Promise<Decimal>>();
  return (marketTag) => {
    const requested = known.get(marketTag);
    if (requested !== undefined) return requested;
    const price = exchange.fetchPrice(marketTag).then((found) => found.price);
    known.set(marketTag, price);
    return price;
  };
}
