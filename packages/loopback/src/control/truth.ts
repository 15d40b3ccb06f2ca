// Truth of the venue, as text: every order, fill, balance and position, hidden or not. Campaigns
// compare with it what the service believes. Values are quantities at their prices, also where a
// quantity is of contracts that are worth less.

import type { Amount } from '#loopback/amount.ts';
import { per, plainText } from '#loopback/amount.ts';
import type { Fill, Order } from '#loopback/book/order.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import { isAtWork } from '#loopback/book/order.ts';
import type { Account, Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf, positionsOf } from '#loopback/exchange/exchange.ts';
import { unbalancedAssets } from '#loopback/ledger/ledger.ts';

export type OrderTruth = {
  readonly venueOrderId: string;
  readonly name: string;
  readonly market: string;
  readonly side: string;
  readonly kind: string;
  readonly lifetime: string;
  readonly price: string | null;
  readonly quantity: string;
  readonly filled: string;
  readonly filledQuote: string;
  readonly fees: Readonly<Record<string, string>>;
  readonly state: string;
  /** Null: it waits for no price, or has come to it. */
  readonly waitsFor: string | null;
  /** Under which it waits, where that is another number. */
  readonly waitingId: string | null;
  readonly endReason: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

export type FillTruth = {
  readonly id: number;
  readonly kind: string;
  readonly venueOrderId: string | null;
  readonly name: string | null;
  readonly market: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly quote: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly isMaker: boolean;
  readonly atMs: number;
};

export type AccountTruth = {
  readonly account: string;
  readonly uid: number;
  readonly orders: readonly OrderTruth[];
  readonly fills: readonly FillTruth[];
  readonly balances: Readonly<Record<string, { readonly free: string; readonly locked: string }>>;
  readonly positions: readonly {
    readonly market: string;
    readonly side: string;
    readonly size: string;
    readonly entryValue: string;
  }[];
};

/** Truth about one account, positions without size left out. */
export function accountTruth(exchange: Exchange, account: Account): AccountTruth {
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  return {
    account: account.id,
    uid: account.uid,
    orders: account.orders.map((order) => orderTruth(exchange, order)),
    fills: account.fills.map((fill) => fillTruth(exchange, fill)),
    balances: Object.fromEntries(
      owned.map(([asset, { free, locked }]) => [
        asset,
        { free: plainText(free), locked: plainText(locked) },
      ]),
    ),
    positions: positionsOf(exchange, account.id)
      .filter(({ size }) => size !== 0n)
      .map(({ marketKey, side, size, entryValue, contractValue }) => ({
        market: marketKey,
        side,
        size: plainText(size),
        entryValue: plainText(per(entryValue, contractValue)),
      })),
  };
}

/** What must never be true of the venue itself: an empty list, or the venue is wrong. */
export function venueContradictions(exchange: Exchange): readonly string[] {
  const unbalanced = unbalancedAssets(exchange.ledger).map((asset) => `${asset} is unbalanced`);
  const accounts = [...exchange.accounts.values()];
  return [...unbalanced, ...accounts.flatMap((account) => ofAccount(exchange, account))];
}

function ofAccount(exchange: Exchange, account: Account): readonly string[] {
  const problems: string[] = [];
  const locked = new Map<string, bigint>();
  for (const order of account.orders) {
    const trades = account.fills.filter((fill) => fill.order === order);
    const filled = trades.reduce((sum, fill) => sum + fill.quantity, 0n);
    if (filled !== order.filled) problems.push(`order ${order.venueOrderId}: fills differ`);
    if (order.filled > order.quantity) problems.push(`order ${order.venueOrderId}: overfilled`);
    const expected = isAtWork(order) ? order.locked : 0n;
    locked.set(order.lockedAsset, (locked.get(order.lockedAsset) ?? 0n) + expected);
  }
  for (const [asset, balance] of exchange.ledger.owners.get(account.id) ?? []) {
    if (balance.locked !== (locked.get(asset) ?? 0n))
      problems.push(`${account.id}: ${asset} locked`);
    if (balance.free < 0n) problems.push(`${account.id}: ${asset} below zero`);
  }
  return problems;
}

/** Of whole contracts. */
function valueText(exchange: Exchange, marketKey: string, value: Amount): string {
  return plainText(per(value, marketOf(exchange, marketKey).terms.contractValue));
}

function orderTruth(exchange: Exchange, order: Order): OrderTruth {
  return {
    venueOrderId: order.venueOrderId,
    name: order.name,
    market: order.marketKey,
    side: order.side,
    kind: order.kind,
    lifetime: order.lifetime,
    price: order.price === null ? null : plainText(order.price),
    quantity: plainText(order.quantity),
    filled: plainText(order.filled),
    filledQuote: valueText(exchange, order.marketKey, order.filledQuote),
    fees: Object.fromEntries([...order.fees].map(([asset, fee]) => [asset, plainText(fee)])),
    state: order.state,
    waitsFor: isUntriggered(order) ? plainText(order.trigger.price) : null,
    waitingId: isUntriggered(order) ? (exchange.rules.waitingIdOf?.(order.id) ?? null) : null,
    endReason: order.endReason,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
  };
}

function fillTruth(exchange: Exchange, fill: Fill): FillTruth {
  return {
    id: fill.id,
    kind: fill.kind,
    venueOrderId: fill.order?.venueOrderId ?? null,
    name: fill.order?.name ?? null,
    market: fill.marketKey,
    side: fill.side,
    price: plainText(fill.price),
    quantity: plainText(fill.quantity),
    quote: valueText(exchange, fill.marketKey, fill.quote),
    fee: plainText(fill.fee),
    feeAsset: fill.feeAsset,
    isMaker: fill.isMaker,
    atMs: fill.atMs,
  };
}
