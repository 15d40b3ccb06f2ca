// A scripted API of orders and positions. Nothing fills by itself: a test says what was filled, at
// which price, and the position follows.

import { present } from '#lib/assert.ts';
import type { BotOrder, OrderApi, OrderRequest } from '#engine/run-api/order-api.ts';
import type { BotPosition, PositionApi } from '#engine/run-api/position-api.ts';
import type { ScriptedHarness } from '#commands/scripted/scripted-harness.fixture.ts';

/** What a position without an id of its own is called here. */
const MARKET_POSITION = 'market-position';

const DUST = 1e-9;

function openUnder(harness: ScriptedHarness, positionId: string | null): BotPosition | null {
  const open = harness.positions.filter(({ closedAtMs }) => closedAtMs === null);
  if (positionId !== null) return open.find((each) => each.positionId === positionId) ?? null;
  const own = open.filter(({ marketTag }) => marketTag === harness.settings.marketTag);
  return own.find((each) => each.positionId === MARKET_POSITION) ?? own[0] ?? null;
}

function isEntering(harness: ScriptedHarness, { action, positionId }: OrderRequest): boolean {
  if (action === 'go_long' || action === 'go_short') return true;
  if (action === 'exit_long' || action === 'exit_short') return false;
  const held = openUnder(harness, positionId)?.direction ?? null;
  return action === 'buy' ? held !== 'short' : held !== 'long';
}

function orderOf(harness: ScriptedHarness, request: OrderRequest): BotOrder {
  const { action, type, price, triggerPrice, amount, note } = request;
  const isBuy = action === 'buy' || action === 'go_long' || action === 'exit_short';
  return {
    orderId: `order-${harness.orders.length + 1}`,
    positionId: request.positionId ?? MARKET_POSITION,
    marketTag: request.marketTag ?? harness.settings.marketTag,
    action,
    side: isBuy ? 'buy' : 'sell',
    type,
    isEnter: isEntering(harness, request),
    price,
    triggerPrice,
    trail: request.trail,
    oca: request.oca,
    amount,
    filledAmount: 0,
    feeAmount: 0,
    filledPrice: 0,
    state: 'open',
    fees: 0,
    feeCurrency: 'USDT',
    profit: 0,
    openedAtMs: harness.nowMs,
    filledAtMs: null,
    endedAtMs: null,
    note,
    message: '',
  };
}

function isOf(order: BotOrder, positionId: string | null): boolean {
  return positionId === null || order.positionId === positionId;
}

export function changeOrder(
  harness: ScriptedHarness,
  orderId: string,
  changes: Partial<BotOrder>,
): void {
  harness.orders = harness.orders.map((order) =>
    order.orderId === orderId ? { ...order, ...changes } : order,
  );
}

export function scriptedOrders(harness: ScriptedHarness): OrderApi {
  return {
    place: (request) => {
      harness.requests.push(request);
      if (harness.refusal !== null) {
        harness.log.push({ severity: 'error', message: harness.refusal });
        return '';
      }
      const order = orderOf(harness, request);
      harness.orders = [...harness.orders, order];
      return order.orderId;
    },
    cancel: (orderId) => {
      harness.acts.push(`cancel ${orderId}`);
    },
    find: (orderId) => harness.orders.find((order) => order.orderId === orderId) ?? null,
    open: (positionId) =>
      harness.orders.filter((order) => order.state === 'open' && isOf(order, positionId)),
    filled: (positionId) =>
      harness.orders
        .filter((order) => order.filledAmount > 0 && isOf(order, positionId))
        .toReversed()
        .slice(0, 50),
    hasFinished: (positionId) =>
      harness.orders.some((order) => order.endedAtMs === harness.nowMs && isOf(order, positionId)),
    counts: () => ({
      ended: harness.orders.filter(({ state }) => state !== 'open').length,
      filled: harness.orders.filter(({ filledAmount }) => filledAmount > 0).length,
      failed: harness.orders.filter(({ state }) => state === 'failed').length,
    }),
  };
}

function profitOf(harness: ScriptedHarness, position: BotPosition, price: number): number {
  const { contractValue } = present(harness.markets.get(position.marketTag), 'the market exists');
  const gain =
    position.direction === 'long' ? price - position.enterPrice : position.enterPrice - price;
  return position.realizedProfit + gain * position.amount * contractValue;
}

/** Puts the position in the place of the open one with its id, or adds it. */
function putPosition(harness: ScriptedHarness, position: BotPosition): void {
  const known = openUnder(harness, position.positionId);
  harness.positions =
    known === null
      ? [...harness.positions, position]
      : harness.positions.map((each) => (each === known ? position : each));
}

export function newPosition(harness: ScriptedHarness, facts: Partial<BotPosition>): BotPosition {
  const amount = facts.amount ?? 1;
  const enterPrice = facts.enterPrice ?? harness.price.close;
  const leverage = facts.leverage ?? harness.settings.leverage;
  return {
    positionId: MARKET_POSITION,
    marketTag: harness.settings.marketTag,
    direction: 'long',
    amount,
    amountMax: amount,
    enterPrice,
    exitPrice: 0,
    leverage,
    margin: (enterPrice * amount) / leverage,
    realizedProfit: 0,
    fees: 0,
    openedAtMs: harness.nowMs,
    updatedAtMs: harness.nowMs,
    closedAtMs: null,
    ...facts,
  };
}

