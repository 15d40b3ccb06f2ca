// Placing the orders that commands ask for: prices and times that were left out, and a word when a
// script mixes managed and unmanaged trading.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { OrderAction, OrderRequest, OrderTypeName } from '#engine/run-api/order-api.ts';
import type { BotPosition } from '#engine/run-api/position-api.ts';
import { leastAmount } from '#commands/trading/contract-value.ts';
import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import { isMissingAsFee, managedOrders } from '#commands/trading/managed-trading.ts';
import type { ManagedOrder, ManagedView } from '#commands/trading/managed-trading.ts';
import { orderTimeoutMs } from '#commands/trading/order-timeout.ts';
import { noteInstant } from '#commands/trading/position-instant.ts';
import { noteExit } from '#commands/trading/safety-exit.ts';

const KIND = 'kind of trading';
/** The trade amount when the managed position was begun. */
const TARGET = 'managed target';

function sideOf(action: OrderAction): 'buy' | 'sell' {
  return action === 'buy' || action === 'go_long' || action === 'exit_short' ? 'buy' : 'sell';
}

/** At which an order fills at once if the price stays: the ask for a buy, the bid for a sale. */
export function takingPrice(
  context: CommandContext,
  marketTag: string | null,
  action: OrderAction,
): number {
  return context.series.takingPrice(marketTag, sideOf(action));
}

// Compared as a whole, which is far cheaper than looking into the texts of every order.
function waitsForTrigger(type: OrderTypeName): boolean {
  const isPlain = type === 'limit' || type === 'market';
  return !isPlain && type !== 'no_timeout' && type !== 'maker_or_cancel';
}

function needsPrice(type: OrderTypeName): boolean {
  return type === 'limit' || (type !== 'market' && !type.endsWith('_market'));
}

function warnOfMixing({ memory, log }: CommandContext, isManaged: boolean): void {
  const kind = isManaged ? 'managed' : 'unmanaged';
  const known = memory.note(KIND);
  if (known === kind) return;
  memory.keepNote(KIND, kind);
  if (known === undefined) return;
  log.writeOnce(
    'mixed trading',
    'warning',
    'Managed and unmanaged trading commands are mixed: they do not know of each other',
  );
}

function isExit(context: CommandContext, { action, positionId }: OrderRequest): boolean {
  if (action === 'exit_long' || action === 'exit_short') return true;
  if (action === 'go_long' || action === 'go_short') return false;
  const held = context.positions.held(positionId)?.direction;
  return held !== undefined && (held === 'long') === (action === 'sell');
}

/** Asks for an order; an empty text when it cannot be, with the reason in the log. */
export function placeBotOrder(
  context: CommandContext,
  order: Omit<OrderRequest, 'timeoutMs'> & { readonly timeoutSeconds: number | undefined },
): string {
  const { type, price, amount } = order;
  if (!(amount > 0) || (needsPrice(type) && !(price > 0))) {
    const what = `amount ${amount} at price ${price}`;
    context.log.write('error', `An order of ${what} was not placed: both must be above zero`);
    return '';
  }
  // Field by field: copying by spreading costs as much as all the rest of placing an order.
  const request: OrderRequest = {
    action: order.action,
    marketTag: order.marketTag,
    type,
    price,
    amount,
    positionId: order.positionId,
    trail: order.trail,
    oca: order.oca,
    triggerPrice: order.triggerPrice ?? (waitsForTrigger(type) ? price : null),
    timeoutMs: orderTimeoutMs(type, order.timeoutSeconds),
    note: order.note,
    isReduceOnly: order.isReduceOnly,
    isHidden: order.isHidden,
    isImmediate: order.isImmediate,
    isManaged: order.isManaged,
  };
  warnOfMixing(context, request.isManaged);
  const hasLeft = isExit(context, request);
  const orderId = context.orders.place(request);
  if (orderId === '') return '';
  noteInstant(context, 'order placed', request.positionId);
  if (hasLeft) noteExit(context, request.positionId);
  return orderId;
}

