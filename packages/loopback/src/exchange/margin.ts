// Margin of positions and orders in linear perpetuals, and what is left for new ones.

import type { Amount } from '#loopback/amount.ts';
import { times } from '#loopback/amount.ts';
import type { NewOrder, Order } from '#loopback/book/order.ts';
import { leavesOf } from '#loopback/book/order.ts';
import { balanceOf } from '#loopback/ledger/ledger.ts';
import type { Position } from '#loopback/ledger/position.ts';
import { initialMargin, positionValue, unrealised } from '#loopback/ledger/position.ts';
import type { Account, Exchange, PositionName } from '#loopback/exchange/exchange.ts';
import {
  leverageOf,
  marginModeOf,
  marketOf,
  positionOfOrder,
  positionsOf,
} from '#loopback/exchange/exchange.ts';
import { valueAt } from '#loopback/exchange/market.ts';

export type MarginFigures = {
  readonly wallet: Amount;
  readonly unrealised: Amount;
  readonly positionMargin: Amount;
  readonly orderMargin: Amount;
  readonly maintenance: Amount;
  readonly available: Amount;
};

/** Of one account in one settlement asset. */
export function marginFigures(exchange: Exchange, account: Account, asset: string): MarginFigures {
  const { free, locked } = balanceOf(exchange.ledger, account.id, asset);
  const positions = positionsOf(exchange, account.id).filter(
    (position) => marketOf(exchange, position.marketKey).terms.quote === asset,
  );
  const open = positions.filter((position) => position.size !== 0n);
  const gainOf = (position: Position): Amount => unrealised(position, markOf(exchange, position));
  const gains = sum(open.map(gainOf));
  const positionMargin = sum(open.map((position) => marginOf(exchange, account, position)));
  const maintenance = sum(open.map((position) => maintenanceOf(exchange, position)));
  const orderMargin = sum(
    [...account.working].map((order) => orderMarginOf(exchange, account, order)),
  );
  // In isolated mode the gain of one position backs no other.
  const isCross = (position: Position): boolean => marginModeOf(account, position) === 'cross';
  const backing = sum(open.filter(isCross).map(gainOf));
  const available = free + backing - positionMargin - orderMargin;
  const wallet = free + locked;
  return { wallet, unrealised: gains, positionMargin, orderMargin, maintenance, available };
}

/** Mark price: the middle of the crowd. */
export function markOf(exchange: Exchange, position: Position): Amount {
  return marketOf(exchange, position.marketKey).middle;
}

/** Initial margin, of the mark's value for cross and of the entry's for isolated positions. */
export function marginOf(exchange: Exchange, account: Account, position: Position): Amount {
  const leverage = leverageOf(account, position.marketKey, position.marginMode);
  const value = positionValue(position, markOf(exchange, position));
  const isCross = marginModeOf(account, position) === 'cross';
  return initialMargin(isCross ? value : position.entryValue, leverage);
}

/** Maintenance margin at the middle price. */
export function maintenanceOf(exchange: Exchange, position: Position): Amount {
  const { terms, middle } = marketOf(exchange, position.marketKey);
  return times(positionValue(position, middle), terms.maintenanceRate);
}

/** What a new order would bind: nothing for what only reduces a position. */
export function marginFor(exchange: Exchange, account: Account, order: NewOrder): Amount {
  const { middle } = marketOf(exchange, order.marketKey);
  const price = order.price ?? middle;
  return marginOfOpening(exchange, account, order, order.quantity ?? 0n, price);
}

function orderMarginOf(exchange: Exchange, account: Account, order: Order): Amount {
  const { middle, terms } = marketOf(exchange, order.marketKey);
  if (terms.kind !== 'linear') return 0n;
  return marginOfOpening(exchange, account, order, leavesOf(order), order.price ?? middle);
}

function marginOfOpening(
  exchange: Exchange,
  account: Account,
  order: PositionName & Pick<NewOrder, 'side' | 'isReduceOnly'>,
  quantity: Amount,
  price: Amount,
): Amount {
  if (order.isReduceOnly) return 0n;
  const { size } = positionOfOrder(exchange, order);
  const against = order.side === 'buy' ? -size : size;
  const opening = against > 0n ? quantity - against : quantity;
  if (opening <= 0n) return 0n;
  const value = valueAt(marketOf(exchange, order.marketKey).terms, opening, price);
  const leverage = leverageOf(account, order.marketKey, order.marginMode);
  return initialMargin(value, leverage) + times(value, account.rates.linear.taker);
}

/** Sum of amounts; zero for none. */
export function sum(values: readonly Amount[]): Amount {
  return values.reduce((total, value) => total + value, 0n);
}
