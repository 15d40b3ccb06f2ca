// Liquidation and funding of linear positions.

import type { Amount } from '#loopback/amount.ts';
import { shareOf, sizeOf, smaller, times } from '#loopback/amount.ts';
import type { Fill } from '#loopback/book/order.ts';
import { CROWD, FEES, INSURANCE, balanceOf, move } from '#loopback/ledger/ledger.ts';
import type { Position } from '#loopback/ledger/position.ts';
import { applyTrade, positionValue, unrealised } from '#loopback/ledger/position.ts';
import type { Account, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import {
  accountOf,
  emit,
  marginModeOf,
  marketOf,
  positionsOf,
} from '#loopback/exchange/exchange.ts';
import { maintenanceOf, marginFigures, marginOf, markOf, sum } from '#loopback/exchange/margin.ts';
import { endOrder } from '#loopback/exchange/match-order.ts';
import { recordFill } from '#loopback/exchange/settle-trade.ts';

/** Closes what is no longer backed. Cross: everything of the account; isolated: each alone. */
export function liquidateIfNeeded(exchange: Exchange, market: MarketState): void {
  if (market.terms.kind !== 'linear') return;
  for (const account of exchange.accounts.values()) {
    const open = positionsOf(exchange, account.id).filter(({ size }) => size !== 0n);
    const { cross = [], isolated = [] } = Object.groupBy(open, (each) =>
      marginModeOf(account, each),
    );
    for (const position of isolated) liquidateIsolated(exchange, account, position);
    if (cross.length > 0) liquidateCross(exchange, account, market.terms.quote, cross);
  }
}

/** Longs pay shorts if the rate is above zero. The payment is written down like a trade. */
export function payFunding(exchange: Exchange, marketKey: string, rate: Amount): void {
  const market = marketOf(exchange, marketKey);
  market.fundings.push({ atMs: exchange.clock.nowMs(), rate, price: market.middle });
  for (const position of exchange.positions.values()) {
    if (position.marketKey !== marketKey || position.size === 0n) continue;
    const value = positionValue(position, market.middle);
    const owed = position.size > 0n ? times(value, rate) : -times(value, rate);
    const account = accountOf(exchange, position.accountId);
    move(exchange.ledger, account.id, CROWD, market.terms.quote, owed);
    const fill = writeFill(exchange, account, market, position, 'funding', owed, rate, 0n);
    emit(exchange, { kind: 'funding', fill });
    emit(exchange, { kind: 'balances', accountId: account.id, assets: [market.terms.quote] });
  }
}

/**
 * Closes so much of what an account holds on a market, as exchanges do before they close all of
 * it; its orders there end. At most what is held.
 */
export function liquidatePart(
  exchange: Exchange,
  accountId: string,
  marketKey: string,
  most: Amount,
): void {
  const account = accountOf(exchange, accountId);
  endOrders(exchange, account, ({ key }) => key === marketKey);
  for (const position of positionsOf(exchange, accountId))
    if (position.marketKey === marketKey && position.size !== 0n)
      closeAtMark(exchange, account, position, smaller(most, sizeOf(position.size)));
}

function liquidateIsolated(exchange: Exchange, account: Account, position: Position): void {
  const { middle } = marketOf(exchange, position.marketKey);
  const margin = marginOf(exchange, account, position);
  const backing = margin + unrealised(position, middle);
  if (backing > maintenanceOf(exchange, position)) return;
  endOrders(exchange, account, ({ key }) => key === position.marketKey);
  const lost = closeAtMark(exchange, account, position);
  // No more than the position's own margin can be lost.
  if (-lost > margin) cover(exchange, account, position.marketKey, -lost - margin);
}

function liquidateCross(
  exchange: Exchange,
  account: Account,
  asset: string,
  open: readonly Position[],
): void {
  const { wallet } = marginFigures(exchange, account, asset);
  const all = positionsOf(exchange, account.id).filter(({ size }) => size !== 0n);
  // The margin of isolated positions backs no other.
  const apart = all.filter((position) => !open.includes(position));
  const backing = wallet - sum(apart.map((position) => marginOf(exchange, account, position)));
  const gains = sum(open.map((position) => unrealised(position, markOf(exchange, position))));
  const maintenance = sum(open.map((position) => maintenanceOf(exchange, position)));
  if (backing + gains > maintenance) return;
  endOrders(exchange, account, ({ kind }) => kind === 'linear');
  for (const position of open) closeAtMark(exchange, account, position);
  const { free } = balanceOf(exchange.ledger, account.id, asset);
  const [first] = open;
  if (free < 0n && first !== undefined) cover(exchange, account, first.marketKey, -free);
}

/** The orders go first, so that what they hold may still save the position. */
function endOrders(
  exchange: Exchange,
  account: Account,
  isOf: (terms: MarketState['terms']) => boolean,
): void {
  for (const order of account.working) {
    const market = marketOf(exchange, order.marketKey);
    if (isOf(market.terms)) endOrder(exchange, market, order, 'liquidation');
  }
}

function cover(exchange: Exchange, account: Account, marketKey: string, value: Amount): void {
  const asset = marketOf(exchange, marketKey).terms.quote;
  move(exchange.ledger, INSURANCE, account.id, asset, value);
  emit(exchange, { kind: 'balances', accountId: account.id, assets: [asset] });
}

function closeAtMark(
  exchange: Exchange,
  account: Account,
  position: Position,
  size = sizeOf(position.size),
): Amount {
  const market = marketOf(exchange, position.marketKey);
  const { quote } = market.terms;
  const value = shareOf(positionValue(position, market.middle), size, sizeOf(position.size));
  const fee = times(value, account.rates.linear.taker);
  const side = position.size > 0n ? 'sell' : 'buy';
  // Written before it is applied: the fill says what was open.
  const fill = writeFill(
    exchange,
    account,
    market,
    position,
    'liquidation',
    fee,
    account.rates.linear.taker,
    size,
  );
  const { realised } = applyTrade(position, side, size, value, exchange.clock.nowMs());
  move(exchange.ledger, CROWD, account.id, quote, realised);
  move(exchange.ledger, account.id, FEES, quote, fee);
  emit(exchange, { kind: 'funding', fill });
  emit(exchange, { kind: 'position', position });
  emit(exchange, { kind: 'balances', accountId: account.id, assets: [quote] });
  return realised - fee;
}

function writeFill(
  exchange: Exchange,
  account: Account,
  market: MarketState,
  position: Position,
  kind: 'funding' | 'liquidation',
  fee: Amount,
  feeRate: Amount,
  closed: Amount,
): Fill {
  exchange.lastFillNumber += 1;
  const whole = sizeOf(position.size);
  const quantity = kind === 'liquidation' ? closed : whole;
  const isLong = position.size > 0n;
  const fill: Fill = {
    id: exchange.lastFillNumber,
    kind,
    order: null,
    accountId: account.id,
    marketKey: market.terms.key,
    side: isLong === (kind === 'liquidation') ? 'sell' : 'buy',
    price: market.middle,
    quantity,
    quote: shareOf(positionValue(position, market.middle), quantity, whole),
    fee,
    feeAsset: market.terms.quote,
    feeRate,
    isMaker: false,
    closed,
    ...(kind === 'liquidation' ? { heldBefore: whole } : {}),
    realised: shareOf(unrealised(position, market.middle), closed, whole),
    leaves: 0n,
    atMs: exchange.clock.nowMs(),
  };
  recordFill(exchange, account, fill);
  return fill;
}
