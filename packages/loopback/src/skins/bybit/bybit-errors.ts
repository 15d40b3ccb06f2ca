// Bybit's errors: retCode and retMsg as its documentation lists them, or as it sends them where
// the two differ. The HTTP status is 200 with most of them.

import type { MarketKind } from '#loopback/exchange/market.ts';
import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

export type BybitError = { readonly retCode: number; readonly retMsg: string };

/** Thrown by readers, and turned into a reply by the skin. */
export class BybitRefusal extends Error {
  readonly error: BybitError;

  constructor(retCode: number, retMsg: string) {
    super(retMsg);
    this.error = { retCode, retMsg };
  }
}

/** Reply with status 200, of a success unless an error is given. */
export function bybitReply(
  nowMs: number,
  result: unknown,
  headers: Readonly<Record<string, string>> = {},
  error: BybitError = { retCode: 0, retMsg: 'OK' },
): VenueReply {
  return jsonReply(200, { ...error, result, retExtInfo: {}, time: nowMs }, headers);
}

/** Refusal 10001. */
export function parameterError(text: string): BybitRefusal {
  return new BybitRefusal(10_001, `params error: ${text}`);
}

/** The two kinds of markets have codes of their own. */
type ByKind = Readonly<Record<MarketKind, BybitError>>;

function byKind(spot: number, spotText: string, linear: number, linearText: string): ByKind {
  return {
    spot: { retCode: spot, retMsg: spotText },
    linear: { retCode: linear, retMsg: linearText },
  };
}

const REFUSALS: Readonly<Record<Refusal, ByKind>> = {
  duplicate: byKind(170_141, 'Duplicate clientOrderId.', 110_072, 'OrderLinkedID is duplicate'),
  market_closed: byKind(
    170_151,
    'The trading pair is not open yet.',
    110_074,
    'This contract is not live',
  ),
  insufficient_funds: byKind(
    170_131,
    'Insufficient balance.',
    110_007,
    'ab not enough for new order',
  ),
  // Bybit accepts a post-only order that would take, and cancels it.
  would_take: byKind(
    170_218,
    'The LIMIT-MAKER order is rejected due to invalid price.',
    170_218,
    'The LIMIT-MAKER order is rejected due to invalid price.',
  ),
  no_liquidity: byKind(
    170_136,
    'Order quantity lower than the minimum.',
    110_118,
    'Unable to retrieve a pruce of the market order due to low liquidity',
  ),
  nothing_to_reduce: byKind(
    170_227,
    'This feature is not supported.',
    110_017,
    'current position is zero, cannot fix reduce-only order qty',
  ),
  wrong_position_side: byKind(
    170_227,
    'This feature is not supported.',
    10_001,
    'position idx not match position mode',
  ),
};

/** Refusal for a reason of the engine; spot and linear markets have codes of their own. */
export function refusalBy(kind: MarketKind, reason: Refusal): BybitRefusal {
  const { retCode, retMsg } = REFUSALS[reason][kind];
  return new BybitRefusal(retCode, retMsg);
}

/** Errors of the venue itself. */
export function bybitTrouble(trouble: VenueTrouble, nowMs: number): VenueReply {
  const coded = (retCode: number, retMsg: string): VenueReply =>
    bybitReply(nowMs, {}, {}, { retCode, retMsg });
  switch (trouble) {
    case 'rate_limited':
      return coded(10_006, 'Too many visits. Exceeded the API Rate Limit.');
    case 'banned':
      return htmlReply(403, 'access too frequent');
    case 'firewall':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return coded(10_429, 'System level frequency protection');
    case 'timeout':
      return coded(10_000, 'Server Timeout');
    case 'internal':
      return coded(10_016, 'Server error.');
    case 'unknown_code':
      return coded(987_654, 'A condition that no documentation mentions.');
    case 'maintenance':
      return htmlReply(503, '503 Service Temporarily Unavailable');
    case 'region':
      return htmlReply(403, 'The distribution is configured to block access from your country.');
  }
}
