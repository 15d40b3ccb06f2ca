// Orders and executions as Bybit writes them.

import { per, plainText, times } from '#loopback/amount.ts';
import type { EndReason, Fill, Order, PositionSide } from '#loopback/book/order.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';

const REJECT_REASONS: Partial<Record<EndReason, string>> = {
  would_take: 'EC_PostOnlyWillTakeLiquidity',
  unfilled_ioc: 'EC_CancelForNoFullFill',
  unfilled_fok: 'EC_CancelForNoFullFill',
  no_liquidity: 'EC_NoImmediateQtyToFill',
  by_user: 'EC_PerCancelRequest',
};

const CANCEL_TYPES: Partial<Record<EndReason, string>> = {
  by_user: 'CancelByUser',
  reduce_only: 'CancelByReduceOnly',
  liquidation: 'CancelAllBeforeLiq',
  position_closed: 'CancelByTpSlTsClear',
  by_venue: 'CancelByAdmin',
};

/** Index of a position: 0 one-way, 1 long, 2 short. */
export function positionIdx(side: PositionSide): number {
  return side === 'net' ? 0 : side === 'long' ? 1 : 2;
}

function orderStatusOf(exchange: Exchange, shown: ShownOrder): string {
  const { state, filled, order } = shown;
  switch (state) {
    case 'accepted':
    case 'open':
      if (isUntriggered(order)) return 'Untriggered';
      return filled > 0n ? 'PartiallyFilled' : 'New';
    case 'filled':
      return 'Filled';
    case 'cancelled':
    case 'expired': {
      if (isUntriggered(order)) return 'Deactivated';
      const isSpot = marketOf(exchange, order.marketKey).terms.kind === 'spot';
      return isSpot && filled > 0n ? 'PartiallyFilledCanceled' : 'Cancelled';
    }
    case 'rejected':
      return 'Rejected';
  }
}

/** Order of lists and frames; what is left of one that ended is zero. */
export function bybitOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled, filledQuote, state } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const isSpot = terms.kind === 'spot';
  const isEnded = state !== 'open' && state !== 'accepted';
  const leaves = isEnded ? 0n : order.quantity - filled;
  const reason = order.endReason;
  const fees = Object.fromEntries([...order.fees].map(([asset, fee]) => [asset, plainText(fee)]));
  const { trigger } = order;
  const isAttached = order.entryName !== undefined;
  const lastPrice = plainText(order.lastPriceAtCreation);
  return {
    symbol: terms.symbol,
    orderType: order.kind === 'market' ? 'Market' : 'Limit',
    orderLinkId: order.name,
    slLimitPrice: '0',
    orderId: order.venueOrderId,
    cancelType: isEnded
      ? ((reason === null ? null : CANCEL_TYPES[reason]) ?? 'UNKNOWN')
      : 'UNKNOWN',
    avgPrice: filled === 0n ? '' : plainText(per(filledQuote, filled)),
    stopOrderType: trigger === undefined ? '' : isAttached ? 'PartialStopLoss' : 'Stop',
    parentOrderLinkId: order.entryName ?? '',
    lastPriceOnCreated: isSpot ? '' : lastPrice,
    ...(isSpot
      ? { basePrice: lastPrice }
      : { createType: isAttached ? 'CreateByPartialStopLoss' : 'CreateByUser' }),
    orderStatus: orderStatusOf(exchange, shown),
    takeProfit: '',
    cumExecValue: plainText(filledQuote),
    smpType: 'None',
    triggerDirection: trigger === undefined ? 0 : trigger.rises ? 1 : 2,
    blockTradeId: '',
    isLeverage: isSpot ? '0' : '',
    rejectReason: isEnded
      ? ((reason === null ? null : REJECT_REASONS[reason]) ?? 'EC_NoError')
      : 'EC_NoError',
    price: priceOf(order),
    orderIv: '',
    createdTime: String(order.createdAtMs),
    tpTriggerBy: '',
    positionIdx: positionIdx(order.positionSide),
    timeInForce: timeInForceOf(order),
    leavesValue: plainText(times(leaves, order.price ?? order.lastPriceAtCreation)),
    updatedTime: String(order.updatedAtMs),
    side: order.side === 'buy' ? 'Buy' : 'Sell',
    smpGroup: 0,
    triggerPrice: trigger === undefined ? '' : plainText(trigger.price),
    tpLimitPrice: '0',
    cumExecFee: plainText([...order.fees.values()].reduce((sum, fee) => sum + fee, 0n)),
    leavesQty: plainText(leaves),
    slTriggerBy: '',
    closeOnTrigger: isAttached,
    placeType: '',
    cumExecQty: plainText(filled),
    reduceOnly: order.isReduceOnly,
    qty: plainText(order.quoteQuantity ?? order.quantity),
    stopLoss: order.attachedStop === undefined ? '' : plainText(order.attachedStop.trigger.price),
    marketUnit: order.asWritten['marketUnit'] ?? '',
    smpOrderId: '',
    triggerBy: trigger === undefined ? '' : 'LastPrice',
    tpslMode: isSpot ? '' : isAttached || order.attachedStop ? 'Partial' : 'UNKNOWN',
    slippageToleranceType: 'UNKNOWN',
    slippageTolerance: '',
    cumFeeDetail: fees,
    rpiTakerAccess: false,
    rpiMatchedQty: '0',
  };
}

