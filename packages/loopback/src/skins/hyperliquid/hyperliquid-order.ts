// Orders and fills as Hyperliquid writes them.

import { plainText } from '#loopback/amount.ts';
import type { EndReason, Fill, Order } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';

const TIFS = { gtc: 'Gtc', post_only: 'Alo', ioc: 'Ioc', fok: 'Ioc' } as const;

const WORDS: Readonly<Record<EndReason, string>> = {
  filled: 'filled',
  by_user: 'canceled',
  would_take: 'badAloPxRejected',
  unfilled_ioc: 'canceled',
  unfilled_fok: 'canceled',
  no_liquidity: 'iocCancelRejected',
  insufficient_funds: 'marginCanceled',
  reduce_only: 'reduceOnlyCanceled',
  position_closed: 'reduceOnlyCanceled',
  liquidation: 'liquidatedCanceled',
  by_venue: 'scheduledCancel',
};

/** Status of an order as the venue words it. */
export function statusOf({ order, state }: ShownOrder): string {
  if (state === 'open' || state === 'accepted') return 'open';
  return WORDS[order.endReason ?? 'by_venue'];
}

/** Order that has not ended. */
export function isWorking({ state }: ShownOrder): boolean {
  return state === 'open' || state === 'accepted';
}

/** What the stream says of an order, which lists say more of. */
export function basicOrder(exchange: Exchange, { order, filled }: ShownOrder): object {
  const { terms } = marketOf(exchange, order.marketKey);
  return {
    coin: terms.base,
    side: order.side === 'buy' ? 'B' : 'A',
    limitPx: plainText(order.price ?? 0n),
    sz: plainText(order.quantity - filled),
    oid: Number(order.venueOrderId),
    timestamp: order.createdAtMs,
    origSz: plainText(order.quantity),
    cloid: order.name === '' ? null : order.name,
  };
}

/** Order of the detailed list, with its trigger. */
export function frontendOrder(exchange: Exchange, shown: ShownOrder): object {
  const { order } = shown;
  return {
    ...basicOrder(exchange, shown),
    ...triggerOf(order),
    children: [],
    isPositionTpsl: false,
    reduceOnly: order.isReduceOnly,
  };
}

function triggerOf({ trigger, asWritten, lifetime, entryName }: Order): object {
  if (trigger === undefined)
    return {
      triggerCondition: 'N/A',
      isTrigger: false,
      triggerPx: '0.0',
      orderType: 'Limit',
      tif: TIFS[lifetime],
    };
  const price = plainText(trigger.price);
  const isStop = asWritten['tpsl'] === 'sl' || entryName !== undefined;
  return {
    triggerCondition: `Price ${trigger.rises ? 'above' : 'below'} ${price}`,
    isTrigger: true,
    triggerPx: price,
    orderType: isStop ? 'Stop Market' : 'Take Profit Market',
    tif: null,
  };
}

/** Ids of trades are of fifty bits. */
const TRADE_BASE = 118_906_512_037_000;

/** Of a liquidation the order is one of the venue. */
export function hyperliquidFill(exchange: Exchange, fill: Fill, user: string): object {
  const { terms } = marketOf(exchange, fill.marketKey);
  const isBuy = fill.side === 'buy';
  const { closed, heldBefore = closed } = fill;
  const start = closed === 0n ? 0n : isBuy ? -heldBefore : heldBefore;
  return {
    closedPnl: plainText(fill.realised),
    coin: terms.base,
    crossed: !fill.isMaker,
    dir: directionOf(fill),
    hash: `0x${fill.id.toString(16).padStart(64, '0')}`,
    oid: fill.order === null ? 299_000_000_000 + fill.id : Number(fill.order.venueOrderId),
    px: plainText(fill.price),
    side: isBuy ? 'B' : 'A',
    startPosition: plainText(start),
    sz: plainText(fill.quantity),
    time: fill.atMs,
    fee: plainText(fill.fee),
    feeToken: fill.feeAsset,
    tid: TRADE_BASE + fill.id,
    twapId: null,
    ...nameIn(fill.order),
    ...(fill.kind === 'liquidation'
      ? { liquidation: { liquidatedUser: user, markPx: plainText(fill.price), method: 'market' } }
      : {}),
  };
}

function nameIn(order: Order | null): object {
  return order === null || order.name === '' ? {} : { cloid: order.name };
}

function directionOf({ side, closed }: Fill): string {
  if (closed === 0n) return side === 'buy' ? 'Open Long' : 'Open Short';
  return side === 'buy' ? 'Close Short' : 'Close Long';
}

/** Above zero where it was received. */
export function payment(exchange: Exchange, fill: Fill): object {
  const { terms } = marketOf(exchange, fill.marketKey);
  const size = fill.side === 'buy' ? fill.quantity : -fill.quantity;
  return {
    time: fill.atMs,
    hash: `0x${'0'.repeat(64)}`,
    delta: {
      type: 'funding',
      coin: terms.base,
      usdc: plainText(-fill.fee),
      szi: plainText(size),
      fundingRate: plainText(fill.feeRate),
      nSamples: null,
    },
  };
}
