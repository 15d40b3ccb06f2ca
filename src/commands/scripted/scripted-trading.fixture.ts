// A scripted API of orders and positions. Nothing fills by itself: a test says what was filled, at
// which price, and the position follows.

import { present } from '#lib/assert.ts';
import type { BotOrder, OrderApi, OrderRequest } from '#engine/run-api/order-api.ts';
import type { BotPosition, PositionApi } from '#engine/run-api/position-api.ts';
import type { ScriptedWorld } from '#commands/scripted/scripted-world.fixture.ts';

/** What a position without an id of its own is called here. */
const MARKET_POSITION = 'market-position';

const DUST = 1e-9;

function openUnder(world: ScriptedWorld, positionId: string | null): BotPosition | null {
  const open = world.positions.filter(({ closedAtMs }) => closedAtMs === null);
  if (positionId !== null) return open.find((each) => each.positionId === positionId) ?? null;
  const own = open.filter(({ marketTag }) => marketTag === world.settings.marketTag);
  return own.find((each) => each.positionId === MARKET_POSITION) ?? own[0] ?? null;
}

function isEntering(world: ScriptedWorld, { action, positionId }: OrderRequest): boolean {
  if (action === 'go_long' || action === 'go_short') return true;
  if (action === 'exit_long' || action === 'exit_short') return false;
  const held = openUnder(world, positionId)?.direction ?? null;
  return action === 'buy' ? held !== 'short' : held !== 'long';
}