/** Execution of lists and frames; one without an order is the venue's own. */
export function bybitExecution(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { terms, middle } = marketOf(exchange, fill.marketKey);
  const { order } = fill;
  const isSpot = terms.kind === 'spot';
  return {
    symbol: terms.symbol,
    orderType: order === null ? 'UNKNOWN' : order.kind === 'market' ? 'Market' : 'Limit',
    underlyingPrice: '',
    orderLinkId: order?.name ?? '',
    orderId: order?.venueOrderId ?? `${fill.kind}-${fill.id}`,
    stopOrderType: isSpot ? '' : 'UNKNOWN',
    execTime: String(fill.atMs),
    feeCurrency: fill.feeAsset,
    createType:
      order === null ? (fill.kind === 'liquidation' ? 'CreateByLiq' : '') : 'CreateByUser',
    feeRate: plainText(fill.feeRate),
    tradeIv: '',
    blockTradeId: '',
    markPrice: plainText(middle),
    execPrice: plainText(fill.price),
    markIv: '',
    orderQty: plainText(order?.quantity ?? fill.quantity),
    orderPrice: order === null ? '0' : priceOf(order),
    execValue: plainText(fill.quote),
    closedSize: isSpot ? '' : plainText(fill.closed),
    execType: EXECUTION_TYPES[fill.kind],
    seq: 140_612_148_849_382 + fill.id,
    side: fill.side === 'buy' ? 'Buy' : 'Sell',
    indexPrice: '',
    leavesQty: plainText(fill.leaves),
    isMaker: fill.isMaker,
    execFee: plainText(fill.fee),
    execId: executionId(fill),
    marketUnit: order?.asWritten['marketUnit'] ?? '',
    execQty: plainText(fill.quantity),
    extraFees: '',
  };
}

/** Id of an execution: digits on spot, a UUID on linear markets. */
export function executionId(fill: Fill): string {
  const number = String(2_100_000_000_000_000_000n + BigInt(fill.id));
  return fill.marketKey.startsWith('spot:')
    ? number
    : `e0cbe81d-0f18-5866-9415-${fill.id.toString(16).padStart(12, '0')}`;
}

export const EXECUTION_TYPES: Readonly<Record<Fill['kind'], string>> = {
  trade: 'Trade',
  funding: 'Funding',
  liquidation: 'BustTrade',
};

/** A market order of a linear market has the price at which it would have stopped. */
function priceOf(order: Order): string {
  return order.price === null ? '0' : plainText(order.price);
}

function timeInForceOf(order: Order): string {
  return order.lifetime === 'post_only' ? 'PostOnly' : order.lifetime.toUpperCase();
}
