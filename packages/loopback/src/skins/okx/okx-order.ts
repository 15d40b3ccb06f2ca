// Orders and fills as OKX writes them.

import { per, plainText, times } from '#loopback/amount.ts';
import type { EndReason, Fill, Order } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf, leverageOf, marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { okxAlgoIdOf } from '#loopback/skins/okx/okx-algo.ts';
import { INST_TYPES, instIdOf } from '#loopback/skins/okx/okx-endpoint.ts';

const CANCEL_SOURCES: Partial<Record<EndReason, readonly [string, string]>> = {
  by_user: ['1', 'Order canceled by user'],
  by_venue: ['0', 'Order canceled by system'],
  unfilled_fok: ['13', 'FOK order was canceled due to incompletely filled'],
  unfilled_ioc: ['14', 'IOC order was partially canceled due to incompletely filled'],
  no_liquidity: ['14', 'IOC order was partially canceled due to incompletely filled'],
  would_take: ['31', 'The post-only order will take liquidity in taker orders'],
  reduce_only: ['2', 'Pre reduce-only order canceled, due to insufficient margin in user position'],
  liquidation: ['3', 'Risk cancellation was triggered'],
};

function stateOf({ state, filled }: ShownOrder): string {
  if (state === 'filled') return 'filled';
  if (state === 'open' || state === 'accepted') return filled > 0n ? 'partially_filled' : 'live';
  return 'canceled';
}

const TYPES = { gtc: 'limit', post_only: 'post_only', ioc: 'ioc', fok: 'fok' } as const;

/** Order of lists and frames; its fee is in one currency. */
export function okxOrder(exchange: Exchange, shown: ShownOrder): Record<string, unknown> {
  const { order, filled, filledQuote } = shown;
  const { terms } = marketOf(exchange, order.marketKey);
  const isSpot = terms.kind === 'spot';
  const state = stateOf(shown);
  const ended = state === 'canceled' && order.endReason !== null;
  const [cancelSource, cancelSourceReason] = (ended
    ? CANCEL_SOURCES[order.endReason ?? 'by_venue']
    : undefined) ?? ['', ''];
  const [fee] = [...order.fees];
  return {
    accFillSz: plainText(filled),
    algoClOrdId: order.trigger === undefined ? '' : order.name,
    algoId: order.trigger === undefined ? '' : okxAlgoIdOf(order.id),
    attachAlgoClOrdId: '',
    attachAlgoOrds: [],
    avgPx: filled === 0n ? '' : plainText(per(filledQuote, times(filled, terms.contractValue))),
    cTime: String(order.createdAtMs),
    cancelSource,
    cancelSourceReason,
    category: 'normal',
    ccy: '',
    clOrdId: order.trigger === undefined ? order.name : '',
    fee: fee === undefined ? '0' : plainText(-fee[1]),
    feeCcy: fee?.[0] ?? (isSpot ? terms.base : terms.quote),
    fillPx: '',
    fillSz: '0',
    fillTime: '',
    instId: instIdOf(terms),
    instType: INST_TYPES[terms.kind],
    lever: isSpot ? '' : leverOf(exchange, order),
    ordId: order.venueOrderId,
    ordType: order.kind === 'market' ? 'market' : TYPES[order.lifetime],
    pnl: '0',
    posSide: order.positionSide,
    px: order.price === null ? '' : plainText(order.price),
    rebate: '0',
    rebateCcy: '',
    reduceOnly: String(order.isReduceOnly),
    side: order.side,
    source: '',
    state,
    stpMode: 'cancel_maker',
    sz: plainText(order.quoteQuantity ?? order.quantity),
    tag: '',
    tdMode: order.marginMode ?? 'cash',
    tgtCcy: order.asWritten['tgtCcy'] ?? '',
    tradeId: '',
    uTime: String(order.updatedAtMs),
  };
}

function leverOf(exchange: Exchange, { accountId, marketKey, marginMode }: Order): string {
  return plainText(leverageOf(accountOf(exchange, accountId), marketKey, marginMode));
}

const BILL_ID_BASE = 680_800_019_754_098_688n;

/** Number of a booking, from a range of its own. */
export function billIdOf({ id }: Fill): string {
  return String(BILL_ID_BASE + BigInt(id));
}

/** What closed a position is among the fills: its order is one of the venue. */
export function okxFill(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { terms } = marketOf(exchange, fill.marketKey);
  return {
    instType: INST_TYPES[terms.kind],
    instId: instIdOf(terms),
    tradeId: String(fill.id),
    ordId: fill.order?.venueOrderId ?? liquidationOrderId(fill),
    clOrdId: fill.order?.trigger === undefined ? (fill.order?.name ?? '') : '',
    billId: billIdOf(fill),
    subType: subTypeOf(fill),
    tag: '',
    fillPx: plainText(fill.price),
    fillSz: plainText(fill.quantity),
    fillIdxPx: '',
    fillPnl: plainText(fill.realised),
    side: fill.side,
    posSide: fill.order?.positionSide ?? 'net',
    execType: fill.isMaker ? 'M' : 'T',
    feeCcy: fill.feeAsset,
    fee: plainText(-fill.fee),
    ts: String(fill.atMs),
    fillTime: String(fill.atMs),
  };
}

function liquidationOrderId({ id }: Fill): string {
  return `9${String(id).padStart(18, '0')}`;
}

/** In net mode a position is closed by a purchase or a sale. */
export function subTypeOf({ kind, side, fee, closed, heldBefore = closed }: Fill): string {
  if (kind === 'funding') return fee > 0n ? '173' : '174';
  if (kind === 'liquidation' && closed < heldBefore) return side === 'buy' ? '102' : '103';
  if (kind === 'liquidation') return side === 'buy' ? '106' : '107';
  return side === 'buy' ? '1' : '2';
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

/** The order by which the venue closed a position. */
export function okxLiquidationFrame(exchange: Exchange, fill: Fill): Record<string, unknown> {
  const { side, instId, instType, ordId, fillPx, fillSz, ts, tradeId } = okxFill(exchange, fill);
  return {
    instId,
    instType,
    ordId,
    side,
    fillPx,
    fillSz,
    tradeId,
    accFillSz: fillSz,
    avgPx: fillPx,
    cTime: ts,
    cancelSource: '',
    category: 'full_liquidation',
    clOrdId: '',
    execType: 'T',
    fillFee: plainText(-fill.fee),
    fillFeeCcy: fill.feeAsset,
    fillTime: ts,
    ordType: 'market',
    posSide: 'net',
    px: '',
    reduceOnly: 'false',
    state: 'filled',
    sz: fillSz,
    tdMode: 'cross',
    tgtCcy: '',
    uTime: ts,
  };
}
