// Closes what a stopped bot holds, by a market order for each market. The order has a name that the
// run of the bot knows, so that its fills are booked to its positions like those of its own orders.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { amountOf, lotsOf, marketGrid } from '#domain/market/market-grid.ts';
import type { Market } from '#domain/market/market.ts';
import type { Order } from '#domain/order/order.ts';
import { checkOrder } from '#domain/order/order-check.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { BacktestPosition } from '#engine/backtest/backtest.ts';
import type { BotRunRecord, BotRunStore } from '#ports/bot-run-store.ts';
import type { Bot } from '#ports/bot-store.ts';
import type { VenueFill } from '#ports/exchange.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { fromStoredForm } from '#services/backtests/stored-form.ts';
import { closingIdentity } from '#services/bot-runs/stored-identity.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';
import { resumeOrder } from '#services/orders/resume-order.ts';
import { sendOrder } from '#services/orders/send-order.ts';

type Deps = OrderDeps & { readonly botRuns: Pick<BotRunStore, 'findPositions' | 'findRun'> };

/** What is smaller than the market takes stays. Throws Failure and OutcomeUnknown. */
export async function closePositions(deps: Deps, at: AccountAtExchange, bot: Bot): Promise<void> {
  const run = await deps.botRuns.findRun(bot.botId, bot.activation);
  if (run === null) return;
  for (const [marketTag, held] of await heldNow(deps, at, bot, run)) {
    const market = await findMarket(at.exchange, marketTag);
    const order = market === null ? null : await closingOrder(deps, at, bot, run, market, held);
    if (order !== null) await place(deps, at, order);
  }
}

/** By market; below zero where it is short: what its run knows of, and the fills since. */
async function heldNow(
  deps: Deps,
  at: AccountAtExchange,
  { botId, userId }: Bot,
  { activation, fillCursor }: BotRunRecord,
): Promise<ReadonlyMap<string, Decimal>> {
  const held = new Map<string, Decimal>();
  const add = (marketTag: string, amount: Decimal, isBought: boolean): void => {
    const before = held.get(marketTag) ?? ZERO;
    held.set(marketTag, isBought ? addDecimal(before, amount) : subtractDecimal(before, amount));
  };
  const shown = await deps.botRuns.findPositions(botId);
  if (shown?.activation === activation)
    for (const position of fromStoredForm(shown.positions) as readonly BacktestPosition[])
      add(position.marketTag, position.amount, position.direction === 'long');
  for await (const fill of fillsSince(at, fillCursor)) {
    const orderId = fill.clientOrderId === null ? null : orderIdOfClientOrderId(fill.clientOrderId);
    const order = orderId === null ? null : await deps.orders.findOrder(userId, orderId);
    if (order?.botId === botId) add(fill.marketTag, fill.amount, fill.side === 'buy');
  }
  return held;
}

async function* fillsSince(
  { account, exchange }: AccountAtExchange,
  from: string | null,
): AsyncGenerator<VenueFill> {
  let cursor = from;
  for (;;) {
    const page = await exchange.fetchFills(account, cursor, LIMITS.fillsPageItemsMax);
    yield* page.fills;
    if (page.fills.length < LIMITS.fillsPageItemsMax) return;
    ({ cursor } = page);
  }
}

/** Null when there is nothing that the market would take. */
async function closingOrder(
  { clock, digest }: Deps,
  at: AccountAtExchange,
  bot: Bot,
  run: BotRunRecord,
  market: Market,
  held: Decimal,
): Promise<Order | null> {
  const grid = marketGrid(market);
  const side = held > ZERO ? 'sell' : 'buy';
  const wanted = held > ZERO ? held : subtractDecimal(ZERO, held);
  const amount = amountOf(grid, lotsOf(grid, await coveredPart(at, market, side, wanted), 'floor'));
  const { price: referencePrice } = await at.exchange.fetchPrice(market.marketTag);
  const draft = { side, type: 'market', price: ZERO, amount, referencePrice } as const;
  if (!checkOrder(market, draft).ok) return null;
  const isReduceOnly = market.contract !== null && at.exchange.orderSupport.reduceOnly;
  const nowMs = clock.nowMs();
  return {
    ...closingIdentity(digest, bot, run.placedCount, market.marketTag),
    accountId: bot.accountId,
    venueOrderId: null,
    marketTag: market.marketTag,
    side,
    type: 'market',
    price: ZERO,
    amount,
    filledAmount: ZERO,
    terms: isReduceOnly ? { ...PLAIN_TERMS, isReduceOnly } : PLAIN_TERMS,
    state: 'pending',
    reason: null,
    botId: bot.botId,
    placedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

/** On spot no more can be sold than is there: a fee may have been taken out of what was bought. */
async function coveredPart(
  { account, exchange }: AccountAtExchange,
  { base, contract }: Market,
  side: Order['side'],
  wanted: Decimal,
): Promise<Decimal> {
  if (contract !== null || side === 'buy') return wanted;
  const { balances } = await exchange.fetchBalances(account);
  const free = balances.find(({ currency }) => currency === base)?.available ?? ZERO;
  return free < wanted ? free : wanted;
}

/** What closes is not judged by limits. An earlier try may have got part of the way. */
async function place(deps: Deps, at: AccountAtExchange, order: Order): Promise<void> {
  const written = await deps.orders.insertIntent(order, 'exempt');
  if (written.kind === 'inserted') await sendOrder(deps, at, order, null);
  if (written.kind === 'exists') await resumeOrder(deps, at, written.order, null);
}