function entered(position: BotPosition, price: number, amount: number): BotPosition {
  const total = position.amount + amount;
  const enterPrice = (position.enterPrice * position.amount + price * amount) / total;
  const margin = (enterPrice * total) / position.leverage;
  return {
    ...position,
    amount: total,
    amountMax: Math.max(total, position.amountMax),
    enterPrice,
    margin,
  };
}

function left(
  harness: ScriptedHarness,
  position: BotPosition,
  price: number,
  amount: number,
): BotPosition {
  const part = { ...position, amount: Math.min(amount, position.amount) };
  const rest = position.amount - part.amount;
  const isClosed = rest < DUST;
  return {
    ...position,
    amount: isClosed ? 0 : rest,
    exitPrice: price,
    realizedProfit: profitOf(harness, part, price),
    closedAtMs: isClosed ? harness.nowMs : null,
  };
}

/** What a trade of this direction does to the position. */
function trade(
  harness: ScriptedHarness,
  booking: {
    readonly positionId: string | null;
    readonly marketTag: string | null;
    readonly direction: 'long' | 'short';
    readonly isEnter: boolean;
    readonly isSpotTrade: boolean;
    readonly price: number;
    readonly amount: number;
  },
): void {
  const { direction, isEnter, price, amount } = booking;
  const held = openUnder(harness, booking.positionId);
  if (held === null) {
    if (!isEnter) return;
    const positionId = booking.positionId ?? MARKET_POSITION;
    const marketTag = booking.marketTag ?? harness.settings.marketTag;
    putPosition(
      harness,
      newPosition(harness, { positionId, marketTag, direction, enterPrice: price, amount }),
    );
    return;
  }
  const isMore = isEnter && held.direction === direction;
  const after = isMore ? entered(held, price, amount) : left(harness, held, price, amount);
  putPosition(harness, { ...after, updatedAtMs: harness.nowMs });
  // What goes beyond the position opens one of the other side, unless the order was to leave only.
  const beyond = amount - held.amount;
  if (isMore || beyond <= DUST || !(isEnter || booking.isSpotTrade)) return;
  const other = held.direction === 'long' ? 'short' : 'long';
  trade(harness, { ...booking, isEnter: true, direction: other, amount: beyond });
}

/** Fills an order, in whole unless stated otherwise, at its own price. */
export function fillOrder(
  harness: ScriptedHarness,
  orderId: string,
  { amount, price }: { readonly amount?: number; readonly price?: number },
): void {
  const order = present(
    harness.orders.find((each) => each.orderId === orderId),
    'the order was placed',
  );
  const part = amount ?? order.amount - order.filledAmount;
  const at = price ?? (order.price > 0 ? order.price : harness.price.close);
  const filledAmount = order.filledAmount + part;
  const isWhole = filledAmount > order.amount - DUST;
  const isLong = (order.side === 'buy') === order.isEnter;
  changeOrder(harness, orderId, {
    filledAmount,
    filledPrice: (order.filledPrice * order.filledAmount + at * part) / filledAmount,
    filledAtMs: harness.nowMs,
    ...(isWhole ? { state: 'filled' as const, endedAtMs: harness.nowMs } : {}),
  });
  trade(harness, {
    positionId: order.positionId,
    marketTag: order.marketTag,
    direction: isLong ? 'long' : 'short',
    isEnter: order.isEnter,
    isSpotTrade: order.action === 'buy' || order.action === 'sell',
    price: at,
    amount: part,
  });
}

export function scriptedPositions(harness: ScriptedHarness): PositionApi {
  const closed = () =>
    harness.positions.filter(({ closedAtMs }) => closedAtMs !== null).toReversed();
  return {
    find: (positionId) => openUnder(harness, positionId),
    held: (positionId) => openUnder(harness, positionId),
    leftReason: () => null,
    findWithClosed: (positionId) =>
      openUnder(harness, positionId) ??
      closed().find((each) => each.positionId === (positionId ?? MARKET_POSITION)) ??
      null,
    openPositions: () => harness.positions.filter(({ closedAtMs }) => closedAtMs === null),
    closed: (positionId, direction, most) =>
      closed()
        .filter((each) => positionId === null || each.positionId === positionId)
        .filter((each) => direction === null || each.direction === direction)
        .slice(0, most),
    closedCount: () => closed().length,
    profitAt: (position, price) => profitOf(harness, position, price),
    roiAt: (position, price) => (profitOf(harness, position, price) / position.margin) * 100,
    create: ({ positionId, price, leverage, marketTag, ...facts }) => {
      const position = newPosition(harness, {
        ...facts,
        positionId: positionId ?? `position-${harness.positions.length + 1}`,
        marketTag: marketTag ?? harness.settings.marketTag,
        leverage: leverage ?? harness.settings.leverage,
        enterPrice: price,
      });
      putPosition(harness, position);
      return position.positionId;
    },
    adjust: (positionId, price, amount) => {
      const direction = openUnder(harness, positionId)?.direction ?? 'long';
      const size = Math.abs(amount);
      trade(harness, {
        positionId,
        marketTag: null,
        direction,
        isEnter: amount > 0,
        isSpotTrade: false,
        price,
        amount: size,
      });
    },
    close: (positionId, price) => {
      const held = openUnder(harness, positionId);
      if (held !== null) putPosition(harness, left(harness, held, price, held.amount));
    },
  };
}
