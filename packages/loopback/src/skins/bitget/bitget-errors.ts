// Bitget's errors: a code and its text, as the documentation lists them, with status 400.

import type { Refusal } from '#loopback/exchange/place-order.ts';
import type { VenueReply, VenueTrouble } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';

/** Thrown by readers, and turned into a reply by the skin. */
export class BitgetRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: number, message: string, status = 400) {
    super(message);
    this.code = String(code);
    this.status = status;
  }
}

/** Reply of a success. */
export function bitgetReply(data: unknown, nowMs: number): VenueReply {
  return jsonReply(200, { code: '00000', msg: 'success', requestTime: nowMs, data });
}

/** Reply of a refusal, with its status. */
export function bitgetRefusalReply(
  { code, message, status }: BitgetRefusal,
  nowMs: number,
): VenueReply {
  return jsonReply(status, { code, msg: message, requestTime: nowMs, data: null });
}

/** Refusal 40017 of a parameter. */
export function parameterError(name: string): BitgetRefusal {
  return new BitgetRefusal(40_017, `Parameter verification failed ${name}`);
}

/** Also of one that has ended, where it is to be cancelled. */
export function noSuchOrder(): BitgetRefusal {
  return new BitgetRefusal(43_001, 'The order does not exist');
}

const REFUSALS: Readonly<Record<Refusal, readonly [number, string]>> = {
  duplicate: [43_118, 'clientOrderId duplicate'],
  market_closed: [43_120, 'symbol is not open trade'],
  insufficient_funds: [43_012, 'Insufficient balance'],
  // A post-only order that would take is accepted, and cancelled.
  would_take: [40_017, 'Parameter verification failed force'],
  no_liquidity: [40_720, 'swap hand depth does not exist'],
  nothing_to_reduce: [40_017, 'Parameter verification failed reduceOnly'],
  wrong_position_side: [40_017, 'Parameter verification failed side'],
};

/** Refusal for a reason of the engine. */
export function refusalBy(reason: Refusal): BitgetRefusal {
  const [code, text] = REFUSALS[reason];
  return new BitgetRefusal(code, text);
}

/** Errors of the venue itself. What stands before it is not documented. */
export function bitgetTrouble(trouble: VenueTrouble, nowMs: number): VenueReply {
  const coded = (status: number, code: number, text: string): VenueReply =>
    bitgetRefusalReply(new BitgetRefusal(code, text, status), nowMs);
  switch (trouble) {
    case 'rate_limited':
      return coded(429, 429, 'Too Many Requests');
    case 'banned':
      return htmlReply(429, '429 Too Many Requests');
    case 'firewall':
      return htmlReply(403, '403 Forbidden');
    case 'region':
      return coded(403, 40_103, 'We are currently unable to provide services in your country');
    case 'busy':
      return coded(400, 40_015, 'System is abnormal, please try again later');
    case 'timeout':
      return coded(400, 40_010, 'Request timed out');
    case 'internal':
      return coded(400, 40_725, 'service return an error');
    case 'unknown_code':
      return coded(400, 98_765, 'A condition that no documentation mentions.');
    case 'maintenance':
      return coded(400, 40_200, 'Server upgrade, please try again later');
  }
}
