// Closes what a stopped bot holds, by market orders on each market. They have names that the run of
// the bot knows, so that their fills are booked to its positions like those of its own orders. On
// spot it sells what the bot bought, as far as it is in the wallet, and buys nothing.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, formatDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { BotRunRecord, BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot, LeftByClosing } from '#ports/stores/bot-store.ts';
import type { UnreadableFill, VenueFill } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import { closingIdentities } from '#services/live/orders/order-form.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { readStored } from '#services/bots/read-stored.ts';
import { readLiveSetup, runStartMs } from '#services/live/state/live-setup.ts';
import { findMarket } from '#services/markets/find-market.ts';
import { closePosition } from '#services/orders/close-position.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';

export type CloseBotPositionsDeps = OrderDeps & {
  readonly botRuns: Pick<BotRunStore, 'findPositions' | 'findRun'>;
};

/** A part of a position: below zero where it is short. */
export type HeldPart = { readonly marketTag: string; readonly amount: Decimal };

/** What an account holds on futures, of which each closing takes its part. */
export type Cover = {
  /** As much of it as is there. */
  partOf(this: void, part: HeldPart): Decimal;
  take(this: void, part: HeldPart): void;
};

export type ClosedOfBot = {
  /** Orders that were accepted. */
  readonly ordersCount: number;
  readonly left: readonly LeftByClosing[];
  /** Of these, those that a repetition may close: the others are too little for their markets. */
  readonly refusedCount: number;
};

/**
 * What is smaller than the market takes stays. `cover`: no more is closed than it has; null: than
 * the bot holds. Throws Failure and OutcomeUnknown.
 */
export async function closeBotPositions(
  deps: CloseBotPositionsDeps,
  at: AccountAtExchange,
  bot: Bot,
  cover: Cover | null = null,
): Promise<ClosedOfBot> {
  const { botId, activation } = bot;
  const run = await deps.botRuns.findRun(botId, activation);
  if (run === null) return { ordersCount: 0, left: [], refusedCount: 0 };
  let ordersCount = 0;
  let refusedCount = 0;
  const left: LeftByClosing[] = [];
  for (const [marketTag, held] of await heldNow(deps, at, bot, run)) {
    const market = await findMarket(at.exchange, marketTag);
    const closable = market === null ? held : await closablePart(at, market, held);
    const part = cover === null ? closable : cover.partOf({ marketTag, amount: closable });
    if (part === ZERO) continue;
    const side = part > ZERO ? 'sell' : 'buy';
    const amount = part > ZERO ? part : subtractDecimal(ZERO, part);
    const identities = closingIdentities(deps.digest, bot, run.placedCount, marketTag);
    const closed = await closePosition(deps, at, { marketTag, side, amount, identities, botId });
    ordersCount += closed.ordersCount;
    if (closed.left !== null) {
      const rest = `${formatDecimal(subtractDecimal(amount, closed.amount))} on "${marketTag}"`;
      const cannot = `cannot be ${side === 'sell' ? 'sold' : 'bought back'}`;
      const line = `${rest} ${cannot}: ${closed.left}; it stays a position`;
      left.push({ marketTag, reason: closed.left, line });
      if (!closed.isTooLittle) refusedCount += 1;
    }
    const taken = side === 'sell' ? closed.amount : subtractDecimal(ZERO, closed.amount);
    cover?.take({ marketTag, amount: taken });
  }
  return { ordersCount, left, refusedCount };
}

/** By market; below zero where it is short: what its run knows of, and the fills since. */
async function heldNow(
  deps: CloseBotPositionsDeps,
  at: AccountAtExchange,
  { botId, userId }: Bot,
  run: BotRunRecord,
): Promise<ReadonlyMap<string, Decimal>> {
  const { activation, fillCursor } = run;
  const held = new Map<string, Decimal>();
  const add = (marketTag: string, amount: Decimal, isBought: boolean): void => {
    const before = held.get(marketTag) ?? ZERO;
    held.set(marketTag, isBought ? addDecimal(before, amount) : subtractDecimal(before, amount));
  };
  const shown = await deps.botRuns.findPositions(botId);
  const name = `bot "${botId}"`;
  if (shown?.activation === activation)
    readStored(name, () => {
      for (const position of fromStoredForm(shown.positions) as readonly BacktestPosition[])
        add(position.marketTag, position.amount, position.direction === 'long');
    });
  const setup = readStored(name, () => readLiveSetup(run));
  for await (const fill of fillsSince(at, setup, fillCursor)) {
    const orderId = fill.clientOrderId === null ? null : orderIdOfClientOrderId(fill.clientOrderId);
    const order = orderId === null ? null : await deps.orders.findOrder(userId, orderId);
    // Of one that cannot be read, it is not known how much it leaves to be closed.
    if ('detail' in fill) {
      if (order === null || order.botId === botId)
        throw new Failure('corrupt_reply', `A fill cannot be read: ${fill.detail}`);
    } else if (order?.botId === botId) add(fill.marketTag, fill.amount, fill.side === 'buy');
  }
  return held;
}

async function* fillsSince(
  { account, exchange }: AccountAtExchange,
  setup: LiveSetup,
  from: string | null,
): AsyncGenerator<VenueFill | UnreadableFill> {
  const limit = LIMITS.fillsPageItemsMax;
  let cursor = from;
  for (;;) {
    const sinceMs = runStartMs(setup);
    const page = await exchange.fetchFills(account, setup.marketTags, cursor, limit, sinceMs, true);
    yield* page.fills;
    for (const fill of page.unreadable ?? [])
      if (fill.marketTag === null || setup.marketTags.includes(fill.marketTag)) yield fill;
    if (page.fills.length < limit) return;
    ({ cursor } = page);
  }
}

/**
 * On spot no more can be sold than is there, because a fee may have been taken out of what was
 * bought; and a bot that sold what it did not buy owes nothing.
 */
async function closablePart(
  { account, exchange }: AccountAtExchange,
  { base, contract }: Market,
  held: Decimal,
): Promise<Decimal> {
  if (contract !== null) return held;
  if (held <= ZERO) return ZERO;
  const { balances } = await exchange.fetchBalances(account, [base]);
  const free = balances.find(({ currency }) => currency === base)?.available ?? ZERO;
  return free < held ? free : held;
}
