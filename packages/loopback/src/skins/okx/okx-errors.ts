// OKX's errors: codes, words and HTTP statuses as its documentation lists them. What concerns an
// order comes with status 200, in the only item of a list.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

/** Thrown by readers, and turned into a reply by the skin. */
export class OkxRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = String(code);
    this.status = status;
  }
}

/** A refusal of the order in a request. */
export class OkxOrderRefusal extends OkxRefusal {}

/** Reply of a success. */
export function okxReply(data: readonly unknown[]): VenueReply {
  return jsonReply(200, { code: '0', msg: '', data });
}

/** Reply of a refusal; that of an order has status 200 and stands in the list. */
export function okxRefusalReply(refusal: OkxRefusal, clOrdId: string): VenueReply {
  const { code, message, status } = refusal;
  if (!(refusal instanceof OkxOrderRefusal))
    return jsonReply(status, { code, msg: message, data: [] });
  const item = { clOrdId, ordId: '', tag: '', ts: '', sCode: code, sMsg: message, subCode: '' };
  return jsonReply(200, { code: '1', msg: 'All operations failed', data: [item] });
}

/** Refusal 51000 of a parameter. */
export function parameterError(name: string): OkxRefusal {
  return new OkxRefusal(51_000, `Parameter ${name} error`, 400);
}

const REFUSALS: Readonly<Record<Refusal, readonly [number, string]>> = {
  duplicate: [51_016, 'Client order ID already exists.'],
  market_closed: [51_022, 'Instrument suspended.'],
  insufficient_funds: [51_008, 'Order failed. Insufficient USDT balance in account.'],
  // OKX accepts a post-only order that would take, and cancels it.
  would_take: [51_000, 'Parameter ordType error'],
  no_liquidity: [51_020, 'Your order should meet or exceed the minimum order amount.'],
  nothing_to_reduce: [
    51_169,
    "Order failed because you don't have any positions in this direction for this contract to reduce or close.",
  ],
  wrong_position_side: [51_000, 'Parameter posSide error'],
};

/** Refusal of an order for a reason of the engine. */
export function refusalBy(reason: Refusal): OkxOrderRefusal {
  const [code, text] = REFUSALS[reason];
  return new OkxOrderRefusal(code, text);
}

/** Errors of the venue itself. What stands before it, and how it words a ban, is not documented. */
export function okxTrouble(trouble: VenueTrouble): VenueReply {
  const coded = (status: number, code: string, msg: string): VenueReply =>
    jsonReply(status, { code, msg, data: [] });
  switch (trouble) {
    case 'rate_limited':
      return coded(429, '50011', 'Rate limit reached. Please refer to API documentation.');
    case 'banned':
      return htmlReply(429, '429 Too Many Requests');
    case 'firewall':
      return htmlReply(403, '403 Forbidden');
    case 'busy':
      return coded(429, '50013', 'Systems are busy. Please try again later.');
    case 'timeout':
      return coded(400, '50004', 'API endpoint request timeout.');
    case 'internal':
      return coded(500, '50026', 'System error. Try again later.');
    case 'unknown_code':
      return coded(200, '98765', 'A condition that no documentation mentions.');
    case 'maintenance':
      return coded(503, '50001', 'Service temporarily unavailable. Try again later.');
    case 'region':
      return htmlReply(403, '403 Forbidden');
  }
}
