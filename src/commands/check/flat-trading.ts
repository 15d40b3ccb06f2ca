// Orders, positions and the report of a dry run: an order is open in its update and filled in the
// next; positions are not retained.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder, OrderRequest } from '#engine/run-api/order-api.ts';
import { EMPTY_REPORT } from '#engine/run-api/report-api.ts';
import { FLAT_PRICE } from '#commands/check/flat-window.ts';

const ORDERS_RETAINED = 50;
const ENTERING = new Set(['buy', 'go_long', 'go_short']);
const BUYING = new Set(['buy', 'go_long', 'exit_short']);

type FlatOrder = { readonly request: OrderRequest; readonly update: number; isCancelled: boolean };

function botOrder(orderId: string, placed: FlatOrder, update: number): BotOrder {
  const { request, isCancelled } = placed;
  const isFilled = !isCancelled && update > placed.update;
  const ended = isCancelled ? 'cancelled' : 'filled';
  return {
    orderId,
    positionId: request.positionId ?? '',
    marketTag: request.marketTag ?? '',
    action: request.action,
    side: BUYING.has(request.action) ? 'buy' : 'sell',
    type: request.type,
    isEnter: ENTERING.has(request.action),
    price: request.price,
    triggerPrice: request.triggerPrice,
    trail: request.trail,
    oca: request.oca,
    amount: request.amount,
    filledAmount: isFilled ? request.amount : 0,
    feeAmount: 0,
    filledPrice: isFilled ? FLAT_PRICE : 0,
    state: isFilled || isCancelled ? ended : 'open',
    fees: 0,
    feeCurrency: '',
    profit: 0,
    openedAtMs: 0,
    filledAtMs: isFilled ? 0 : null,
    endedAtMs: null,
    note: request.note,
    message: '',
  };
}

function createOrders(update: { readonly number: number }): CommandContext['orders'] {
  const placed = new Map<string, FlatOrder>();
  let orderCount = 0;
  const all = (positionId: string | null, state: BotOrder['state']): BotOrder[] =>
    [...placed]
      .map(([orderId, order]) => botOrder(orderId, order, update.number))
      .filter((order) => order.state === state)
      .filter((order) => positionId === null || order.positionId === positionId);
  return {
    place(request) {
      orderCount += 1;
      const orderId = `order-${orderCount}`;
      placed.set(orderId, { request, update: update.number, isCancelled: false });
      const [oldest] = placed.keys();
      if (placed.size > ORDERS_RETAINED && oldest !== undefined) placed.delete(oldest);
      return orderId;
    },
    cancel(orderId) {
      const order = placed.get(orderId);
      if (order !== undefined && order.update === update.number) order.isCancelled = true;
    },
    find(orderId) {
      const order = placed.get(orderId);
      return order === undefined ? null : botOrder(orderId, order, update.number);
    },
    open: (positionId) => all(positionId, 'open'),
    filled: (positionId) => all(positionId, 'filled').toReversed(),
    hasFinished: () => [...placed.values()].some((order) => order.update === update.number - 1),
    counts: () => ({ ended: orderCount, filled: orderCount, failed: 0 }),
  };
}

type FlatTrading = Pick<CommandContext, 'orders' | 'positions' | 'report'>;

/** Trading of one dry run; `update` is read whenever an order is looked up. */
export function createFlatTrading(update: { readonly number: number }): FlatTrading {
  let positionCount = 0;
  return {
    orders: createOrders(update),
    positions: {
      find: () => null,
      held: () => null,
      leftReason: () => null,
      findWithClosed: () => null,
      openPositions: () => [],
      closed: () => [],
      closedCount: () => 0,
      profitAt: () => 0,
      roiAt: () => 0,
      create: ({ positionId }) => {
        positionCount += 1;
        return positionId ?? `position-${positionCount}`;
      },
      adjust: () => undefined,
      close: () => undefined,
    },
    report: {
      figures: () => EMPTY_REPORT,
      setRoiBase: () => undefined,
      custom: () => undefined,
      openExport: () => undefined,
      addExportRow: () => undefined,
    },
  };
}