function managedView(context: CommandContext): ManagedView | null {
  const { markets, memory, orders, positions, series, settings } = context;
  const facts = markets.facts(null);
  if (facts === null) return null;
  const tradeAmount = settings.tradeAmount();
  const least = leastAmount(facts, series.lastPrice(null));
  const target = memory.note(TARGET);
  return {
    isSpot: facts.marketType === 'spot',
    held: positions.held(null),
    tradeAmount,
    targetAmount: typeof target === 'number' ? target : tradeAmount,
    hasOpenOrder: orders.open(null).some(({ marketTag }) => marketTag === settings.marketTag),
    leastAmount: least,
    leastExit: facts.marketType === 'spot' ? least : Math.max(facts.minAmount, facts.amountStep),
    feeShare: facts.takerFeePercent / 100,
  };
}

/**
 * The price from which on a managed wish places nothing, as long as neither orders nor positions
 * change; NaN where it may place something at any.
 */
export function quietFrom(context: CommandContext, wish: ManagedWish): number {
  const { markets, memory, orders, positions, settings, wishes } = context;
  const facts = markets.facts(null);
  if (wishes !== undefined || facts === null) return Number.NaN;
  if (orders.open(null).some(({ marketTag }) => marketTag === settings.marketTag)) return -Infinity;
  const held = positions.held(null);
  const isSpot = facts.marketType === 'spot';
  if (wish !== 'long' && wish !== 'short') return held === null ? -Infinity : Number.NaN;
  if (isSpot && wish === 'short') return held === null ? -Infinity : Number.NaN;
  const target = memory.note(TARGET);
  if (held?.direction !== wish || typeof target !== 'number') return Number.NaN;
  if (!isMissingAsFee(target - held.amount, target, facts.takerFeePercent / 100)) return Number.NaN;
  // Above what is least of an entry, which is rounded up to a step.
  const spare = held.amount - 2 * facts.amountStep;
  if (!(spare > Math.max(facts.minAmount, facts.amountStep))) return Number.NaN;
  if (!isSpot || facts.minVolume === 0) return -Infinity;
  return facts.minVolume / (spare * facts.contractValue);
}

function placeManaged(
  context: CommandContext,
  { action, amount }: ManagedOrder,
  note: string,
  isImmediate: boolean,
): void {
  placeBotOrder(context, {
    action,
    marketTag: null,
    type: isImmediate ? 'market' : context.settings.orderType(),
    price: takingPrice(context, null, action),
    amount,
    positionId: null,
    triggerPrice: null,
    trail: null,
    oca: null,
    timeoutSeconds: undefined,
    note,
    isReduceOnly: false,
    isHidden: false,
    isImmediate,
    isManaged: true,
  });
}

/**
 * Carries out a managed wish: places what is missing for it, and nothing where it is reached; at
 * market, and in a backtest at this close, where it is to be immediate.
 */
export function tradeManaged(
  context: CommandContext,
  wish: ManagedWish,
  note: string,
  isImmediate = false,
): void {
  if (context.wishes !== undefined) {
    context.wishes.note(wish, isImmediate);
    return;
  }
  const view = managedView(context);
  if (view === null) return;
  for (const order of managedOrders(wish, view)) {
    placeManaged(context, order, note, isImmediate);
    if (order.isBeginning) context.memory.keepNote(TARGET, order.amount);
  }
}

/** The amount of a position as it can be left: fees that were taken out of it are missing. */
export function exitAmount(context: CommandContext, position: BotPosition, price: number): number {
  const { amount, direction, marketTag } = position;
  const facts = context.markets.facts(marketTag);
  if (facts?.marketType !== 'spot' || direction === 'short') return amount;
  const most = context.wallet.maxAmount('exit_long', marketTag, price);
  const feeShare = facts.takerFeePercent / 100;
  return most < amount && most >= amount * (1 - 2 * feeShare) ? most : amount;
}