function orderOf(world: ScriptedWorld, request: OrderRequest): BotOrder {
  const { action, type, price, triggerPrice, amount, note } = request;
  const isBuy = action === 'buy' || action === 'go_long' || action === 'exit_short';
  return {
    orderId: `order-${world.orders.length + 1}`,
    positionId: request.positionId ?? MARKET_POSITION,
    marketTag: request.marketTag ?? world.settings.marketTag,
    action,
    side: isBuy ? 'buy' : 'sell',
    type,
    isEnter: isEntering(world, request),
    price,
    triggerPrice,
    trail: request.trail,
    oca: request.oca,
    amount,
    filledAmount: 0,
    filledPrice: 0,
    state: 'open',
    fees: 0,
    feeCurrency: 'USDT',
    profit: 0,
    openedAtMs: world.nowMs,
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
  world: ScriptedWorld,
  orderId: string,
  changes: Partial<BotOrder>,
): void {
  world.orders = world.orders.map((order) =>
    order.orderId === orderId ? { ...order, ...changes } : order,
  );
}

export function scriptedOrders(world: ScriptedWorld): OrderApi {
  return {
    place: (request) => {
      world.requests.push(request);
      if (world.refusal !== null) {
        world.log.push({ severity: 'error', message: world.refusal });
        return '';
      }
      const order = orderOf(world, request);
      world.orders = [...world.orders, order];
      return order.orderId;
    },
    cancel: (orderId) => {
      world.acts.push(`cancel ${orderId}`);
    },
    find: (orderId) => world.orders.find((order) => order.orderId === orderId) ?? null,
    open: (positionId) =>
      world.orders.filter((order) => order.state === 'open' && isOf(order, positionId)),
    filled: (positionId) =>
      world.orders
        .filter((order) => order.filledAmount > 0 && isOf(order, positionId))
        .toReversed()
        .slice(0, 50),
    hasFinished: (positionId) =>
      world.orders.some((order) => order.endedAtMs === world.nowMs && isOf(order, positionId)),
    counts: () => ({
      ended: world.orders.filter(({ state }) => state !== 'open').length,
      filled: world.orders.filter(({ filledAmount }) => filledAmount > 0).length,
      failed: world.orders.filter(({ state }) => state === 'failed').length,
    }),
  };
}

function profitOf(world: ScriptedWorld, position: BotPosition, price: number): number {
  const { contractValue } = present(world.markets.get(position.marketTag), 'the market exists');
  const gain =
    position.direction === 'long' ? price - position.enterPrice : position.enterPrice - price;
  return position.realizedProfit + gain * position.amount * contractValue;
}

/** Puts the position in the place of the open one with its id, or adds it. */
function putPosition(world: ScriptedWorld, position: BotPosition): void {
  const known = openUnder(world, position.positionId);
  world.positions =
    known === null
      ? [...world.positions, position]
      : world.positions.map((each) => (each === known ? position : each));
}

export function newPosition(world: ScriptedWorld, facts: Partial<BotPosition>): BotPosition {
  const amount = facts.amount ?? 1;
  const enterPrice = facts.enterPrice ?? world.price.close;
  const leverage = facts.leverage ?? world.settings.leverage;
  return {
    positionId: MARKET_POSITION,
    marketTag: world.settings.marketTag,
    direction: 'long',
    amount,
    amountMax: amount,
    enterPrice,
    exitPrice: 0,
    leverage,
    margin: (enterPrice * amount) / leverage,
    realizedProfit: 0,
    fees: 0,
    openedAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
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
  world: ScriptedWorld,
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
    realizedProfit: profitOf(world, part, price),
    closedAtMs: isClosed ? world.nowMs : null,
  };
}

/** What a trade of this direction does to the position. */
function trade(
  world: ScriptedWorld,
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
  const held = openUnder(world, booking.positionId);
  if (held === null) {
    if (!isEnter) return;
    const positionId = booking.positionId ?? MARKET_POSITION;
    const marketTag = booking.marketTag ?? world.settings.marketTag;
    putPosition(
      world,
      newPosition(world, { positionId, marketTag, direction, enterPrice: price, amount }),
    );
    return;
  }
  const isMore = isEnter && held.direction === direction;
  const after = isMore ? entered(held, price, amount) : left(world, held, price, amount);
  putPosition(world, { ...after, updatedAtMs: world.nowMs });
  // What goes beyond the position opens one of the other side, unless the order was to leave only.
  const beyond = amount - held.amount;
  if (isMore || beyond <= DUST || !(isEnter || booking.isSpotTrade)) return;
  const other = held.direction === 'long' ? 'short' : 'long';
  trade(world, { ...booking, isEnter: true, direction: other, amount: beyond });
}

/** Fills an order, in whole unless told otherwise, at its own price. */
export function fillOrder(
  world: ScriptedWorld,
  orderId: string,
  { amount, price }: { readonly amount?: number; readonly price?: number },
): void {
  const order = present(
    world.orders.find((each) => each.orderId === orderId),
    'the order was placed',
  );
  const part = amount ?? order.amount - order.filledAmount;
  const at = price ?? (order.price > 0 ? order.price : world.price.close);
  const filledAmount = order.filledAmount + part;
  const isWhole = filledAmount > order.amount - DUST;
  const isLong = (order.side === 'buy') === order.isEnter;
  changeOrder(world, orderId, {
    filledAmount,
    filledPrice: (order.filledPrice * order.filledAmount + at * part) / filledAmount,
    filledAtMs: world.nowMs,
    ...(isWhole ? { state: 'filled' as const, endedAtMs: world.nowMs } : {}),
  });
  trade(world, {
    positionId: order.positionId,
    marketTag: order.marketTag,
    direction: isLong ? 'long' : 'short',
    isEnter: order.isEnter,
    isSpotTrade: order.action === 'buy' || order.action === 'sell',
    price: at,
    amount: part,
  });
}

export function scriptedPositions(world: ScriptedWorld): PositionApi {
  const closed = () => world.positions.filter(({ closedAtMs }) => closedAtMs !== null).toReversed();
  return {
    find: (positionId) => openUnder(world, positionId),
    held: (positionId) => openUnder(world, positionId),
    findWithClosed: (positionId) =>
      openUnder(world, positionId) ??
      closed().find((each) => each.positionId === (positionId ?? MARKET_POSITION)) ??
      null,
    openPositions: () => world.positions.filter(({ closedAtMs }) => closedAtMs === null),
    closed: (positionId, direction) =>
      closed()
        .filter((each) => positionId === null || each.positionId === positionId)
        .filter((each) => direction === null || each.direction === direction),
    closedCount: () => closed().length,
    profitAt: (position, price) => profitOf(world, position, price),
    roiAt: (position, price) => (profitOf(world, position, price) / position.margin) * 100,
    create: ({ positionId, price, leverage, marketTag, ...facts }) => {
      const position = newPosition(world, {
        ...facts,
        positionId: positionId ?? `position-${world.positions.length + 1}`,
        marketTag: marketTag ?? world.settings.marketTag,
        leverage: leverage ?? world.settings.leverage,
        enterPrice: price,
      });
      putPosition(world, position);
      return position.positionId;
    },
    adjust: (positionId, price, amount) => {
      const direction = openUnder(world, positionId)?.direction ?? 'long';
      const size = Math.abs(amount);
      trade(world, {
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
      const held = openUnder(world, positionId);
      if (held !== null) putPosition(world, left(world, held, price, held.amount));
    },
  };
}
