// Evidence of an order that its exchange does not show: money that it locks, and a position or
// balance that changes by more than the orders explain that are known.

import type { Decimal } from '#lib/decimal.ts';
import { multiplyDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { OrderStore, TradedAmounts } from '#ports/stores/order-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';

export type TradedOrders = Pick<OrderStore, 'sumTraded'>;

export type Evidence = {
  /** What fills of the order would change: a position, short ones negative, or a balance. */
  readonly held: Decimal;
  /** What our orders have filled that change the same, as far as is known. */
  readonly traded: TradedAmounts;
  /** Spot: fees may have been taken from what was bought. */
  readonly hasFees: boolean;
  /** Whether as much is locked as the order would lock, beyond what the open orders explain. */
  readonly isHidden: boolean;
};

export const NO_EVIDENCE: Evidence = {
  held: ZERO,
  traded: { net: ZERO, gross: ZERO },
  hasFees: false,
  isHidden: false,
};

/** Of fees and rounding, as a share of what was traded: 1 / 100. */
const FEES_DIVISOR = 100n;

/** Whether what our orders filled between the two explains by how much the holding changed. */
export function isExplained(earlier: Evidence, later: Evidence): boolean {
  const held = subtractDecimal(later.held, earlier.held);
  const net = subtractDecimal(later.traded.net, earlier.traded.net);
  const gross = subtractDecimal(later.traded.gross, earlier.traded.gross);
  const unexplained = subtractDecimal(held, net);
  const allowed = later.hasFees ? gross / FEES_DIVISOR : ZERO;
  return -allowed <= unexplained && unexplained <= 0n;
}

/** Throws Failure. */
export async function findEvidence(
  orders: TradedOrders,
  at: AccountAtExchange,
  order: Order,
  openOrders: readonly VenueOrder[],
): Promise<Evidence> {
  return at.account.marketType === 'futures'
    ? findPosition(orders, at, order)
    : findBalance(orders, at, order, openOrders);
}

async function findPosition(
  orders: TradedOrders,
  { account, exchange }: AccountAtExchange,
  order: Order,
): Promise<Evidence> {
  const tag = order.marketTag ?? '';
  const positions = await exchange.fetchPositions(account, [tag]);
  const held = positions
    .filter(({ marketTag }) => marketTag === tag)
    .reduce((sum, { direction, amount }) => sum + (direction === 'long' ? amount : -amount), 0n);
  const traded = await orders.sumTraded(account.accountId, [tag], order.updatedAtMs);
  return { held: held as Decimal, traded, hasFees: false, isHidden: false };
}

async function findBalance(
  orders: TradedOrders,
  { account, exchange }: AccountAtExchange,
  order: Order,
  openOrders: readonly VenueOrder[],
): Promise<Evidence> {
  const market = await findMarket(exchange, order.marketTag ?? '');
  const wanted = market === null ? 'readable' : [market.base, market.quote];
  const { balances } = await exchange.fetchBalances(account, wanted);
  const balanceOf = (currency: string | undefined) =>
    balances.find((balance) => balance.currency === currency);
  const markets = await exchange.listMarkets();
  const ofBase = markets.filter(({ base }) => base === market?.base);
  const tags = ofBase.map(({ marketTag }) => marketTag);
  const held = balanceOf(market?.base)?.total ?? ZERO;
  const traded = await orders.sumTraded(account.accountId, tags, order.updatedAtMs);
  const paid = order.side === 'buy' ? market?.quote : market?.base;
  const locked = balanceOf(paid)?.locked ?? ZERO;
  const explained = openOrders.reduce((sum, open) => {
    const its = markets.find(({ marketTag }) => marketTag === open.marketTag);
    const isOf = (open.side === 'buy' ? its?.quote : its?.base) === paid;
    return isOf ? sum + lockedBy(open) : sum;
  }, 0n);
  // Fees may be locked too: a hundredth of it is explained by them.
  const unexplained = locked - explained - explained / FEES_DIVISOR;
  const own = lockedBy(order);
  const isHidden = own > 0n && unexplained >= own - own / 10n;
  return { held, traded, hasFees: true, isHidden };
}

function lockedBy(order: Pick<VenueOrder, 'side' | 'price' | 'amount' | 'filledAmount'>): bigint {
  const rest = subtractDecimal(order.amount, order.filledAmount);
  return order.side === 'buy' ? multiplyDecimal(rest, order.price, 'floor') : rest;
}
