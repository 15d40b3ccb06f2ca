// How OKX writes orders and fills.

import { per, plainText } from '../../amount.ts';
import type { EndReason, Fill } from '../../book/order.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { marketOf } from '../../exchange/exchange.ts';
import type { ShownOrder } from '../../exchange/order-as-of.ts';
import { instIdOf } from './okx-endpoint.ts';

const CANCEL_SOURCES: Partial<Record<EndReason, readonly [string, string]>> = {
  by_user: ['1', 'Order canceled by user'],
  by_venue: ['0', 'Order canceled by system'],
  unfilled_fok: ['13', 'FOK order was canceled due to incompletely filled'],
  unfilled_ioc: ['14', 'IOC order was partially canceled due to incompletely filled'],
  no_liquidity: ['14', 'IOC order was partially canceled due to incompletely filled'],
  would_take: ['31', 'The post-only order will take liquidity in taker orders'],
};

function stateOf({ state, filled }: ShownOrder): string {
  if (state === 'filled') return 'filled';
  if (state === 'open' || state === 'accepted') return filled > 0n ? 'partially_filled' : 'live';
  return 'canceled';
}

const TYPES = { gtc: 'limit', post_only: 'post_only', ioc: 'ioc', fok: 'fok' } as const;

export function okxOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const state = stateOf(shown);
  const ended = state === 'canceled' && order.endReason !== null;
  const [cancelSource, cancelSourceReason] = (ended
    ? CANCEL_SOURCES[order.endReason ?? 'by_venue']
    : undefined) ?? ['', ''];
  const [fee] = [...order.fees];
  return {
    accFillSz: plainText(filled),
    algoClOrdId: '',
    algoId: '',
    attachAlgoClOrdId: '',
    attachAlgoOrds: [],
    avgPx: filled === 0n ? '' : plainText(per(filledQuote, filled)),
    cTime: String(order.createdAtMs),
    cancelSource,
    cancelSourceReason,
    category: 'normal',
    ccy: '',
    clOrdId: order.name,
    fee: fee === undefined ? '0' : plainText(-fee[1]),
    feeCcy: fee?.[0] ?? marketOf(exchange, order.marketKey).terms.base,
    fillPx: '',
    fillSz: '0',
    fillTime: '',
    instId: instIdOf(marketOf(exchange, order.marketKey).terms),
    instType: 'SPOT',
    lever: '',
    ordId: order.venueOrderId,
    ordType: order.kind === 'market' ? 'market' : TYPES[order.lifetime],
    pnl: '0',
    posSide: 'net',
    px: order.price === null ? '' : plainText(order.price),
    rebate: '0',
    rebateCcy: '',
    reduceOnly: 'false',
    side: order.side,
    source: '',
    state,
    stpMode: 'cancel_maker',
    sz: plainText(order.quoteQuantity ?? order.quantity),
    tag: '',
    tdMode: 'cash',
    tgtCcy: order.asWritten['tgtCcy'] ?? '',
    tradeId: '',
    uTime: String(order.updatedAtMs),
  };
}

const BILL_ID_BASE = 680_800_019_754_098_688n;

export function billIdOf({ id }: Fill): string {
  return String(BILL_ID_BASE + BigInt(id));
}

export function okxFill(exchange: Exchange, fill: Fill): Record<string, unknown> {
  return {
    instType: 'SPOT',
    instId: instIdOf(marketOf(exchange, fill.marketKey).terms),
    tradeId: String(fill.id),
    ordId: fill.order?.venueOrderId ?? '',
    clOrdId: fill.order?.name ?? '',
    billId: billIdOf(fill),
    subType: fill.side === 'buy' ? '1' : '2',
    tag: '',
    fillPx: plainText(fill.price),
    fillSz: plainText(fill.quantity),
    fillIdxPx: '',
    fillPnl: '0',
    side: fill.side,
    posSide: 'net',
    execType: fill.isMaker ? 'M' : 'T',
    feeCcy: fill.feeAsset,
    fee: plainText(-fill.fee),
    ts: String(fill.atMs),
    fillTime: String(fill.atMs),
  };
}

/** The frame of an order with its last fill, if it is about one. */
export function okxOrderFrame(
  exchange: Exchange,
  shown: ShownOrder,
  fill: Fill | null,
): Record<string, unknown> {
  const order = okxOrder(exchange, shown);
  if (fill === null) return { ...order, execType: '', fillFee: '0', fillFeeCcy: '' };
  return {
    ...order,
    fillPx: plainText(fill.price),
    fillSz: plainText(fill.quantity),
    fillTime: String(fill.atMs),
    fillFee: plainText(-fill.fee),
    fillFeeCcy: fill.feeAsset,
    tradeId: String(fill.id),
    execType: fill.isMaker ? 'M' : 'T',
  };
}
