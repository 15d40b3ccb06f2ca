// Closes what an account holds with market orders, by the path of all orders. Of a futures account
// these are the positions that its exchange shows; a spot account has none, so what its bots bought
// and hold is sold, as far as it is in the wallet.

import { assert, present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { Market } from '#domain/market/market.ts';
import type { Order } from '#domain/order/order.ts';
import { checkOrder, roundOrder } from '#domain/order/order-check.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { BacktestPosition } from '#engine/backtest/backtest.ts';
import type { BotRunStore } from '#ports/bot-run-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { fromStoredForm } from '#services/backtests/stored-form.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import { resumeOrder } from '#services/orders/resume-order.ts';
import { sendOrder } from '#services/orders/send-order.ts';

export type ClosePositionsDeps = OrderDeps & {
  readonly botRuns: Pick<BotRunStore, 'listHolders'>;
};

/** What is to be sold or bought to hold nothing. */
type Closing = Pick<Order, 'side' | 'amount'> & {
  readonly marketTag: string;
  /** Tells the positions of one account apart. */
  readonly name: string;
};

/** Answers how many orders were accepted. Throws Failure and OutcomeUnknown. */
export async function closePositions(
  deps: ClosePositionsDeps,
  at: AccountAtExchange,
  derivationId: string,
): Promise<number> {
  const closings =
    at.account.marketType === 'spot' ? await spotClosings(deps, at) : await positionClosings(at);
  let acceptedCount = 0;
  for (const closing of closings)
    if (await closeOne(deps, at, closing, derivationId)) acceptedCount += 1;
  return acceptedCount;
}

async function positionClosings({
  account,
  exchange,
}: AccountAtExchange): Promise<readonly Closing[]> {
  const positions = await exchange.fetchPositions(account);
  return positions.map(({ positionId, marketTag, direction, amount }) => {
    const side = direction === 'long' ? 'sell' : 'buy';
    return { name: positionId, marketTag, side, amount };
  });
}

async function spotClosings(
  { botRuns }: ClosePositionsDeps,
  { account, exchange }: AccountAtExchange,
): Promise<readonly Closing[]> {
  const holders = await botRuns.listHolders(account.userId, account.accountId);
  const held = new Map<string, Decimal>();
  for (const { positions } of holders)
    for (const { marketTag, amount } of fromStoredForm(positions) as readonly BacktestPosition[])
      held.set(marketTag, addDecimal(held.get(marketTag) ?? ZERO, amount));
  if (held.size === 0) return [];
  const { balances } = await exchange.fetchBalances(account);
  const closings: Closing[] = [];
  for (const [marketTag, amount] of held) {
    const market = await findMarket(exchange, marketTag);
    const balance = balances.find(({ currency }) => currency === market?.base);
    const available = balance?.available ?? ZERO;
    const sold = amount < available ? amount : available;
    closings.push({ name: marketTag, marketTag, side: 'sell', amount: sold });
  }
  return closings;
}

/** False for what its market does not take, such as too little to be traded. */
async function closeOne(
  deps: ClosePositionsDeps,
  at: AccountAtExchange,
  closing: Closing,
  derivationId: string,
): Promise<boolean> {
  const { account, exchange } = at;
  const market = await findMarket(exchange, closing.marketTag);
  const rounded = market === null ? null : roundedTo(market, closing);
  if (rounded === null) {
    logRefusal(deps, at, closing, 'its market does not take an order of its amount');
    return false;
  }
  const nowMs = deps.clock.nowMs();
  const from = `close:${account.accountId}:${closing.name}:${derivationId}`;
  const order: Order = {
    ...orderIdentity(deps.digest, from, 0),
    accountId: account.accountId,
    venueOrderId: null,
    marketTag: closing.marketTag,
    side: closing.side,
    type: 'market',
    price: ZERO,
    amount: rounded,
    filledAmount: ZERO,
    terms: {
      ...PLAIN_TERMS,
      isReduceOnly: account.marketType === 'futures' && exchange.orderSupport.reduceOnly,
    },
    state: 'pending',
    reason: null,
    botId: null,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  const written = await deps.orders.insertIntent(order, 'exempt');
  assert(written.kind !== 'limited' && written.kind !== 'limits_unknown', 'it is not judged');
  if (written.kind === 'unresolved') {
    logRefusal(deps, at, closing, `the outcome of order "${written.orderId}" is unknown`);
    return false;
  }
  const sent =
    written.kind === 'inserted'
      ? await sendOrder(deps, at, order, null)
      : await resumeOrder(deps, at, written.order, null);
  if (!sent.ok) logRefusal(deps, at, closing, sent.rejection.detail);
  return sent.ok;
}

function roundedTo(market: Market, { side, amount }: Closing): Decimal | null {
  const draft = { side, type: 'market', price: ZERO, amount, referencePrice: null } as const;
  const rounded = roundOrder(market, draft);
  return checkOrder(market, rounded).ok ? present(rounded.amount, 'an order has an amount') : null;
}

function logRefusal(
  { log }: ClosePositionsDeps,
  { account }: AccountAtExchange,
  { marketTag }: Closing,
  cause: string,
): void {
  const { accountId } = account;
  log.warn('risk.position_left', { account_id: accountId, market_tag: marketTag, cause });
}
